"""The cards and the figures of the game, read from cards.toml."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Literal

import msgspec

Card = Literal["monkey", "action"]


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """colours: of the decks, one for each round. monkeys: monkey cards in a deck, by the number of players."""

    colours: tuple[str, ...]
    numbers: tuple[int, ...]
    monkeys: dict[int, int]
    role_seconds: int
    people_in_teams: int


def _read() -> Figures:
    text = files(__package__).joinpath("cards.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Figures, strict=False)


_FIGURES = _read()
NUMBERS = _FIGURES.numbers
MONKEYS = _FIGURES.monkeys
ROUNDS = len(_FIGURES.colours)
ROLE_SECONDS = _FIGURES.role_seconds
PEOPLE_IN_TEAMS = _FIGURES.people_in_teams
FEWEST, MOST = min(MONKEYS), max(MONKEYS)


def deck(players: int) -> list[Card]:
    """A round's cards for that number of players, the monkeys first."""
    monkeys = MONKEYS[players]
    return ["monkey" if number < monkeys else "action" for number in range(players)]
