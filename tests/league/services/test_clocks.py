"""The sweep of round clocks: once, whenever and by whomever it is run."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from time import monotonic, sleep
from typing import Any
from uuid import UUID, uuid4

import pytest
from celery import current_app
from django.db import connection, connections, transaction
from django.utils import timezone

from games.kernel import Event, LaterRelease
from league.domain.tournament.clocks.commands import Extend, Pause
from league.domain.tournament.closing.commands import Cancel
from league.domain.tournament.rounds.state import Round
from league.live import pause
from league.log import store, verify
from league.models import Event as EventRow
from league.models import Round as RoundRow
from league.models import Table
from league.projections import waking
from league.projections.rebuild import rebuild
from league.repository import streams
from league.repository.streams import Stream
from league.services import clocks, execution
from tests.league.log.scene import batch, notes
from tests.league.nights import EVENING, Night, log_of, new_club, new_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> Night:
    club = new_club()
    night = Night.open(club, clock_seconds=600)
    night.enter(new_people(club, 4))
    return night


@pytest.fixture
def found(night: Night) -> Round:
    return night.start_round()


def expiries(night: Night) -> int:
    """How many clocks the log says have run out."""
    return sum(name == "tournament.clock_expired" for _, name in log_of(night.club))


def test_nothing_is_due_before_the_deadline_and_at_it_the_clock_has_run_out(night: Night, found: Round) -> None:
    deadline = RoundRow.objects.get(pk=found.id).due_at
    assert deadline is not None
    assert clocks.sweep(deadline - timedelta(microseconds=1)) == 0
    assert clocks.sweep(deadline) == 1
    assert expiries(night) == 1


def test_a_sweep_that_comes_late_or_again_appends_one_expiry(night: Night, found: Round) -> None:
    late = night.at + timedelta(hours=5)
    assert [clocks.sweep(late), clocks.sweep(late), clocks.sweep(late + timedelta(hours=1))] == [1, 0, 0]
    assert expiries(night) == 1


def test_a_paused_clock_is_not_due(night: Night, found: Round) -> None:
    night.send(Pause(found.id, night.at))
    assert clocks.sweep(night.at + timedelta(hours=5)) == 0


def test_an_extension_moves_what_is_due(night: Night, found: Round) -> None:
    night.send(Extend(found.id, night.at, 300))
    deadline = RoundRow.objects.get(pk=found.id).due_at
    assert deadline is not None
    assert clocks.sweep(deadline - timedelta(seconds=1)) == 0
    assert clocks.sweep(deadline) == 1


def test_a_table_with_extra_time_runs_out_at_its_own_deadline_once(night: Night, found: Round) -> None:
    deadline = RoundRow.objects.get(pk=found.id).due_at
    assert deadline is not None
    night.send(Extend(found.id, night.at, 300, table=found.tables[0].id))
    assert RoundRow.objects.get(pk=found.id).due_at == deadline
    assert [clocks.sweep(deadline), clocks.sweep(deadline)] == [1, 0]
    own = deadline + timedelta(seconds=300)
    assert RoundRow.objects.get(pk=found.id).due_at == own
    assert [clocks.sweep(own - timedelta(microseconds=1)), clocks.sweep(own), clocks.sweep(own)] == [0, 1, 0]
    assert expiries(night) == 2
    assert RoundRow.objects.get(pk=found.id).due_at is None


def test_tables_still_report_after_the_clock_has_run_out(night: Night, found: Round) -> None:
    clocks.sweep(night.at + timedelta(hours=5))
    night.report(found, night.entries.index)
    assert all(table.result for table in night.state().rounds[0].tables)


def test_a_cancelled_tournament_has_no_clock_to_sweep(night: Night, found: Round) -> None:
    night.send(Cancel())
    assert RoundRow.objects.get(pk=found.id).due_at is None
    assert clocks.sweep(night.at + timedelta(hours=5)) == 0


@pytest.mark.parametrize("fault", [execution.Busy, ValueError])
def test_a_clock_that_can_not_be_swept_does_not_hold_up_the_others(
    night: Night, found: Round, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    other = Night.open(night.club, clock_seconds=60)
    other.enter(new_people(night.club, 4))
    other.start_round()
    send = execution.Work.send

    def busy_first(work: execution.Work, stream: Stream, *args: Any) -> list[Event]:
        if stream.id == other.id:
            raise fault
        return send(work, stream, *args)

    with monkeypatch.context() as patched:
        patched.setattr(execution.Work, "send", busy_first)
        assert clocks.sweep(night.at + timedelta(hours=5)) == 1
    assert clocks.sweep(night.at + timedelta(hours=5)) == 1


def test_the_clocks_of_a_club_are_noted_in_one_transaction_and_their_rows_are_as_rebuilt(
    night: Night, found: Round
) -> None:
    others = [Night.open(night.club, clock_seconds=60) for _ in range(3)]
    for other in others:
        other.enter(new_people(night.club, 4))
        other.start_round()
    extended = others[0].state().rounds[0]
    others[0].send(Extend(extended.id, others[0].at, 30, table=extended.tables[0].id))
    assert clocks.sweep(night.at + timedelta(hours=5)) == 5
    rows = EventRow.objects.filter(club=night.club.pk, type="tournament.clock_expired")
    assert len({row.correlation for row in rows}) == 1
    assert rebuild() == []


def clocks_of_clubs(clubs: int) -> list[Night]:
    """A night of each of some clubs, whose clock runs."""
    nights = [Night.open(new_club(f"Club {number}"), clock_seconds=60) for number in range(clubs)]
    for night in nights:
        night.enter(new_people(night.club, 4))
        night.start_round()
    return nights


@pytest.fixture
def appends(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of streams in each append that has succeeded."""
    append, sizes = store.append_all, list[int]()

    def counting(parts: Sequence[store.Chained]) -> list[store.Stored]:
        rows = append(parts)
        sizes.append(len(parts))
        return rows

    monkeypatch.setattr(store, "append_all", counting)
    return sizes


