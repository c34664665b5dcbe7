"""Tiles, tasks and what bonus tiles are worth, as `parts.toml` says."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Literal

import msgspec

Animal = Literal["monkey", "zebra", "lion", "penguin", "flamingo"]
Colour = Literal["blue", "ochre", "green"]
BonusKind = Literal["first", "pair", "forced"]
TaskName = Literal["any5", "animals3", "colours3", "both3"]


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bonus tile. kind: what it asks for. animal: that it asks for; none for "first"."""

    kind: BonusKind
    animal: Animal | None = None


class Tile(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tile as it lies on the table: an animal before a colour, or a bonus tile."""

    kind: Literal["animal", "first", "pair", "forced"]
    animal: Animal | None = None
    colour: Colour | None = None

    @property
    def is_bonus(self) -> bool:
        return self.kind != "animal"


class Task(msgspec.Struct, frozen=True):
    """How many pairs a player needs, and whether their animals and their colours must all differ."""

    pairs: int
    animals_differ: bool = False
    colours_differ: bool = False


class Worth(msgspec.Struct, frozen=True):
    """Points of a bonus tile whose task was done, and of one whose task was not."""

    won: int
    lost: int


class Figures(msgspec.Struct, frozen=True):
    """The file."""

    animals: tuple[Animal, ...]
    colours: tuple[Colour, ...]
    copies: int
    rounds: int
    finish: tuple[int, ...]
    tasks: dict[TaskName, Task]
    bonus: dict[BonusKind, Worth]
    bonus_tiles: tuple[Bonus, ...]


def _read() -> Figures:
    return msgspec.convert(tomllib.loads(files(__package__).joinpath("parts.toml").read_text("utf-8")), Figures)


_FIGURES = _read()
COPIES = _FIGURES.copies
ROUNDS = _FIGURES.rounds
FINISH = _FIGURES.finish
TASKS = _FIGURES.tasks
WORTH = _FIGURES.bonus
BONUS_TILES = _FIGURES.bonus_tiles
BONUSES = len(BONUS_TILES)


def animal_tiles() -> list[Tile]:
    """Four of each animal before each colour."""
    kinds = [Tile("animal", animal, colour) for animal in _FIGURES.animals for colour in _FIGURES.colours]
    return kinds * COPIES


def bonus_tile(bonus: Bonus) -> Tile:
    """A bonus as it lies on the table."""
    return Tile(bonus.kind, bonus.animal)
