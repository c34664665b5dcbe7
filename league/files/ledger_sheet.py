"""The fairness ledger of a season as rows for a spreadsheet, a row for each person."""

from __future__ import annotations

from uuid import UUID

from league.access.audience import Audience
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


def rows_of(ledger: Ledger, audience: Audience) -> list[list[Cell]]:
    """Return the heads and the rows, with today's names, and a column for each seat and each area."""
    called = names.of_people([UUID(person) for person in ledger], audience)
    seats = range(1, max((seat for counts in ledger.values() for seat in counts.seats), default=0) + 1)
    areas = sorted({area for counts in ledger.values() for area in counts.areas})
    rows: list[list[Cell]] = [[*HEADS, *(f"seat {seat}" for seat in seats), *(f"area {area}" for area in areas)]]
    for person in names.in_order(ledger, called):
        counts = ledger[person]
        own = (counts.rounds, counts.played, counts.missed, counts.byes, counts.requested, counts.short, counts.last)
        of_seats, of_areas = (counts.seats[seat] for seat in seats), (counts.areas[area] for area in areas)
        rows.append([called.get(person, ""), *own, len(counts.met), counts.met.total(), *of_seats, *of_areas])
    return rows
