"""`entries/match` and `last-time`: who is meant by the names of a list, and who was here last time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import Meta
from rest_framework.request import Request

from api import csv_upload, parsing
from api.base import DryRun, Reply, Resource, writes
from api.openapi.schema import describes
from api.parsing import Body, StrictJson
from api.permissions import may
from games.kernel import Json
from league import models
from league.access.actions import Action
from league.domain.tournament.state import Tournament as State
from league.domain.values.faults import BadFields
from league.files.csv_file import decode
from league.files.entries_import import MOST_ROWS
from league.files.entry_lines import LONGEST_LINE, Line, read_list
from league.files.entry_matching import Found, Matching
from league.queries.last_time import LastEntry, last_time
from league.repository import streams
from league.repository.streams import TOURNAMENT


class MatchNames(Body, frozen=True):
    """A list of people and teams, as somebody would paste it.

    lines: each is a name, or a team: “Ann + Ben”, “The Owls: Ann + Ben”. Numbers and marks in front are left out, and
    so are further cells between tabs, semicolons or commas. A first line with heads (`name`, or `first_name` and
    `family_name`) makes it a table with the columns of `POST tournaments/{id}/entries`. rated: whether the number at
    the end of a line is a rating.
    """

    lines: Annotated[list[Annotated[str, Meta(max_length=LONGEST_LINE)]], Meta(min_length=1, max_length=MOST_ROWS + 1)]
    rated: bool = False


class MatchCandidate(msgspec.Struct):
    """Somebody whom a name may mean.

    person: the id of a person of the club; null for somebody new of an earlier line. line: that line, or the one that
    means the person already; else null. name: of the person. home_club: the club that they come from. born: a year or
    a date. why: `namesake`, the same name; `spelling`, but for marks and the order of words; `letter`, but for one
    letter; `part`, the beginning of the words.
    """

    person: UUID | None
    line: int | None
    name: str
    home_club: str
    born: str
    why: Literal["namesake", "spelling", "letter", "part"]


class MatchedName(msgspec.Struct):
    """A name of the list.

    name: as it would be stored. match: `known`, one person of the club; `new`, nobody is called so or almost so;
    `unclear`, a person has to say who is meant. person: the id of the known one; else null. candidates: those whom an
    unclear name may mean, the likeliest first.
    """

    name: str
    match: Literal["known", "new", "unclear"]
    person: UUID | None
    candidates: list[MatchCandidate]


class MatchedLine(msgspec.Struct):
    """A person or a team of the list.

    line: its number, from 1. team: the name of a team; null for a person. rating: as written; else null. people: one,
    or the members of a team. entry: the id of the entry that these people have in the tournament; null if they have
    none.
    """

    line: int
    team: str | None
    rating: int | None
    people: list[MatchedName]
    entry: UUID | None


class MatchedNames(msgspec.Struct):
    """Who is meant by a list. Nothing was changed.

    results: the lines with a name, in order. known: how many names mean a person of the club. new: how many mean nobody
    known. unclear: how many a person has to decide about.
    """

    results: list[MatchedLine]
    known: int
    new: int
    unclear: int


class NoNames(csv_upload.NoCsv):
    """Any other body."""


TEXT = {
    "type": "string",
    "description": "The list as text: one name on each line, or a table as for `POST tournaments/{id}/entries`.",
    "example": "Ada Lovelace\nAnn + Ben\n",
}


class EntryNames(Resource):
    """Who is meant by a list of names."""

    queryset = models.Tournament.objects.all()
    permission_classes = [may(Action.ENTRIES)]
    parser_classes = [StrictJson, csv_upload.CsvBody, csv_upload.CsvInForm, NoNames]
    dry_run = DryRun.NONE

    @describes(MatchedNames, body=MatchNames, query=csv_upload.UploadQuery, file=TEXT)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Finds who is meant by a list of names, and what has to be asked, for a director. It changes nothing.

        Enter the list by `POST tournaments/{id}/entries`: known people by their ids, new ones as `new_person`, and of
        unclear names those who were chosen. Lines with an `entry` are in the tournament already.
        """
        row = self.get_object()
        with csv_upload.reading():
            lines = list(self._lines(request, row.club_id))
        matching = Matching(row.club_id, lines)
        with streams.reading(row.club_id, TOURNAMENT, id) as stream:
            results = [_line(line, matching.of_line[line.number], stream.aggregate.state) for line in lines]
        unclear, new = len(matching.questions), len(matching.new)
        known = len(matching.found) - unclear - new
        return Reply({"results": results, "known": known, "new": new, "unclear": unclear})

    def _lines(self, request: Request, club: UUID) -> Sequence[Line]:
        """Raises Unreadable and BadFields."""
        content: Any = request.data
        if isinstance(content, bytes):
            encoding = self.asked(csv_upload.UploadQuery).encoding
            return read_list(club, decode(csv_upload.content_of(request), encoding))
        asked = parsing.read(MatchNames, content)
        try:
            text = "\n".join(re.sub(r"[\r\n]", " ", line) for line in asked.lines)
            return read_list(club, text, are_rated=asked.rated)
        except BadFields as wrong:
            raise BadFields([replace(fault, field=_path(fault.field)) for fault in wrong.faults]) from wrong


