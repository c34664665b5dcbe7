"""Read a pasted list, or a file, of the people and teams to enter: one on each line, or a table with heads. Pure.

| line | read as |
| --- | --- |
| Ada Lovelace | a person |
| 3. Ada Lovelace / - Ada Lovelace / [x] Ada Lovelace | the same: numbers and marks in front are left out |
| 3⇥Ada⇥Lovelace⇥1710 | the same: cells between tabs, semicolons, bars or commas; two cells of one word are one name |
| Ada Lovelace <ada@example.org> | the same: an e-mail is left out |
| Ann + Ben | a team of two, named after them |
| The Owls: Ann + Ben | a team of two with a name |

A first line with heads (`name`, or `first_name` and `family_name`) makes it a table as `entries_import` reads it: with
`team`, `rating`, `club`, `born`, `email` and `household`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from uuid import UUID

from games.kernel import N_
from league.domain.values.faults import Fault
from league.domain.values.names import LONGEST, BadName, compared, is_row, stored
from league.files import people_import
from league.files.csv_file import TOO_LARGE, Unreadable
from league.files.csv_table import MOST_FAULTS, refuse_first
from league.files.entries_import import HIGHEST_RATING, LAYOUT, MOST_MEMBERS, MOST_ROWS, RATING, TEAM
from league.files.people_import import FAMILY, FIRST, NAME
from league.models import Person

_MARKS = re.compile(r"^\s*(?:(?:\d{1,4}\s*[.):]|[-–—*•·]|\[[ xX✓]?\]|[☐☑☒✓✔✅])\s+)+")
_PLUS_NUMBER = re.compile(r"[\s,;|(]*+(?P<out>\+ ?[0-9][0-9 /().-]*(?=$|[,;|\t]))|[\s,;|(]++")
"""A number of a phone, or of guests, as in “Ann (+1)”: no member of a team. Else what separates words, as a whole: the
time to look at each part of it again would rise with the square of its length. So it is with words below."""
_MAIL = re.compile(r"(?P<out>[<(\[]?[^\s<(\[]+@[^\s>)\]]+[>)\]]?)|[^\s<(\[]++")
_RATED = re.compile(r"(?P<name>\s*[,;:]|.*[^\s,;:])[\s,;:]+(?P<rating>\d{1,5})\s*")
_TEAM = re.compile(r"(?:(?P<team>[^:+]*\S)\s*:)?(?P<members>[^:]+\+.+)", re.DOTALL)
DELIMITERS = ("\t", ";", "|", ",")
SHOWN = 60
LONGEST_LINE = 1000
"""Of a line without heads."""
MOST_LINES = 2 * MOST_ROWS
"""Of a list without heads, with those that name nobody."""


@dataclass(frozen=True)
class Line:
    """A person or a team of a list. number: of its line, from 1. team: its name; "" for a person.

    people: rows as they would be created. rating: seats a first round or seeds a bracket.
    """

    number: int
    people: Sequence[Person]
    team: str = ""
    rating: int | None = None


def read_list(club: UUID, text: str, *, are_rated: bool = False) -> list[Line]:
    """Return the people and teams of a list. are_rated: whether numbers after names are ratings.

    Raises BadFields with what is wrong in the lines, by number ("3"), and Unreadable for a table as a whole.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    listed = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not listed:
        return []
    heads = [LAYOUT.head_of(cell) for cell in _cells(listed[0][1][:LONGEST_LINE])]
    if _is_table(heads):
        return _read_table(club, text)
    if len(listed) > MOST_LINES:
        raise _too_many_rows()
    faults: list[Fault] = []
    found: list[Line] = []
    for number, words in listed:
        if len(faults) >= MOST_FAULTS or len(found) > MOST_ROWS:
            break
        if line := _read_line(club, number, words, are_rated, faults):
            found.append(line)
    refuse_first(faults)
    if len(found) > MOST_ROWS:
        raise _too_many_rows()
    return found


def _too_many_rows() -> Unreadable:
    return Unreadable(TOO_LARGE, LAYOUT.too_many, most=MOST_ROWS)


def read_team(club: UUID, team: str, members: str) -> list[Line]:
    """Return a team whose members are written on lines of their own, or with “+” between them. Raises BadFields."""
    people, faults = [], list[Fault]()
    parts = (part for part in re.split(r"[\r\n+]+", members) if part.strip())
    for number, name in enumerate(islice(parts, MOST_MEMBERS + 1), 1):
        try:
            people.append(_person(club, _name_in(_unmarked(name), are_rated=False)[0]))
        except BadName as wrong:
            faults.append(_wrong_line(number, name, wrong))
    refuse_first(faults)
    line = Line(1, people, team or _joined(people))
    refuse_first(_too_many([line]))
    return [line] if people else []


