"""What is said of a table's result, and what is asked about one that stands.

`Said` is what somebody sends; `Claim` is what it comes to for all seats of the table (`claims`).
A command's `game` says which of several games at the table it is about; unset is the first.
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
    """A result as it is told: by places (1, 1, 3), by scores or by awards, which are points as they are to be given.

    absent: seats that nobody took; left: who went before the end. Both are last unless they have a place.
    stand_in: the people who played in another's seat, by the seat's entry.
    """

    places: dict[Id, Place] | None = None
    scores: dict[Id, Number] | None = None
    awards: dict[Id, Number] | None = None
    absent: Away = ()
    left: Away = ()
    stand_in: dict[Id, Id] = {}


class Claim(Part, frozen=True):
    """A whole result: the place of every seat, and what else was said. absent and left: in seating order."""

    places: dict[str, int]
    scores: dict[str, Written] | None = None
    awards: dict[str, Written] | None = None
    absent: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    stand_in: dict[str, str] = {}
