"""What is said of a table's result, and what is asked about one that stands.

`Said` is what somebody sends; `Claim` is what it comes to for all seats of the table (`claims`).
A command's `game` says which of several games at the table it is about; unset is the first.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from games.kernel import Command
from league.domain.values.numbers import Number, Written
from league.domain.tournament.settings import LARGEST_TABLE, At, GameNumber, Id, Part, Reason

Place = Annotated[int, Meta(ge=1, le=LARGEST_TABLE)]
Source = Literal["game", "table"]
Away = Annotated[tuple[Id, ...], Meta(max_length=LARGEST_TABLE)]


class Said(Part, frozen=True, kw_only=True):
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


class ConfirmResult(Command, frozen=True, tag="confirm_result"):
    """Says that a table's result is right. by_staff: who may say so of a report of their own."""

    table: Id
    at: At
    by: str
    by_staff: bool = False
    game: GameNumber | UnsetType = UNSET


class DisputeResult(Command, frozen=True, tag="dispute_result"):
    """Says that a table's result is wrong, and what it should be."""

    table: Id
    said: Said
    at: At
    by: str
    note: Reason | None = None
    game: GameNumber | UnsetType = UNSET


class RuleResult(Command, frozen=True, tag="rule_result"):
    """Settles what is disputed. said: the result that is right; None: the one that stands."""

    table: Id
    said: Said | None
    at: At
    by: str
    reason: Reason
    source: Source = "table"
    game: GameNumber | UnsetType = UNSET


class CorrectResult(Command, frozen=True, tag="correct_result"):
    """Puts another result in the place of one that stands, after the close of its round too."""

    table: Id
    said: Said
    at: At
    by: str
    reason: Reason
    source: Source = "table"
    game: GameNumber | UnsetType = UNSET
