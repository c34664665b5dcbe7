"""Each query of the log carries the club, so that it reaches one partition: of every route, page and task.

Only what an operator asks of all clubs at once has none: `verify` without a club, and `forget` after a restore.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from league import tasks
from league.models import Club, Table
from league.projections.rebuild import rebuild
from league.services import clocks
from tests.api.conftest import Site
from tests.api.test_doors import WHO_MAY, Venue, doors
from tests.api.walk import House

pytestmark = [pytest.mark.django_db, pytest.mark.backend("postgres")]
TASKS = (tasks.sweep_clocks, tasks.follow, tasks.send_webhooks, tasks.forget_old_answers, tasks.send_letters)
Asked = dict[str, Any]
"""By query: the values of its parameters when it was asked first."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """All queries of the log from now on, whichever way they take to the database."""
    found: Asked = {}

    def watch(cursor: type[Any]) -> None:
        execute = cursor.execute

        def noting(self: Any, query: Any, params: Any = None, **options: Any) -> Any:
            if isinstance(query, str) and "league_event" in query and query.lstrip().startswith("SELECT"):
                found.setdefault(query, params)
            return execute(self, query, params, **options)

        monkeypatch.setattr(cursor, "execute", noting)

    watch(psycopg.Cursor)
    watch(psycopg.ServerCursor)
    return found


def reached(query: str, params: Any) -> set[str]:
    """The partitions in which a query has looked for rows."""
    cursor = psycopg.Cursor if "%b" in query else psycopg.ClientCursor
    with cursor(connection.connection) as plan:
        [(found,)] = plan.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {query}", params).fetchall()
    whole = found if isinstance(found, list) else json.loads(found)
    return {str(node["Relation Name"]) for node in nodes(whole[0]["Plan"]) if node["Actual Loops"]} - {"league_event"}


def nodes(plan: Any) -> Iterator[Any]:
    """The scans of the log in a plan."""
    if str(plan.get("Relation Name", "")).startswith("league_event"):
        yield plan
    for part in plan.get("Plans", ()):
        yield from nodes(part)


def far_reaching(asked: Asked) -> list[str]:
    """The queries that reach more partitions than there are clubs, of which there are few."""
    clubs = Club.objects.count()
    assert clubs < 6
    assert asked, "some queries were noted"
    return [query for query, params in dict(asked).items() if len(reached(query, params)) > clubs]


def test_a_query_without_the_club_reaches_all(asked: Asked, site: Site) -> None:
    House.built(site)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM league_event WHERE version = %s", [1])
    assert far_reaching(asked) == ["SELECT count(*) FROM league_event WHERE version = %s"]


def test_every_read(asked: Asked, site: Site) -> None:
    house = House.built(site)
    house.read("director")
    table = Table.objects.filter(round__tournament=house.tournament).latest("pk")
    for query in (f"tournament={house.tournament}", f"table={table.pk}", f"person={site.people('Zoe')[0]}", "view=log"):
        assert site.director.get(f"{reverse('admin:log')}?{query}").status_code < 500
    for task in TASKS:
        task()
    clocks.begin()
    rebuild()
    call_command("verify", "--jobs", "1", "--club", str(site.club.pk))
    assert len(asked) > 20
    assert far_reaching(asked) == []


def test_every_write(asked: Asked, venue: Venue) -> None:
    for door in doors():
        method = door.split()[1].upper()
        if method != "GET":
            venue.knocks("director" if "director" in WHO_MAY[door] else "superuser").send(
                method, venue.path(door), venue.body(door)
            )
    assert far_reaching(asked) == []
