"""Swiss, two at a table: similar scores meet, nobody meets twice, and everyone starts about equally often.

The tables are the cheapest pairing by `pair_costs`, found by a matching. In a large field only pairs close in the
standings are considered, part by part. If that leaves somebody over, moves the bye, or makes somebody start a third
time in a row, the search widens, in the end to all pairs: a rematch is taken only if no pairing avoids it.
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
"""Up to this many players, all pairs are considered from the start."""

FIRST_REACH = 6
STRAIN_REACH = 12
"""How far the search widens for the sake of starts alone."""

LARGEST_PART = 400
"""Players that are paired together, if the field can be cut into parts."""


def seat(problem: Problem, *, repeat_weight: int | None = None) -> Seating:
    """The tables of the next round, best first, and the bye.

    In the first round the top half meets the bottom half, ordered by `place`, or by lot if there are no places.
    repeat_weight: cost of a rematch, in squared score differences with a range of 1,000; None: rematches only if
    unavoidable, and then as few as possible.
    The bye goes to the lowest of those with the fewest byes, or to the next of these if that avoids a rematch.
    Cost: `strain`, starts that are the third in a row, or three more than in the other seat.
    Raises Rejected: `too_few_entries`; `apart` or `fixed` if hard separations or fixed tables leave no pairing.
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
    """The fixed table of one of the seats, the first seat's before the second's."""
    return next((problem.fixed[entry] for entry in seats if entry in problem.fixed), None)


def _points(problem: Problem, pair: tuple[str, str]) -> Fraction:
    return max(problem.points.get(entry, Fraction(0)) for entry in pair)


class Pairing(NamedTuple):
    """The pairs, better player first; the byes; and the number of strained starts."""

    pairs: list[tuple[str, str]]
    byes: tuple[str, ...]
    strain: int


def _best(problem: Problem, costs: PairCosts) -> Pairing:
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
    """The cheapest pairing without a rematch, the dummy paired with the bye; incomplete if there is none."""
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
    """The pairing of a large field cut into parts, best to last, since a matching of all at once takes too long.

    None if somebody in a part has no partner without a rematch.
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
    """The order with the halves of each score group interleaved, so that each part has entries of both."""
    woven: list[str] = []
    for _, group in groupby(order, key=lambda entry: problem.points.get(entry, Fraction(0))):
        members = list(group)
        half = len(members) // 2
        for one, other in zip(members[:half], members[half:], strict=False):
            woven += (one, other)
        woven += members[2 * half :]
    return woven


def _reaches(players: int) -> Iterator[int]:
    """How far apart in the standings pairs are considered, wider each time; the last is everyone."""
    reach = FIRST_REACH
    while players > ALL_LOOKED_AT and reach < players:
        yield reach
        reach *= 2
    yield players


def _good_enough(costs: PairCosts, chosen: Sequence[Edge], reach: int) -> bool:
    """Whether a wider search can't seat more, move the bye or avoid a strained start."""
    if len(chosen) < costs.tables:
        return False
    if reach >= costs.players:
        return True
    total = sum(cost for _, _, cost in chosen)
    spare = total // costs.levels.strain - costs.unavoidable
    return spare <= 0 or (reach >= STRAIN_REACH and total < costs.levels.rank)


def _require_separable(problem: Problem) -> None:
    """A group of more than half of the field can't be paired."""
    players = frozenset(problem.players)
    for group in problem.separated:
        there = [entry for entry in group.entries if entry in players]
        if group.hard and len(there) > (len(players) + 1) // 2:
            raise _apart(there)


def _apart(entries: Sequence[str]) -> Rejected:
    template = N_("These can't be kept apart, because there are too few others to pair them with: {entries}.")
    return Rejected("apart", template, {"entries": list(entries)})


def _no_pairing(problem: Problem, costs: PairCosts, chosen: Sequence[Edge]) -> Rejected:
    """The refusal: names the separation groups of those left over, or else the entries with fixed tables."""
    paired = {node for one, other, _ in chosen for node in (one, other)}
    left = {entry for node, entry in enumerate(costs.order) if node not in paired}
    groups = [group.entries for group in problem.separated if group.hard and not left.isdisjoint(group.entries)]
    if groups:
        return _apart([entry for entry in costs.order if any(entry in group for group in groups)])
    template = N_("These can't all be paired, because each has a fixed table: {entries}.")
    return Rejected("fixed", template, {"entries": [entry for entry in costs.order if entry in problem.fixed]})
