"""Two tables of the same results beside each other: who has come to another place or to other points, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.kernel import Json


@dataclass(frozen=True, slots=True)
class Compared:
    """Somebody's row in both tables. who: an entry's id, or a person's. None: not listed in that one."""

    who: str
    before: Json | None
    after: Json | None

    @property
    def movement(self) -> int | None:
        """How many places better the second is; below 0 for worse, None where either has no place."""
        before, after = _place(self.before), _place(self.after)
        return None if before is None or after is None else before - after

    @property
    def is_moved(self) -> bool:
        """Whether place or points are others."""
        return _standing(self.before) != _standing(self.after)


def side_by_side(before: Sequence[Json], after: Sequence[Json]) -> list[Compared]:
    """Everybody in the order of the second table; who is in the first alone comes last, in its order.

    Both are rows of standings, or both of a league table.
    """
    old, new = ({_who(row): row for row in rows} for rows in (before, after))
    gone = [who for who in old if who not in new]
    return [Compared(who, old.get(who), new.get(who)) for who in (*new, *gone)]


def changed_rows(before: Sequence[Json], after: Sequence[Json]) -> list[Compared]:
    """Those of `side_by_side` whose place or points are others."""
    return [compared for compared in side_by_side(before, after) if compared.is_moved]


def _who(row: Json) -> str:
    who: str = row["entry"] if "entry" in row else row["person"]
    return who


def _place(row: Json | None) -> int | None:
    return None if row is None else row["place"]


def _standing(row: Json | None) -> tuple[int | None, int | str] | None:
    return None if row is None else (row["place"], row["points"])
