"""Assemble the rounds of a plan from the cells of a file. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from games.kernel import N_
from league.domain.tournament.formats import Bye, Chosen, RoundPlan
from league.domain.tournament.settings import TableSize
from league.domain.values.faults import Fault
from league.files.csv_table import cell_fault, refuse_first
from league.files.plan_file import ENTRY, PLACE, ROUND, SEAT, TABLE, PlanFile, Seat

MOST_BYES = 2000
K = TypeVar("K")
Seats = Sequence[Seat]


def rounds(file: PlanFile, size: TableSize) -> tuple[RoundPlan, ...]:
    """Return the plan in a file.

    Raises BadFields with the first 200 faults: those of cells and names, or if there are none those of the rounds.
    """
    refuse_first(file.faults)
    if not file.seats:
        refuse_first([Fault("1", "required", N_("Line {line}: no row with a name follows."), {"line": 1})])
    by_round = _grouped(file.seats, lambda seat: seat.round)
    refuse_first([*_missing_rounds(by_round), *(fault for one in by_round.values() for fault in _faults(one, size))])
    return tuple(_round(by_round[number]) for number in sorted(by_round))


def _fault(at: Seat, column: str, code: str, template: str, **facts: Any) -> Fault:
    return cell_fault(at.line, column, code, template, round=at.round, **facts)


def _grouped(seats: Seats, key: Callable[[Seat], K]) -> dict[K, list[Seat]]:
    groups: dict[K, list[Seat]] = {}
    for seat in seats:
        groups.setdefault(key(seat), []).append(seat)
    return groups


def _tables(seats: Seats) -> dict[int, list[Seat]]:
    groups = _grouped(seats, lambda seat: seat.table)
    return {table: groups[table] for table in sorted(table for table in groups if table is not None)}


def _gaps(numbers: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield each number that doesn't follow the one before it, with the first one missing."""
    return ((number, before + 1) for before, number in pairwise([0, *sorted(numbers)]) if number > before + 1)


def _missing_rounds(by_round: Mapping[int, Seats]) -> Iterator[Fault]:
    for number, missing in _gaps(by_round):
        template = N_("Line {line}, {column}: this is round {round}, but round {missing} is missing.")
        yield _fault(by_round[number][0], ROUND, "round_missing", template, missing=missing)


def _faults(seats: Seats, size: TableSize) -> Iterator[Fault]:
    """Yield the faults of a round: repeated entries or places, missing tables, and those of each table."""
    first: dict[Chosen, Seat] = {}
    for seat in seats:
        before = first.setdefault(seat.chosen, seat)
        if before is not seat:
            template = N_("Line {line}, {column}: {name} is named in round {round} already, on line {first}.")
            facts = {"name": seat.text, "first": before.line}
            yield _fault(seat, seat.column, "duplicate", template, **facts)
    tables = _tables(seats)
    if not tables:
        yield _fault(seats[0], TABLE, "no_table", N_("Line {line}, {column}: round {round} has no table."))
    if sum(seat.table is None for seat in seats) > MOST_BYES:
        template = N_("Line {line}, {column}: round {round} has more than {most} byes.")
        yield _fault(seats[0], TABLE, "too_many_byes", template, most=MOST_BYES)
    for table, missing in _gaps(tables):
        template = N_("Line {line}, {column}: round {round} has a table {table}, but no table {missing}.")
        yield _fault(tables[table][0], TABLE, "table_missing", template, table=table, missing=missing)
    for table, at_table in tables.items():
        yield from _table_faults(table, at_table, size)


def _table_faults(table: int, seats: Seats, size: TableSize) -> Iterator[Fault]:
    count = len(seats)
    if not size.min <= count <= size.max:
        template = N_(
            "Line {line}, {column}: table {table} of round {round} would have {seats} seats, not {min} to {max}."
        )
        yield _fault(seats[0], TABLE, "unfit", template, table=table, seats=count, min=size.min, max=size.max)
        return
    numbers = [seat.seat for seat in seats]
    if numbers == [None] * count:
        return
    for at, (number, seat) in enumerate(zip(numbers, seats, strict=True)):
        column = SEAT if seat.column in (ENTRY, PLACE) else seat.column
        if number is None:
            template = N_("Line {line}, {column}: others at table {table} of round {round} have a seat here.")
            yield _fault(seat, column, "seat_missing", template, table=table)
        elif number in numbers[:at]:
            template = N_("Line {line}, {column}: seat {seat} at table {table} of round {round} is taken.")
            yield _fault(seat, column, "seat_twice", template, table=table, seat=number)
        elif number > count:
            template = N_("Line {line}, {column}: table {table} of round {round} has no seat {seat}, only {seats}.")
            yield _fault(seat, column, "seat_beyond", template, table=table, seat=number, seats=count)


def _round(seats: Seats) -> RoundPlan:
    """Return a round without faults."""
    in_seats = [sorted(table, key=lambda seat: seat.seat or 0) for table in _tables(seats).values()]
    return RoundPlan(
        tuple(tuple(seat.chosen for seat in table) for table in in_seats),
        tuple(_bye(seat) for seat in seats if seat.table is None),
    )


def _bye(seat: Seat) -> Chosen | Bye:
    terms = seat.terms
    return seat.chosen if terms is None else Bye(seat.chosen, terms.points, terms.kind)
