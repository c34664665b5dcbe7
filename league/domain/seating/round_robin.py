"""Round robin: everyone meets everyone once, or twice with the starts reversed, by the Berger tables.

Source: FIDE Handbook, the Berger tables of the general regulations for competitions, computed. With N numbers (a dummy
makes an odd count even) the pairs of a round lie round a centre on the circle of 1..N-1, and the centre meets N.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel import N_, Rejected
from league.domain.seating.pairs import fixed_number
from league.domain.seating.problem import Problem, Seated, Seating
from league.domain.seating.sizes import table_sizes


def rounds_of(entries: int, double: bool) -> int:
    if entries < 2:
        return 0
    return (_even(entries) - 1) * (2 if double else 1)


def seat(problem: Problem, *, double: bool, numbers: Sequence[str]) -> Seating:
    """Round `problem.number_in_stage`, tables in the order of the Berger table, seat 1 starting, and the byes.

    numbers: entries by pairing number, drawn once for all rounds, including those who have left: their opponents sit
    out. An entry that comes late gets the last number if the count was odd, which is the dummy's and changes no round.
    double: the second cycle repeats the first with starts reversed. The last two rounds of the first cycle are swapped,
    as FIDE recommends, so that nobody starts three times in a row where the cycles meet. Separations are not kept here.
    Two with different fixed tables sit at the one of the first seat. Raises Rejected: `too_few_entries`,
    `no_more_rounds`, `no_number` (a player has no pairing number).
    """
    table_sizes(len(problem.players), 2, 2, 2)
    rounds = rounds_of(len(numbers), double)
    if problem.number_in_stage > rounds:
        template = N_("After {rounds} rounds everybody has met everybody.")
        raise Rejected("no_more_rounds", template, {"rounds": rounds})
    strangers = [entry for entry in problem.players if entry not in set(numbers)]
    if strangers:
        template = N_("These came too late for the round robin, which has no free number: {entries}.")
        raise Rejected("no_number", template, {"entries": strangers})
    return _seating(problem, numbers, _round(len(numbers), problem.number_in_stage, double=double))


def berger(size: int, number: int) -> list[tuple[int, int]]:
    """Round `number` of the Berger table of an even `size`: pairs of pairing numbers, the starter first."""
    circle, last = size - 1, size
    centre = _on_circle((number + 1) * (size // 2), circle)
    around = [(_on_circle(centre + step, circle), _on_circle(centre - step, circle)) for step in range(1, size // 2)]
    return [_starting(one, other, size) for one, other in [(centre, last), *around]]


def _round(entries: int, number: int, *, double: bool) -> list[tuple[int, int]]:
    size = _even(entries)
    cycle, at = divmod(number - 1, size - 1)
    at += 1
    if cycle:
        return [(second, first) for first, second in berger(size, at)]
    if double and size > 2 and at >= size - 2:
        at = 2 * size - 3 - at
    return berger(size, at)


def _seating(problem: Problem, numbers: Sequence[str], pairs: Sequence[tuple[int, int]]) -> Seating:
    """The pairs with their entries; those whose opponent is not there sit out."""
    there = frozenset(problem.players)
    tables, byes = [], []
    for pair in pairs:
        present = [numbers[number - 1] for number in pair if number <= len(numbers) and numbers[number - 1] in there]
        if len(present) == 2:
            tables.append(Seated(tuple(present), None, fixed_number(problem, present)))
        else:
            byes += present
    return Seating(tuple(tables), tuple(byes))


def _starting(one: int, other: int, size: int) -> tuple[int, int]:
    """The pair, starter first: the lower of an odd and an even number, the higher of two odd or two even ones.

    Against the last number, the lower half of the others start.
    """
    low, high = sorted((one, other))
    if high == size:
        return (low, high) if low <= size // 2 else (high, low)
    return (low, high) if (low + high) % 2 else (high, low)


def _on_circle(number: int, circle: int) -> int:
    return (number - 1) % circle + 1


def _even(entries: int) -> int:
    return entries + entries % 2
