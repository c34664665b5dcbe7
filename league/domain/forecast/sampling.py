"""Outcomes looked at one by one: all of them, or some that are drawn at random."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from games.kernel import draw
from league.domain.forecast.answer import Tally
from league.domain.forecast.bounds import Cut, ranked
from league.domain.forecast.context import Context
from league.domain.forecast.counting import Rivals, Steps, TooMany
from league.domain.forecast.goals import Race, Told
from league.domain.forecast.outcomes import DRAWN, Open, Option, Outcome, Places, after, option_of

SAMPLES = 1000
SEED = "needs"
"""What samples are drawn from, for everybody to draw again: no secret of a tournament."""
DRAW = -1
LEAST_COST = 150
Ends = Mapping[str, Outcome]


@dataclass(frozen=True)
class Case:
    """What is asked: an entry's race in a round. sits: at one of the tables that are still to report, or none."""

    ground: Context
    entry: str
    race: Race
    sits: Open | None

    @property
    def tables(self) -> Sequence[Open]:
        """Those that are still to report."""
        return self.ground.tables

    @property
    def cut(self) -> Cut:
        """The chain, as far as something is known of it."""
        return self.ground.cut

    @property
    def pool(self) -> Sequence[Fraction]:
        """Scores to draw those of the tables from; none where they decide nothing."""
        return self.ground.pool

    @property
    def cost(self) -> int:
        """Steps of looking at one outcome: lines of the standings, for points and for each tie-break, and some more."""
        state = self.ground.state
        return LEAST_COST + len(state.entries) * (len(state.rounds) + 1) * (len(self.cut.known) + 1)

    @property
    def look(self) -> int:
        """The most steps that an outcome may take."""
        return self.seats + self.cost

    @cached_property
    def seats(self) -> int:
        """How many seats there are at those tables: the steps of drawing an outcome and of comparing its places."""
        return sum(found.size for found in self.tables)


def judged(case: Case, ends: Ends, against: Rivals | None, steps: Steps) -> Told:
    """What an outcome brings. against: what the places alone tell; None: nothing. steps: what it takes is taken off.

    Raises TooMany where there are not so many steps.
    """
    if against is not None:
        steps.spend(case.seats)
        told = case.race.told(_counts(case, ends, against), shared=case.cut.own_end == "shared")
        if told != "open" or case.cut.own_end != "others":
            return told
    steps.spend(case.cost)
    ground = case.ground
    known = after(ground.state, ground.found, ends, case.cut.known)
    place = {row.entry: row.place for row in ranked(known, ground.before)}
    own, counts = place[case.entry], []
    for group in case.race.groups:
        counts += [sum(place[other] < own for other in group), sum(place[other] == own for other in group)]
    return case.race.told(tuple(counts), shared=case.cut.end == "shared")


def _counts(case: Case, ends: Ends, against: Rivals) -> tuple[int, ...]:
    brought = (
        against.of(entry, option_of(ends[found.table.id].places, seat))
        for found in case.tables
        for seat, entry in enumerate(found.table.seats)
        if entry != case.entry
    )
    return against.added(against.resting, brought)


def every(case: Case, option: Option | None) -> Iterator[Ends]:
    """All outcomes in which the entry comes to that."""
    ids = [found.table.id for found in case.tables]
    for places in product(*(_endings(case, found, option) for found in case.tables)):
        yield {id: Outcome(ended) for id, ended in zip(ids, places, strict=True)}


def _endings(case: Case, found: Open, option: Option | None) -> Iterable[Places]:
    return found.endings() if found is not case.sits or option is None else found.endings_with(case.entry, option)


def some(case: Case, option: Option | None) -> Iterator[Ends]:
    """Outcomes drawn at random, each way in which a table may end as likely as the others."""
    for sample in range(SAMPLES):
        label = f"round {case.ground.found.number}, sample {sample}"
        tokens = [(at, seat) for at, found in enumerate(case.tables) for seat in _tokens(case, found)]
        order: list[list[int]] = [[] for _ in case.tables]
        for at, seat in draw(SEED, label, tokens):
            order[at].append(seat)
        told = [_placed(case, found, seats, option) for found, seats in zip(case.tables, order, strict=True)]
        scores = _scored(case, told, f"{label}, scores")
        yield {found.table.id: ending for found, ending in zip(case.tables, scores, strict=True)}


def _tokens(case: Case, found: Open) -> list[int]:
    """The seats but the entry's own, and the draw where it is one of the ways."""
    seats = [seat for seat, entry in enumerate(found.table.seats) if entry != case.entry]
    return [*seats, DRAW] if found.may_draw and found is not case.sits else seats


def _placed(case: Case, found: Open, order: Sequence[int], option: Option | None) -> Places:
    """The places at a table whose seats were drawn in that order."""
    if order[:1] == [DRAW] or (found is case.sits and option is not None and option.shared):
        return DRAWN
    seats = [seat for seat in order if seat != DRAW]
    if found is case.sits and option is not None:
        seats.insert(option.place - 1, found.table.seats.index(case.entry))
    return tuple(seats.index(seat) + 1 for seat in range(found.size))


def _scored(case: Case, told: Sequence[Places], label: str) -> Iterator[Outcome]:
    """The tables with scores from the pool, the better ones for the better places."""
    drawn = draw(SEED, label, case.pool)
    at = 0
    for places in told:
        if not drawn:
            yield Outcome(places)
            continue
        scores = sorted((drawn[(at + more) % len(drawn)] for more in range(len(places))), reverse=not case.ground.low)
        at += len(places)
        yield Outcome(places, tuple(scores[place - 1] for place in places))


def all_told(case: Case, option: Option | None, against: Rivals | None, outcomes: int) -> Tally:
    """What every outcome brings. outcomes: how many there are."""
    tally, steps = Tally(), Steps(outcomes * case.look)
    for ends in every(case, option):
        tally.add(judged(case, ends, against, steps))
    return tally


def some_told(case: Case, option: Option | None, against: Rivals | None, steps: Steps) -> Tally:
    """What outcomes that are drawn bring, as long as there are steps for another; maybe none."""
    tally = Tally()
    with suppress(TooMany):
        for ends in some(case, option):
            tally.add(judged(case, ends, against, steps))
    return tally
