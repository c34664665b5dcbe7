"""Results of events that were played elsewhere, as a CSV file with a row for each person in an event. Pure.

`event`, `date` and `multiplier` belong to the event; where they are empty, they are as in the row before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date as Date  # noqa: N812

from games.kernel import N_
from league.domain.season.results import MOST_PEOPLE
from league.domain.season.table.span import calendar_day
from league.domain.values.faults import Fault
from league.domain.values.numbers import Number
from league.files.csv_file import TOO_LARGE, Unreadable
from league.files.csv_table import FACTOR, NAMED, NUMBER, Column, Layout, Row, read_table, short_text, whole

NAME, PERSON, PLACE, STATUS, POINTS, EXTRA, FOR, SHARED = (
    "name", "person", "place", "status", "points", "extra", "for", "shared"
)  # fmt: skip
EVENT, DATE, MULTIPLIER = "event", "date", "multiplier"
RESULTS = (PLACE, STATUS, POINTS)
MOST_EVENTS = 200
LAST_PLACE = 1_000_000


@dataclass
class EventRows:
    """The rows of an event. line: of the first one. name: "" where it has none."""

    line: int
    name: str
    date: Date | None
    multiplier: Number
    rows: list[Row] = field(default_factory=list)


@dataclass(frozen=True)
class ResultFile:
    """The content of a file. name_head: NAME or PERSON. ignored: unknown heads. faults: of its cells, in order."""

    name_head: str
    events: Sequence[EventRows]
    ignored: Sequence[str]
    faults: Sequence[Fault]


COLUMNS = {
    NAME: Column(),  # of the person, as shown; or their id
    PERSON: Column(),  # another head for the same
    PLACE: whole(LAST_PLACE),  # in the event; places may be shared, and some may be missing
    STATUS: short_text(20),  # why there is no place: DNF, DSQ
    POINTS: NUMBER,  # instead of those that the season's scheme gives
    EXTRA: NUMBER,  # points on top
    FOR: short_text(120),  # what the extra points are for
    SHARED: Column(),  # the same word for all who shared one seat in the event
    EVENT: NAMED,  # its name
    DATE: Column(calendar_day, "bad_date", N_("Line {line}, {column}: a day such as 2026-12-31 is needed.")),
    MULTIPLIER: FACTOR,
}
LAYOUT = Layout(COLUMNS, 10_000, N_("A file has at most {most} rows."))


def read(raw: bytes, encoding: str | None = None) -> ResultFile:
    """Return the results in a file. Raises Unreadable."""
    table = read_table(raw, LAYOUT, encoding)
    people = [head for head in (NAME, PERSON) if head in table.heads]
    if len(people) != 1:
        template = N_("The first line names the columns; either name or person must be one of them.")
        raise Unreadable("two_forms" if people else "no_name_column", template, line=1)
    if not any(head in table.heads for head in RESULTS):
        template = N_("The first line names the columns; place, status or points must be one of them.")
        raise Unreadable("no_place_column", template, line=1)
    return _file(table.rows, people[0], table.ignored, table.faults)


def typed(rows: Sequence[Mapping[str, str]]) -> ResultFile:
    """Return the results in the rows of a form, by column; the first is line 1. Raises Unreadable without a row."""
    faults: list[Fault] = []
    return _file((Row(COLUMNS, line, cells, faults) for line, cells in enumerate(rows, 1)), NAME, (), faults)


def _file(rows: Iterable[Row], name_head: str, ignored: Sequence[str], faults: Sequence[Fault]) -> ResultFile:
    events: list[EventRows] = []
    for row in rows:
        _event_of(row, events).rows.append(row)
        if len(events) > MOST_EVENTS:
            raise Unreadable(TOO_LARGE, N_("A file has at most {most} events."), most=MOST_EVENTS)
        _check(row, name_head)
    if not events:
        raise Unreadable("no_rows", N_("Line {line}: no row with a name follows."), line=1)
    if any(len(event.rows) > MOST_PEOPLE for event in events):
        raise Unreadable(TOO_LARGE, N_("An event has at most {most} people."), most=MOST_PEOPLE)
    return ResultFile(name_head, events, ignored, faults)


def _event_of(row: Row, events: list[EventRows]) -> EventRows:
    """Return the event with the row's name, or without one the last; a new one is appended to `events`."""
    name = row.value(EVENT) or row.text(EVENT)
    date, multiplier = row.value(DATE), row.value(MULTIPLIER)
    event = next((event for event in reversed(events) if name in ("", event.name)), None)
    if event is None:
        events.append(EventRows(row.line, name, date, 1 if multiplier is None else multiplier))
        return events[-1]
    for head, value, first in ((DATE, date, event.date), (MULTIPLIER, multiplier, event.multiplier)):
        if value is not None and value != first:
            template = N_("Line {line}, {column}: the event has another one on line {first}.")
            row.add_fault(head, "differs", template, first=event.line)
    return event


def _check(row: Row, name_head: str) -> None:
    """Add the faults of a person's cells."""
    if not row.text(name_head):
        row.add_fault(name_head, "required", N_("Line {line}, {column}: a name is missing."))
    filled = [head for head in RESULTS if row.text(head)]
    if not filled:
        head = next(head for head in RESULTS if head in row.cells)
        row.add_fault(head, "required", N_("Line {line}, {column}: a place, a status or points are needed."))
    for head in (*RESULTS, EXTRA, FOR):
        row.value(head)
