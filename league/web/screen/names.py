"""Names on a wall: sorted as people look for them, and short enough to be read from the back of the hall."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

from league.domain.values.names import search_key

Line = TypeVar("Line")


def sorted_for_the_wall(names: Mapping[str, str]) -> list[str]:
    """The ids in the order of their names as shown, without case and accents; names in other scripts come last."""
    return sorted(names, key=lambda id: (not _is_latin(names[id]), search_key(names[id]), names[id], id))


def shortened(names: Mapping[str, str]) -> dict[str, str]:
    """The names by id as first name and initial, for where the whole name is too wide.

    Where two would then be alike, each gets as many more letters of the last name as tell them apart. A single word
    stays whole, and so does a name that nothing shortens.
    """
    starts = Counter(start for name in names.values() for start in _starts(name))
    return {id: _short(name, starts) for id, name in names.items()}


def _short(name: str, starts: Mapping[str, int]) -> str:
    """The shortest "First L." of a name that no other name begins with. starts: how many names begin with each."""
    return next((f"{start}." for start in _starts(name) if starts[start] == 1), name)


def _starts(name: str) -> list[str]:
    """First name with one, two, ... letters of the last name; none for a single word."""
    first, _, last = name.rpartition(" ")
    given = first.split(" ")[0]
    return [f"{given} {last[:letters]}" for letters in range(1, len(last))] if given else []


def pages(lines: Iterable[Line], size: int) -> list[list[Line]]:
    """The lines in pages of nearly equal length, at most `size` each."""
    every = list(lines)
    count = -(-len(every) // size)
    if not count:
        return []
    length = -(-len(every) // count)
    return [every[start : start + length] for start in range(0, len(every), length)]


def span(first: str, last: str) -> str:
    """The first letters of a page's first and last name, as in "Ha - Ol"."""
    return f"{first[:2]} – {last[:2]}" if first[:2] != last[:2] else first[:2]


def _is_latin(name: str) -> bool:
    letters = [sign for sign in name if sign.isalpha()]
    return all(unicodedata.name(sign, "").startswith("LATIN") for sign in letters)
