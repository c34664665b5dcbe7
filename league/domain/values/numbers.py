"""Exact numbers of points: how they are written, read and shown.

A whole number is written as an int, another one as a decimal text if that is exact ("2.5"), otherwise as a fraction
("7/3").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Annotated, TypeVar

from msgspec import Meta

from games.kernel import N_

K = TypeVar("K")
LARGEST = 10**12
FINEST = 10**12
PIECE = 4000
"""The number of digits converted at a time: Python limits conversions between int and str, but sums have no limit."""
TOO_LONG = 10**PIECE
NUMBER_PATTERN = r"^-?[0-9]{1,12}(\.[0-9]{1,9}|/[1-9][0-9]{0,8})?$(?!\n)"

SENTENCES = {
    "sentence": N_("A number is written 3, 2.5 or 7/3."),
    "of_member": N_("{key}: {value} is not a number such as 3, 2.5 or 7/3."),
}

_TWO_WAYS = re.compile(r"(-?[1-9][0-9]*)([.,])([0-9]{3})", re.ASCII)

Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Number = Whole | Annotated[str, Meta(pattern=NUMBER_PATTERN, extra=SENTENCES)]
"""A number as people and the log write it: 3, "2.5", "7/3"; it may be negative."""

Exact = Fraction | int
"""A number to compute with; whole numbers may be ints, which are faster."""

Written = int | str
"""A computed number as the log writes it, of any size."""


def exact(written: int | str) -> Fraction:
    """The number that a text of any length stands for. Raises ValueError if it is not a number."""
    if isinstance(written, int) or len(written) <= PIECE:
        return Fraction(written)
    number, _, denominator = written.partition("/")
    before, _, decimals = number.partition(".")
    return Fraction(_number_of(before + decimals), _number_of(denominator) if denominator else 10 ** len(decimals))


class TwoWays(ValueError):
    """A typed number that may have a decimal comma or a sign between thousands: 32,000.

    facts: `text`, and how to write either meaning: `whole`, `decimal`.
    """

    template = N_("{text} can be read in two ways: write {whole} or {decimal}.")

    def __init__(self, text: str, before: str, sign: str, after: str) -> None:
        decimals = after.rstrip("0")
        decimal = f"{before}{sign}{decimals.ljust(4, '0') if len(decimals) == len(after) else decimals}".rstrip(sign)
        self.facts = {"text": text, "whole": before + after, "decimal": decimal}
        super().__init__(self.template.format(**self.facts))


def typed(text: str) -> str:
    """The text of a number as somebody typed it, with a decimal point and a usual minus. Raises TwoWays."""
    usual = text.replace("−", "-")
    if found := _TWO_WAYS.fullmatch(usual):
        raise TwoWays(text, *found.groups())
    return usual.replace(",", ".")


def as_typed(number: int | str) -> str:
    """The text of a number that `typed` reads as the same number: 1.125 as 1.1250."""
    text = str(number)
    return f"{text}0" if _TWO_WAYS.fullmatch(text) else text


def too_fine(numbers: Iterable[int | str]) -> bool:
    """Whether the common denominator of the numbers exceeds FINEST, so that their sums need too many digits."""
    return lcm(*(exact(number).denominator for number in numbers)) > FINEST


def plain(number: Exact) -> Exact:
    """The same number, as an int if it is whole."""
    return number.numerator if number.denominator == 1 else number


def added(numbers: Iterable[Exact]) -> Exact:
    """The sum; of many fractions with few denominators it is found much faster than one by one."""
    over: dict[int, int] = {}
    for number in numbers:
        over[number.denominator] = over.get(number.denominator, 0) + number.numerator
    return plain(sum((Fraction(numerator, denominator) for denominator, numerator in over.items()), Fraction()))


def whole(numbers: Mapping[str, Exact]) -> dict[str, int]:
    """The numbers scaled to whole ones in the same proportions, which are faster to compare."""
    common = lcm(*(number.denominator for number in numbers.values()))
    return {name: number.numerator * (common // number.denominator) for name, number in numbers.items()}


def written(number: Exact) -> int | str:
    """The number as an int, a decimal text or a fraction, whichever is the first to be exact."""
    numerator, denominator = number.as_integer_ratio()
    if denominator == 1:
        return numerator
    places = _decimal_places(denominator)
    if places is None:
        return f"{_digits(numerator)}/{_digits(denominator)}"
    sign = "-" if numerator < 0 else ""
    digits = _digits(abs(numerator) * 10**places // denominator).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def display(number: Exact) -> str:
    """The number with two decimals, halves rounded away from zero."""
    numerator, denominator = number.as_integer_ratio()
    hundredths = (200 * abs(numerator) + denominator) // (2 * denominator)
    sign = "-" if numerator < 0 and hundredths else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}"


def _decimal_places(denominator: int) -> int | None:
    """The number of decimals of 1/denominator, or None if it does not terminate."""
    twos = fives = 0
    while denominator % 2 == 0:
        denominator //= 2
        twos += 1
    while denominator % 5 == 0:
        denominator //= 5
        fives += 1
    return max(twos, fives) if denominator == 1 else None


def _digits(number: int) -> str:
    """The decimal digits of a whole number of any size."""
    sign, rest, pieces = "-" if number < 0 else "", abs(number), list[str]()
    while rest >= TOO_LONG:
        rest, piece = divmod(rest, TOO_LONG)
        pieces.append(str(piece).rjust(PIECE, "0"))
    return sign + "".join([str(rest), *reversed(pieces)])


def _number_of(digits: str) -> int:
    """The whole number written by any number of digits."""
    sign, rest, number = -1 if digits.startswith("-") else 1, digits.removeprefix("-"), 0
    for at in range(0, len(rest), PIECE):
        piece = rest[at : at + PIECE]
        number = number * 10 ** len(piece) + int(piece)
    return sign * number


def is_ranking(places: Sequence[int]) -> bool:
    """Whether the places are those of a ranking where equal ones share a number: 1, 1, 3."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def places_by(points: Mapping[K, Fraction], *, low: bool = False) -> dict[K, int]:
    """Places by points, the most first, or the fewest where `low`; equal ones share a place."""
    best_first = sorted(points.values(), reverse=not low)
    places: dict[Fraction, int] = {}
    for place, value in enumerate(best_first, 1):
        places.setdefault(value, place)
    return {name: places[mine] for name, mine in points.items()}
