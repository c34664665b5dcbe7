"""A round and an entry in it, as they are explained: what was known when it was seated, and what stands now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.kernel import Event
from league.domain.explanations.reasons import numbers
from league.domain.seating.attempts import Attempt, ManualChange, attempts_at, changed_after, folded
from league.domain.seating.from_state import problem_of
from league.domain.seating.problem import Problem
from league.domain.standings.standings import StandingsRow, rows
from league.domain.tournament.closing.events import RoundClosed
from league.domain.tournament.results.events import PenaltyGiven, PenaltyLifted
from league.domain.tournament.rounds.events import RoundPublished, SeasonCounted
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.settings import TableSize
from league.domain.tournament.state import Tournament

SizeOf = Callable[[Tournament, str | None], TableSize]
"""The sizes of tables for a game; None is the tournament's."""


@dataclass(frozen=True)
class Context:
    """before: the tournament when the round was seated, with who was to be kept apart and what was planned.

    drawing: the seating in the log. found: the round as it stands. changes: made by hand between these.
    published: numbers in the log of its publication. standing: of what the standings before it come from.
    counted: of what was counted in the season, where it looked at that.
    """

    entry: str
    before: Tournament
    field: Problem
    drawing: Attempt
    found: Round
    changes: tuple[ManualChange, ...]
    published: tuple[int, ...]
    standing: tuple[int, ...]
    counted: tuple[int, ...] = ()

    @property
    def rests_on(self) -> tuple[int, ...]:
        """Numbers of the events of the seating itself."""
        return (self.drawing.seated, *self.published)

    @property
    def number(self) -> int:
        """Of the round."""
        return self.found.number

    @cached_property
    def table(self) -> Table | None:
        """Where the entry sits now."""
        return next((table for table in self.found.tables if self.entry in table.seats), None)

    @cached_property
    def seated_at(self) -> SeatedTable | None:
        """Where it was seated."""
        return next((table for table in self.drawing.event.tables if self.entry in table.seats), None)

    @property
    def as_drawn(self) -> bool:
        """Whether the entry has the seat, or the bye, or none, that it was seated with."""
        now, then = self.table, self.seated_at
        if now is None or then is None:
            drawn_out, out = self.entry in self.drawing.event.byes, self.entry in self.found.byes
            return now is None and then is None and drawn_out == out
        return now.number == then.number and now.seats.index(self.entry) == then.seats.index(self.entry)

    @cached_property
    def rows(self) -> Mapping[str, StandingsRow]:
        """The standings before the round, by entry."""
        return {row.entry: row for row in rows(self.before)}


def context_of(events: Sequence[Event], now: Tournament, found: Round, entry: str, size_of: SizeOf) -> Context:
    """The entry's part in a round of the tournament `now`, that `events` fold into."""
    drawing = attempts_at(events, found.number)[-1]
    before = folded(events, drawing.seated - 1)
    known = events[: drawing.seated - 1]
    closed = numbers(known, (RoundClosed,))
    about = numbers(known, (PenaltyGiven,), lambda event: getattr(event, "entry", None) == entry)
    lifted = numbers(known, (PenaltyLifted,)) if about else ()
    field = problem_of(before, "", size_of(before, drawing.event.game), away=drawing.away)
    return Context(
        entry,
        before,
        field,
        drawing,
        found,
        tuple(changed_after(events, drawing)),
        numbers(events, (RoundPublished,), lambda event: getattr(event, "round", None) == found.id),
        tuple(sorted((*closed, *about, *lifted))),
        numbers(known, (SeasonCounted,))[-1:] if field.season is not None else (),
    )
