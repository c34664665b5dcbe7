"""Rows of two tables side by side, as a what-if answers them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from games.kernel import Json
from league.domain.standings.comparison import Compared
from league.dry_run.effects import placing


def rows_beside(compared: Iterable[Compared]) -> list[Json]:
    """The rows of a what-if, each with the row in force next to it."""
    return [
        {**one.after, "before": placing(one.before), "movement": one.movement}
        for one in compared
        if one.after is not None
    ]


def left_out(compared: Iterable[Compared], key: Literal["entry", "person"], called: Mapping[str, str]) -> Json:
    """The field of an answer with those whom a what-if would not list."""
    gone = [one for one in compared if one.after is None]
    return {
        "left_out": [{key: one.who, "name": called.get(one.who, ""), "before": placing(one.before)} for one in gone]
    }