def test_the_clocks_of_several_clubs_are_noted_in_one_append_and_none_knows_of_another(appends: list[int]) -> None:
    nights = clocks_of_clubs(3)
    appends.clear()
    assert clocks.sweep(nights[0].at + timedelta(hours=5)) == 3
    assert appends == [3]
    assert [expiries(night) for night in nights] == [1, 1, 1]
    rows = EventRow.objects.filter(type="tournament.clock_expired")
    assert len({row.correlation for row in rows}) == 3
    assert rebuild() == []
    assert list(verify.verify(streams.codec().decode, verify.Tally())) == []


def test_the_clubs_of_a_sweep_are_written_in_the_order_of_their_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the order of their deadlines: so two sweeps never wait for each other's clubs."""
    nights = [Night.open(new_club(f"Club {number}"), clock_seconds=60 * (9 - number)) for number in range(3)]
    for night in nights:
        night.enter(new_people(night.club, 4))
        night.start_round()
    append, clubs = store.append_all, list[UUID]()

    def noting(parts: Sequence[store.Chained]) -> list[store.Stored]:
        clubs.extend(part.club for part in parts)
        return append(parts)

    monkeypatch.setattr(store, "append_all", noting)
    assert clocks.sweep(nights[0].at + timedelta(hours=5)) == 3
    assert clubs == sorted(night.club.pk for night in nights)


def test_a_tournament_that_can_not_be_read_holds_up_no_other_club(
    monkeypatch: pytest.MonkeyPatch, appends: list[int]
) -> None:
    nights, take = clocks_of_clubs(3), streams.take
    appends.clear()

    def unreadable(club: UUID, kind: str, id: UUID, *load: streams.Load) -> Stream:
        if id == nights[1].id:
            raise LaterRelease
        return take(club, kind, id, *load)

    late = nights[0].at + timedelta(hours=5)
    with monkeypatch.context() as patched:
        patched.setattr(streams, "take", unreadable)
        assert clocks.sweep(late) == 2
    assert appends == [2]
    assert clocks.sweep(late) == 1


@pytest.mark.backend("postgres")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("held", ["stream", "order"])
def test_a_club_that_is_written_to_holds_up_no_other_club(
    monkeypatch: pytest.MonkeyPatch, appends: list[int], held: str
) -> None:
    """Its clock is left to the next sweep when it has kept its locks for too long."""
    monkeypatch.setattr(clocks, "PATIENCE_SECONDS", 0.1)
    nights = clocks_of_clubs(3)
    late = nights[0].at + timedelta(hours=5)
    locked, swept = threading.Event(), threading.Event()

    def write() -> None:
        with transaction.atomic():
            if held == "stream":
                store.lock(nights[1].id)
            else:
                append_to(nights[1].club.pk)
            locked.set()
            assert swept.wait(30)
        connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        writer = pool.submit(write)
        assert locked.wait(30)
        appends.clear()
        assert clocks.sweep(late) == 2
        assert appends == [2]
        assert [expiries(night) for night in nights] == [1, 0, 1]
        swept.set()
        writer.result(30)
    assert clocks.sweep(late) == 1


