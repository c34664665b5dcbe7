"""Tournaments that were opened by mistake are deleted from their list."""

from __future__ import annotations

from django.test import Client

from league.models import Membership, Role, Tournament
from tests.pages.night import FIRST_NIGHT, Night, Playing, make_people

LIST = "/admin/league/tournament/"
CHOSEN = {"action": "delete_unplayed"}


def mistake(night: Night) -> Tournament:
    playing = Playing(night.club, night.director, night.season, "Opened twice", FIRST_NIGHT)
    playing.enter(make_people(night.club)[:2])
    return Tournament.objects.get(pk=playing.id)


def test_one_that_was_opened_by_mistake_is_deleted_once_somebody_has_looked(director: Client, night: Night):
    row, played = mistake(night), night.tournaments[0]
    form = {**CHOSEN, "_selected_action": [row.pk, played]}
    asked = director.post(LIST, form).text
    assert "Opened twice</bdi>, Tuesday 3 November, 19:00" in asked
    assert "These stay:" in asked
    assert "A round was seated: it can be cancelled, but not deleted." in asked
    assert Tournament.objects.filter(pk=row.pk).exists()
    done = director.post(LIST, {**form, "confirmed": "1"}, follow=True)
    assert "1 tournament is deleted." in done.text
    assert not Tournament.objects.filter(pk=row.pk).exists()
    assert Tournament.objects.filter(pk=played).exists()
    again = director.post(LIST, {**CHOSEN, "_selected_action": [row.pk], "confirmed": "1"}, follow=True)
    assert again.status_code == 200


def test_a_referee_is_offered_nothing_and_deletes_nothing(director: Client, night: Night):
    row = mistake(night)
    Membership.objects.filter(club=night.club).update(role=Role.REFEREE)
    assert "delete_unplayed" not in director.get(LIST).text
    director.post(LIST, {**CHOSEN, "_selected_action": [row.pk], "confirmed": "1"})
    assert Tournament.objects.filter(pk=row.pk).exists()


def test_junk_is_refused(director: Client, night: Night):
    assert director.post(LIST, {**CHOSEN, "_selected_action": ["x"]}).status_code == 400
