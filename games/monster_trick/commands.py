"""What can be chosen and asked for."""

from __future__ import annotations

from typing import ClassVar, Literal

from games.game import Options
from games.kernel import Command
from games.monster_trick.cards import Card


class MonsterOptions(Options, frozen=True):
    """play: at a real table and reported, or dealt here. starter: who begins round 1; without it seat 1.

    next_starter: who begins the next round: the player left of who began the last, or of who won it.
    """

    play: Literal["recorded", "dealt"] = "recorded"
    next_starter: Literal["left_of_starter", "left_of_round_winner"] = "left_of_starter"
    starter: str | None = None


class StartRound(Command, frozen=True, tag="start_round"):
    """Deal the next round."""


class Arrange(Command, frozen=True, tag="arrange"):
    """Lay the round's three point cards face down, in this order from left to right.

    player: the id of the player who does it. order: the values of the cards.
    """

    player: str
    order: tuple[int, ...]


class Play(Command, frozen=True, tag="play"):
    """Play one card: on an open trick, by its id, or as the first of a "new" one.

    player: the id of the player who does it. card: the card. trick: the id of an open trick, or `new`.
    """

    player: str
    card: Card
    trick: int | str


class RecordRound(Command, frozen=True, tag="record_round"):
    """A round as it was played: each player's order of point cards, and who won the tricks.

    tricks: the winners in the order of completion, or the number of tricks that each player won. orders: by player, the
    values of the point cards from left to right.
    """

    sheet: ClassVar[tuple[str, ...]] = ("orders", "tricks")
    orders: dict[str, tuple[int, ...]]
    tricks: list[str] | dict[str, int]
