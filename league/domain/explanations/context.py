"""What an explanation of a seat looks at: the round when it was seated, and as it is now."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.kernel import Event, Json
from games.telling import Sentence
from league.domain.explanations.reasons import Reason, numbers
from league.domain.seating.attempts import Attempt, ManualChange, attempts_at, changes_after, state_at
from league.domain.seating.from_state import problem_of
from league.domain.seating.problem import Problem
from league.domain.standings.standings import StandingsRow, rows_for_seating
from league.domain.tournament.closing.events import RoundClosed
from league.domain.tournament.formats import Format
from league.domain.tournament.results.events import PenaltyGiven, PenaltyLifted
from league.domain.tournament.rounds.events import RoundPublished, SeasonCounted
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.settings import TableSize
from league.domain.tournament.state import Tournament

SizeOf = Callable[[Tournament, str | None], TableSize]
"""The table sizes of a tournament for a game; None is its own game."""


@dataclass(frozen=True)
class Context:
    """An entry's part in a round. state: the tournament when the round was seated, with its separations and plan.

    attempt: the seating in the log. round: as it is now. changes: made by hand since then.
    The rest are versions in the log. published: of the publication. standings: of the events behind the standings
    before the round. season: of the season counts, if the seating used them.
    """

    entry: str
    state: Tournament
    problem: Problem
    attempt: Attempt
    round: Round
    changes: tuple[ManualChange, ...]
    published: tuple[int, ...]
    standings: tuple[int, ...]
    season: tuple[int, ...] = ()

    @property
    def rests_on(self) -> tuple[int, ...]:
        """Versions of the seating and its publication."""
        return (self.attempt.seated, *self.published)

    @property
    def number(self) -> int:
        return self.round.number

    @property
    def format(self) -> Format:
        return self.state.effective_settings.format

    @cached_property
    def table(self) -> Table | None:
        return next((table for table in self.round.tables if self.entry in table.seats), None)

    @cached_property
    def seated_at(self) -> SeatedTable | None:
        """The entry's table in the seating."""
        return next((table for table in self.attempt.event.tables if self.entry in table.seats), None)

    @property
    def is_unchanged(self) -> bool:
        """Whether the entry still has the seat, the bye or the absence of the seating."""
        now, then = self.table, self.seated_at
        if now is None or then is None:
            same_bye = (self.entry in self.attempt.event.byes) == (self.entry in self.round.byes)
            return now is None and then is None and same_bye
        return now.number == then.number and now.seats.index(self.entry) == then.seats.index(self.entry)

    @cached_property
    def rows(self) -> Mapping[str, StandingsRow]:
        """The standings before the round, by entry."""
        return {row.entry: row for row in rows_for_seating(self.state)}

    def reason(self, rule: str, template: str, facts: Json, *versions: int) -> Reason:
        """A reason that rests on the seating, and on the events of these versions."""
        return Reason(rule, Sentence(template, facts), (*self.rests_on, *versions))


def context_of(events: Sequence[Event], now: Tournament, round: Round, entry: str, size_of: SizeOf) -> Context:
    """The context of a round of the tournament `now`. events: its whole log."""
    attempt = attempts_at(events, round.number)[-1]
    known = events[: attempt.seated - 1]
    state = state_at(events, len(known), now.edition)
    closed = numbers(known, (RoundClosed,))
    penalties = numbers(known, (PenaltyGiven,), lambda event: getattr(event, "entry", None) == entry)
    lifted = numbers(known, (PenaltyLifted,)) if penalties else ()
    problem = problem_of(state, "", size_of(state, attempt.event.game), away=attempt.away)
    return Context(
        entry=entry,
        state=state,
        problem=problem,
        attempt=attempt,
        round=round,
        changes=tuple(changes_after(events, attempt)),
        published=numbers(events, (RoundPublished,), lambda event: getattr(event, "round", None) == round.id),
        standings=tuple(sorted((*closed, *penalties, *lifted))),
        season=numbers(known, (SeasonCounted,))[-1:] if problem.season is not None else (),
    )
