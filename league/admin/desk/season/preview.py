"""The league table that a step leads to, shown before it is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from games.kernel import Json
from league.access.audience import CLUB
from league.domain.standings import comparison
from league.dry_run import trial
from league.queries import names
from league.queries.wording import Movement, Points, points
from league.queries.wording import movement_of as moved

MOST_ROWS_SHOWN = 50


@dataclass(frozen=True)
class TableRow:
    place: int | None
    is_shared: bool
    name: str
    points: Points
    moved: Movement


@dataclass(frozen=True)
class TablePreview:
    """The first rows of the league table. more: the number of further rows."""

    rows: Sequence[TableRow] = ()
    more: int = 0


def preview(send: Callable[[], object]) -> TablePreview:
    """The table that the commands of `send` would lead to; none is stored. Raises what `send` raises."""
    try:
        with trial.dry_run():
            send()
    except trial.DryRunDone as done:
        before: dict[str, int | None] = {row["person"]: row["place"] for row in done.before}
        rows = comparison.with_movement(before, done.after, "person")
        return TablePreview(list(_table_rows(rows[:MOST_ROWS_SHOWN])), max(len(rows) - MOST_ROWS_SHOWN, 0))
    return TablePreview()


def _table_rows(rows: Sequence[Json]) -> Iterator[TableRow]:
    people = names.of_people([UUID(row["person"]) for row in rows], CLUB)
    places = [row["place"] for row in rows]
    for row in rows:
        is_shared = row["place"] is not None and places.count(row["place"]) > 1
        yield TableRow(row["place"], is_shared, people.get(row["person"], ""), points(row["points"]), moved(row))
