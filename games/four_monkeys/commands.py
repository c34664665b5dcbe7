"""What can be chosen and asked for."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.four_monkeys.parts import CATALOGUE, COMBOS, Combo, Pair
from games.game import Options
from games.kernel import Command


class MonkeysOptions(Options, frozen=True):
    """play: at a real table and reported, or dealt here. variant: how rounds are scored. bananas: with skins.

    timer_visible: whether players may know the time left. count_unplayed_bananas: skins never given away cost their
    owners points too. catalogue: the ten combos.
    """

    play: Literal["recorded", "dealt"] = "recorded"
    variant: Literal["standard", "family"] = "standard"
    bananas: bool = False
    timer_visible: bool = True
    count_unplayed_bananas: bool = False
    catalogue: Annotated[tuple[Combo, ...], msgspec.Meta(min_length=COMBOS, max_length=COMBOS)] = CATALOGUE


class StartRound(Command, frozen=True, tag="start_round"):
    """Name the round's areas, seats and deck colours; in dealt play deal it, and its time runs."""


class Grab(Command, frozen=True, tag="grab"):
    """Take the top tile of a stack of the own area and lay cards (ids) of the own hand beneath it.

    player: the id of the player who does it. stack: the number of the stack. cards: ids of cards.
    """

    player: str
    stack: int
    cards: tuple[int, ...]


class Burn(Command, frozen=True, tag="burn"):
    """Turn an own green combo tile to orange and draw.

    player: the id of the player who does it. tile: the number of the tile in the order taken, from 0.
    """

    player: str
    tile: int


class Replenish(Command, frozen=True, tag="replenish"):
    """Turn the own replenish tile: swap the hand for a new one, or draw.

    player: the id of the player who does it. mode: whether the hand is swapped, or cards are drawn.
    """

    player: str
    mode: Literal["swap", "draw"]


class Reveal(Command, frozen=True, tag="reveal"):
    """Make a stack of its own of a stack's top tile, so that the one below shows.

    player: the id of the player who does it. stack: the number of the stack.
    """

    player: str
    stack: int


class Banana(Command, frozen=True, tag="banana"):
    """Give a banana skin to another player of the area, right after a grab.

    player: the id of the player who does it. to: the id of the other player.
    """

    player: str
    to: str


class Stop(Command, frozen=True, tag="stop"):
    """Say that one has all ten combos: the round ends in every area. player: the id of the player who does it."""

    player: str


class TimeUp(Command, frozen=True, tag="time_up"):
    """The round's time is up."""

    staff: ClassVar[bool] = True


class Check(Command, frozen=True, tag="check"):
    """Look under the tile of that player. In recorded play with what was found there: the verdict, or the cards.

    player: the id of the player whose tile it is. tile: the number of the tile in the order taken, from 0. correct: the
    verdict. cards: the cards that were found, by their two sides.
    """

    player: str
    tile: int
    correct: bool | msgspec.UnsetType = msgspec.UNSET
    cards: tuple[Pair, ...] | msgspec.UnsetType = msgspec.UNSET


class CheckAll(Command, frozen=True, tag="check_all"):
    """Check all that is to be checked, of tiles of equal value the one taken first."""

    staff: ClassVar[bool] = True


class ReportedTile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A combo tile that lies before a player. combo: its name. burned: whether it has been turned to orange."""

    combo: str
    burned: bool


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies before a player at a round's end. tiles: in the order that checks refer to.

    bananas: skins received from others; where unplayed skins count, all that the player holds. replenished: whether the
    replenish tile has been used.
    """

    tiles: tuple[ReportedTile, ...]
    replenished: bool
    bananas: int = 0


class EndedByTime(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="reason", tag="time"):
    """The time was up."""


class EndedByStop(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="reason", tag="stop"):
    """A player said that they have all ten combos. player: the id of the player who said it."""

    player: str


class RecordRound(Command, frozen=True, tag="record_round"):
    """A round as it was played, before anything is checked.

    sheet: by player, what lies before them. ended_by: how the round ended.
    """

    sheet: ClassVar[tuple[str, ...]] = ("sheet", "ended_by")
    reports: dict[str, Report] = msgspec.field(name="sheet")
    ended_by: EndedByTime | EndedByStop
