"""Reports and claims about a table's result.

`Report` is what somebody sends. `Claim` is the complete result that follows from it, for all seats (`claims`). A
command's `game` is the number of one of several games at the table; unset means the first.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from league.domain.values.fields import LARGEST_TABLE, Id, Part
from league.domain.values.numbers import Number, Written

Place = Annotated[int, Meta(ge=1, le=LARGEST_TABLE)]
Source = Literal["game", "table"]
Away = Annotated[tuple[Id, ...], Meta(max_length=LARGEST_TABLE)]


class Report(Part, frozen=True, kw_only=True):
    """A result as reported: by places (1, 1, 3), by scores or by awards, which are points as staff give them.

    absent: entries that never came; left: those that went before the end. Both are last unless they have a place.
    stand_in: the person who played in another's seat, by entry.
    """

    places: dict[Id, Place] | None = None
    scores: dict[Id, Number] | None = None
    awards: dict[Id, Number] | None = None
    absent: Away = ()
    left: Away = ()
    stand_in: dict[Id, Id] = {}


class Claim(Part, frozen=True):
    """A complete result: the place of every seat and whatever else was reported. absent, left: in seating order."""

    places: dict[str, int]
    scores: dict[str, Written] | None = None
    awards: dict[str, Written] | None = None
    absent: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    stand_in: dict[str, str] = {}
