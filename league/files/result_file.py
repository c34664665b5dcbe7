"""Results of events that were not played here, as a CSV file: a row is somebody in an event. Pure.

| column | what stands in it |
| --- | --- |
| `name` (or `person`) | the person: by name as shown, or by id |
| `place` | the place in the event; shared and missing ones are allowed |
| `status` | in its stead, why there is none: DNF, DSQ |
| `points` | points as given, in the stead of the scheme's |
| `extra`, `for` | points on top, and what for |
| `shared` | whoever has the same word there in an event had one seat together |
| `event`, `date`, `multiplier` | of the event: left out, as in the row before; another event is another result |
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date as Date  # noqa: N812

from games.kernel import N_
from league.domain.season.results import MOST_PEOPLE
from league.domain.season.table.span import calendar_day
from league.domain.values.faults import Fault
from league.domain.values.numbers import NUMBER_PATTERN, Number, exact
from league.files.csv_file import TOO_LARGE, Unreadable, refuse_twice, rows_of
from league.files.csv_row import Row, written_number

NAME, PERSON, PLACE, STATUS, POINTS, EXTRA, FOR, SHARED = (
    "name", "person", "place", "status", "points", "extra", "for", "shared"
)  # fmt: skip
EVENT, DATE, MULTIPLIER = "event", "date", "multiplier"
COLUMNS = (NAME, PERSON, PLACE, STATUS, POINTS, EXTRA, FOR, SHARED, EVENT, DATE, MULTIPLIER)
LONGEST = {STATUS: 20, FOR: 120, EVENT: 120}
MOST_ROWS = 10_000
MOST_EVENTS = 200
LAST_PLACE = 1_000_000
_NUMBER = re.compile(NUMBER_PATTERN)


@dataclass(frozen=True)
class Told:
    """What a row says of somebody. place, status and points: what there is of them. shared: a word, "" for none."""

    line: int
    column: str
    name: str
    place: int | None
    status: str
    points: Number | None
    extra: Number | None
    extra_for: str
    shared: str


@dataclass
class EventTold:
    """An event of the file. line: where its first row begins. name: "" where it has none."""

    line: int
    name: str
    date: Date | None = None
    multiplier: Number = 1
    rows: list[Told] = field(default_factory=list)


@dataclass(frozen=True)
class ResultFile:
    """What a file says. ignored: the heads of columns that mean nothing here. faults: of its cells, in order."""

    events: Sequence[EventTold]
    ignored: Sequence[str]
    faults: Sequence[Fault]


def read(raw: bytes, encoding: str | None = None) -> ResultFile:
    """The results in a file. Raises Unreadable."""
    rows = rows_of(raw, COLUMNS.__contains__, encoding)
    _, head = next(rows, (0, []))
    heads = [cell.casefold() for cell in head]
    column = _require_columns([cell for cell in heads if cell in COLUMNS])
    ignored = [cell for cell in head if cell and cell.casefold() not in COLUMNS]
    return _file(_rows(rows, heads), column, ignored)


def typed(rows: Sequence[Mapping[str, str]]) -> ResultFile:
    """The results in rows of a form, by column, as `read` takes those of a file; the first is line 1.

    Raises Unreadable where there is no row.
    """
    return _file((Row(line, cells) for line, cells in enumerate(rows, 1)), NAME, ())


def _rows(rows: Iterator[tuple[int, list[str]]], heads: Sequence[str]) -> Iterator[Row]:
    for count, (line, cells) in enumerate(rows, 1):
        if count > MOST_ROWS:
            raise Unreadable(TOO_LARGE, N_("A file has at most {most} rows."), most=MOST_ROWS)
        row = Row(line, dict.fromkeys(heads, "") | dict(zip(heads, cells, strict=False)))
        if any(cells[len(heads) :]):
            row.wrong("", "surplus_cells", N_("Line {line}: cells stand beyond the last column."))
        yield row


def _file(rows: Iterable[Row], column: str, ignored: Sequence[str]) -> ResultFile:
    """What the rows say. column: the one that names people."""
    events: list[EventTold] = []
    faults: list[Fault] = []
    for row in rows:
        _event_of(row, events).rows.append(_told(row, column))
        faults.extend(row.faults)
    _require_bounds(events)
    return ResultFile(events, ignored, faults)


def _require_columns(known: Sequence[str]) -> str:
    """The column that names people. Raises Unreadable where a row can say nothing of anybody."""
    refuse_twice(known)
    named = [head for head in (NAME, PERSON) if head in known]
    if len(named) != 1:
        template = N_("The first line names the columns, and either name or person is one of them.")
        raise Unreadable("two_forms" if named else "no_name_column", template, line=1)
    if not {PLACE, STATUS, POINTS} & set(known):
        template = N_("The first line names the columns, and one of them is place, status or points.")
        raise Unreadable("no_place_column", template, line=1)
    return named[0]


def _require_bounds(events: Sequence[EventTold]) -> None:
    if not events:
        raise Unreadable("no_rows", N_("Line {line}: no row follows that names anybody."), line=1)
    if len(events) > MOST_EVENTS:
        raise Unreadable(TOO_LARGE, N_("A file has at most {most} events."), most=MOST_EVENTS)
    if any(len(event.rows) > MOST_PEOPLE for event in events):
        raise Unreadable(TOO_LARGE, N_("An event has at most {most} people."), most=MOST_PEOPLE)


def _event_of(row: Row, events: list[EventTold]) -> EventTold:
    """The event that a row is of: one of that name, else the last; a new one is noted."""
    name, day, multiplier = _text(row, EVENT), _date(row), _number(row, MULTIPLIER)
    of_that_name = [event for event in events if event.name == name] if name else events
    known = of_that_name[-1] if of_that_name else None
    if known is None:
        known = EventTold(row.line, name, day, 1 if multiplier is None else multiplier)
        events.append(known)
        return known
    for column, said, before in ((DATE, day, known.date), (MULTIPLIER, multiplier, known.multiplier)):
        if said is not None and said != before:
            template = N_("Line {line}, {column}: the event has another one on line {first}.")
            row.wrong(column, "differs", template, first=known.line)
    return known


def _told(row: Row, column: str) -> Told:
    """What a row says of the one whom it names."""
    if not row.says(column):
        row.wrong(column, "required", N_("Line {line}, {column}: nobody is named."))
    filled = [head for head in (PLACE, STATUS, POINTS) if row.says(head)]
    if not filled:
        head = next(head for head in (PLACE, STATUS, POINTS) if head in row.cells)
        row.wrong(head, "required", N_("Line {line}, {column}: a place, a status or points are needed."))
    if PLACE in filled and STATUS in filled:
        row.wrong(STATUS, "ambiguous", N_("Line {line}, {column}: either a place or a status."))
    return Told(
        line=row.line,
        column=column,
        name=row.says(column),
        place=row.whole(PLACE, LAST_PLACE) if row.says(PLACE) else None,
        status=_text(row, STATUS),
        points=_number(row, POINTS),
        extra=_number(row, EXTRA),
        extra_for=_text(row, FOR),
        shared=row.says(SHARED),
    )


def _text(row: Row, column: str) -> str:
    text = row.says(column)
    if len(text) > LONGEST[column]:
        row.wrong(column, "too_long", N_("Line {line}, {column}: at most {most} signs."), most=LONGEST[column])
    return text


def _number(row: Row, column: str) -> Number | None:
    """The number in a column; None where nothing stands, or nothing right, which is noted."""
    text = row.says(column)
    if not text:
        return None
    if not _NUMBER.fullmatch(text) or (column == MULTIPLIER and exact(text) < 0):
        row.wrong(column, "bad_number", N_("Line {line}, {column}: a number such as 3, 2.5 or 1/2."))
        return None
    return written_number(text)


def _date(row: Row) -> Date | None:
    text = row.says(DATE)
    if not text:
        return None
    try:
        return calendar_day(text)
    except ValueError:
        row.wrong(DATE, "bad_date", N_("Line {line}, {column}: a day like 2026-12-31."))
    return None


def shared_seats(rows: Sequence[Told], people: Mapping[int, str]) -> Iterator[tuple[str, ...]]:
    """Who had one seat together. people: by line."""
    together: dict[str, list[str]] = {}
    for row in rows:
        if row.shared:
            together.setdefault(row.shared, []).append(people[row.line])
    yield from (tuple(seat) for seat in together.values() if len(seat) > 1)
