"""What can be chosen and asked for."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from games.exact import Number
from games.game import Options
from games.kernel import Command


class SheetOptions(Options, frozen=True):
    """rounds: how many. win: whether most or fewest points win. tie_break: for every place that is shared.

    min_score, max_score: of one player in one round. whole_numbers: no fractions. places_only: rounds are
    reported as places, and the lowest sum of places wins.
    """

    rounds: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    win: Literal["high", "low"] = "high"
    tie_break: Literal["shared", "last_round", "first_named"] = "shared"
    min_score: Number | None = None
    max_score: Number | None = None
    whole_numbers: bool = True
    places_only: bool = False


class RecordRound(Command, frozen=True, tag="record_round"):
    """The round that was played: every player's score, or with `places_only` every player's place (1, 1, 3).

    scores: by player. places: by player.
    """

    sheet: ClassVar[tuple[str, ...]] = ("scores", "places")
    scores: dict[str, Number] | msgspec.UnsetType = msgspec.UNSET
    places: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
