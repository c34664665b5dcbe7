"""What a write waits for: the tournament or season that its path names, or else the other writes of its sender."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from unittest.mock import patch
from uuid import UUID, uuid4

import pytest

from league.log import store
from league.log.turns import Key, turn
from league.repository.writers import stream_about
from tests.api.conftest import Site


@contextmanager
def noted() -> Iterator[list[Key | None]]:
    """What the transactions wait for that are begun meanwhile; inner ones are not asked."""
    keys: list[Key | None] = []

    def note(key: Key | None) -> AbstractContextManager[None]:
        keys.append(key)
        return turn(key)

    with patch.object(store, "turn", note):
        yield keys


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("query", ["", "?dry_run=true"])
def test_each_path_of_a_tournament_waits_for_the_tournament(site: Site, query: str) -> None:
    tournament = site.tournament(game="scoresheet")["id"]
    entry, *_ = site.entries(tournament, "Ada", "Bea", "Cleo")
    penalty = site.penalty(tournament, entry)
    found = site.round(tournament)
    table = found["tables"][0]
    scores = {seat["entry"]: seat["seat"] for seat in table["seats"]}
    for method, path, body in (
        ("PUT", f"tables/{table['id']}/result", {"scores": scores}),
        ("POST", f"rounds/{found['id']}/extend", {"seconds": 60, "reason": "late", "table": table["id"]}),
        ("POST", f"entries/{entry}/drop", {}),
        ("POST", f"penalties/{penalty}/lift", {}),
        ("POST", f"tournaments/{tournament}/check-in", {"entries": "all"}),
        ("PATCH", f"tournaments/{tournament}", {"name": "Other"}),
    ):
        with noted() as keys:
            answer = site.director.send(method, path + query, body)
        assert answer.status_code in (200, 422), answer.json()
        assert keys == [UUID(tournament)], path


@pytest.mark.django_db(transaction=True)
def test_the_holder_of_a_link_waits_for_its_tournament_without_a_query(site: Site) -> None:
    tournament = site.tournament(game="scoresheet")["id"]
    site.entries(tournament, "Ada", "Bea", "Cleo")
    table = site.round(tournament)["tables"][0]
    scores = {seat["entry"]: seat["seat"] for seat in table["seats"]}
    with noted() as keys, patch("league.repository.writers.stream_about", side_effect=AssertionError):
        answer = site.table_link(table["id"]).send("PUT", f"tables/{table['id']}/result", {"scores": scores})
    assert answer.status_code == 200, answer.json()
    assert keys == [UUID(tournament)]


@pytest.mark.django_db(transaction=True)
def test_a_write_without_an_id_waits_for_its_sender_alone(site: Site) -> None:
    with noted() as keys:
        site.director.send("POST", "people", {"club": str(site.club.id), "name": "Ada"})
    assert keys == [f"user:{site.director.user.pk}"]


@pytest.mark.django_db
def test_an_id_of_nothing_is_its_own_and_is_asked_again_later(site: Site) -> None:
    unknown = uuid4()
    assert stream_about(unknown) == unknown
    tournament = site.tournament()["id"]
    entry, *_ = site.entries(tournament, "Ada")
    assert stream_about(UUID(entry)) == UUID(tournament)
    assert stream_about(UUID(tournament)) == UUID(tournament)
