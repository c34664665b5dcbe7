"""A dry run: a command is decided and folded as always, but not stored.

The first command inside `dry_run()` that would be stored raises `DryRunDone`. It is folded on streams of the dry run's
own, so that no cached state is touched, and the transaction is rolled back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Never
from uuid import UUID

from django.db.models import Q

from games.kernel import REFEREE, Aggregate, Event, Json
from league.domain.standings import standings
from league.domain.tournament.state import Tournament
from league.log import store
from league.log.store import Key, writing
from league.models import Season, Table
from league.projections import league_tables
from league.projections.league_tables import TableQuery
from league.repository import streams
from league.repository.streams import GAME, SEASON, TOURNAMENT, NoSuchStream, Stream
from league.services import execution

DEALT = "dealt"
HIDDEN = ("secret",)
"""Fields that a dry run hides: nobody may know a tournament's secret before it is in the log."""


class Dealt(Exception):
    """A dry run of a dealt game would show the next cards."""


@dataclass(frozen=True)
class Touched:
    """The tournament or season of a dry run. kind: of its stream.

    before, after: a tournament's states, folded for the dry run alone; None for one that is new, and for a season.
    """

    kind: str
    id: UUID
    before: Tournament | None
    after: Tournament | None


class DryRunDone(Exception):
    """The effect that a command would have. It ends the dry run.

    events: in the form of feeds, for staff. before, after: the standings of the tournament, or the league table of the
    season, if any. touched: that tournament or season.
    """

    def __init__(
        self, club: UUID, events: list[Json], before: list[Json], after: list[Json], touched: Touched | None = None
    ) -> None:
        super().__init__()
        self.club, self.events, self.before, self.after, self.touched = club, events, before, after, touched


class DryRun(execution.Work):
    """A unit of work that is not stored."""

    def stream(self, kind: str, id: UUID) -> Stream:
        """The stream at its newest version, folded for this dry run alone. Raises Dealt."""
        if id not in self.streams:
            store.lock(id)
            self.streams[id] = _require_not_dealt(streams.rebuilt(self.club, kind, id))
        return self.streams[id]

    def take(self, wanted: Mapping[UUID, str]) -> None:
        """Streams of several kinds, each as by `stream`. Raises Dealt."""
        for id, kind in wanted.items():
            self.stream(kind, id)

    def streams_of(self, kind: str, ids: Sequence[UUID]) -> list[Stream]:
        """Many streams, each as by `stream`. Raises Dealt."""
        for id in sorted(ids):
            self.stream(kind, id)
        return [self.streams[id] for id in ids]

    def open(self, kind: str, id: UUID, aggregate: Aggregate[Any]) -> Stream:
        """A new stream, which is never stored. Raises Dealt."""
        self.streams[id] = _require_not_dealt(Stream(self.club, kind, id, aggregate))
        return self.streams[id]

    def store(self) -> Never:
        """Raises DryRunDone in place of storing."""
        events = [_unstored_event(stream, event) for stream in self.streams.values() for event in _new(stream)]
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
        """The tournament that the work changes, or whose game it changes."""
        touched = [stream.id for stream in self.streams.values() if stream.kind == TOURNAMENT]
        games = [stream.id for stream in self.streams.values() if stream.kind == GAME]
        if not touched and games:
            rows = Table.objects.filter(Q(pk__in=games) | Q(more__in=games), round__isnull=False)
            touched = list(rows.values_list("round__tournament_id", flat=True)[:1])
        return touched[0] if touched else None

    def _season(self) -> UUID | None:
        """The season that the work changes, if it changes no tournament."""
        return next((stream.id for stream in self.streams.values() if stream.kind == SEASON), None)

    def _league_tables(self, season: UUID) -> tuple[list[Json], list[Json]]:
        """The league table without the command and with it; empty for a season that is new or removed."""
        row = Season.objects.filter(pk=season).first()
        if row is None:
            return [], []
        state = self.streams[season].aggregate.state
        after = [] if state.is_removed else list(league_tables.preview(row, state).rows)
        return list(league_tables.table(row, TableQuery()).rows), after

    def _in_the_log(self, tournament: UUID) -> Tournament | None:
        """The tournament without the command; None if the command would open it."""
        try:
            state: Tournament = streams.rebuilt(self.club, TOURNAMENT, tournament).aggregate.state
        except NoSuchStream:
            return None
        return state


@contextmanager
def dry_run(waits_for: Key | None = None) -> Iterator[None]:
    """Makes commands of this thread dry runs, in a transaction that is always rolled back.

    waits_for: as the key of `writing`.
    """
    token = execution.working.set(DryRun)
    try:
        with writing(waits_for):
            yield
            raise _RollBack
    except _RollBack:
        pass
    finally:
        execution.working.reset(token)


class _RollBack(Exception):
    """Rolls back the transaction of a dry run in which nothing was to be stored."""


def _require_not_dealt(stream: Stream) -> Stream:
    if stream.kind == GAME and getattr(getattr(stream.match.events[0], "options", None), "play", None) == DEALT:
        raise Dealt
    return stream


def _new(stream: Stream) -> list[tuple[int, Event]]:
    return list(enumerate(stream.aggregate.events[stream.stored :], stream.stored + 1))


def _unstored_event(stream: Stream, numbered: tuple[int, Event]) -> Json:
    """An event in the form of feeds; it is not in the log."""
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
