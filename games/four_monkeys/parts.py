"""The parts of the game, read from parts.toml: cards, deck colours, combos; and when cards make a combo."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.resources import files
from itertools import chain, combinations_with_replacement
from typing import Annotated, Literal

import msgspec

Figure = Literal["circle", "triangle", "square", "pentagon"]
Colour = Literal["yellow", "green", "red", "blue"]
Pair = tuple[Figure, Figure]
"""The two figures that a card shows."""

COMBOS = 10
MAX_VALUE = 100
MAX_FIGURES = 20


class Combo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A combo as its tile shows it. figures: with repeats. value: of the green side; the orange one is worth 1 less."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    figures: Annotated[tuple[Figure, ...], msgspec.Meta(min_length=1, max_length=MAX_FIGURES)]
    value: Annotated[int, msgspec.Meta(ge=0, le=MAX_VALUE)]


class _Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    figures: tuple[Figure, ...]
    copies: int
    colours: tuple[Colour, ...]
    hand: int
    seconds: dict[Literal["standard", "family"], int]
    combos: tuple[Combo, ...]


def _read() -> _Parts:
    return msgspec.convert(tomllib.loads(files(__package__).joinpath("parts.toml").read_text("utf-8")), _Parts)


_PARTS = _read()
CATALOGUE = _PARTS.combos
COLOURS = _PARTS.colours
HAND = _PARTS.hand
SECONDS = _PARTS.seconds
_DECK: tuple[Pair, ...] = tuple(
    pair for pair in combinations_with_replacement(_PARTS.figures, 2) for _ in range(_PARTS.copies)
)
DECK_SIZE = len(_DECK)


def deck(seat: int) -> range:
    """The ids of the cards of the player on that seat (from 0); no card of another deck has one of them."""
    return range(DECK_SIZE * seat, DECK_SIZE * (seat + 1))


def seat_of(card: int) -> int:
    """Whose deck a card is of."""
    return card // DECK_SIZE


def figures_of(card: int) -> Pair:
    """What the card of that id shows."""
    return _DECK[card % DECK_SIZE]


def makes(combo: Combo, pairs: Sequence[Pair]) -> bool:
    """Cards make a combo if they show all its figures and would not without any one of them."""
    needed = Counter(combo.figures)
    shown = Counter(chain.from_iterable(pairs))
    return needed <= shown and not any(needed <= shown - Counter(pair) for pair in set(pairs))


def shows(combo: Combo, pairs: Iterable[Pair]) -> bool:
    """Whether all the figures of a combo are among those of the cards, counted with multiplicity."""
    return Counter(combo.figures) <= Counter(chain.from_iterable(pairs))
