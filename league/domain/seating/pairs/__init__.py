"""Two at a table, Swiss: equals meet equals, nobody the same one twice, and everybody starts about as often.

The tables are the cheapest pairing by `pair_costs`, found by a matching. In a large field only those are looked at who
are near each other in the standings, part by part. If that leaves somebody over, gives the bye to another than whose
turn it is or has somebody start a third time running, more are looked at, and in the end everybody: a rematch is only
ever taken where all of them know no pairing without one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from games.kernel import N_, Rejected
from league.domain.seating.pairs.matching import Edge, cheapest
from league.domain.seating.pairs.pair_costs import PairCosts
from league.domain.seating.pairs.starts import histories, start_lots, starter_first
from league.domain.seating.problem import Problem, Seated, Seating
from league.domain.seating.sizes import table_sizes

ALL_LOOKED_AT = 128
"""Players up to whom everybody is looked at from the first."""

FIRST_REACH = 6
STRAIN_REACH = 12
"""How far is looked for the sake of starts alone."""

LARGEST_PART = 400
"""Players who are paired at once, where their part of the field can be."""


def seat(problem: Problem, *, repeat_weight: int | None = None) -> Seating:
    """The tables of the next round, the best first, and who sits out.

    The first round has the top half against the bottom half in order of `place`, or of the lots where nobody has one.
    repeat_weight: what a rematch costs, in points of a squared difference of scores, the field's spread being 1,000;
    None: a rematch only where there is no pairing without one, and then as few as can be.
    The bye goes to the lowest of those with the fewest byes; to the next of these where that saves a rematch.
    Cost: `strain`, starts that come a third time running or three times more often than the other seat.
    Raises Rejected: `too_few_entries`; `apart` or `fixed` where those who may not meet leave no pairing.
    """
    table_sizes(len(problem.players), 2, 2, 2)
    _require_separable(problem)
    costs = PairCosts(problem, repeat_weight)
    found = _best(problem, costs)
    sides, lots = histories(problem), start_lots(problem)
    place = {entry: number for number, entry in enumerate(costs.order)}
    boards = sorted(found.pairs, key=lambda pair: (-_points(problem, pair), place[pair[0]]))
    tables = [starter_first(one, other, sides, lots) for one, other in boards]
    seated = tuple(Seated(seats, None, fixed_number(problem, seats)) for seats in tables)
    return Seating(seated, found.byes, {"strain": found.strain})


def fixed_number(problem: Problem, seats: Sequence[str]) -> int | None:
    """The number of the table that one of the seats always has, the first one's before the second's."""
    return next((problem.fixed[entry] for entry in seats if entry in problem.fixed), None)


def _points(problem: Problem, pair: tuple[str, str]) -> Fraction:
    """The points of the better of a table, by which the tables are ordered."""
    return max(problem.points.get(entry, Fraction(0)) for entry in pair)


class Pairing(NamedTuple):
    """A pairing, the better of each pair first, who sits out, and starts that are too much."""

    pairs: list[tuple[str, str]]
    byes: tuple[str, ...]
    strain: int


def _best(problem: Problem, costs: PairCosts) -> Pairing:
    """The cheapest pairing of all."""
    if costs.players > LARGEST_PART and costs.repeat_weight is None and (parted := _in_parts(problem, costs)):
        return parted
    chosen = _without_rematch(problem, costs)
    if len(chosen) < costs.tables and (costs.repeat_weight is None or costs.odd):
        chosen = cheapest(
            costs.players + costs.odd, costs.edges(costs.players, rematches=True), problem.chance("pairs")
        )
    if len(chosen) < costs.tables:
        raise _no_pairing(problem, costs, chosen)
    return _found(costs, chosen)


def _without_rematch(problem: Problem, costs: PairCosts) -> list[Edge]:
    """The cheapest pairing without a rematch, the dummy with whoever sits out; too few where there is none."""
    chosen: list[Edge] = []
    for reach in _reaches(costs.players):
        chosen = cheapest(costs.players + costs.odd, costs.edges(reach, rematches=False), problem.chance("pairs"))
        if _good_enough(costs, chosen, reach):
            break
    return chosen


def _found(costs: PairCosts, chosen: Sequence[Edge]) -> Pairing:
    order = costs.order
    byes = tuple(order[one] for one, other, _ in chosen if other == costs.dummy)
    pairs = [(order[one], order[other]) for one, other, _ in chosen if other != costs.dummy]
    strained = sum(cost for _, _, cost in chosen) % costs.levels.rank // costs.levels.strain
    return Pairing(pairs, byes, strained)


def _in_parts(problem: Problem, costs: PairCosts) -> Pairing | None:
    """A large field cut into parts, best to last, each paired by itself: a matching of all at once takes too long.

    None where somebody of a part is left over without a rematch: then all are looked at together.
    """
    resting = costs.first_bye
    order = _woven(problem, [entry for entry in costs.order if entry != resting])
    count = -(-len(order) // LARGEST_PART)
    cuts = [len(order) * part // count // 2 * 2 for part in range(count)] + [len(order)]
    pairs: list[tuple[str, str]] = []
    strain = 0
    for part in range(count):
        members = frozenset(order[cuts[part] : cuts[part + 1]])
        players = tuple(entry for entry in problem.players if entry in members)
        of_part = replace(problem, players=players, seed=f"{problem.seed}:{part}")
        part_costs = PairCosts(of_part)
        chosen = _without_rematch(of_part, part_costs)
        if len(chosen) < part_costs.tables:
            return None
        found = _found(part_costs, chosen)
        pairs, strain = pairs + found.pairs, strain + found.strain
    return Pairing(pairs, () if resting is None else (resting,), strain)


def _woven(problem: Problem, order: Sequence[str]) -> list[str]:
    """The order with the halves of each score group laid side by side, so that a part of it has of both."""
    woven: list[str] = []
    for _, group in groupby(order, key=lambda entry: problem.points.get(entry, Fraction(0))):
        members = list(group)
        half = len(members) // 2
        for one, other in zip(members[:half], members[half:], strict=False):
            woven += (one, other)
        woven += members[2 * half :]
    return woven


def _reaches(players: int) -> Iterator[int]:
    """How far is looked, further each time; the last is everybody."""
    reach = FIRST_REACH
    while players > ALL_LOOKED_AT and reach < players:
        yield reach
        reach *= 2
    yield players


def _good_enough(costs: PairCosts, chosen: Sequence[Edge], reach: int) -> bool:
    """Whether all were looked at, or looking further can seat nobody more, move no bye and spare no start."""
    if len(chosen) < costs.tables:
        return False
    if reach >= costs.players:
        return True
    total = sum(cost for _, _, cost in chosen)
    spare = total // costs.levels.strain - costs.unavoidable
    return spare <= 0 or (reach >= STRAIN_REACH and total < costs.levels.rank)


def _require_separable(problem: Problem) -> None:
    """Nobody can pair a group that is more than half of the field, however large it is."""
    players = frozenset(problem.players)
    for group in problem.separated:
        there = [entry for entry in group.entries if entry in players]
        if group.hard and len(there) > (len(players) + 1) // 2:
            raise _apart(there)


def _apart(entries: Sequence[str]) -> Rejected:
    template = N_("These can't be kept apart, since the others are too few to pair them with: {entries}.")
    return Rejected("apart", template, {"entries": list(entries)})


def _no_pairing(problem: Problem, costs: PairCosts, chosen: Sequence[Edge]) -> Rejected:
    """Why there is no pairing: whose separations leave somebody over, or else the fixed tables."""
    paired = {node for one, other, _ in chosen for node in (one, other)}
    left = {entry for node, entry in enumerate(costs.order) if node not in paired}
    groups = [group.entries for group in problem.separated if group.hard and not left.isdisjoint(group.entries)]
    if groups:
        return _apart([entry for entry in costs.order if any(entry in group for group in groups)])
    template = N_("These can't all be paired, since each keeps a table of its own: {entries}.")
    return Rejected("fixed", template, {"entries": [entry for entry in costs.order if entry in problem.fixed]})
