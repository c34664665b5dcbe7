"""Types and bounds of the fields that commands, events and settings share."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

SMALLEST_TABLE, USUAL_TABLE, LARGEST_TABLE = 2, 4, 12


MOST_ROUNDS = 2000
MOST_GAMES = 100
LONGEST_CLOCK_SECONDS = 24 * 60 * 60
Id = Annotated[str, Meta(min_length=1, max_length=64), "id"]
"""An id. The mark tells it from other texts of that length: the API takes only UUIDs for it."""
At = Annotated[datetime, Meta(tz=True)]
Seconds = Annotated[int, Meta(ge=1, le=LONGEST_CLOCK_SECONDS)]
Reason = Annotated[str, Meta(max_length=500)]
Rating = Annotated[int, Meta(ge=0, le=10_000)]
Secret = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]
Name = Annotated[str, Meta(min_length=1, max_length=120)]
Game = Annotated[str, Meta(min_length=1, max_length=50)]
Rounds = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
GameNumber = Annotated[int, Meta(ge=1, le=MOST_GAMES)]
GamesPerRound = Annotated[int, Meta(ge=1, le=MOST_GAMES)]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a body or of an event; unknown fields are refused."""


TableNumber = Annotated[int, Meta(ge=1, le=2000)]
RoundNumber = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
