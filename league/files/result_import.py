"""Results of events that were not played here, from a file into a season: all of them or none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from uuid6 import uuid7

from games.kernel import N_
from league.domain.season.commands import AddResult
from league.domain.season.results import Extra, faults_of_result, faults_of_shared
from league.domain.values.faults import Fault, refuse
from league.files import result_file
from league.files.csv_row import fault
from league.files.result_file import EventTold, ResultFile, Told, shared_seats
from league.queries import names
from league.queries.names import Called
from league.repository.streams import SEASON, Stream
from league.services import execution
from league.services.execution import Done, Work

MOST_FAULTS = 200


@dataclass(frozen=True)
class ResultsRead:
    """How much was read. events: results. people: rows. ignored: heads of columns that were not read."""

    events: int
    people: int
    ignored: list[str]


def from_file(club: UUID, raw: bytes, encoding: str | None = None) -> tuple[list[AddResult], ResultsRead]:
    """The results that a CSV file says. Raises csv_file.Unreadable, and BadFields: the first 200 faults, by cells."""
    return results_of(club, result_file.read(raw, encoding))


def results_of(club: UUID, file: ResultFile) -> tuple[list[AddResult], ResultsRead]:
    """The results that a file, or a form, says. Raises BadFields: the first 200 faults, by cells."""
    people, faults = _people(file, names.called_people(club))
    _refuse([*file.faults, *faults])
    _refuse(found for event in file.events for found in _twice(event, people))
    results = [_result(event, people) for event in file.events]
    _refuse(
        Fault(f"{event.line}.{wrong.field}", wrong.code, wrong.template, {**wrong.facts, "line": event.line})
        for event, result in zip(file.events, results, strict=True)
        for wrong in _faults(result)
    )
    read = ResultsRead(len(results), sum(len(event.rows) for event in file.events), list(file.ignored))
    return results, read


def take(season: UUID, results: Sequence[AddResult], *, club: UUID, actor: str, at: datetime) -> Done:
    """Takes the results into a season. Raises Rejected, and then nothing happened."""

    def run(work: Work) -> Stream:
        stream = work.stream(SEASON, season)
        for result in results:
            work.send(stream, result)
        return stream

    return execution.commit(run, club=club, actor=actor, at=at)


def _refuse(faults: Iterator[Fault] | Sequence[Fault]) -> None:
    refuse(sorted(faults, key=lambda found: int(found.facts["line"]))[:MOST_FAULTS])


def _people(file: ResultFile, called: Called) -> tuple[dict[int, str], list[Fault]]:
    """The person of each row, by line; what is wrong with the others."""
    found: dict[int, str] = {}
    faults: list[Fault] = []
    for row in (row for event in file.events for row in event.rows if row.name):
        fits = called.fitting(row.name)
        if len(fits) == 1:
            found[row.line] = fits[0]
        elif fits:
            template = N_("Line {line}, {column}: {name} may be {people}.")
            people = called.told(fits)
            faults.append(fault(row.line, row.column, "ambiguous_name", template, name=row.name, people=people))
        else:
            template = N_("Line {line}, {column}: the club knows nobody called {name}.")
            faults.append(fault(row.line, row.column, "unknown_person", template, name=row.name))
    return found, faults


def _twice(event: EventTold, people: dict[int, str]) -> Iterator[Fault]:
    """Rows of an event that name somebody again."""
    first: dict[str, Told] = {}
    for row in event.rows:
        before = first.setdefault(people[row.line], row)
        if before is not row:
            template = N_("Line {line}, {column}: {name} stands in the event already, on line {first}.")
            yield fault(row.line, row.column, "duplicate", template, name=row.name, first=before.line)


def _result(event: EventTold, people: dict[int, str]) -> AddResult:
    named = [(people[row.line], row) for row in event.rows]
    return AddResult(
        id=str(uuid7()),
        name=event.name or None,
        date=event.date,
        places={person: row.place for person, row in named if row.place is not None},
        status={person: row.status for person, row in named if row.status},
        awards={person: row.points for person, row in named if row.points is not None},
        multiplier=event.multiplier,
        extra=tuple(Extra(person, row.extra, row.extra_for) for person, row in named if row.extra is not None),
        shared=tuple(shared_seats(event.rows, people)),
    )


def _faults(result: AddResult) -> list[Fault]:
    """What is wrong with a result as a whole: shared seats whose people have several results."""
    return [
        *faults_of_result(result.places, result.status, result.awards, result.shared),
        *faults_of_shared(result.shared),
    ]
