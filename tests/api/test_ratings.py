"""`ratings` and `people/{id}/ratings`: the club's ladder in a game or over all, and how somebody came there."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from league.models import Club, Rating
from league.projections import followers
from tests.api.conftest import Site, Visitor
from tests.api.test_queries import queries
from tests.league.nights import Night, new_people

FOUR = {"min": 4, "max": 4}


def night_of(club: Club, people: int = 4, rounds: int = 1) -> Night:
    """A night of score sheets at tables of four, which the earlier registered win; as the ratings have followed it."""
    night = Night.open(club, table_size=FOUR)
    night.enter(new_people(club, people))
    for _ in range(rounds):
        night.play_round()
    followers.follow(club.pk)
    return night


def ladder(site: Site, query: str = "", visitor: Visitor | None = None) -> Any:
    answer = (visitor or site.anonymous).send("GET", f"ratings?club={site.club.id}{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_the_best_comes_first_and_anybody_may_see_it(site: Site) -> None:
    night_of(site.club)
    told = ladder(site)
    assert told["game"] is None
    assert [row["name"] for row in told["rows"]] == ["P1", "P2", "P3", "P4"]
    assert list(told["rows"][0]) == ["person", "name", "mu", "sigma", "shown", "games"]
    assert all(row["shown"] == row["mu"] - 3 * row["sigma"] and row["games"] == 1 for row in told["rows"])
    assert ladder(site, "&game=scoresheet") == {**told, "game": "scoresheet"}
    assert ladder(site, "&game=monster-trick") == {"game": "monster-trick", "rows": []}


def test_ratings_are_those_of_one_club(site: Site) -> None:
    night_of(site.elsewhere)
    assert ladder(site)["rows"] == []


def test_a_person_has_a_history_whose_end_is_the_rating(site: Site) -> None:
    night = night_of(site.club, rounds=3)
    first = ladder(site)["rows"][0]
    told = site.anonymous.send("GET", f"people/{first['person']}/ratings?club={site.club.id}").json()
    (row,) = told["rows"]
    history = row.pop("history")
    assert (told["game"], row) == (None, first)
    assert [(step["round"], step["place"], step["number"], step["game"]) for step in history] == [
        (1, 1, 1, "scoresheet"),
        (2, 1, 1, "scoresheet"),
        (3, 1, 1, "scoresheet"),
    ]
    assert {step["tournament"] for step in history} == {str(night.id)}
    assert [step["position"] for step in history] == sorted(step["position"] for step in history)
    assert [history[-1][name] for name in ("mu", "sigma", "shown")] == [row[name] for name in ("mu", "sigma", "shown")]
    assert history[0]["mu"] < history[1]["mu"] < history[2]["mu"]
    in_game = site.anonymous.send("GET", f"people/{first['person']}/ratings?game=scoresheet").json()
    assert (in_game["game"], in_game["rows"][0]["history"]) == ("scoresheet", history)


def test_two_of_one_name_are_told_apart(site: Site) -> None:
    night = Night.open(site.club, table_size={"min": 2, "max": 2})
    people = new_people(site.club, 2)
    for person in people:
        person.name = "Ann"
        person.save()
    night.enter(people)
    night.play_round()
    followers.follow(site.club.id)
    assert [row["name"] for row in ladder(site)["rows"]] == ["Ann (1)", "Ann (2)"]


def test_who_has_never_been_rated_is_known_to_the_club_alone(site: Site) -> None:
    (person,) = site.people("Somebody")
    path = f"people/{person}/ratings"
    assert site.member.send("GET", path).json() == {"game": None, "rows": []}
    for visitor in (site.anonymous, site.stranger):
        assert visitor.send("GET", path).status_code == 404
    for visitor in (site.anonymous, site.director):
        assert visitor.send("GET", f"people/{uuid4()}/ratings").status_code == 404


def test_a_person_of_another_club_is_not_in_this_one(site: Site) -> None:
    (person,) = site.people("Somebody")
    assert site.member.send("GET", f"people/{person}/ratings?club={site.elsewhere.id}").status_code == 404


def test_a_game_that_is_not_installed_any_more_can_be_looked_at(site: Site) -> None:
    (person,) = site.people("Somebody")
    Rating.objects.create(club=site.club, person_id=person, game="old-game", mu=25, sigma=8, shown=1, games=1)
    assert [row["name"] for row in ladder(site, "&game=old-game")["rows"]] == ["Somebody"]


@pytest.mark.parametrize(
    ("query", "field", "code"),
    [
        ("", "club", "required"),
        ("?club=", "club", "required"),
        ("?club=x", "club", "bad_id"),
        ("?club=00000000-0000-0000-0000-000000000000", "club", "unknown_club"),
        ("?club={club}&game=no-such-game", "game", "unknown_game"),
        ("?club={club}&game=%00", "game", "bad_text"),
        ("?club={club}&game=%ED%A0%80", "game", "unknown_game"),
    ],
)
def test_questions_that_can_not_be_answered(site: Site, query: str, field: str, code: str) -> None:
    answer = site.anonymous.send("GET", f"ratings{query.format(club=site.club.id)}")
    assert answer.status_code == 400
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [(field, code)]


def test_more_people_ask_the_database_no_more(site: Site) -> None:
    night_of(site.club)
    few = queries(site.anonymous, f"/api/v1/ratings?club={site.club.id}")
    night_of(site.club, 24)
    assert queries(site.anonymous, f"/api/v1/ratings?club={site.club.id}") == few
    assert len(ladder(site)["rows"]) == 28
