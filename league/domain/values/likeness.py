"""How alike two different names are: whether somebody who typed one may have meant the other. Pure.

| likeness | means | example |
| --- | --- | --- |
| spelling | the same words but for marks, signs and their order | Ines / Inès, Muller / Müller, "Lovelace, Ada" |
| letter | one letter more, less, changed or swapped, of five or more | Mueller / Müller, Jon Smith / John Smith |
| part | the words of one begin words of the other | Ada / Ada Lovelace, Ada L. / Ada Lovelace |

Names whose digits differ are never alike: "Guest 1" and "Guest 2" are two guests.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, Literal, TypeVar

from league.domain.values.names import search_key

Likeness = Literal["spelling", "letter", "part"]
T = TypeVar("T")
CACHED = 10_000
SHORTEST = 5
"""Letters of a name of which one may be wrong: of shorter ones, too many are one letter apart."""
_APOSTROPHES = re.compile("['’‘ʼ`´]")
_WORD = re.compile(r"\w+")
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Spelled:
    """A name as it is compared with others, made once for many comparisons.

    words: without case, marks and signs, in order. ordered: sorted. text, joined: of the words, with and without spaces
    between them. initials: of the words. digits: all runs of them.
    """

    words: tuple[str, ...]
    ordered: tuple[str, ...]
    text: str
    joined: str
    initials: frozenset[str]
    digits: tuple[str, ...]

    @classmethod
    def of(cls, name: str) -> Spelled:
        return _spelled(name)


@lru_cache(CACHED)
def _spelled(name: str) -> Spelled:
    """As `Spelled.of`: the names of a club are compared with each name that is typed."""
    key = _APOSTROPHES.sub("", search_key(name))
    words = tuple(_WORD.findall(key))
    return Spelled(
        words=words,
        ordered=tuple(sorted(words)),
        text=" ".join(words),
        joined="".join(words),
        initials=frozenset(word[0] for word in words),
        digits=tuple(_DIGITS.findall(key)),
    )


def likeness(one: Spelled, other: Spelled) -> Likeness | None:
    """How alike two names are; None if they are not, or one has no word."""
    if one.digits != other.digits or not one.words or not other.words:
        return None
    if one.ordered == other.ordered or one.joined == other.joined:
        return "spelling"
    if min(len(one.text), len(other.text)) >= SHORTEST and is_one_edit_apart(one.text, other.text):
        return "letter"
    few, many = (one, other) if len(one.words) <= len(other.words) else (other, one)
    return "part" if _begins(few, many) or (len(few.words) == len(many.words) and _begins(many, few)) else None


class Spellings(Generic[T]):
    """Many names, and of what each is: those that are like another are found without comparing it with all.

    A name is filed under what every name that is like it, or that begins it, has too; the few found are then compared.
    """

    def __init__(self) -> None:
        self.filed: dict[tuple[str, Hashable], list[tuple[int, Spelled, T]]] = {}
        self.count = 0

    def add(self, spelled: Spelled, of: T) -> None:
        entry = self.count, spelled, of
        self.count += 1
        for key in _filed_under(spelled):
            self.filed.setdefault(key, []).append(entry)

    def like(self, spelled: Spelled) -> Iterator[tuple[Likeness, T]]:
        """What has a name like this one, in the order in which they were added."""
        for _at, other, of in self._found(_looked_for(spelled)):
            if (why := likeness(spelled, other)) is not None:
                yield why, of

    def begun_by(self, spelled: Spelled) -> Iterator[T]:
        """What has a name of which words begin with each of these words."""
        longest = max(spelled.words, key=len, default="")
        for _at, other, of in self._found([("begins", longest)]):
            if begin(spelled.words, other.words):
                yield of

    def _found(self, keys: Iterable[tuple[str, Hashable]]) -> list[tuple[int, Spelled, T]]:
        found = {entry[0]: entry for key in keys for entry in self.filed.get(key, ())}
        return [found[at] for at in sorted(found)]


def begin(words: Iterable[str], others: Sequence[str]) -> bool:
    """Whether each of the words begins one of the others."""
    return all(any(other.startswith(word) for other in others) for word in words)


def _filed_under(spelled: Spelled) -> set[tuple[str, Hashable]]:
    """The halves of a name, since a wrong letter is not in both; all beginnings of its words; and its longest word."""
    keys: set[tuple[str, Hashable]] = {("same", spelled.ordered), ("same", spelled.joined), *_halves(spelled, 0)}
    keys |= {("begins", word[:size]) for word in spelled.words for size in range(1, len(word) + 1)}
    return keys | {("longest", max(spelled.words, key=len, default=""))}


def _looked_for(spelled: Spelled) -> set[tuple[str, Hashable]]:
    keys: set[tuple[str, Hashable]] = {("same", spelled.ordered), ("same", spelled.joined)}
    keys |= _halves(spelled, -1, 0, 1)
    keys |= {("longest", word[:size]) for word in spelled.words for size in range(1, len(word) + 1)}
    return keys | {("begins", max(spelled.words, key=len, default=""))}


def _halves(spelled: Spelled, *longer: int) -> set[tuple[str, Hashable]]:
    """Nearly half of the letters at the start and at the end, as a name has them that is longer by so many letters.

    Names that are one edit apart have one of the two in common, whichever two letters the edit touches.
    """
    text = spelled.text
    sizes = {max(1, (len(text) + more - 2) // 2) for more in longer} if len(text) >= SHORTEST else set()
    return {key for size in sizes for key in (("first", text[:size]), ("last", text[-size:]))}


def is_one_edit_apart(one: str, other: str) -> bool:
    """Whether one letter was added, dropped or changed, or two neighbours were swapped."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    one, other = one[start:], other[start:]
    if len(one) == len(other):
        return one[1:] == other[1:] or (one[:2] == other[1::-1] and one[2:] == other[2:])
    return one[1:] == other if len(one) > len(other) else one == other[1:]


def _begins(few: Spelled, many: Spelled) -> bool:
    """Whether each word of one begins a word of its own of the other, which has as many or more."""
    if not few.initials <= many.initials:
        return False
    left = list(many.words)
    for word in sorted(few.words, key=len, reverse=True):
        found = next((other for other in left if other.startswith(word)), None)
        if found is None:
            return False
        left.remove(found)
    return True
