"""Rows of two tables beside each other, as the pages show them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.admin.formatting.wording import Points, criterion, points
from league.domain.standings.comparison import Compared
from league.domain.standings.ranking import SHARED
from league.dry_run.view import MovedEntry, MovedPerson


@dataclass(frozen=True)
class Side:
    """A row in one of the tables. place: None below the minimum of events."""

    place: int | None
    is_shared: bool
    points: Points
    decided_by: str


@dataclass(frozen=True)
class Move:
    """Somebody in both tables. before, after: None where they are not listed. movement: places won."""

    who: str
    name: str
    before: Side | None
    after: Side | None
    movement: int | None

    @property
    def direction(self) -> str:
        """up, down or level; "" where there is nothing to say."""
        if self.movement is None:
            return ""
        return "up" if self.movement > 0 else "down" if self.movement < 0 else "level"

    @property
    def sign(self) -> str:
        """The movement as a sign: ▲ 2."""
        return {"up": f"▲ {self.movement}", "down": f"▼ {-(self.movement or 0)}", "level": "="}.get(self.direction, "")

    @property
    def words(self) -> str:
        """The same for who does not see the sign."""
        if not self.movement:
            return "" if self.movement is None else _("the same place")
        if self.movement > 0:
            return ngettext("{n} place up", "{n} places up", self.movement).format(n=self.movement)
        return ngettext("{n} place down", "{n} places down", -self.movement).format(n=-self.movement)


def moves(compared: Iterable[Compared | MovedEntry | MovedPerson], names: Mapping[str, str]) -> list[Move]:
    """The rows in their order. names: of entries or people, by id."""
    return [
        Move(one.who, names.get(one.who, one.who), _side(one.before), _side(one.after), one.movement)
        for one in compared
    ]


def _side(row: Mapping[str, Any] | None) -> Side | None:
    if row is None:
        return None
    decided_by = row["decided_by"]
    is_shared = row["place"] is not None and decided_by == SHARED
    return Side(row["place"], is_shared, points(row["points"]), criterion(decided_by))
