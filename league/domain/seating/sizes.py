"""Table sizes: fewest byes, then the least sum of (size - prefer) squared, then fewer tables.

Source: the tournament's design.
"""

from __future__ import annotations

from typing import NamedTuple

from games.kernel import N_, Rejected


class Sizes(NamedTuple):
    """tables: seats of each table, largest first. byes: number of entries that sit out."""

    tables: tuple[int, ...]
    byes: int


def table_sizes(entries: int, smallest: int, largest: int, prefer: int) -> Sizes:
    """Spread the entries over tables; 2 <= smallest <= prefer <= largest.

    Raises Rejected `too_few_entries` if they don't fill one table.
    """
    if entries < smallest:
        facts = {"entries": entries, "smallest": smallest}
        template = N_("{entries} can be seated, but a table needs {smallest}: check more in, or allow smaller tables.")
        raise Rejected("too_few_entries", template, facts)
    seated = next(seats for seats in range(entries, 0, -1) if seats_all(seats, smallest, largest))
    fewest, most = _tables_for(seated, smallest, largest)
    tables = min(range(fewest, most + 1), key=lambda tables: (_distance(seated, tables, prefer), tables))
    size, larger = divmod(seated, tables)
    return Sizes((size + 1,) * larger + (size,) * (tables - larger), entries - seated)


def seats_all(entries: int, smallest: int, largest: int) -> bool:
    """Whether these entries can be seated without byes."""
    fewest, most = _tables_for(entries, smallest, largest)
    return fewest <= most


def _tables_for(seated: int, smallest: int, largest: int) -> tuple[int, int]:
    """The fewest and the most tables. If fewest > most, the entries can't all be seated."""
    return -(-seated // largest), seated // smallest


def _distance(seated: int, tables: int, prefer: int) -> int:
    """The least sum of (size - prefer) squared, reached when the tables are as equal as possible."""
    size, larger = divmod(seated, tables)
    return larger * (size + 1 - prefer) ** 2 + (tables - larger) * (size - prefer) ** 2
