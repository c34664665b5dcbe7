"""The sweep: rounds and games at tables whose clocks have run out.

Deadlines are in the log. The sweep notes once that a deadline has passed, and sends the game `time_up`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from time import monotonic, sleep
from uuid import UUID

import msgspec
import structlog
from django.db.models import Max, OuterRef, Subquery
from django.utils import timezone

from games.kernel import Rejected
from league import metrics
from league.domain.tournament.clocks.commands import Expire, ExpireTableClock
from league.domain.tournament.require import round_of
from league.domain.tournament.rounds.state import Table
from league.log import store
from league.log.store import Stored
from league.log.time import clock, steady
from league.models import Club, Event, Round
from league.repository import streams
from league.repository.streams import GAME, TOURNAMENT, stream_of
from league.services import execution

CLOCK = "clock"
ENDS = ("tournament.clock_expired", "tournament.table_clock_expired")
TOGETHER = 50
"""At most so many tournaments are locked by one transaction of a sweep."""
AHEAD_SECONDS = 5
"""Tournaments are read so long before their clocks run out."""
PATIENCE_SECONDS, TOGETHER_PATIENCE_SECONDS = 1.0, 0.3
"""A sweep waits no longer for those who write to tournaments; the next one tries again.

A transaction of several clubs gives way before PostgreSQL looks for a deadlock, after a second, and ends another's.
"""
CLOSE_SECONDS = 0.05
"""Deadlines that are no further apart are swept together."""
log = structlog.get_logger(__name__)


class Ended(msgspec.Struct):
    """The deadline in an event of ENDS."""

    deadline: datetime


def begin() -> None:
    """Let the time of this process begin no earlier than the newest event of any club."""
    newest = Event.objects.filter(club=OuterRef("pk")).order_by("-position").values("recorded_at")[:1]
    clock.begin(Club.objects.aggregate(newest=Max(Subquery(newest)))["newest"])


def sweep_for(seconds: float) -> int:
    """Sweeps now, and again at each deadline of the coming seconds, so that a clock ends on time.

    Deadlines that are close together share a sweep. While none has come, the tournaments of the next ones are read, so
    that their ends are soon written. Returns the number of expired clocks.
    """
    end, expired = monotonic() + seconds, 0
    while True:
        now = timezone.now()
        expired += sweep(now)
        wait = _seconds_to_next(now)
        if wait is None:
            return expired
        next_sweep = monotonic() + max(wait, CLOSE_SECONDS)
        _read_ahead(now, min(next_sweep, end))
        if next_sweep > end:
            return expired
        sleep(max(next_sweep - monotonic(), 0))


def _read_ahead(now: datetime, end: float) -> None:
    """Reads the tournaments whose clocks run out soon. end: as of `monotonic`."""
    soon = steady(now), steady(now) + timedelta(seconds=AHEAD_SECONDS)
    due = Round.objects.filter(due_at__range=soon).order_by("due_at").values_list("club_id", "tournament_id")
    streams.read_ahead(TOURNAMENT, due, end)


def _seconds_to_next(now: datetime) -> float | None:
    """The seconds until the first deadline after the sweep of `now`; below 0 if it is past, None without one."""
    due_at = Round.objects.filter(due_at__gt=steady(now)).order_by("due_at").values_list("due_at", flat=True).first()
    return None if due_at is None else (due_at - steady(timezone.now())).total_seconds()


def sweep(now: datetime) -> int:
    """Sends `Expire` for each round with a clock that has run out by `now`. Returns the number of expired clocks.

    now: the wall clock's time; where that was set back, rounds go on nevertheless.

    Many rounds, of any clubs, are written together. A round or a table that can't be read or written now is left to the
    next sweep; the others are swept.
    """
    due = list(Round.objects.filter(due_at__lte=steady(now)).order_by("due_at", "id"))
    expired, left = 0, list[Round]()
    for at in range(0, len(due), TOGETHER):
        events, others = _noted_together(due[at : at + TOGETHER], now)
        expired += len(events)
        left += others
    with store.waiting_until(monotonic() + PATIENCE_SECONDS):
        return expired + sum(_expired(round, now) for round in left)


def _noted_together(rounds: Sequence[Round], now: datetime) -> tuple[list[Stored], list[Round]]:
    """Notes the clocks of rounds in one transaction. Returns the events, and the rounds that are to be swept alone."""
    try:
        events, left = _written_together(rounds, now)
    except Exception as error:  # noqa: BLE001  # which round is to blame, and for what, is found one after the other
        log.info("clocks swept one after the other", rounds=len(rounds), reason=repr(error))
        return [], list(rounds)
    _note_lateness(events)
    return events, left


def _written_together(rounds: Sequence[Round], now: datetime) -> tuple[list[Stored], list[Round]]:
    """As `_noted_together`.

    Left is what somebody writes to, so that no club waits for another; what is faulty; and games whose time is up.
    """
    works: dict[UUID, execution.Work] = {}
    left: list[Round] = []
    with store.waiting_until(monotonic() + TOGETHER_PATIENCE_SECONDS), store.writing():
        found = streams.take_free(TOURNAMENT, {due.tournament_id: due.club_id for due in rounds})
        for due in rounds:
            work = works.setdefault(due.club_id, execution.Work(due.club_id, CLOCK, now))
            if not _is_sent(work, found.get(due.tournament_id), due, now):
                left.append(due)
        return execution.store_all(works.values()), left


def _is_sent(work: execution.Work, stream: streams.Stream | None, due: Round, now: datetime) -> bool:
    """Notes the clock of a round in its stream, unless the stream is missing or faulty, or a game's time is up."""
    try:
        if stream is None or _tables_due(stream, due, now):
            return False
        work.send(stream, Expire(round=str(due.id), at=now))
    except Exception:  # noqa: BLE001  # what is wrong is found when the round is swept by itself
        return False
    work.streams[stream.id] = stream
    return True


