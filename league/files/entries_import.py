"""Enter the people of a CSV file into a tournament, alone or in teams: all of them or nobody.

The file is a list of people as `people_import` reads it. Who is unknown to the club is created. Two more columns:
`team`, with the same name for all members of a team, and `rating`, of which a team has that of its first member.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from uuid6 import uuid7

from games.kernel import N_
from league.domain.tournament.entries.commands import NewEntry
from league.domain.values.faults import Fault
from league.domain.values.names import compared
from league.files import people_import
from league.files.csv_file import Unreadable
from league.files.csv_table import NAMED, Row, cell_fault, refuse_first, whole
from league.files.people_import import FIRST, NAME, ImportedPeople, Matching
from league.log import store
from league.log.store import writing
from league.models import Tournament
from league.services import clubs, tournaments
from league.services.execution import Done

TEAM, RATING = "team", "rating"
MOST_ROWS, MOST_MEMBERS, HIGHEST_RATING = 2000, 50, 10_000
COLUMNS = {**people_import.LAYOUT.columns, TEAM: NAMED, RATING: whole(HIGHEST_RATING)}
LAYOUT = replace(people_import.LAYOUT, columns=COLUMNS, most_rows=MOST_ROWS)


@dataclass(frozen=True)
class Entered:
    """The entries that a file made, in its order, and who of its people was known."""

    done: Done
    entries: Sequence[NewEntry]
    people: ImportedPeople


def enter(row: Tournament, raw: bytes, encoding: str | None, *, actor: str, at: datetime) -> Entered:
    """Enter the people and teams of a file. Raises Unreadable, BadFields and Rejected, and then nothing is changed."""
    table = people_import.read(raw, encoding, LAYOUT)
    rows = list(table.rows)
    if not rows:
        raise Unreadable("no_rows", N_("Line {line}: no row with a name follows."), line=1)
    by_team = _by_team(rows)
    with writing():
        store.lock(row.pk)
        matching = people_import.match(row.club_id, table, rows)
        refuse_first(_unclear(rows, matching))
        clubs.add_people(matching.created, actor=actor, at=at)
        people = {one.line: str(person.pk) for one, person in zip(rows, matching.people, strict=True) if person}
        entries = [_entry(members, people) for members in by_team.values()]
        names = {one.id: members[0].value(TEAM) for one, members in zip(entries, by_team.values(), strict=True)}
        teams = {entry: name for entry, name in names.items() if name}
        done = tournaments.register(row.pk, entries, teams, club=row.club_id, actor=actor, at=at)
    return Entered(done, entries, matching.outcome(table.ignored))


def _by_team(rows: Sequence[Row]) -> Mapping[str | int, list[Row]]:
    """Return the rows of each entry: by team, or by line for people without one. Wrong cells become faults."""
    found: dict[str | int, list[Row]] = {}
    for row in rows:
        name = row.value(TEAM)
        row.value(RATING)
        members = found.setdefault(compared(name) if name else row.line, [])
        members.append(row)
        if len(members) == MOST_MEMBERS + 1:
            row.add_fault(
                TEAM, "too_many", N_("Line {line}, {column}: a team has at most {most} members."), most=MOST_MEMBERS
            )
    return found


def _unclear(rows: Sequence[Row], matching: Matching) -> list[Fault]:
    """Return the faults of rows that may be several people of the club."""
    head = NAME if NAME in rows[0].cells else FIRST
    template = N_(
        "Line {line}, {column}: {name} may be {count} people of the club; give the year of birth or the e-mail."
    )
    return [
        cell_fault(one.line, head, "ambiguous_name", template, name=one.name, count=len(one.people))
        for one in matching.unclear
    ]


def _entry(members: Sequence[Row], people: Mapping[int, str]) -> NewEntry:
    ids = tuple(people[row.line] for row in members)
    is_team = bool(members[0].text(TEAM))
    return NewEntry(
        id=str(uuid7()),
        person=None if is_team else ids[0],
        members=ids if is_team else (),
        rating=members[0].value(RATING),
    )
