"""The sweep: rounds and games at tables whose clocks have run out.

Deadlines are in the log. The sweep notes once that a deadline has passed, and sends the game `time_up`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
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

    Deadlines that are close together share a sweep. Returns the number of expired clocks.
    """
    end, expired = monotonic() + seconds, 0
    while True:
        now = timezone.now()
        expired += sweep(now)
        wait = _seconds_to_next(now)
        if wait is None or monotonic() + wait > end:
            return expired
        sleep(max(wait, CLOSE_SECONDS))


def _seconds_to_next(now: datetime) -> float | None:
    """The seconds until the first deadline after the sweep of `now`; below 0 if it is past, None without one."""
    due_at = Round.objects.filter(due_at__gt=steady(now)).order_by("due_at").values_list("due_at", flat=True).first()
    return None if due_at is None else (due_at - steady(timezone.now())).total_seconds()


def sweep(now: datetime) -> int:
    """Sends `Expire` for each round with a clock that has run out by `now`. Returns the number of expired clocks.

    now: the wall clock's time; where that was set back, rounds go on nevertheless.

    The rounds of a club are written together. A round or a table that can't be read or written now is left to the next
    sweep; the others are swept.
    """
    clubs: dict[UUID, list[Round]] = {}
    for due in Round.objects.filter(due_at__lte=steady(now)).order_by("due_at", "id"):
        clubs.setdefault(due.club_id, []).append(due)
    return sum(
        _expired_together(rounds[at : at + TOGETHER], now)
        for rounds in clubs.values()
        for at in range(0, len(rounds), TOGETHER)
    )


def _expired_together(rounds: Sequence[Round], now: datetime) -> int:
    """Notes the clocks of rounds of one club in one transaction; what it can't, one after the other."""
    if len(rounds) == 1:
        return _expired(rounds[0], now)
    left: list[Round] = []

    def run(work: execution.Work) -> streams.Stream:
        left.clear()
        found = work.streams_of(TOURNAMENT, [due.tournament_id for due in rounds])
        for due, stream in zip(rounds, found, strict=True):
            if _tables_due(stream, due, now):
                left.append(due)
            else:
                work.send(stream, Expire(round=str(due.id), at=now))
        return found[0]

    try:
        events = execution.commit(run, club=rounds[0].club_id, actor=CLOCK, at=now).events
    except Exception as error:  # noqa: BLE001  # which round is to blame, and for what, is found one after the other
        log.info("clocks swept one after the other", rounds=len(rounds), reason=repr(error))
        return sum(_expired(due, now) for due in rounds)
    _note_lateness(events)
    return len(events) + sum(_expired(due, now) for due in left)


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
