"""A list of people as a CSV file: its columns by their heads, its rows with their lines. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.kernel import N_
from league.files.csv_file import TOO_LARGE, Unreadable, refuse_twice, rows_of

COLUMNS = {
    "name": "name",
    "club": "home_club",
    "born": "born",
    "email": "email",
    "household": "household",
    "family_name": "family_name",
}
"""The columns that are read, with the field of a person that each fills."""
MOST_ROWS = 5000


@dataclass(frozen=True)
class Row:
    """Somebody on the list. line: where the row begins, from 1. fields: of a person, as far as there are columns.

    surplus: how many cells stand beyond the last column.
    """

    line: int
    fields: Mapping[str, str]
    surplus: int = 0


@dataclass(frozen=True)
class PeopleFile:
    """What a file says. ignored: the heads of columns that mean nothing here, as they are written."""

    rows: Sequence[Row]
    ignored: Sequence[str]


def read(raw: bytes, encoding: str | None = None) -> PeopleFile:
    """The list in a file. Raises Unreadable."""
    rows = rows_of(raw, COLUMNS.__contains__, encoding)
    _, head = next(rows, (0, []))
    columns = [COLUMNS.get(cell.casefold()) for cell in head]
    _require_columns([cell.casefold() for cell in head if cell.casefold() in COLUMNS])
    found: list[Row] = []
    for line, cells in rows:
        fields = {column: cell for column, cell in zip(columns, cells, strict=False) if column}
        found.append(Row(line, fields, sum(bool(cell) for cell in cells[len(columns) :])))
        if len(found) > MOST_ROWS:
            raise Unreadable(TOO_LARGE, N_("A list has at most {most} people."), most=MOST_ROWS)
    ignored = [cell for cell, column in zip(head, columns, strict=True) if cell and column is None]
    return PeopleFile(found, ignored)


def _require_columns(heads: Sequence[str]) -> None:
    if "name" not in heads:
        raise Unreadable("no_name_column", N_("The first line names the columns, and one of them is name."), line=1)
    refuse_twice(heads)