def _is_table(heads: Sequence[str]) -> bool:
    return len(heads) > 1 and (NAME in heads or {FIRST, FAMILY} <= {*heads})


def _read_table(club: UUID, text: str) -> list[Line]:
    table = people_import.read(text.encode(), layout=LAYOUT)
    rows = list(table.rows)
    ratings = [row.value(RATING) for row in rows]
    teams = [row.value(TEAM) or "" for row in rows]
    people = people_import.people_of(club, table, rows)
    found: dict[str | int, Line] = {}
    for row, person, team, rating in zip(rows, people, teams, ratings, strict=True):
        key = compared(team) if team else row.line
        known = found.get(key)
        members = (*known.people, person) if known else (person,)
        first = known or Line(row.line, members, team, rating)
        found[key] = Line(first.number, members, first.team, first.rating)
    refuse_first(_too_many(found.values()))
    return list(found.values())


def _too_many(lines: Iterable[Line]) -> Iterator[Fault]:
    template = N_("Line {line}: a team has at most {most} members.")
    for line in lines:
        if len(line.people) > MOST_MEMBERS:
            yield Fault(str(line.number), "too_many", template, {"line": line.number, "most": MOST_MEMBERS})


def _read_line(club: UUID, number: int, words: str, are_rated: bool, faults: list[Fault]) -> Line | None:
    """Read a line without heads. None for one without a name, or with a wrong one, which becomes a fault."""
    try:
        name, rating = _name_in(_without(_PLUS_NUMBER, _unmarked(words), ""), are_rated)
        name = name.rstrip(" +")
        if compared(name) == NAME:
            return None
        if team := _TEAM.fullmatch(name):
            return _team(club, number, team, rating)
        return Line(number, (_person(club, name),), rating=rating)
    except BadName as wrong:
        faults.append(_wrong_line(number, words, wrong))
        return None


def _without(pattern: re.Pattern[str], text: str, instead: str) -> str:
    """The text with `instead` for each part that the pattern calls `out`."""
    return pattern.sub(lambda found: instead if found["out"] else found[0], text)


def _unmarked(words: str) -> str:
    """The line without numbers and marks in front. Raises BadName for one that is too long to be looked at."""
    if len(words) > LONGEST_LINE:
        raise BadName("too_long", N_("A line has at most {most} characters."), most=LONGEST_LINE)
    return _MARKS.sub("", words)


def _wrong_line(number: int, words: str, wrong: BadName) -> Fault:
    template = N_("Line {line}, “{text}”: {reason}")
    facts = {"line": number, "text": words.strip()[:SHOWN], "reason": str(wrong)}
    return Fault(str(number), wrong.code, template, facts)


def _team(club: UUID, number: int, found: re.Match[str], rating: int | None) -> Line:
    """Raises BadName."""
    names = [part for part in found["members"].split("+") if part.strip()]
    if len(names) > MOST_MEMBERS:
        raise BadName("too_many", N_("A team has at most {most} members."), most=MOST_MEMBERS)
    people = [_person(club, name) for name in names]
    if len(people) < 2 and not found["team"]:
        return Line(number, people, rating=rating)
    return Line(number, people, stored(found["team"]) if found["team"] else _joined(people), rating)


def _joined(people: Sequence[Person]) -> str:
    """The name of a team that is named after its members."""
    return " + ".join(person.name for person in people)[:LONGEST].rstrip(" +")


def _person(club: UUID, name: str) -> Person:
    """Raises BadName."""
    return Person(club_id=club, name=stored(name))


def _name_in(line: str, are_rated: bool) -> tuple[str, int | None]:
    """The name of a line with its cells, and its rating."""
    if are_rated and (found := _RATED.fullmatch(line)) and int(found["rating"]) <= HIGHEST_RATING:
        return _name_in(found["name"].rstrip(",;:|"), False)[0], int(found["rating"])
    cells = [(cell, cell.replace(".", "").replace(",", "").isdecimal()) for cell in _cells(line)]
    while len(cells) > 1 and cells[0][1]:
        del cells[0]
    if not cells:
        return "", None
    words = [cell for cell, _is_number in cells]
    is_split = len(cells) > 1 and not cells[1][1] and not any(" " in word for word in words[:2])
    return " ".join(words[:2]) if is_split else words[0], None


def _cells(line: str) -> list[str]:
    """The cells of a line that are not empty; only one where nothing separates them, or a comma within a name."""
    delimiter = next((sign for sign in DELIMITERS if sign in line), "")
    if not delimiter or (delimiter == "," and not is_row(line)):
        cells = [line]
    else:
        cells = next(csv.reader([line], delimiter=delimiter), [])
    return [found for cell in cells if (found := _without(_MAIL, cell, " ").strip())]
