"""Imports and exports while others write, each from a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from uuid6 import uuid7

from league.models import Club, Event, Membership, Person
from league.projections import rebuild
from tests.api.conftest import Site
from tests.api.test_exchange import elsewhere, export

Json = dict[str, Any]
pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What the calls give, each made in a thread of its own at the same time."""
    barrier, given = Barrier(len(calls)), list[Any](calls)

    def run(number: int) -> None:
        try:
            barrier.wait()
            given[number] = calls[number]()
        finally:
            connection.close()

    threads = [Thread(target=run, args=[number]) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return given


def a_tournament(site: Site) -> Json:
    tournament = site.tournament()["id"]
    site.entries(tournament, *"ABCD")
    return export(site, f"tournaments/{tournament}")


def a_club(site: Site) -> Json:
    a_tournament(site)
    return export(site, f"clubs/{site.club.id}") | {"left_out": []}


def test_two_imports_of_a_file_at_once_are_as_one(live_site: Site) -> None:
    file = elsewhere(lambda: a_tournament(live_site))
    path = f"tournaments/import?club={live_site.elsewhere.id}"
    answers = at_once(*[lambda: live_site.stranger.send("POST", path, file)] * 3)
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses[0] in (200, 201), [answer.content for answer in answers]
    assert set(statuses) <= {200, 201, 503}
    assert statuses.count(201) == 1
    again = live_site.stranger.send("POST", path, file)
    assert (again.status_code, again.json()["events"], Person.objects.count()) == (200, 0, 4)
    assert Event.objects.filter(club=live_site.elsewhere.pk, type="club.imported").count() == 1
    assert rebuild.rebuild() == []
    call_command("verify")


def test_two_imports_of_a_new_club_at_once_are_as_one(live_site: Site) -> None:
    file = elsewhere(lambda: a_club(live_site))
    file["club"]["id"] = file["id"] = str(uuid7())
    file["streams"] = [stream for stream in file["streams"] if stream["kind"] != "club"]
    answers = at_once(*[lambda: live_site.superuser.send("POST", "clubs/import", file)] * 2)
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses[0] in (200, 201), [answer.content for answer in answers]
    assert set(statuses) <= {200, 201, 503}, [answer.content for answer in answers]
    assert statuses.count(201) == 1
    assert Club.objects.filter(pk=file["id"]).count() == 1
    assert Membership.objects.filter(club=file["id"]).count() == 1
    call_command("verify")


def test_an_export_while_somebody_writes_is_one_moment_of_the_log(live_site: Site) -> None:
    tournament = live_site.tournament()["id"]
    live_site.entries(tournament, *"ABCD")

    def rename() -> list[int]:
        names = [f"Name {number}" for number in range(8)]
        path = f"tournaments/{tournament}"
        return [live_site.director.send("PATCH", path, {"name": name}).status_code for name in names]

    def read() -> list[Json]:
        return [live_site.superuser.send("GET", f"tournaments/{tournament}/export").json() for _ in range(4)]

    _, files = at_once(rename, read)
    for file in files:
        stream = file["streams"][0]
        assert stream["version"] == len(stream["events"])
        answer = live_site.stranger.send("POST", f"tournaments/import?club={live_site.elsewhere.id}&dry_run=true", file)
        assert answer.json()["code"] == "other_club", answer.content
