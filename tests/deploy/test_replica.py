"""Public reads from a real streaming replica: never anything older, whatever becomes of the replica."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from itertools import count

import psycopg
import pytest

from tests.deploy.replicas import PATIENCE_SECONDS, Site, site
from tests.league.live.listening import Listener, listening

pytestmark = pytest.mark.backend("postgres")
numbers = count(1)


@pytest.fixture(scope="module")
def running() -> Iterator[Site]:
    """The site, for all tests of this file."""
    with site() as made:
        yield made


def new_name() -> str:
    """A name that no other test has given."""
    return f"Evening number {next(numbers)} of the replica"


def test_visitors_read_the_replica_and_see_what_was_written_a_moment_ago(running: Site) -> None:
    for path in (running.tournament, f"t/{running.code}", f"t/{running.code}?part=tab", "api/v1/tournaments"):
        running.until_read(path)
    for _ in range(20):
        name = new_name()
        running.rename(name)
        running.shows(name)
    running.until_read(running.tournament)


def test_who_says_who_they_are_reads_the_primary(running: Site) -> None:
    running.until_read(running.tournament)
    asked = running.director.headers["Authorization"]
    for headers in ({"Authorization": asked}, {"Cookie": "sessionid=x"}, {"Cookie": "tk-e0123ab=x"}):
        for path in (running.tournament, f"t/{running.code}"):
            assert not running.is_read_by(partial(running.get, path, **headers))
    assert running.is_read_by(lambda: running.get(running.tournament, Cookie="csrftoken=x; django_language=en"))


def test_a_replica_that_is_behind_is_not_read(running: Site) -> None:
    running.until_read(running.tournament)
    with running.behind():
        for _ in range(3):
            name = new_name()
            running.rename(name)
            running.shows(name)
            assert not running.is_read_by(lambda: running.get(running.tournament))
        trouble, missing, age = running.call("look")
        assert (trouble, missing > 0, age > 0) == ("behind", True, True)
    running.until_read(running.tournament)
    running.shows(name)


def test_whom_an_event_has_woken_sees_at_least_that(running: Site) -> None:
    path = running.tournament.removeprefix("api/v1/")
    with listening(running.address, f"{path}/live") as visitor:
        for late in (False, False, True, False, False):
            name, told = new_name(), len(visitor.messages)
            with running.behind() if late else nullcontext():
                running.rename(name)
                visitor.until(partial(has_more, than=told))
                running.shows(name)


def has_more(visitor: Listener, *, than: int) -> bool:
    """Whether more messages have come than those."""
    return len(visitor.messages) > than


def test_a_night_for_members_is_closed_to_others_at_once(running: Site) -> None:
    running.until_read(running.tournament)
    with running.behind():
        running.change(visibility="members")
        try:
            assert running.get(running.tournament).status_code == 404
            assert running.get(f"t/{running.code}").status_code == 404
        finally:
            running.change(visibility="public")
        assert running.get(f"t/{running.code}").status_code == 200


def test_who_is_forgotten_is_named_nowhere_any_more(running: Site) -> None:
    path = f"{running.tournament}/entries?fields=id,name"
    name = next(row["name"] for row in running.get(path).json()["results"] if row["id"] == running.ids["entry"])
    with running.behind():
        answer = running.director.delete(f"api/v1/people/{running.ids['person']}")
        assert answer.status_code in (200, 204), answer.text
        assert name not in [row["name"] for row in running.get(path).json()["results"]]
    running.until_read(path)
    assert name not in [row["name"] for row in running.get(path).json()["results"]]


def test_a_replica_that_hangs_holds_nobody_up_for_long(running: Site) -> None:
    running.until_read(running.tournament)
    with running.stopped():
        name = new_name()
        running.rename(name)
        running.shows(name)
        assert running.call("look")[0] == "down"
    running.until_read(running.tournament)


def test_without_the_replica_the_primary_answers_and_it_is_read_again_later(running: Site) -> None:
    running.until_read(running.tournament)
    running.kill_replica()
    for _ in range(3):
        name = new_name()
        running.rename(name)
        running.shows(name)
    running.restart_replica()
    running.until_read(running.tournament)
    running.shows(name)


def test_nothing_is_written_to_it_and_who_has_written_reads_the_primary(running: Site) -> None:
    before, written, after, refused = running.call("write_and_read")
    assert (before, written, after) == ("replica", "default", "default")
    assert "read-only transaction" in refused


def test_one_that_has_become_a_primary_is_not_read(running: Site) -> None:
    running.until_read(running.tournament)
    with psycopg.connect(running.replica.url, autocommit=True) as promoted:
        promoted.execute("SELECT pg_promote()")
    name, end = new_name(), time.monotonic() + PATIENCE_SECONDS
    running.rename(name)
    running.shows(name)
    while running.call("look")[0] != "foreign":
        assert time.monotonic() < end
    assert not running.is_read_by(lambda: running.shows(name))
