"""How a question is answered: counted where it can be, looked at outcome by outcome where not, sampled where that is
too much. What is told so, the package says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from games.kernel import N_, Rejected
from league.domain.forecast.answer import Method, Need, Needs, Parted, Tally, Verdict, proved, tried
from league.domain.forecast.context import Context
from league.domain.forecast.counting import Rivals, Steps, TooMany, Ways, bounds, combined, rivals, ways_of
from league.domain.forecast.goals import Goal, Top, race_of
from league.domain.forecast.outcomes import Option, option_of, ways_with
from league.domain.forecast.sampling import Case, all_told, some_told
from league.domain.tournament.require import require_in_round
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.settings import Settings, TableSize

COUNTED, LOOKED_AT, ENUMERATED = 200_000, 200_000, 20_000
"""Steps of counting for a place, of looking at outcomes for all places, and how many outcomes are looked at at most."""
Seen = tuple[bool, bool]
"""Whether an outcome is proved that brings the goal, and one that does not."""


def needs(ground: Context, entry: str, goal: Goal, size: TableSize) -> Needs:
    """What the entry needs in the round. size: of tables in the next one.

    Raises Rejected: `not_in_round`, and what a goal that can't be is refused with.
    """
    found = ground.found
    require_in_round(found, entry, "entry")
    case = _case(ground, entry, goal, size)
    own = next((table for table in found.tables if entry in table.seats), None)
    parted = _parted(case, goal, ground.state.settings_in_round(found.number))
    return Needs(
        entry,
        found.number,
        None if own is None else own.number,
        own is not None and own.result is not None,
        parted,
        tuple(_all_needs(case, own, parted)),
    )


def _all_needs(case: Case, own: Table | None, parted: Parted | None) -> Iterator[Need]:
    """What each place comes to, the best first; what one leaves of its share of the steps is there for the next."""
    options: list[Option | None] = [None] if case.sits is None else [*case.sits.options]
    steps = Steps(LOOKED_AT)
    for left in range(len(options), 0, -1):
        looking = steps.shared(left, case.look)
        yield _need(case, options[-left], own, parted, looking)
        steps.left += looking.left


def _case(ground: Context, entry: str, goal: Goal, size: TableSize) -> Case:
    if entry not in ground.there:
        facts = {"entry": entry, "number": ground.found.number}
        raise Rejected("not_in_round", N_("{entry} has no place in round {number}."), facts, "entry")
    race = race_of(goal, ground.known, entry, ground.there, size)
    sits = next((table for table in ground.tables if entry in table.table.seats), None)
    return Case(ground, entry, race, sits)


def _parted(case: Case, goal: Goal, held: Settings) -> Parted | None:
    if case.cut.end == "scores" or (held.points.pays_scores and not case.pool):
        return "scores"
    return None if case.cut.end == "shared" and isinstance(goal, Top) else "lot"


class Answer(NamedTuple):
    """A verdict with the outcomes that were counted or tried, if any were."""

    verdict: Verdict
    tally: Tally | None = None
    method: Method = "exact"


def _need(case: Case, option: Option | None, own: Table | None, parted: Parted | None, steps: Steps) -> Need:
    shown = option
    if option is None and own is not None and own.result is not None:
        places = tuple(own.result.places[entry] for entry in own.seats)
        shown = option_of(places, own.seats.index(case.entry))
    verdict, tally, method = _answered(case, option, parted, steps)
    place, shared = (None, False) if shown is None else shown
    counted = (None, None, None) if tally is None else (tally.outcomes, tally.reached, tally.undecided)
    return Need(place, shared, verdict, method, *counted)


def _answered(case: Case, option: Option | None, parted: Parted | None, steps: Steps) -> Answer:
    """The verdict on a place."""
    keys = case.ground.keys
    if keys is None:
        if parted == "scores" and not case.pool:
            return Answer("open")
        return _looked_at(case, option, None, parted, steps, _outcomes(case, option))
    against = rivals(case.race, keys, keys[case.entry][option])
    counting = Steps(COUNTED)
    try:
        tables = [
            ways_of(found, against, counting, (case.entry, option) if found is case.sits and option else None)
            for found in case.tables
        ]
    except TooMany:
        return _looked_at(case, option, against, parted, steps, _outcomes(case, option))
    try:
        tally = _tally(case, combined(tables, against.resting, case.race, counting))
    except TooMany:
        return _bounded(case, option, against, tables, parted, steps)
    if case.cut.own_end != "others" or not tally.undecided:
        return Answer(proved(tally, parted), tally)
    seen = tally.reached > 0, tally.missed > 0
    return _looked_at(case, option, against, parted, steps, tally.undecided, seen)


def _outcomes(case: Case, option: Option | None) -> int:
    return prod(ways_with(found, option) if found is case.sits and option else found.ways for found in case.tables)


def _tally(case: Case, ways: Ways) -> Tally:
    tally = Tally()
    for counts, times in ways.items():
        tally.add(case.race.told(counts, shared=case.cut.own_end == "shared"), times)
    return tally


def _bounded(
    case: Case, option: Option | None, against: Rivals, tables: Sequence[Ways], parted: Parted | None, steps: Steps
) -> Answer:
    """The verdict where the outcomes are too many to count: by the best and the worst case of each table."""
    race = case.race
    if len(race.groups) > 1 or race.start > 0:
        return _looked_at(case, option, against, parted, steps, _outcomes(case, option))
    at = bounds(tables, against.resting)
    levels_share = race.shares and case.cut.own_end == "shared"
    most, least = (at.most_before, at.least_before) if levels_share else (at.most_both, at.least_both)
    if most < race.stop:
        return Answer("sure")
    if at.least_before >= race.stop:
        return Answer("impossible")
    seen = least < race.stop, at.most_before >= race.stop
    if all(seen) or (parted == "lot" and case.cut.own_end != "others"):
        return Answer("possible")
    if case.cut.own_end == "scores":
        return Answer("possible" if seen[0] else "open")
    return _looked_at(case, option, against, parted, steps, _outcomes(case, option), seen)


def _looked_at(
    case: Case,
    option: Option | None,
    against: Rivals | None,
    parted: Parted | None,
    steps: Steps,
    unclear: int,
    seen: Seen = (False, False),
) -> Answer:
    """The verdict by outcomes: by all where that takes few steps and no scores have to be drawn, else by some.

    unclear: how many of them take a look at the standings.
    """
    outcomes = _outcomes(case, option)
    few = outcomes <= ENUMERATED and unclear * case.cost + outcomes * case.seats <= steps.left
    if few and not case.pool:
        tally = all_told(case, option, against, outcomes)
        return Answer(proved(tally, parted), tally)
    tally = some_told(case, option, against, steps)
    known = all(seen) or (seen[0] and not tally.outcomes)
    return Answer("possible" if known else tried(tally, parted), tally, "sampled")
