"""The levels of seating and pairing: what was measured, in the time of the CPU, beside what it has to reach."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.console import Console


class Row(NamedTuple):
    """A line of the table."""

    what: str
    measured: str
    level: str
    reached: bool


def show(rows: Iterable[Row]) -> None:
    """Prints each line as soon as it is measured, and how many levels were missed at the end."""
    console = Console(width=180, highlight=False)
    missed = 0
    for row in rows:
        missed += not row.reached
        console.print(
            f"{row.what:<67}{row.measured:<66}{row.level:<36}{'ok' if row.reached else 'MISSED'}", markup=False
        )
    console.print(f"{missed} levels missed" if missed else "all levels reached")
