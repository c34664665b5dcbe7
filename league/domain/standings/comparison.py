"""Two tables of the same results side by side: which places and points differ, and how far each row has moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.kernel import Json

Places = Mapping[str, int | None]
"""Places by id; None: listed without a place, below a minimum."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A row in both tables. id: of the entry or person. before, after: None where that table doesn't list them."""

    id: str
    before: Json | None
    after: Json | None

    @property
    def movement(self) -> int | None:
        """The number of places gained; negative if places were lost, None if either row has no place."""
        before, after = _place(self.before), _place(self.after)
        return None if before is None or after is None else before - after

    @property
    def is_changed(self) -> bool:
        """Whether the place or the points differ."""
        return _place_and_points(self.before) != _place_and_points(self.after)


def side_by_side(before: Sequence[Json], after: Sequence[Json]) -> list[Compared]:
    """All rows in the order of the second table; rows of the first table alone come last, in its order.

    Both are rows of standings, or both are rows of a league table.
    """
    old, new = ({_id(row): row for row in rows} for rows in (before, after))
    gone = [id for id in old if id not in new]
    return [Compared(id, old.get(id), new.get(id)) for id in (*new, *gone)]


def changed_rows(before: Sequence[Json], after: Sequence[Json]) -> list[Compared]:
    """The rows of `side_by_side` whose place or points differ."""
    return [compared for compared in side_by_side(before, after) if compared.is_changed]


def _id(row: Json) -> str:
    return str(row["entry"] if "entry" in row else row["person"])


def _place(row: Json | None) -> int | None:
    return None if row is None else row["place"]


def _place_and_points(row: Json | None) -> tuple[int | None, int | str] | None:
    return None if row is None else (row["place"], row["points"])


def with_movement(before: Places | None, rows: Sequence[Json], key: str) -> list[Json]:
    """The rows, each with `moved`: the number of places gained, negative if lost, None without a place then or now.

    before: None if there was no earlier table. key: the field with a row's id. Rows that it didn't list are `new`.
    """
    return [row | _move(before, row[key], row["place"]) for row in rows]


def _move(before: Places | None, id: str, place: int | None) -> Json:
    was = None if before is None else before.get(id)
    fields: Json = {"moved": None if was is None or place is None else was - place}
    return {**fields, "new": True} if before is not None and id not in before else fields
