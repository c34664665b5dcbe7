"""The first round of a knockout, with people of one club or household as far apart as the seeding allows.

Two of them should not meet before the last rounds: in a bracket they are put into different halves, else into different
quarters, and so on; in heats at different tables. Nobody's protection as a seed is given up for that:

| who may change places | what stays |
| --- | --- |
| entries that are equal in place and rating | nothing but the lots had ordered them |
| in a bracket, seeds 3 and 4, 5 to 8, 9 to 16 and so on | the first two meet in the final at the earliest, and so on |
| of these, only those with byes, or only those without | who has a bye |
| in heats, those whom the snake deals in one turn | each table gets one of them |

In a stage only equal entries change places: the first before it meets the last.

The search starts from the seeding and makes every exchange that is better until none is, so it depends on nothing else.
It stops after STEPS exchanges that were tried. Households count twice as much as clubs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from league.domain.seating.problem import Pair, Problem, pairs

STEPS = 100_000
HOUSEHOLD, HOUSEHOLD_WEIGHT = "household", 2
Cost = Callable[[int, int], int]
"""What it costs that two meet who are seeds a and b, from 0: more, the earlier they may meet."""


class Rules(NamedTuple):
    """cost: of two seeds. bands: the number of the band of each seed, within which entries change places."""

    cost: Cost
    bands: Sequence[int]


def spread(problem: Problem, seeds: Sequence[str], rules: Rules) -> tuple[str, ...]:
    """The seeding in which mates meet as late as possible."""
    mates = _mates(problem, seeds)
    return _improved(problem, list(seeds), rules, mates) if mates else tuple(seeds)


def mates_of(problem: Problem, seeds: Sequence[str], entry: str) -> list[str]:
    """The entries of the same club or household, unless everybody is of it; in order of the seeding."""
    mates = _mates(problem, seeds).get(entry, {})
    return [other for other in seeds if other in mates]


def of_bracket(entries: int, byes: int, *, tight: bool) -> Rules:
    """The rules of a bracket. byes: the best seeds have them. tight: only equal entries change places."""
    rounds = (entries - 1).bit_length()
    bands = [seed if tight else 2 * seed.bit_length() + (seed >= byes) for seed in range(entries)]
    return Rules(lambda a, b: 4 ** (rounds - meeting_round(a, b, rounds)), bands)


def meeting_round(a: int, b: int, rounds: int) -> int:
    """The round of a bracket of so many rounds in which two seeds, from 0, may meet at the earliest."""
    for number in range(1, rounds + 1):
        size = 1 << (rounds - number + 1)
        a, b = min(a, size - 1 - a), min(b, size - 1 - b)
        if a == b:
            return number
    return rounds


def of_heats(tables: Sequence[int | None], *, tight: bool) -> Rules:
    """The rules of heats. tables: of each seed, as it is dealt; None with a bye."""
    turns = [0 if table is None else tables[: seed + 1].count(table) for seed, table in enumerate(tables)]
    bands = list(range(len(tables))) if tight else turns
    return Rules(lambda a, b: int(tables[a] is not None and tables[a] == tables[b]), bands)


def _mates(problem: Problem, seeds: Sequence[str]) -> Mapping[str, Mapping[str, int]]:
    """For each entry with any, its mates with the weight of that; a club of everybody is none."""
    found: dict[str, dict[str, int]] = {}
    weights: dict[Pair, int] = {}
    for group in problem.mates:
        here = [entry for entry in seeds if entry in group.entries]
        weight = HOUSEHOLD_WEIGHT if group.kind == HOUSEHOLD else 1
        if len(here) < len(seeds):
            weights |= {pair: max(weight, weights.get(pair, 0)) for pair in pairs(here)}
    for (a, b), weight in weights.items():
        found.setdefault(a, {})[b] = weight
        found.setdefault(b, {})[a] = weight
    return found


def _improved(
    problem: Problem, seeds: list[str], rules: Rules, mates: Mapping[str, Mapping[str, int]]
) -> tuple[str, ...]:
    at = {entry: seed for seed, entry in enumerate(seeds)}
    steps = STEPS

    def cost(entry: str, seed: int, other: str, others: int) -> int:
        """What the mates of an entry cost if it is that seed, and the other one is the seed `others`."""
        known = mates.get(entry, {}).items()
        return sum(weight * rules.cost(seed, others if mate == other else at[mate]) for mate, weight in known)

    while True:
        is_better = False
        for a, b in _exchanges(problem, seeds, rules, mates):
            one, two = seeds[a], seeds[b]
            before = cost(one, a, two, b) + cost(two, b, one, a)
            if cost(one, b, two, a) + cost(two, a, one, b) < before:
                seeds[a], seeds[b], at[one], at[two], is_better = two, one, b, a, True
            if (steps := steps - 1) == 0:
                return tuple(seeds)
        if not is_better:
            return tuple(seeds)


def _exchanges(
    problem: Problem, seeds: Sequence[str], rules: Rules, mates: Mapping[str, Mapping[str, int]]
) -> Iterator[tuple[int, int]]:
    """The exchanges of somebody with mates and somebody else that cost nobody their protection, in order."""
    equal = {entry: (problem.place.get(entry, 0), problem.rating.get(entry)) for entry in seeds}
    for a in range(len(seeds)):
        for b in range(a + 1, len(seeds)):
            one, two = seeds[a], seeds[b]  # as they are by now
            if (one in mates or two in mates) and (rules.bands[a] == rules.bands[b] or equal[one] == equal[two]):
                yield a, b