def _path(field: str) -> str:
    """The path in the body of a field that begins with the number of its line."""
    line, _dot, rest = field.partition(".")
    return ".".join(filter(None, ["lines", str(int(line) - 1), rest]))


def _line(line: Line, people: Sequence[Found], state: State) -> Json:
    entries = {state.entry_of.get(str(found.person.pk)) if found.person else None for found in people}
    return {
        "line": line.number,
        "team": line.team or None,
        "rating": line.rating,
        "people": [_name(found) for found in people],
        "entry": entries.pop() if len(entries) == 1 else None,
    }


def _name(found: Found) -> Json:
    match = "unclear" if found.person is None else "new" if found.is_new else "known"
    return {
        "name": found.row.name,
        "match": match,
        "person": found.person.pk if found.person and not found.is_new else None,
        "candidates": list(_candidates(found)) if match == "unclear" else [],
    }


def _candidates(found: Found) -> Iterator[Json]:
    for one in found.candidates:
        is_known = one.key == str(one.person.pk)
        yield {
            "person": one.person.pk if is_known else None,
            "line": one.line,
            "name": one.name,
            "home_club": one.person.home_club,
            "born": one.person.born,
            "why": one.why,
        }


class LastTimeEntry(msgspec.Struct):
    """A person or a team of last time.

    person: the id of the person; null for a team. team: the name of a team; null for a person. members: the ids of the
    people of a team; empty for a person. name: as shown. entry: the id of the entry that these people have in this
    tournament; null if they have none.
    """

    person: UUID | None
    team: str | None
    members: list[UUID]
    name: str
    entry: UUID | None


class LastTimeEntries(msgspec.Struct):
    """Those of last time.

    tournament: the id of the tournament before; null if there was none. name: of that tournament; null if there was
    none. results: who was there and is not forgotten, in the order of their names.
    """

    tournament: UUID | None
    name: str | None
    results: list[LastTimeEntry]


class TournamentLastTime(Resource):
    """Who was here last time."""

    queryset = models.Tournament.objects.all()
    permission_classes = [may(Action.ENTRIES)]

    @describes(LastTimeEntries)
    def get(self, request: Request, id: UUID) -> Reply:
        """Who came to the tournament before this one, of its season or else of its club, for a director.

        Enter them by `POST tournaments/{id}/entries`.
        """
        row = self.get_object()
        last = last_time(row)
        with streams.reading(row.club_id, TOURNAMENT, id) as stream:
            results = [_last(one, stream.aggregate.state) for one in (last.entries if last else ())]
        name = last.tournament.name if last else None
        return Reply({"tournament": last.tournament.pk if last else None, "name": name, "results": results})


def _last(one: LastEntry, state: State) -> dict[str, Any]:
    entries = {state.entry_of.get(person) for person in one.people}
    return {
        "person": None if one.team else one.people[0],
        "team": one.team or None,
        "members": list(one.people) if one.team else [],
        "name": one.name,
        "entry": entries.pop() if len(entries) == 1 else None,
    }
