"""A dry run: a command is decided and folded as ever, and told instead of stored.

Whoever runs commands inside `trying` gets `Tried` from the first that would be stored. The folds are made on
streams of the trial's own, so that no kept state is touched, and the transaction is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Never
from uuid import UUID

from django.db.models import Q

from games.kernel import REFEREE, Aggregate, Event, Json
from league.domain.standings import standings
from league.domain.tournament.state import Tournament
from league.log import store
from league.log.store import writing
from league.models import Season, Table
from league.projections import league_tables
from league.projections.league_tables import TableQuery
from league.repository import streams
from league.repository.streams import GAME, SEASON, TOURNAMENT, NoSuchStream, Stream
from league.services import execution

DEALT = "dealt"
HIDDEN = ("secret",)
"""What an event reveals only by being in the log: nobody is to know a tournament's secret and go on with it."""


class Dealt(Exception):
    """A dry run of a dealt game would show the next cards."""


@dataclass(frozen=True)
class Touched:
    """What a trial is about. kind: of its stream.

    before, after: of a tournament, folded for the trial alone; None: it is not there yet, or it is no tournament.
    """

    kind: str
    id: UUID
    before: Tournament | None
    after: Tournament | None


class DryRunDone(Exception):
    """What a command would have come to; it ends the trial.

    events: in the form of feeds, for staff. before, after: the standings of the tournament it is about, or the league
    table of the season, if any. touched: that tournament or season.
    """

    def __init__(
        self, club: UUID, events: list[Json], before: list[Json], after: list[Json], touched: Touched | None = None
    ) -> None:
        super().__init__()
        self.club, self.events, self.before, self.after, self.touched = club, events, before, after, touched


class DryRun(execution.Work):
    """Work that is told in place of being stored."""

    def stream(self, kind: str, id: UUID) -> Stream:
        """The stream at its newest version, folded for this trial alone. Raises Dealt."""
        if id not in self.streams:
            store.lock(id)
            self.streams[id] = _undealt(streams.rebuilt(self.club, kind, id))
        return self.streams[id]

    def open(self, kind: str, id: UUID, aggregate: Aggregate[Any]) -> Stream:
        """A stream that nobody will find. Raises Dealt."""
        self.streams[id] = _undealt(Stream(self.club, kind, id, aggregate))
        return self.streams[id]

    def store(self) -> Never:
        """Tells what there is to store. Raises Tried."""
        events = [_untold(stream, event) for stream in self.streams.values() for event in _new(stream)]
        tournament, season = self._tournament(), self._season()
        if tournament is not None:
            before, after = self._in_the_log(tournament), self.stream(TOURNAMENT, tournament).aggregate.state
            rows = [] if before is None else standings.standings(before)
            raise DryRunDone(
                self.club, events, rows, standings.standings(after), Touched(TOURNAMENT, tournament, before, after)
            )
        if season is None:
            raise DryRunDone(self.club, events, [], [])
        raise DryRunDone(self.club, events, *self._league_tables(season), Touched(SEASON, season, None, None))

    def _tournament(self) -> UUID | None:
        """The tournament that was touched, or that has the game which was."""
        touched = [stream.id for stream in self.streams.values() if stream.kind == TOURNAMENT]
        games = [stream.id for stream in self.streams.values() if stream.kind == GAME]
        if not touched and games:
            rows = Table.objects.filter(Q(pk__in=games) | Q(more__in=games), round__isnull=False)
            touched = list(rows.values_list("round__tournament_id", flat=True)[:1])
        return touched[0] if touched else None

    def _season(self) -> UUID | None:
        """The season that was touched, where nothing else was."""
        return next((stream.id for stream in self.streams.values() if stream.kind == SEASON), None)

    def _league_tables(self, season: UUID) -> tuple[list[Json], list[Json]]:
        """The league table as the log says, and as it would be; none of a season that is not there yet or any more."""
        row = Season.objects.filter(pk=season).first()
        if row is None:
            return [], []
        state = self.streams[season].aggregate.state
        after = [] if state.is_removed else list(league_tables.preview(row, state).rows)
        return list(league_tables.table(row, TableQuery()).rows), after

    def _in_the_log(self, tournament: UUID) -> Tournament | None:
        """The tournament as it stands; None where it would be opened."""
        try:
            state: Tournament = streams.rebuilt(self.club, TOURNAMENT, tournament).aggregate.state
        except NoSuchStream:
            return None
        return state


@contextmanager
def dry_run() -> Iterator[None]:
    """Makes every command of this thread a trial, in a transaction that is taken back however it ends."""
    token = execution.working.set(DryRun)
    try:
        with writing():
            yield
            raise _TakenBack
    except _TakenBack:
        pass
    finally:
        execution.working.reset(token)


class _TakenBack(Exception):
    """Ends the transaction of a trial that came to nothing."""


def _undealt(stream: Stream) -> Stream:
    if stream.kind == GAME and getattr(getattr(stream.match.events[0], "options", None), "play", None) == DEALT:
        raise Dealt
    return stream


def _new(stream: Stream) -> list[tuple[int, Event]]:
    return list(enumerate(stream.aggregate.events[stream.stored :], stream.stored + 1))


def _untold(stream: Stream, numbered: tuple[int, Event]) -> Json:
    """An event in the form of feeds that is in no log."""
    version, event = numbered
    shown = event.show(REFEREE) or {}
    return {
        "position": None,
        "stream": stream.id,
        "kind": stream.kind,
        "version": version,
        "type": event.type,
        "schema": event.schema,
        "data": {name: value for name, value in shown.items() if name not in HIDDEN},
        "actor": None,
        "recorded_at": None,
        "hash": None,
    }
