"""The Berger tables: a fresh round robin, and the order that every other one keeps as far as possible.

Source: FIDE Handbook, the Berger tables of the general regulations for competitions, computed. With N numbers (a dummy
makes an odd count even) the pairs of a round lie round a centre on the circle of 1..N-1, and the centre meets N.
"""

from __future__ import annotations


def rounds_of(entries: int, double: bool) -> int:
    """The rounds of a round robin in which everybody plays from the first round to the last."""
    if entries < 2:
        return 0
    return (even(entries) - 1) * (2 if double else 1)


def round_of(entries: int, number: int, *, double: bool) -> list[tuple[int, int]]:
    """Round `number`: pairs of pairing numbers, the starter first; the dummy has the last number of an odd count.

    double: the second cycle repeats the first with starts reversed. The last two rounds of the first cycle are swapped,
    as FIDE recommends, so that nobody starts three times in a row where the cycles meet.
    """
    size = even(entries)
    cycle, at = divmod(number - 1, size - 1)
    if cycle:
        return [(second, first) for first, second in pairs_of(size, at + 1)]
    return pairs_of(size, _swapped(size, at + 1) if double else at + 1)


def pairs_of(size: int, number: int) -> list[tuple[int, int]]:
    """Round `number` of the Berger table of an even `size`: pairs of pairing numbers, the starter first."""
    circle, last = size - 1, size
    centre = _centre(size, number)
    around = [(_on_circle(centre + step, circle), _on_circle(centre - step, circle)) for step in range(1, size // 2)]
    return [starting(one, other, size) for one, other in [(centre, last), *around]]


def meeting(one: int, other: int, entries: int, *, double: bool, cycle: int = 0) -> int:
    """The number of the round in which two pairing numbers meet, as in `round_of`. cycle: 1: the second meeting."""
    size = even(entries)
    low, high = sorted((one, other))
    number = _on_circle((2 * low if high == size else low + high) - 1, size - 1)
    return number + size - 1 if cycle else _swapped(size, number) if double else number


def table_in_round(one: int, other: int, entries: int) -> int:
    """The table at which the two meet in the Berger table, from 0."""
    size = even(entries)
    low, high = sorted((one, other))
    if high == size:
        return 0
    from_centre = (low - _centre(size, low + high - 1)) % (size - 1)
    return min(from_centre, size - 1 - from_centre)


def starting(one: int, other: int, entries: int) -> tuple[int, int]:
    """The pair, starter first: the lower of an odd and an even number, the higher of two odd or two even ones.

    Against the last number, the lower half of the others start.
    """
    size = even(entries)
    low, high = sorted((one, other))
    if high == size:
        return (low, high) if low <= size // 2 else (high, low)
    return (low, high) if (low + high) % 2 else (high, low)


def even(entries: int) -> int:
    """The count with a dummy where it is odd."""
    return entries + entries % 2


def _swapped(size: int, number: int) -> int:
    """The round with that number in the first of two cycles, and the other way round: the last two are swapped."""
    return 2 * size - 3 - number if size > 2 and number >= size - 2 else number


def _centre(size: int, number: int) -> int:
    return _on_circle((number + 1) * (size // 2), size - 1)


def _on_circle(number: int, circle: int) -> int:
    return (number - 1) % circle + 1
