"""How rows of a table have moved since an earlier one. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kernel import Json

Places = Mapping[str, int | None]
"""Of whoever is in a table; None: without a place, below a minimum."""


def with_movement(before: Places | None, rows: Sequence[Json], who: str) -> list[Json]:
    """Rows with how many places each has gone up since; below 0: down; None: there is no place now, or was none.

    before: None where there was no table. who: the field that names a row. Who did not stand there is `new`.
    """
    return [row | _move(before, row[who], row["place"]) for row in rows]


def _move(before: Places | None, name: str, place: int | None) -> Json:
    was = None if before is None else before.get(name)
    found: Json = {"moved": None if was is None or place is None else was - place}
    return {**found, "new": True} if before is not None and name not in before else found
