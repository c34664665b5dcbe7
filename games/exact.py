"""Exact numbers of score sheets: read as decimals by their text, never through binary floats."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated

import msgspec

MAX_PLACES = 30
LIMIT = (2**63 - 1) // 1000
"""The sum of a thousand numbers up to here is kept in 64 bits."""

_PATTERN = rf"-?[0-9]{{1,30}}(\.[0-9]{{1,{MAX_PLACES}}})?"
_DECIMAL = re.compile(_PATTERN, re.ASCII)

Number = int | float | Annotated[str, msgspec.Meta(extra_json_schema={"pattern": f"^{_PATTERN}$"})]
"""As JSON gives it: a number, or a decimal as text ("1.5"); `read` holds the text to the pattern."""

Written = int | str
"""As it is given back: an int where whole, else a decimal as text."""


Exact = int | Fraction
"""What is counted with: whole numbers as int, whose sums are many times faster."""


def read(number: Number) -> Exact:
    """The decimal that the text of `number` says; of a float, the shortest text that is read back as it.

    Raises ValueError for text that is no plain decimal, for more than MAX_PLACES decimal places, and for more than
    LIMIT on either side of 0.
    """
    if isinstance(number, int):
        if abs(number) > LIMIT:
            raise ValueError("too large")
        return number
    if isinstance(number, str) and not _DECIMAL.fullmatch(number):
        raise ValueError("no decimal number")
    exact = Fraction(number if isinstance(number, str) else repr(number))
    if abs(exact) > LIMIT:
        raise ValueError("too large")
    if (exact * 10**MAX_PLACES).denominator != 1:
        raise ValueError("too many digits")
    return exact


def write(number: Exact) -> Written:
    """An int where whole, else the decimal as text. Raises ValueError unless MAX_PLACES places say it exactly."""
    if isinstance(number, int):
        return number
    scaled = number * 10**MAX_PLACES
    if scaled.denominator != 1:
        raise ValueError("no exact decimal")
    if number.denominator == 1:
        return number.numerator
    digits = str(abs(scaled.numerator)).zfill(MAX_PLACES + 1)
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[:-MAX_PLACES]}.{digits[-MAX_PLACES:].rstrip('0')}"
