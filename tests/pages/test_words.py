"""Words and orders of the admin's pages that a reader stumbles over."""

from __future__ import annotations

from datetime import UTC, datetime

from django.test import Client

from league.models import Club, Person, User
from league.queries.wording import game_name
from tests.pages.night import PASSWORD, Night


def test_a_game_is_called_by_its_title():
    assert game_name("scoresheet") == "Score sheet"
    assert game_name("not-installed") == "Not Installed"


def test_people_are_listed_by_name(director: Client, night: Night):
    Person.objects.create(club=night.club, name="Aaron")
    listed = [person.name for person in director.get("/admin/league/person/").context["cl"].result_list]
    assert listed[0] == "Aaron"
    assert listed == sorted(listed)


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
