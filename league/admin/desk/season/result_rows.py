"""A result from elsewhere as rows of the form in which it could have been typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from league.admin.desk.season.typed_result import MOST_ROWS
from league.domain.season.commands import AddResult
from league.domain.season.state import BareResult, SeasonEvent
from league.domain.values.faults import BadFields
from league.domain.values.numbers import as_typed
from league.files import result_file, result_import
from league.files.result_file import EXTRA, FOR, LAST_PLACE, NAME, PLACE, POINTS, SHARED, STATUS
from league.queries import names
from league.queries.names import Called

Cells = Mapping[str, str]


def rows_of(club: UUID, event: SeasonEvent) -> Sequence[Cells] | None:
    """Its rows from the first place on; None if they are too many, or can't express all of it."""
    if event.result is None:
        return None
    result, called = event.result, names.called_people(club)
    seats = {person: str(number) for number, people in enumerate(event.shared, 1) for person in people}
    named = dict.fromkeys([*result.places, *result.status, *result.awards])
    if len(named) > MOST_ROWS:
        return None
    people = sorted(named, key=lambda person: result.places.get(person, LAST_PLACE + 1))
    rows = [_row(person, result, event, called) | {SHARED: seats.get(person, "")} for person in people]
    return rows if _are_complete(club, event, rows) else None


def _row(person: str, result: BareResult, event: SeasonEvent, called: Called) -> dict[str, str]:
    shown = called.shown.get(person, person)
    extra = next((more for more in event.extra if more.person == person), None)
    return {
        NAME: shown if list(called.fitting(shown)) == [person] else person,
        PLACE: _written(result.places.get(person)),
        STATUS: result.status.get(person, ""),
        POINTS: _written(result.awards.get(person)),
        EXTRA: _written(extra.points if extra else None),
        FOR: extra.for_ if extra else "",
    }


def _written(number: int | str | None) -> str:
    return "" if number is None else as_typed(number)


def _are_complete(club: UUID, event: SeasonEvent, rows: Sequence[Cells]) -> bool:
    """Whether the rows, read as if a browser had sent them, give the same result."""
    if not rows or any(cell != " ".join(cell.split()) for row in rows for cell in row.values()):
        return False
    lost = event.result.status.values() if event.result else ()
    try:
        ((read,), _read) = result_import.results_of(club, result_file.typed(rows), lost)
    except BadFields:
        return False
    result = event.result
    return result is not None and _people(read, read) == _people(result, event)


def _people(result: BareResult | AddResult, event: SeasonEvent | AddResult) -> tuple[object, ...]:
    """All about people, in an order that can be compared. event: has the extra points and shared seats."""
    extra = sorted((more.person, str(more.points), more.for_) for more in event.extra)
    shared = sorted(sorted(people) for people in event.shared)
    return dict(result.places), dict(result.status), dict(result.awards), extra, shared
