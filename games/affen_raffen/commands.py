"""What can be chosen and asked for."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.affen_raffen.parts import BONUS_TILES, BONUSES, Animal, Bonus, Colour, TaskName
from games.game import Options
from games.kernel import Command, Json

Half = tuple[Animal, Colour] | Literal["bonus"]
ReportedPair = tuple[Half, Half]


class RaffenOptions(Options, frozen=True):
    """play: at a real table and reported, or dealt here. pairs_to_win: of the junior variant.

    two_player_end: whether a round of two ends with the first who has the pairs, or when both have them.
    bonus_tiles: the six that lie among the others.
    """

    play: Literal["recorded", "dealt"] = "recorded"
    variant: Literal["standard", "junior"] = "standard"
    pairs_to_win: Annotated[int, msgspec.Meta(ge=1, le=10)] = 5
    two_player_end: Literal["first", "both"] = "first"
    bonus_tiles: Annotated[tuple[Bonus, ...], msgspec.Meta(min_length=BONUSES, max_length=BONUSES)] = BONUS_TILES


class StartRound(Command, frozen=True, tag="start_round"):
    """Turn the next task up and lay all tiles out, face down."""


class Flip(Command, frozen=True, tag="flip"):
    """Look at the tile of a place. player: the id of the player who does it. place: the number of the place."""

    player: str
    place: int


class Unflip(Command, frozen=True, tag="unflip"):
    """Lay the tile that one looks at back. player: the id of the player who does it."""

    player: str


class Take(Command, frozen=True, tag="take"):
    """Take the tiles of two places as a pair, without a look at them.

    player: the id of the player who does it. places: the numbers of the places.
    """

    player: str
    places: tuple[int, int]


class Keep(Command, frozen=True, tag="keep"):
    """Keep the bonus tile that one looks at. player: the id of the player who does it."""

    player: str


class Give(Command, frozen=True, tag="give"):
    """Give the forced bonus tile that one looks at to another player.

    player: the id of the player who does it. to: the id of the other player.
    """

    player: str
    to: str


class EndRound(Command, frozen=True, tag="end_round"):
    """End a round in which nothing is left to find."""

    staff: ClassVar[bool] = True


class RecordRound(Command, frozen=True, tag="record_round"):
    """A round as it was played. Who is left out of pairs or bonus has none; a bonus tile in a pair is "bonus".

    pairs: by player, the pairs of tiles in the order taken. task: of the round; the junior variant has none. finished:
    who took the finish tiles, the first one first; needed, and empty if nobody did. bonus: by player, the bonus tiles;
    needed, and empty if nobody has any; the junior variant has none.
    """

    sheet: ClassVar[tuple[str, ...]] = ("task", "pairs", "finished", "bonus")
    pairs: dict[str, tuple[ReportedPair, ...]]
    task: TaskName | msgspec.UnsetType = msgspec.UNSET
    finished: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    bonus: dict[str, tuple[Bonus, ...]] | msgspec.UnsetType = msgspec.UNSET

    @classmethod
    def from_log(cls, raw: Json) -> Json:
        """Sheets of 0.5.0 and before could leave out `finished` and `bonus`: nobody had finished or had any."""
        return {"finished": [], **({"bonus": {}} if "task" in raw else {}), **raw}
