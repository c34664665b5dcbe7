"""The codes of tournaments: every tournament has one, whatever opened it, and keeps it."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client

from league.models import Role, Tournament, TournamentCode, codes
from league.models.codes import ALPHABET, NoFreeCode, give
from league.projections.rebuild import rebuild
from tests.league.nights import Night, new_club, new_user

migration = import_module("league.migrations.0012_tournament_codes")


def code_of(night: Night) -> str:
    return Tournament.objects.get(pk=night.id).public_code.code


def test_a_new_tournament_has_a_short_code_that_can_be_read_out(db: None):
    code = code_of(Night.open(new_club()))
    assert 4 <= len(code) <= 6
    assert set(code) <= set(ALPHABET)
    assert not set(ALPHABET) & set("01258ABEIOSUZ")


def test_the_api_shows_the_code(db: None, client: Client):
    night = Night.open(new_club())
    body = client.get(f"/api/v1/tournaments/{night.id}").json()
    assert body["code"] == code_of(night)
    assert client.get("/api/v1/tournaments").json()["results"][0]["code"] == body["code"]


def test_a_tournament_that_the_api_opens_has_a_code_at_once(db: None, client: Client):
    club = new_club()
    client.force_login(user := new_user("ann", club, Role.DIRECTOR))
    assert user.is_authenticated
    body = {"club": str(club.pk), "name": "Tuesday", "game": "scoresheet"}
    answer = client.post("/api/v1/tournaments", body, content_type="application/json", headers={"X-CSRFToken": "x"})
    assert answer.status_code == 201, answer.content
    assert answer.json()["code"] == TournamentCode.objects.get(pk=answer.json()["id"]).code


def test_a_code_that_is_taken_is_drawn_again_and_longer(db: None, monkeypatch: pytest.MonkeyPatch):
    club = new_club()
    monkeypatch.setattr(codes, "drawn", lambda length: "C" * length)
    assert [code_of(Night.open(club)) for _ in range(3)] == ["CCCC", "CCCCC", "CCCCCC"]
    with pytest.raises(NoFreeCode):
        Night.open(club)


def test_giving_a_code_twice_changes_nothing(db: None):
    night = Night.open(new_club())
    code = code_of(night)
    give(night.club.pk, night.id)
    assert code_of(night) == code


def test_a_rebuild_keeps_the_code(db: None):
    night = Night.open(new_club())
    code = code_of(night)
    assert rebuild() == []
    assert code_of(night) == code


def test_the_migration_gives_codes_to_older_tournaments(db: None):
    nights = [Night.open(new_club()) for _ in range(3)]
    TournamentCode.objects.all().delete()
    migration.give(apps, SimpleNamespace(connection=connection))
    assert len({code_of(night) for night in nights}) == 3
