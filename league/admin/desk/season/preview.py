"""The league table as it would be, shown before a step is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from games.kernel import Json
from league.admin.formatting.wording import Movement, Points, movement_of, points
from league.domain.standings import movement
from league.dry_run import trial
from league.queries import names

MOST_ROWS_SHOWN = 50


@dataclass(frozen=True)
class Foreseen:
    """A row of the league table as it would be."""

    place: int | None
    is_shared: bool
    name: str
    points: Points
    moved: Movement


@dataclass(frozen=True)
class Table:
    """The first rows. more: how many there are beside them."""

    rows: Sequence[Foreseen] = ()
    more: int = 0


def foreseen(do: Callable[[], object]) -> Table:
    """The table that would come of what `do` sends to the season. Raises what that raises."""
    try:
        with trial.dry_run():
            do()
    except trial.DryRunDone as tried:
        before: dict[str, int | None] = {row["person"]: row["place"] for row in tried.before}
        rows = movement.with_movement(before, tried.after, "person")
        return Table(list(_shown(rows[:MOST_ROWS_SHOWN])), max(len(rows) - MOST_ROWS_SHOWN, 0))
    return Table()


def _shown(rows: Sequence[Json]) -> Iterator[Foreseen]:
    called = names.of_people([UUID(row["person"]) for row in rows])
    often = [row["place"] for row in rows]
    for row in rows:
        is_shared = row["place"] is not None and often.count(row["place"]) > 1
        yield Foreseen(row["place"], is_shared, called.get(row["person"], ""), points(row["points"]), movement_of(row))
