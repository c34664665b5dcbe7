"""Writers and a reader in processes of their own, as a club's web and worker processes are."""

from __future__ import annotations

import os
import random
import signal
import time
from collections import Counter
from multiprocessing.synchronize import Event
from uuid import UUID, uuid4

import pytest
from django.db import connection

from league.log import models as log_models
from league.log import store
from league.log.store import Batch, Stored
from league.log.verify import Tally, verify
from tests.league.log.processes import FORK, start
from tests.league.log.scene import NOON, batch, decode, notes, stream_of, write

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS = 4
APPENDS = 50
SECONDS = 60


def slow_writer(club: UUID, number: int) -> None:
    """Appends 1 to 3 events at a time to a stream of its own; its commits come late, each by another while."""
    chance, last, stream = random.Random(number), None, uuid4()
    for n in range(APPENDS):
        with store.writing():
            facts = notes(*range(n % 3 + 1))
            last = store.append(club, [batch(stream, facts, last)], actor=str(number), correlation=uuid4(), at=NOON)[-1]
            time.sleep(chance.uniform(0, 0.004))


def test_a_following_reader_misses_nothing_of_four_writers():
    club = uuid4()
    writers = [start(slow_writer, club, number) for number in range(WRITERS)]
    followed: list[Stored] = []
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        at_work = any(writer.is_alive() for writer in writers)
        rows = store.feed(club, followed[-1].position if followed else 0, 20)
        followed += rows
        if not rows and not at_work:
            break
    for writer in writers:
        writer.join(SECONDS)
    assert [writer.exitcode for writer in writers] == [0] * WRITERS
    assert followed == store.feed(club, limit=10_000)
    events = sum(n % 3 + 1 for n in range(APPENDS))
    assert Counter(row.actor for row in followed) == {str(number): events for number in range(WRITERS)}


def contender(club: UUID, stream: UUID, number: int) -> None:
    """Adds one event after another behind the newest, again where another process was faster."""
    for n in range(20):
        while True:
            last = store.load(club, stream)[-1]
            try:
                write(club, batch(stream, notes(n), last), actor=str(number))
                break
            except store.Conflict:
                continue


def test_processes_on_one_stream_write_each_version_once():
    club = uuid4()
    stream = stream_of(club, 1)[0].stream
    writers = [start(contender, club, stream, number) for number in range(3)]
    for writer in writers:
        writer.join(SECONDS)
    rows = store.load(club, stream)
    assert [row.version for row in rows] == list(range(1, 62))
    for number in range(3):
        assert [row.data for row in rows if row.actor == str(number)] == [f'{{"n":{n}}}' for n in range(20)]
    assert list(verify(decode, Tally(), club)) == []


def busy(club: UUID) -> None:
    """Commands of 60 events in two streams, as fast as it goes, until it is killed."""
    game, night = uuid4(), uuid4()
    last: dict[UUID, Stored] = {}
    while True:
        batches: list[Batch] = [batch(stream, notes(*range(30)), last.get(stream)) for stream in (game, night)]
        last |= {row.stream: row for row in write(club, *batches)}


def test_a_killed_process_leaves_whole_commands_only():
    club, chance = uuid4(), random.Random(7)
    written = log_models.Event.objects.filter(club=club)
    for _ in range(6):
        writer = start(busy, club)
        begun = written.count()
        until = time.monotonic() + SECONDS
        while written.count() == begun and time.monotonic() < until:
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.02))
        os.kill(writer.pid or 0, signal.SIGKILL)
        writer.join(SECONDS)
        assert writer.exitcode == -signal.SIGKILL
    commands = Counter(written.values_list("correlation", flat=True))
    assert len(commands) >= 6
    assert set(commands.values()) == {60}
    assert list(verify(decode, Tally(), club)) == []
    stream_of(club)


def holder(club: UUID, stream: UUID, held: Event, done: Event) -> None:
    with store.writing():
        store.lock(stream)
        held.set()
        done.wait(SECONDS)
        write(club, batch(stream, notes(1)))


def test_a_streams_lock_is_held_until_the_commit():
    club, stream = uuid4(), uuid4()
    held, done = FORK.Event(), FORK.Event()
    other = start(holder, club, stream, held, done)
    assert held.wait(SECONDS)
    opener = start(open_soon, done)
    with store.writing():
        store.lock(stream)
        assert done.is_set()
        assert len(store.load(club, stream)) == 1
    other.join(SECONDS)
    opener.join(SECONDS)
    assert not connection.in_atomic_block


def open_soon(done: Event) -> None:
    time.sleep(0.2)
    done.set()
