"""Words and orders of the admin's pages that a reader stumbles over."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from django.test import Client

from league.domain.values.names import search_key
from league.models import Club, Person, User
from league.queries.wording import game_name
from tests.pages.night import FIRST_NIGHT, PASSWORD, Night, Playing, make_club, make_season


def test_a_game_is_called_by_its_title():
    assert game_name("scoresheet") == "Score sheet"
    assert game_name("not-installed") == "Not Installed"


def test_people_are_listed_by_name(director: Client, night: Night):
    Person.objects.create(club=night.club, name="Aaron")
    listed = [person.name for person in director.get("/admin/league/person/").context["cl"].result_list]
    assert listed[0] == "Aaron"
    assert listed == sorted(listed, key=search_key)


def test_accounts_are_shown_in_the_clubs_time(client: Client, night: Night):
    root = User.objects.create_superuser("root", password=PASSWORD)
    client.force_login(root)
    User.objects.filter(pk=night.director.pk).update(last_login=datetime(2027, 7, 1, 20, 15, tzinfo=UTC))
    for at in ("/admin/league/user/", f"/admin/league/user/{night.director.pk}/change/"):
        page = client.get(at).text
        assert "Thu 1 Jul 2027, 22:15" in page
        assert "20:15" not in page


def test_only_languages_with_a_catalogue_are_offered(director: Client, night: Night):
    address = f"/admin/league/club/{night.club.pk}/change/"
    page = director.get(address)
    assert [code for code, _name in page.context["adminform"].form.fields["language"].choices] == ["en"]
    Club.objects.filter(pk=night.club.pk).update(language="fr")
    choices = director.get(address).context["adminform"].form.fields["language"].choices
    assert choices[1:] == [("fr", "French: not translated yet")]


def test_an_empty_list_of_choices_says_why(client: Client, db: None):
    club, director = make_club("Empty Club")
    season = make_season(club, director)
    client.force_login(director)
    of_season = f"/admin/league/season/{season}/desk"
    said = {f"{of_season}/tournament/": "The club has no tournament yet. Open one first."}
    said |= {f"{of_season}/take-out/": "Nothing counts in this season yet."}
    refuses(client, said)
    playing = Playing(club, director, season, "Tuesday", FIRST_NIGHT)
    of_night = f"/admin/league/tournament/{playing.id}"
    said = {f"{of_season}/tournament/": "Every tournament of the club counts in this season already."}
    said |= {f"{of_night}/desk/seat-with-byes/": "Nobody is checked in yet."}
    said |= {f"{of_night}/needs/": "Nobody is entered yet."}
    refuses(client, said)


def refuses(client: Client, said: dict[str, str]) -> None:
    """Each page says why, and has no button that can do nothing."""
    for address, sentence in said.items():
        page = client.get(address).text
        assert sentence in page, address
        assert 'class="tk-button is-main"' not in page, address


def test_a_correction_in_a_season_names_what_it_corrects(director: Client, night: Night):
    page = director.get(f"/admin/league/season/{night.season}/desk/").text
    link = re.search(r'href="([^"]+recount/[^"]+)"', page)
    assert link is not None
    heading = re.search(r'<h2 id="step-title">([^<]+)<', director.get(link[1].replace("&amp;", "&")).text)
    assert heading is not None
    assert heading[1].startswith("How this tournament counts: 1. Club night")
