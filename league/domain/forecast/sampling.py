"""Outcomes ranked one by one: all of them, or a random sample."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from math import prod

from games.kernel import draw
from league.domain.forecast.answer import Tally
from league.domain.forecast.bounds import ranked
from league.domain.forecast.context import Context
from league.domain.forecast.counting import Rivals, Steps, TooMany, counted
from league.domain.forecast.goals import Decision, Race
from league.domain.forecast.outcomes import DRAWN, OpenTable, Option, Outcome, Outcomes, Places, closed_with, option_of
from league.domain.standings.standings import ranks

SAMPLES = 1000
SEED = "needs"
"""The seed of all samples. It is public, so that anyone can repeat them."""
DRAW = -1


@dataclass(frozen=True)
class Question:
    """Does an entry win its race if it gets this option? own: its table; None where it has no seat at an open table.

    rivals: how the others compare by their keys; None without keys.
    """

    context: Context
    entry: str
    race: Race
    own: OpenTable | None
    option: Option | None
    rivals: Rivals | None

    @property
    def outcomes(self) -> int:
        """The number of outcomes of all open tables."""
        return prod(table.count(self.option_at(table)) for table in self.context.tables)

    def option_at(self, table: OpenTable) -> Option | None:
        return self.option if table is self.own else None


def tally_of(question: Question, outcomes: Iterable[Outcomes], steps: Steps) -> Tally:
    """Count the outcomes by what they decide, as long as there are steps for another one."""
    tally = Tally()
    with suppress(TooMany):
        for each in outcomes:
            tally[_decide(question, each, steps)] += 1
    return tally


def _decide(question: Question, outcomes: Outcomes, steps: Steps) -> Decision:
    """Whether the outcomes reach the goal: by the keys if these are enough, else by the standings. Raises TooMany."""
    context, race, chain = question.context, question.race, question.context.chain
    if question.rivals is not None:
        steps.spend(context.seats)
        decision = race.decide(_counts(question, question.rivals, outcomes), shared=chain.own_end == "shared")
        if decision != "open" or chain.own_end != "others":
            return decision
    steps.spend(context.cost)
    closed = closed_with(context.state, context.round, outcomes, chain.known)
    place = ranks(ranked(closed, context.earlier, all_placed=race.is_seating))
    own, counts = place[question.entry], []
    for group in race.groups:
        counts += [sum(place[other] < own for other in group), sum(place[other] == own for other in group)]
    return race.decide(tuple(counts), shared=chain.end == "shared")


def _counts(question: Question, rivals: Rivals, outcomes: Outcomes) -> tuple[int, ...]:
    indexes = (
        rivals.at.get((entry, option_of(outcomes[table.table.id].places, seat)))
        for table in question.context.tables
        for seat, entry in enumerate(table.table.seats)
    )
    return counted(rivals.resting, indexes)


def every(question: Question) -> Iterator[Outcomes]:
    """All outcomes in which the entry gets the option."""
    tables = question.context.tables
    for places in product(*(table.all_places(question.entry, question.option_at(table)) for table in tables)):
        yield {table.table.id: Outcome(each) for table, each in zip(tables, places, strict=True)}


def some(question: Question) -> Iterator[Outcomes]:
    """Random outcomes; all ways in which a table may end are equally likely."""
    tables = question.context.tables
    for sample in range(SAMPLES):
        label = f"round {question.context.round.number}, sample {sample}"
        tokens = [(at, token) for at, table in enumerate(tables) for token in _tokens(question, table)]
        order: list[list[int]] = [[] for _ in tables]
        for at, token in draw(SEED, label, tokens):
            order[at].append(token)
        places = [_places(question, table, drawn) for table, drawn in zip(tables, order, strict=True)]
        outcomes = _with_scores(question.context, places, f"{label}, scores")
        yield {table.table.id: outcome for table, outcome in zip(tables, outcomes, strict=True)}


def _tokens(question: Question, table: OpenTable) -> list[int]:
    """The seats except the entry's own, and DRAW where the table may be drawn."""
    seats = [seat for seat, entry in enumerate(table.table.seats) if entry != question.entry]
    return [*seats, DRAW] if table.may_draw and table is not question.own else seats


def _places(question: Question, table: OpenTable, order: Sequence[int]) -> Places:
    """The places at a table whose tokens were drawn in this order."""
    option = question.option_at(table)
    if order[:1] == [DRAW] or (option is not None and option.shared):
        return DRAWN
    seats = [seat for seat in order if seat != DRAW]
    if option is not None:
        seats.insert(option.place - 1, table.table.seats.index(question.entry))
    return tuple(seats.index(seat) + 1 for seat in range(table.size))


def _with_scores(context: Context, tables: Sequence[Places], label: str) -> Iterator[Outcome]:
    """The tables with scores drawn from the pool; better places have better scores."""
    drawn = draw(SEED, label, context.pool)
    at = 0
    for places in tables:
        if not drawn:
            yield Outcome(places)
            continue
        scores = sorted((drawn[(at + seat) % len(drawn)] for seat in range(len(places))), reverse=not context.low)
        at += len(places)
        yield Outcome(places, tuple(scores[place - 1] for place in places))
