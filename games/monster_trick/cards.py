"""The cards and the figures of the game, read from cards.toml."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Literal

import msgspec

Suit = Literal["green", "yellow", "purple", "blue"]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A playing card. suit: its colour. value: the number on it, from 1."""

    suit: Suit
    value: int


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """hand: cards dealt to each player, which is their turns in a round. trick: cards that complete one."""

    suits: tuple[Suit, ...]
    values_per_player: int
    hand: int
    open_tricks: int
    trick: int
    point_cards: tuple[tuple[int, int, int], ...]


def _read() -> Figures:
    return msgspec.convert(tomllib.loads(files(__package__).joinpath("cards.toml").read_text("utf-8")), Figures)


_FIGURES = _read()
SUITS = _FIGURES.suits
HAND = _FIGURES.hand
OPEN_TRICKS = _FIGURES.open_tricks
TRICK = _FIGURES.trick
POINT_CARDS = _FIGURES.point_cards
ROUNDS = len(POINT_CARDS)


def deck(players: int) -> list[Card]:
    """All cards for that number of players, suit by suit."""
    values = range(1, _FIGURES.values_per_player * players + 1)
    return [Card(suit, value) for suit in SUITS for value in values]
