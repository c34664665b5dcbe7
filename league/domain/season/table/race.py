"""What keeps the leader of a season in front, and who can pass in the next event. Pure.

By points alone: people who would be level are separated by the tie-breaks, so nobody is said to be ahead of them.
Whoever wins an event has it to themselves; extra points and results from elsewhere can't be foreseen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from league.domain.season.state import Season, SeasonEvent
from league.domain.season.table.counting import account
from league.domain.season.table.league_table import league_table
from league.domain.season.table.outcomes import DID_NOT_COME, FinalEntry, outcomes
from league.domain.season.table.payment import ScoredEvent, code_points, points_of_place, scored_events
from league.domain.season.table.scheme import Scheme
from league.domain.values.numbers import Exact, exact

Numbered = tuple[int, SeasonEvent]


@dataclass(frozen=True, slots=True)
class Chaser:
    """Somebody who can lead after the next event by winning it. behind: points behind the leader now.

    place: the leader's best place, from 2, with which that happens; None: only if the leader is not there. is_level:
    they would then be level.
    """

    person: str
    behind: Exact
    place: int | None
    is_level: bool


@dataclass(frozen=True, slots=True)
class Race:
    """The race for the first place.

    leaders: everybody in first place. planned: events that are planned, the next one first. holds_with: the last place
    in the next event with which the first of the leaders stays in front whatever the others do; 0: no place is enough;
    None: it happens in any case. chasers: the nearest first. reaching: how many others can still lead once all planned
    events are over.
    """

    leaders: Sequence[str]
    planned: Sequence[str]
    holds_with: int | None
    chasers: Sequence[Chaser]
    reaching: int


def race(season: Season, finals: Mapping[str, Sequence[FinalEntry]], planned: Sequence[str]) -> Race | None:
    """The race; None where no place pays points, or nobody leads yet.

    finals: of the closed tournaments, by id. planned: ids of events that are still to come, the next one first. Without
    any, the next event is one that may still be added. `holds_with` beyond the last place that pays means any place.
    """
    rows = league_table(season, finals)
    leaders = [row["person"] for row in rows if row["place"] == 1]
    if season.scheme.points is None or not leaders:
        return None
    numbers = {id: number for number, id in enumerate(season.events, 1)}
    coming = [(numbers[id], season.events[id]) for id in planned] or [(len(numbers) + 1, SeasonEvent("", None))]
    ahead = _Ahead.of(season, finals, len(rows))
    leader, others = leaders[0], [row["person"] for row in rows if row["person"] != leaders[0]]
    chasers = list(ahead.chasers(leader, others, coming[0]))
    return Race(
        leaders=leaders,
        planned=planned,
        holds_with=ahead.holds_with(leader, chasers, others, coming[0]),
        chasers=sorted(chasers, key=lambda chaser: chaser.behind),
        reaching=ahead.reaching(leader, others, coming),
    )


@dataclass(frozen=True)
class _Ahead:
    """Totals after events to come. scored: the events of each person so far. numbers: of the events so far."""

    scheme: Scheme
    scored: Mapping[str, Sequence[ScoredEvent]]
    numbers: Sequence[int]
    least: int
    people: int

    @classmethod
    def of(cls, season: Season, finals: Mapping[str, Sequence[FinalEntry]], people: int) -> _Ahead:
        held = outcomes(season, finals, season.scheme)
        scored = scored_events(season.scheme, held)
        return cls(season.scheme, scored, [outcome.number for outcome in held], season.least_counted, people)

    def total(self, person: str, coming: Sequence[Numbered], place: int | None) -> Exact:
        """The person's points, the more the better, with that place in all events to come; None: not there."""
        lines = [line for number, event in coming if (line := self._line(number, event, place))]
        numbers = [*self.numbers, *(number for number, _event in coming)]
        found = account([*self.scored[person], *lines], self.scheme, numbers, self.least).points
        return -found if self.scheme.low_point else found

    def _line(self, number: int, event: SeasonEvent, place: int | None) -> ScoredEvent | None:
        if place is not None:
            return ScoredEvent(event.id, number, place, None, points_of_place(self.scheme, event, place))
        if (rule := self.scheme.low_point) is None:
            return None
        points = code_points(rule, DID_NOT_COME, self.people, self.people) * exact(event.multiplier)
        is_droppable = DID_NOT_COME not in rule.undroppable
        return ScoredEvent(event.id, number, None, DID_NOT_COME, points, played=False, droppable=is_droppable)

    def played(self, person: str, more: int) -> bool:
        """Whether the person has enough events for a place after so many more."""
        return sum(line.played for line in self.scored[person]) + more >= self.scheme.minimum

    def chasers(self, leader: str, others: Sequence[str], event: Numbered) -> Iterator[Chaser]:
        """Those of the others whom a win can put in front of the leader, or level."""
        places = [*range(2, self._places + 1), None]
        reached = [(place, self.total(leader, [event], place)) for place in places]
        now = self.total(leader, (), None)
        for person in others:
            won = self.total(person, [event], 1)
            passed = next(((place, total) for place, total in reached if won >= total), None)
            if passed and self.played(person, 1):
                yield Chaser(person, now - self.total(person, (), None), passed[0], won == passed[1])

    @property
    def _places(self) -> int:
        """How many places to look at: after the last one that pays, all pay nothing."""
        listed = self.scheme.points.by_place if self.scheme.points else ()
        return max(2, len(listed) + 1 if listed else self.people)

    def holds_with(self, leader: str, chasers: Sequence[Chaser], others: Sequence[str], event: Numbered) -> int | None:
        """See `Race`."""
        if not chasers:
            return None
        first = min(self._places + 1 if chaser.place is None else chaser.place for chaser in chasers)
        if first > 2:
            return first - 1
        best = self.total(leader, [event], 1)
        return int(all(best > self.total(person, [event], 2) for person in others))

    def reaching(self, leader: str, others: Sequence[str], coming: Sequence[Numbered]) -> int:
        """How many can lead, or be level, by winning every event to come without the leader."""
        least = self.total(leader, coming, None)
        able = (person for person in others if self.played(person, len(coming)))
        return sum(self.total(person, coming, 1) >= least for person in able)
