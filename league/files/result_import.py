"""Import results of events that were played elsewhere into a season: all of a file or nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from msgspec.structs import replace
from uuid6 import uuid7

from games.kernel import N_
from league.domain.season.commands import AddResult
from league.domain.season.results import Extra, faults_of_result, faults_of_shared
from league.domain.values.faults import Fault
from league.files import result_file
from league.files.csv_table import Row, cell_fault, find_id, refuse_first
from league.files.result_file import EXTRA, FOR, PLACE, POINTS, SHARED, STATUS, EventRows, ResultFile
from league.models import Season
from league.queries import names
from league.services import seasons
from league.services.execution import Done

UNKNOWN = ("unknown_person", N_("Line {line}, {column}: the club knows nobody called {name}."))


@dataclass(frozen=True)
class ResultsRead:
    """How much was read. events: results. people: rows. ignored: heads of columns that were not read."""

    events: int
    people: int
    ignored: list[str]


def from_file(
    club: UUID, raw: bytes, encoding: str | None = None, move_up: Collection[str] = ()
) -> tuple[list[AddResult], ResultsRead]:
    """Return the results in a CSV file. Raises csv_file.Unreadable, and BadFields with the first 200 faults.

    move_up: the codes of the season's scheme beside which a lost place may be given.
    """
    return results_of(club, result_file.read(raw, encoding), move_up)


def results_of(club: UUID, file: ResultFile, move_up: Collection[str] = ()) -> tuple[list[AddResult], ResultsRead]:
    """Return the results in a file or form. Raises BadFields with the first 200 faults."""
    people, faults = _people(club, file)
    refuse_first([*file.faults, *faults, *_ambiguous(file, move_up)])
    refuse_first(_repeated(file, people))
    results = [_result(event, people) for event in file.events]
    refuse_first(
        Fault(f"{event.line}.{fault.field}", fault.code, fault.template, {**fault.facts, "line": event.line})
        for event, result in zip(file.events, results, strict=True)
        for fault in _faults(result, move_up)
    )
    return results, ResultsRead(len(results), sum(len(event.rows) for event in file.events), list(file.ignored))


def take(season: Season, results: Sequence[AddResult], *, actor: str, at: datetime, again: bool = False) -> Done:
    """Add the results to a season. Raises Rejected, and then nothing is changed.

    again: also those that the season has already.
    """
    return seasons.send(season, *(replace(result, again=again) for result in results), actor=actor, at=at)


def _people(club: UUID, file: ResultFile) -> tuple[dict[int, str], list[Fault]]:
    """Return the ids of people by the line of their row, and the faults of names that nobody or several people have."""
    called = names.called_people(club)
    texts = {row.line: row.text(file.name_head) for event in file.events for row in event.rows}
    found = {line: find_id(called, (line, file.name_head), text, UNKNOWN) for line, text in texts.items() if text}
    people = {line: id for line, id in found.items() if isinstance(id, str)}
    return people, [fault for fault in found.values() if isinstance(fault, Fault)]


def _ambiguous(file: ResultFile, move_up: Collection[str]) -> Iterator[Fault]:
    """Yield a fault for each row with a place and a status, except for a lost place."""
    template = N_("Line {line}, {column}: give either a place or a status.")
    for event in file.events:
        for row in event.rows:
            if row.text(PLACE) and row.text(STATUS) and row.value(STATUS) not in move_up:
                yield cell_fault(row.line, STATUS, "ambiguous", template)


def _repeated(file: ResultFile, people: Mapping[int, str]) -> Iterator[Fault]:
    """Yield a fault for each row that names somebody again in the same event."""
    for event in file.events:
        first: dict[str, Row] = {}
        for row in event.rows:
            before = first.setdefault(people[row.line], row)
            if before is not row:
                template = N_("Line {line}, {column}: {name} is in the event already, on line {first}.")
                facts = {"name": row.text(file.name_head), "first": before.line}
                yield cell_fault(row.line, file.name_head, "duplicate", template, **facts)


def _result(event: EventRows, people: Mapping[int, str]) -> AddResult:
    rows = {people[row.line]: row for row in event.rows}
    seats: dict[str, list[str]] = {}
    for person, row in rows.items():
        seats.setdefault(row.text(SHARED), []).append(person)
    seats.pop("", None)
    return AddResult(
        id=str(uuid7()),
        name=event.name or None,
        date=event.date,
        places=_values(rows, PLACE),
        status=_values(rows, STATUS),
        awards=_values(rows, POINTS),
        multiplier=event.multiplier,
        extra=tuple(Extra(id, points, rows[id].text(FOR)) for id, points in _values(rows, EXTRA).items()),
        shared=tuple(tuple(seat) for seat in seats.values() if len(seat) > 1),
    )


def _values(rows: Mapping[str, Row], head: str) -> dict[str, Any]:
    """Return the values in a column, by person, without the empty cells."""
    values = {person: row.value(head) for person, row in rows.items()}
    return {person: value for person, value in values.items() if value is not None}


def _faults(result: AddResult, move_up: Collection[str]) -> list[Fault]:
    """Return the faults of a result as a whole."""
    return [
        *faults_of_result(result.places, result.status, result.awards, result.shared, move_up),
        *faults_of_shared(result.shared),
    ]
