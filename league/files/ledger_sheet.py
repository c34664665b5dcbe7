"""The ledger of a season as rows for a spreadsheet: a row for each person, a column for each seat and each area."""

from __future__ import annotations

from uuid import UUID

from league.domain.season.history.ledger import Ledger
from league.files.spreadsheet import Cell
from league.queries import names

HEADS = (
    "name",
    "rounds",
    "played",
    "missed",
    "byes",
    "requested byes",
    "short tables",
    "last seats",
    "met",
    "meetings",
)


def rows_of(ledger: Ledger) -> list[list[Cell]]:
    """The heads and the rows, with names as they are today."""
    called = names.of_people([UUID(person) for person in ledger])
    seats = range(1, max((seat for had in ledger.values() for seat in had.seats), default=0) + 1)
    areas = sorted({area for had in ledger.values() for area in had.areas})
    rows: list[list[Cell]] = [[*HEADS, *(f"seat {seat}" for seat in seats), *(f"area {area}" for area in areas)]]
    for person in names.in_order(ledger, called):
        had = ledger[person]
        counts = (had.rounds, had.played, had.missed, had.byes, had.requested, had.short, had.last)
        of_seats, of_areas = (had.seats[seat] for seat in seats), (had.areas[area] for area in areas)
        rows.append([called.get(person, ""), *counts, len(had.met), had.met.total(), *of_seats, *of_areas])
    return rows
