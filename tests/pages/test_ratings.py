"""The page of the ratings: one ladder at a time, the best first, of the caller's clubs alone."""

from __future__ import annotations

from django.test import Client

from league.models import Club, Rating, User
from league.queries.wording import rating, rating_uncertainty
from tests.pages.night import NAMES, Night, make_people
from tests.pages.test_shown import text_of

PAGE = "/admin/league/rating/"


def listed(client: Client, query: str = "") -> list[str]:
    """Who is on the page, from the top."""
    text = text_of(client, PAGE + query)
    return [name for _, name in sorted((text.index(name), name) for name in NAMES if name in text)]


def names_by_rating(night: Night, game: str) -> list[str]:
    rows = Rating.objects.filter(club=night.club, game=game).order_by("-shown", "person").select_related("person")
    return [row.person.name for row in rows]


def test_the_best_over_all_games_comes_first(director: Client, night: Night):
    assert listed(director) == names_by_rating(night, "") != []
    best = Rating.objects.filter(club=night.club, game="").order_by("-shown")[0]
    text = text_of(director, PAGE)
    assert f" {rating(best.shown)} {rating(best.mu)} {rating_uncertainty(best.sigma)} " in text
    assert "Everybody begins at 1000" in text
    assert text.count("All games together") > len(listed(director))  # in each row, and as a filter


def test_a_game_is_chosen_by_its_title(director: Client, night: Night):
    (game,) = Rating.objects.exclude(game="").order_by().values_list("game", flat=True).distinct()
    page = director.get(PAGE).text
    assert "All games together" in page
    assert f"?game={game}" in page
    assert listed(director, f"?game={game}") == names_by_rating(night, game)
    assert text_of(director, f"{PAGE}?game={game}").count("Monster Trick") > len(listed(director, f"?game={game}"))
    Rating.objects.filter(game=game).exclude(person__name=NAMES[0]).delete()
    assert listed(director, f"?game={game}") == [NAMES[0]]
    assert len(listed(director)) > 1


def test_a_person_is_looked_for_by_name(director: Client, night: Night):
    assert listed(director, "?q=Lovelace") == ["Ada Lovelace"]


def test_nothing_on_it_can_be_changed(director: Client, night: Night):
    row = Rating.objects.filter(club=night.club)[0]
    assert f"{PAGE}add/" not in director.get(PAGE).text
    for page in ("add/", f"{row.pk}/change/", f"{row.pk}/delete/"):
        assert director.post(PAGE + page, {"mu": "99", "post": "yes"}).status_code == 403
    row.refresh_from_db()
    assert row.mu != 99


def test_ratings_of_other_clubs_are_not_there(stranger: Client, other: tuple[Club, User], night: Night):
    (mary,) = make_people(other[0], ["Mary Somerville"])
    assert "Nobody has a rating yet." in text_of(stranger, PAGE)
    Rating.objects.create(club=other[0], person=mary, game="", mu=25, sigma=8, shown=1, games=1)
    assert listed(stranger) == []
    assert "Mary Somerville" in text_of(stranger, PAGE)
    assert "Score sheet" not in stranger.get(PAGE).text


def test_a_rating_leads_to_the_page_of_its_person(director: Client, stranger: Client, night: Night) -> None:
    found = Rating.objects.filter(club=night.club)[0]
    address = f"{PAGE}{found.pk}/change/"
    assert address in director.get(PAGE).content.decode()
    assert director.get(address).headers["Location"] == f"/admin/league/season/person/{found.person_id}/"
    assert stranger.get(address).status_code == 404
    assert director.get(f"{PAGE}nothing/change/").status_code == 404