def _expired(due: Round, now: datetime) -> int:
    """Notes the clocks of a round that have run out, and returns their number."""
    expired = 0
    with _left_to_the_next_sweep(due):
        with streams.reading(due.club_id, TOURNAMENT, due.tournament_id) as stream:
            tables = _tables_due(stream, due, now)
        for table in tables:
            with _left_to_the_next_sweep(due, UUID(table.id)):
                expired += _time_up(due, table, now)
        command = Expire(round=str(due.id), at=now)
        done = execution.execute(TOURNAMENT, due.tournament_id, command, club=due.club_id, actor=CLOCK, at=now)
        _note_lateness(done.events)
        expired += len(done.events)
    return expired


@contextmanager
def _left_to_the_next_sweep(due: Round, table: UUID | None = None) -> Iterator[None]:
    """Logs an error instead of raising it: the next sweep tries again."""
    about = {"round": str(due.id)} if table is None else {"round": str(due.id), "table": str(table)}
    try:
        yield
    except (execution.Busy, Rejected) as reason:
        log.warning("clock left to the next sweep", **about, reason=str(reason))
    except Exception:
        log.exception("clock left to the next sweep", **about)


def _tables_due(stream: streams.Stream, due: Round, now: datetime) -> list[Table]:
    """The games at tables whose clock has run out, except those whose result the table reported itself."""
    found = round_of(stream.aggregate.state, str(due.id))
    waiting = [game for table in found.tables for game in table.games if not game.is_reported_by_hand]
    return [game for game in waiting if game.game_clock and game.game_clock.is_due(steady(now))]


def _note_lateness(events: Sequence[Stored]) -> None:
    """Counts how late the ends of clocks were stored."""
    now = steady(timezone.now())
    for event in events:
        if event.type in ENDS:
            late = now - msgspec.json.decode(event.data, type=Ended).deadline
            metrics.LATENESS.observe(max(late.total_seconds(), 0.0))


def _time_up(due: Round, table: Table, now: datetime) -> int:
    """Sends the game at a table `time_up` and notes it once, even if several sweeps run. Returns 0 if it was noted.

    A game that refuses the command (it is reported by sheets) stays as it is. A refusal after the game has taken it
    takes everything back.
    """

    def run(work: execution.Work) -> streams.Stream:
        game = work.stream(GAME, stream_of(table.id, table.game))
        tournament = work.stream(TOURNAMENT, due.tournament_id)
        if work.send(tournament, ExpireTableClock(table.id, now, table.event_game)):
            before = game.aggregate.version
            try:
                work.send(game, [{"type": "time_up"}])
            except Rejected:
                if game.aggregate.version != before:
                    raise
        return tournament

    events = execution.commit(run, waits_for=due.tournament_id, club=due.club_id, actor=CLOCK, at=now).events
    _note_lateness(events)
    return len(events) and 1
