"""The cards and the figures of the game, read from cards.toml."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import msgspec


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action card.

    forward: steps of the monkey. moves, spaces, swaps: what its player may choose instead, steps, a space to go to, or
    a player to change places with. tiger: steps of the tiger towards waking. together: several may play it at once.
    """

    number: int
    name: str
    forward: int = 0
    moves: tuple[int, ...] = ()
    spaces: tuple[int, ...] = ()
    swaps: bool = False
    tiger: int = 0
    hypnotizes: bool = False
    together: bool = False
    plucks: bool = True
    shelters: bool = False
    stays: bool = False
    takes_back: bool = False

    @property
    def asks(self) -> bool:
        """Whether its player has something to choose when it acts."""
        return self.swaps or bool(self.moves)


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """whiskers: plucked on a space. back_to: where a monkey goes from a space after its turn."""

    start: int
    sleep: int
    first_time: int
    bite: int
    shame: int
    fewest_cards: int
    single_spaces: frozenset[int]
    whiskers: dict[int, int]
    back_to: dict[int, int]
    cards: tuple[Card, ...]


def _read() -> Figures:
    text = files(__package__).joinpath("cards.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Figures, str_keys=True)


_FIGURES = _read()
START = _FIGURES.start
SLEEP = _FIGURES.sleep
FIRST_TIME = _FIGURES.first_time
BITE = _FIGURES.bite
SHAME = _FIGURES.shame
FEWEST_CARDS = _FIGURES.fewest_cards
SINGLE_SPACES = _FIGURES.single_spaces
WHISKERS = _FIGURES.whiskers
BACK_TO = _FIGURES.back_to
FACE = 0
CARDS = {card.number: card for card in _FIGURES.cards}
ALL_CARDS = tuple(CARDS)
TAKES_BACK = frozenset(card.number for card in _FIGURES.cards if card.takes_back)
