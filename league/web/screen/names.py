"""Names on a wall: sorted as people look for them, and short enough to be read from the back of the hall."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from league.domain.values.names import search_key


def sorted_for_the_wall(names: Mapping[str, str]) -> list[str]:
    """The ids in the order of their names as shown, without case and accents; names in other scripts come last."""
    return sorted(names, key=lambda id: (not _is_latin(names[id]), search_key(names[id]), names[id], id))


def shortened(names: Mapping[str, str], most: int) -> dict[str, str]:
    """The names of at most `most` characters, by id: a longer one as first name and initial.

    Where two would then be alike, each gets as many more letters of the last name as tell them apart. A single word
    stays whole, and so does a name that nothing shortens: the page makes its letters narrower.
    """
    found = dict(names)
    for id, name in names.items():
        if len(name) > most:
            others = [other for key, other in names.items() if key != id]
            found[id] = _short(name, others)
    return found


def _short(name: str, others: Sequence[str]) -> str:
    """The shortest "First L." of a name that no other name could have."""
    first, _, last = name.rpartition(" ")
    given = first.split(" ")[0]
    if not given:
        return name
    for letters in range(1, len(last)):
        start = f"{given} {last[:letters]}"
        if not any(_may_mean(start, other) for other in others):
            return f"{start}."
    return name


def _may_mean(start: str, other: str) -> bool:
    """Whether another name would be shortened to the same text, or begins with it."""
    first, _, last = other.rpartition(" ")
    return f"{first.split(' ')[0]} {last}".startswith(start) or other.startswith(start)


def pages(ids: Iterable[str], size: int) -> list[list[str]]:
    """The ids in pages of nearly equal length, at most `size` each."""
    every = list(ids)
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
