"""Exact numbers of score sheets: read as decimals by their text, never through binary floats."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

Number = int | float | str
"""As JSON gives it: a number, or a decimal as text ("1.5")."""

Written = int | str
"""As it is given back: an int where whole, else a decimal as text."""

MAX_DIGITS = 15
LIMIT = 10**12
_DECIMAL = re.compile(r"-?[0-9]{1,30}(\.[0-9]{1,30})?", re.ASCII)


def read(number: Number) -> Fraction:
    """The decimal that the text of `number` says; of a float, the shortest text that is read back as it.

    Raises ValueError for text that is no plain decimal, for more than MAX_DIGITS significant digits or decimal
    places, and for LIMIT or more on either side of 0.
    """
    if isinstance(number, str) and not _DECIMAL.fullmatch(number):
        raise ValueError("no decimal number")
    if isinstance(number, int) and not -LIMIT < number < LIMIT:
        raise ValueError("too large")
    decimal = Decimal(number if isinstance(number, str) else repr(number))
    if not decimal.is_finite() or abs(decimal) >= LIMIT:
        raise ValueError("too large")
    if _significant_digits(decimal) > MAX_DIGITS or _places(decimal) > MAX_DIGITS:
        raise ValueError("too many digits")
    return Fraction(decimal)


def write(number: int | Fraction) -> Written:
    """An int where whole, else the decimal as text. Raises ValueError unless MAX_DIGITS places say it exactly."""
    scaled = Fraction(number) * 10**MAX_DIGITS
    if scaled.denominator != 1:
        raise ValueError("no exact decimal")
    if number.denominator == 1:
        return number.numerator
    digits = str(abs(scaled.numerator)).zfill(MAX_DIGITS + 1)
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[:-MAX_DIGITS]}.{digits[-MAX_DIGITS:].rstrip('0')}"


def _significant_digits(decimal: Decimal) -> int:
    return len("".join(map(str, decimal.as_tuple().digits)).strip("0"))


def _places(decimal: Decimal) -> int:
    text = f"{decimal:f}"
    return len(text.partition(".")[2].rstrip("0"))
