"""Words and orders of the admin's pages that a reader stumbles over."""

from __future__ import annotations

from django.test import Client

from league.admin.wording import game_name
from league.models import Person
from tests.pages.night import Night


def test_a_game_is_called_by_its_title():
    assert game_name("scoresheet") == "Score sheet"
    assert game_name("not-installed") == "Not Installed"


def test_people_are_listed_by_name(director: Client, night: Night):
    Person.objects.create(club=night.club, name="Aaron")
    listed = [person.name for person in director.get("/admin/league/person/").context["cl"].result_list]
    assert listed[0] == "Aaron"
    assert listed == sorted(listed)
