"""What can be chosen and asked for."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.fuzzy_tiger.cards import ALL_CARDS, SLEEP
from games.game import Options
from games.kernel import Command


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the table stands as play begins. Who is not named stands at the start, with nothing.

    time: the space of the time marker; null before the first waking.
    """

    positions: dict[str, int] = {}
    tiger: int = SLEEP
    whiskers: dict[str, int] = {}
    damage: dict[str, int] = {}
    time: int | None = None


class FuzzyOptions(Options, frozen=True):
    """play: dealt here, where choices are hidden, or at a real table and reported. cards: those in use, for all alike.

    position: to begin in the middle of a game, for puzzles.
    """

    play: Literal["dealt", "recorded"] = "dealt"
    cards: tuple[int, ...] = ALL_CARDS
    position: Position | None = None


class Choose(Command, frozen=True, tag="choose"):
    """Lay a card of one's own face down. player: the id of the player who does it. card: the number on the card."""

    player: str
    card: int


class Act(Command, frozen=True, tag="act"):
    """What the card leaves to choose: steps to move, a space to go to, or a player to swap with; one of them.

    player: the id of the player who does it. move: the number of steps. to: the number of the space. swap: the id of
    the player.
    """

    player: str
    move: int | UnsetType = UNSET
    to: int | UnsetType = UNSET
    swap: str | UnsetType = UNSET


class RecordResult(Command, frozen=True, tag="record_result"):
    """The end of a game played at a real table.

    positions: where the monkeys stand, to break a tie. whiskers: by player, how many they have. damage: by player, how
    much they have taken.
    """

    sheet: ClassVar[tuple[str, ...]] = ("whiskers", "damage", "positions")
    whiskers: dict[str, int]
    damage: dict[str, int]
    positions: dict[str, int] | UnsetType = UNSET
