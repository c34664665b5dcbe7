"""What can have happened, and what of it a viewer may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from games.four_monkeys.commands import MonkeysOptions, Report
from games.four_monkeys.parts import HAND, Colour
from games.game import Started
from games.kernel import REFEREE, Event, Json, PublicEvent, Viewer, fields
from games.scores import Finished, RoundScored


class MonkeysStarted(Started, frozen=True):
    """The players sat down."""

    type = "four_monkeys.started"
    options: MonkeysOptions


class Seats(msgspec.Struct, frozen=True):
    """An area. players: around its circle. sets: how many sets of combo tiles it has."""

    name: str
    players: tuple[str, ...]
    sets: int


class RoundStarted(Event, frozen=True):
    """Attempt `attempt` (from 1) at game round `round` began.

    decks: the colour of each player's. piles: each deck as shuffled, top first; the first five cards are the hand.
    stacks: of each area, top first. In recorded play neither is known, and both are empty.
    """

    type = "four_monkeys.round_started"
    round: int
    attempt: int
    areas: tuple[Seats, ...]
    decks: dict[str, Colour]
    piles: dict[str, tuple[int, ...]]
    stacks: dict[str, tuple[tuple[str, ...], ...]]

    def show(self, viewer: Viewer) -> Json | None:
        """Of piles the own hand, and of others its number of cards; of stacks the tops and the heights."""
        shown = fields(self)
        if viewer == REFEREE:
            return shown
        piles = shown.pop("piles")
        shown["hands"] = {player: pile[:HAND] if player == viewer else HAND for player, pile in piles.items()}
        shown["stacks"] = {area: [face_up(stack) for stack in stacks] for area, stacks in shown["stacks"].items()}
        return shown


class _Drawing(Event, frozen=True, gc=False):
    """An action of a player that moves cards. drawn: ids in the order drawn, each from the deck that it is of."""

    player: str
    drawn: tuple[int, ...]

    def show(self, viewer: Viewer) -> Json | None:
        """Of cards that others handle their number."""
        shown = fields(self)
        if viewer in (REFEREE, self.player):
            return shown
        return {
            name: len(value) if isinstance(value, Sequence) and name in CARDS else value
            for name, value in shown.items()
        }


CARDS = ("drawn", "cards", "discarded")


class TileGrabbed(_Drawing, frozen=True, gc=False):
    """A player took the top tile, `combo`, of a stack and laid `cards` beneath it."""

    type = "four_monkeys.tile_grabbed"
    stack: int
    combo: str
    cards: tuple[int, ...]


class TileBurned(_Drawing, frozen=True, gc=False):
    """A green combo tile was turned to its orange side. tile: index in the owner's row, from 0."""

    type = "four_monkeys.tile_burned"
    tile: int


class HandReplenished(_Drawing, frozen=True, gc=False):
    """A player turned the replenish tile. discarded: the old hand, if it was swapped for a new one."""

    type = "four_monkeys.hand_replenished"
    mode: Literal["swap", "draw"]
    discarded: tuple[int, ...]


class TileRevealed(PublicEvent, frozen=True, gc=False):
    """The top tile, `combo`, of a stack became the last stack of the player's area."""

    type = "four_monkeys.tile_revealed"
    player: str
    stack: int
    combo: str


class BananaPassed(PublicEvent, frozen=True, gc=False):
    """A banana skin went to another player. own: it was the giver's from the start."""

    type = "four_monkeys.banana_passed"
    player: str
    to: str
    own: bool


class RoundVoided(PublicEvent, frozen=True):
    """A player said stop without all ten combos: `points` off, and the round is played again."""

    type = "four_monkeys.round_voided"
    round: int
    attempt: int
    player: str
    points: int


class RoundRecorded(PublicEvent, frozen=True):
    """A round played at a real table was reported."""

    type = "four_monkeys.round_recorded"
    round: int
    sheet: dict[str, Report]


class RoundEnded(PublicEvent, frozen=True):
    """Nobody acts any more. player: who said stop. aside: each player's repeated tiles (indices), set aside."""

    type = "four_monkeys.round_ended"
    round: int
    reason: Literal["time", "stop"]
    player: str | None
    aside: dict[str, tuple[int, ...]]


class SmartestFound(PublicEvent, frozen=True, gc=False):
    """Who the smartest monkeys are now. turn: whose tile is checked next; null where all theirs are checked."""

    type = "four_monkeys.smartest_found"
    players: tuple[str, ...]
    turn: str | None


class TileChecked(PublicEvent, frozen=True, gc=False):
    """A tile was found correct, or wrong and set aside. turn: after a correct one, whose tile is checked next."""

    type = "four_monkeys.tile_checked"
    player: str
    tile: int
    correct: bool
    turn: str | None


class MonkeysRoundScored(RoundScored, frozen=True):
    """The round's points. next_round: its number; null after the last."""

    type = "four_monkeys.round_scored"
    next_round: int | None


class MonkeysFinished(Finished, frozen=True):
    """The last round was scored."""

    type = "four_monkeys.finished"


def face_up(stack: Sequence[str]) -> list[str | None]:
    """A stack (top first) as it lies on the table: its top tile, and null for each one below."""
    return [combo if depth == 0 else None for depth, combo in enumerate(stack)]
