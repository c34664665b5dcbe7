"""Rows of two tables side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from league.domain.standings.comparison import Compared
from league.domain.standings.ranking import SHARED
from league.dry_run.view import MovedEntry, MovedPerson
from league.queries.blocks import caption_of
from league.queries.wording import Movement, Points, criterion, points


class ComparedRow(NamedTuple):
    """A row of one of the tables. place: None below the minimum of events."""

    place: int | None
    is_shared: bool
    points: Points
    decided_by: str


class Move(NamedTuple):
    """An entry or a person in both tables. before, after: None where they are not listed.

    caption: of the block of standings, "" where there is only one.
    """

    name: str
    before: ComparedRow | None
    after: ComparedRow | None
    movement: Movement
    caption: str
    has_withdrawn: bool


def moves(compared: Iterable[Compared | MovedEntry | MovedPerson], names: Mapping[str, str]) -> list[Move]:
    """The rows in their order. names: of entries or people, by id."""
    return [_move(one, names.get(one.id, one.id)) for one in compared]


def _move(one: Compared | MovedEntry | MovedPerson, name: str) -> Move:
    row: Mapping[str, Any] = one.after or one.before or {}
    caption = caption_of(row) if "block" in row else ""
    return Move(name, _row(one.before), _row(one.after), Movement.by(one.movement), caption, "withdrawn" in row)


def _row(row: Mapping[str, Any] | None) -> ComparedRow | None:
    if row is None:
        return None
    decided_by = row["decided_by"]
    is_shared = row["place"] is not None and decided_by == SHARED
    return ComparedRow(row["place"], is_shared, points(row["points"]), criterion(decided_by))