@pytest.mark.backend("postgres")
@pytest.mark.django_db(transaction=True)
def test_a_sweep_and_the_writer_of_a_game_never_wait_for_each_other(appends: list[int]) -> None:
    """The writer has the row of a table, which the sweep writes too, and then needs the lock of its club's order."""
    nights = clocks_of_clubs(3)
    row = Table.objects.get(round__tournament=nights[1].id)
    has_row = threading.Event()

    def write() -> None:
        with transaction.atomic():
            Table.objects.filter(pk=row.pk).update(game_version=row.game_version)
            has_row.set()
            until_somebody_waits()
            append_to(nights[1].club.pk)
        connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        writer = pool.submit(write)
        assert has_row.wait(30)
        appends.clear()
        assert clocks.sweep(nights[0].at + timedelta(hours=5)) == 3
        writer.result(30)
    assert sorted(appends) == [1, 3]


def append_to(club: UUID) -> None:
    """Writes a new stream, which takes the lock of the club's order."""
    store.append(club, [batch(uuid4(), notes(1))], actor="clock", correlation=uuid4(), at=EVENING)


def until_somebody_waits() -> None:
    """Waits until another connection waits for a lock."""
    end = monotonic() + 30
    with connection.cursor() as cursor:
        while True:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
            assert monotonic() < end
            sleep(0.01)


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_note_each_clock_once() -> None:
    nights = clocks_of_clubs(6)
    late, begin = nights[0].at + timedelta(hours=5), threading.Barrier(2)

    def sweep() -> int:
        try:
            begin.wait(30)
            return clocks.sweep(late)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        counts = [found.result(60) for found in [pool.submit(sweep), pool.submit(sweep)]]
    assert sum(counts) == 6
    assert [expiries(night) for night in nights] == [1] * 6


@pytest.mark.django_db(transaction=True)
def test_tournaments_are_read_before_their_clocks_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the next seconds that can be read; the others are found faulty by the sweep that writes to them."""
    nights = [Night.open(new_club(f"Club {number}"), clock_seconds=600) for number in range(3)]
    for seconds, night in zip((3, 4, 60), nights, strict=True):
        night.enter(new_people(night.club, 4))
        night.at = timezone.now() - timedelta(seconds=600 - seconds)
        night.start_round()
        streams._cache.pop(night.id, None)
    rebuilt = streams.rebuilt

    def unreadable(club: UUID, kind: str, id: UUID, *load: streams.Load) -> Stream:
        if id == nights[0].id:
            raise LaterRelease
        return rebuilt(club, kind, id, *load)

    def cached() -> list[UUID]:
        return [night.id for night in nights if night.id in streams._cache]

    monkeypatch.setattr(streams, "rebuilt", unreadable)
    clocks._read_ahead(timezone.now(), monotonic() - 1)
    assert cached() == []
    clocks._read_ahead(timezone.now(), monotonic() + 60)
    assert cached() == [nights[1].id]


def test_a_sweep_waits_for_the_clocks_that_end_before_the_next_one(night: Night) -> None:
    night.at = timezone.now() - timedelta(seconds=600 - 0.5)
    night.start_round()
    assert expiries(night) == 0
    assert clocks.sweep_for(60) == 1
    assert clocks.sweep_for(0) == 0


@pytest.mark.django_db(transaction=True)
def test_a_broker_out_of_reach_fails_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*args: object, **kwargs: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(waking, "pause", pause.Pause())
    monkeypatch.setattr(current_app, "send_task", unreachable)
    night = Night.open(new_club())
    assert night.state().state == "open"


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_failed_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def unreachable(*args: object, **kwargs: object) -> None:
        asked.append(now[0])
        raise ConnectionError

    now = [1000.0]
    monkeypatch.setattr(waking, "pause", pause.Pause())
    monkeypatch.setattr(pause, "monotonic", lambda: now[0])
    monkeypatch.setattr(current_app, "send_task", unreachable)
    night = Night.open(new_club())
    night.enter(new_people(night.club, 4))
    assert asked == [1000.0]
    now[0] += pause.REST_SECONDS
    night.start_round()
    assert asked == [1000.0, 1000.0 + pause.REST_SECONDS]
