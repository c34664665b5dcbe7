"""The rounds of a plan, put together from who is named where in a file. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from games.kernel import N_
from league.domain.tournament.formats import Bye, Chosen, RoundPlan
from league.domain.tournament.settings import TableSize
from league.domain.values.faults import Fault, refuse
from league.files.csv_row import fault
from league.files.plan_file import ENTRY, PLACE, ROUND, SEAT, TABLE, Named, PlanFile

MOST_FAULTS = 200
MOST_BYES = 2000
LAST_PLACE = 10_000
MOST_DIGITS = 5
Seat = tuple[Named, Chosen]


class Called(Protocol):
    """Who is called how: the ids of the entries that a text may mean, and what each is shown as."""

    def fitting(self, text: str) -> Sequence[str]:
        """The ids of the entries that `text` may mean."""

    def told(self, ids: Sequence[str]) -> str:
        """Several entries, told apart."""


def rounds(file: PlanFile, called: Called, size: TableSize) -> tuple[RoundPlan, ...]:
    """The plan that a file is. Raises BadFields: the first 200 faults of cells and names, else of rounds and tables."""
    seats: list[Seat] = []
    faults = list(file.faults)
    for named in file.named:
        found = _chosen(named, called)
        if isinstance(found, Fault):
            faults.append(found)
        else:
            seats.append((named, found))
    _refuse(faults)
    if not seats:
        refuse([Fault("1", "required", N_("Line {line}: no row follows that names anybody."), {"line": 1})])
    by_round: dict[int, list[Seat]] = {}
    for seat in seats:
        by_round.setdefault(seat[0].round, []).append(seat)
    _refuse([*_gaps(by_round), *(found for seats in by_round.values() for found in _round_faults(seats, size))])
    return tuple(_round(by_round[number]) for number in sorted(by_round))


def _refuse(faults: list[Fault]) -> None:
    refuse(sorted(faults, key=lambda found: int(found.facts["line"]))[:MOST_FAULTS])


def _chosen(named: Named, called: Called) -> Chosen | Fault:
    """Whom a cell means."""
    at, text = (named.line, named.column), named.text
    place = _place(text)
    fits = [] if named.column == PLACE else called.fitting(text)
    if len(fits) > 1:
        template = N_("Line {line}, {column}: {name} may be {entries}.")
        return fault(*at, "ambiguous_name", template, name=text, entries=called.told(fits))
    if fits and place and named.column != ENTRY:
        return fault(*at, "ambiguous_name", N_("Line {line}, {column}: {name} is a place and a name."), name=text)
    if fits:
        return fits[0]
    if named.column != ENTRY and place:
        return place
    if named.column == PLACE:
        template = N_("Line {line}, {column}: a whole number from {least} to {most}.")
        return fault(*at, "bad_number", template, least=1, most=LAST_PLACE)
    return fault(*at, "unknown_entry", N_("Line {line}, {column}: no entry is called {name}."), name=text)


def _place(text: str) -> int | None:
    is_number = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if is_number and 1 <= int(text) <= LAST_PLACE else None


def _gaps(by_round: Mapping[int, Sequence[Seat]]) -> Iterator[Fault]:
    """Rounds that are missing before a later one."""
    known = sorted(by_round)
    for before, number in zip([0, *known], known, strict=False):
        if number > before + 1:
            line = by_round[number][0][0].line
            template = N_("Line {line}, {column}: this is round {number}, and round {missing} is missing.")
            yield fault(line, ROUND, "round_missing", template, number=number, missing=before + 1)


def _round_faults(seats: Sequence[Seat], size: TableSize) -> Iterator[Fault]:
    """What is wrong with a round: somebody twice, tables that are missing or may not be so."""
    first: dict[Chosen, Named] = {}
    for named, chosen in seats:
        before = first.setdefault(chosen, named)
        if before is not named:
            template = N_("Line {line}, {column}: {name} is named in round {round} already, on line {first}.")
            facts = {"name": named.text, "round": named.round, "first": before.line}
            yield fault(named.line, named.column, "duplicate", template, **facts)
    tables = _tables(seats)
    line, number = seats[0][0].line, seats[0][0].round
    if not tables:
        yield fault(line, TABLE, "no_table", N_("Line {line}, {column}: round {round} has no table."), round=number)
    if len(seats) - sum(map(len, tables.values())) > MOST_BYES:
        template = N_("Line {line}, {column}: more than {most} sit out in round {round}.")
        yield fault(line, TABLE, "too_many_byes", template, most=MOST_BYES, round=number)
    for last, table in zip([0, *sorted(tables)], sorted(tables), strict=False):
        if table > last + 1:
            template = N_("Line {line}, {column}: in round {round}, table {table} is there and table {missing} is not.")
            facts = {"round": number, "table": table, "missing": last + 1}
            yield fault(tables[table][0][0].line, TABLE, "table_missing", template, **facts)
        yield from _table_faults(tables[table], size)


def _table_faults(seats: Sequence[Seat], size: TableSize) -> Iterator[Fault]:
    first = seats[0][0]
    facts = {"round": first.round, "table": first.table}
    if not size.min <= len(seats) <= size.max:
        template = N_(
            "Line {line}, {column}: table {table} of round {round} would have {seats} seats, not {min} to {max}."
        )
        sizes = {"seats": len(seats), "min": size.min, "max": size.max}
        yield fault(first.line, TABLE, "unfit", template, **facts, **sizes)
        return
    numbers = [named.seat for named, _ in seats]
    if numbers == [None] * len(seats):
        return
    for at, (named, _) in enumerate(seats):
        column = SEAT if named.column in (ENTRY, PLACE) else named.column
        if named.seat is None:
            template = N_("Line {line}, {column}: others at table {table} of round {round} have a seat here.")
            yield fault(named.line, column, "seat_missing", template, **facts)
        elif named.seat in numbers[:at]:
            template = N_("Line {line}, {column}: seat {seat} at table {table} of round {round} is taken.")
            yield fault(named.line, column, "seat_twice", template, **facts, seat=named.seat)
        elif named.seat > len(seats):
            template = N_("Line {line}, {column}: seat {seat} at table {table} of round {round} is beyond its {seats}.")
            yield fault(named.line, column, "seat_beyond", template, **facts, seat=named.seat, seats=len(seats))


def _tables(seats: Sequence[Seat]) -> dict[int, list[Seat]]:
    found: dict[int, list[Seat]] = {}
    for seat in seats:
        if (table := seat[0].table) is not None:
            found.setdefault(table, []).append(seat)
    return found


def _round(seats: Sequence[Seat]) -> RoundPlan:
    """A round in which nothing is wrong."""
    tables = _tables(seats)
    return RoundPlan(
        tuple(
            tuple(chosen for _, chosen in sorted(tables[table], key=lambda seat: seat[0].seat or 0))
            for table in sorted(tables)
        ),
        tuple(_bye(named, chosen) for named, chosen in seats if named.table is None),
    )


def _bye(named: Named, chosen: Chosen) -> Chosen | Bye:
    return chosen if named.terms is None else Bye(chosen, named.terms.points, named.terms.kind)
