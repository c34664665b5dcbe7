"""Assemble the rounds of a plan from the cells of a file. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from games.kernel import N_
from league.domain.tournament.formats import Bye, Chosen, RoundPlan
from league.domain.tournament.settings import TableSize
from league.domain.values.faults import Fault
from league.files.csv_table import as_whole, cell_fault, find_id, refuse_first
from league.files.plan_file import ENTRY, LAST_PLACE, PLACE, ROUND, SEAT, TABLE, PlanCell, PlanFile
from league.queries.names import Called

MOST_BYES = 2000
UNKNOWN = ("unknown_entry", N_("Line {line}, {column}: no entry is called {name}."))
K = TypeVar("K")


@dataclass(frozen=True)
class Seat:
    """A cell, and the entry or place that it names."""

    cell: PlanCell
    chosen: Chosen

    def fault(self, column: str, code: str, template: str, **facts: object) -> Fault:
        return cell_fault(self.cell.line, column, code, template, round=self.cell.round, **facts)


Seats = Sequence[Seat]


def rounds(file: PlanFile, called: Called, size: TableSize) -> tuple[RoundPlan, ...]:
    """Return the plan in a file.

    Raises BadFields with the first 200 faults: those of cells and names, or if there are none those of the rounds.
    """
    chosen = [(cell, _choose(cell, called)) for cell in file.cells]
    refuse_first([*file.faults, *(found for _, found in chosen if isinstance(found, Fault))])
    seats = [Seat(cell, found) for cell, found in chosen if not isinstance(found, Fault)]
    if not seats:
        refuse_first([Fault("1", "required", N_("Line {line}: no row with a name follows."), {"line": 1})])
    by_round = _grouped(seats, lambda seat: seat.cell.round)
    refuse_first([*_missing_rounds(by_round), *(fault for one in by_round.values() for fault in _faults(one, size))])
    return tuple(_round(by_round[number]) for number in sorted(by_round))


def _grouped(seats: Seats, key: Callable[[Seat], K]) -> dict[K, list[Seat]]:
    groups: dict[K, list[Seat]] = {}
    for seat in seats:
        groups.setdefault(key(seat), []).append(seat)
    return groups


def _tables(seats: Seats) -> dict[int, list[Seat]]:
    groups = _grouped(seats, lambda seat: seat.cell.table)
    return {table: groups[table] for table in sorted(table for table in groups if table is not None)}


def _choose(cell: PlanCell, called: Called) -> Chosen | Fault:
    """Return the id or the place that a cell names, or its fault."""
    place = None if cell.column == ENTRY else as_whole(cell.text, LAST_PLACE)
    if cell.column == PLACE:
        return place or 1  # a wrong one has its fault already
    ids = called.fitting(cell.text)
    if place and len(ids) == 1:
        template = N_("Line {line}, {column}: {name} is a place, but also a name.")
        return cell_fault(cell.line, cell.column, "ambiguous_name", template, name=cell.text)
    return place if place and not ids else find_id(called, (cell.line, cell.column), cell.text, UNKNOWN)


def _gaps(numbers: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield each number that doesn't follow the one before it, with the first one missing."""
    return ((number, before + 1) for before, number in pairwise([0, *sorted(numbers)]) if number > before + 1)


def _missing_rounds(by_round: Mapping[int, Seats]) -> Iterator[Fault]:
    for number, missing in _gaps(by_round):
        template = N_("Line {line}, {column}: this is round {round}, but round {missing} is missing.")
        yield by_round[number][0].fault(ROUND, "round_missing", template, missing=missing)


def _faults(seats: Seats, size: TableSize) -> Iterator[Fault]:
    """Yield the faults of a round: repeated entries or places, missing tables, and those of each table."""
    first: dict[Chosen, Seat] = {}
    for seat in seats:
        before = first.setdefault(seat.chosen, seat)
        if before is not seat:
            template = N_("Line {line}, {column}: {name} is named in round {round} already, on line {first}.")
            facts = {"name": seat.cell.text, "first": before.cell.line}
            yield seat.fault(seat.cell.column, "duplicate", template, **facts)
    tables = _tables(seats)
    if not tables:
        yield seats[0].fault(TABLE, "no_table", N_("Line {line}, {column}: round {round} has no table."))
    if sum(seat.cell.table is None for seat in seats) > MOST_BYES:
        template = N_("Line {line}, {column}: round {round} has more than {most} byes.")
        yield seats[0].fault(TABLE, "too_many_byes", template, most=MOST_BYES)
    for table, missing in _gaps(tables):
        template = N_("Line {line}, {column}: round {round} has a table {table}, but no table {missing}.")
        yield tables[table][0].fault(TABLE, "table_missing", template, table=table, missing=missing)
    for table, at_table in tables.items():
        yield from _table_faults(table, at_table, size)


def _table_faults(table: int, seats: Seats, size: TableSize) -> Iterator[Fault]:
    count = len(seats)
    if not size.min <= count <= size.max:
        template = N_(
            "Line {line}, {column}: table {table} of round {round} would have {seats} seats, not {min} to {max}."
        )
        yield seats[0].fault(TABLE, "unfit", template, table=table, seats=count, min=size.min, max=size.max)
        return
    numbers = [seat.cell.seat for seat in seats]
    if numbers == [None] * count:
        return
    for at, (number, seat) in enumerate(zip(numbers, seats, strict=True)):
        column = SEAT if seat.cell.column in (ENTRY, PLACE) else seat.cell.column
        if number is None:
            template = N_("Line {line}, {column}: others at table {table} of round {round} have a seat here.")
            yield seat.fault(column, "seat_missing", template, table=table)
        elif number in numbers[:at]:
            template = N_("Line {line}, {column}: seat {seat} at table {table} of round {round} is taken.")
            yield seat.fault(column, "seat_twice", template, table=table, seat=number)
        elif number > count:
            template = N_("Line {line}, {column}: table {table} of round {round} has no seat {seat}, only {seats}.")
            yield seat.fault(column, "seat_beyond", template, table=table, seat=number, seats=count)


def _round(seats: Seats) -> RoundPlan:
    """Return a round without faults."""
    in_seats = [sorted(table, key=lambda seat: seat.cell.seat or 0) for table in _tables(seats).values()]
    return RoundPlan(
        tuple(tuple(seat.chosen for seat in table) for table in in_seats),
        tuple(_bye(seat) for seat in seats if seat.cell.table is None),
    )


def _bye(seat: Seat) -> Chosen | Bye:
    terms = seat.cell.terms
    return seat.chosen if terms is None else Bye(seat.chosen, terms.points, terms.kind)
