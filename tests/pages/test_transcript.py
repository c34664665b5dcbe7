"""The page that tells what happened at a table."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

from league.models import Membership, Role, Table, User
from tests.pages.night import NAMES, Night
from tests.pages.test_shown import text_of


def a_table(night: Night) -> Table:
    return Table.objects.filter(round__tournament=night.tournaments[0]).order_by("round__number", "number")[0]


def test_it_tells_the_game_with_names_from_its_beginning(director: Client, night: Night):
    table = a_table(night)
    text = text_of(director, reverse("admin:transcript", args=[table.pk]))
    assert "The game in words: table 1, round 1" in text
    assert "The game begins with" in text
    assert any(name in text for name in NAMES)
    assert str(table.pk) not in text


def test_the_log_of_a_table_leads_to_it_and_back(director: Client, night: Night):
    table = a_table(night)
    log = director.get(f"/admin/log/?club={night.club.pk}&stream={table.pk}").text
    assert reverse("admin:transcript", args=[table.pk]) in log
    assert "The game in words" in log
    assert f"stream={table.pk}" in director.get(reverse("admin:transcript", args=[table.pk])).text
    whole = director.get(f"/admin/log/?club={night.club.pk}&stream={night.tournaments[0]}").text
    assert "The game in words" not in whole


def test_others_do_not_come_in(stranger: Client, night: Night):
    page = reverse("admin:transcript", args=[a_table(night).pk])
    assert stranger.get(page).status_code == 404
    assert Client().get(page).status_code == 302
    member = User.objects.create_user("member")
    Membership.objects.create(club=night.club, user=member, role=Role.MEMBER)
    client = Client()
    client.force_login(member)
    assert client.get(page).status_code in (302, 403, 404)
    assert client.post(page).status_code in (302, 403, 404, 405)
