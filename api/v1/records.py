"""`seasons/{id}/head-to-head` and `people/{id}/record`: meetings at tables, and the results of a person."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request

from api import downloads
from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.query import refused_as
from api.v1.people import audience_of, require_current
from league.access import visibility
from league.domain.season.history import record as domain
from league.domain.season.history.meetings import MeetingCounts
from league.files import people_sheets
from league.files.file_names import of_person, of_season
from league.models import Person, Season
from league.queries import names, records


class OpponentRecord(msgspec.Struct):
    """A person's tables with an opponent.

    person: the id of the opponent. name: of the opponent. tables: how many. better: at how many of them the person's
    place was better. worse: at how many the opponent's was better. level: at how many they were equal.
    """

    person: UUID
    name: str
    tables: int
    better: int
    worse: int
    level: int


class MeetingsRow(msgspec.Struct):
    """A person of the season and their opponents.

    person: their id. name: of the person. against: everybody they met at a table.
    """

    person: UUID
    name: str
    against: list[OpponentRecord]


class Meetings(msgspec.Struct):
    """Meetings in the closed tournaments of a season. season: its id. rows: by name."""

    season: UUID
    rows: list[MeetingsRow]


class Record(msgspec.Struct):
    """The results of a person.

    events: number of events played. wins: first places in events, shared ones included. places: number of times by
    place. tables: number of tables played. table_wins: first places at tables, shared ones included. opponents:
    everybody met at a table.
    """

    events: int
    wins: int
    places: dict[str, int]
    tables: int
    table_wins: int
    opponents: list[OpponentRecord]


class SeasonRecord(Record):
    """The results of a person in a season.

    season: its id. name: of the season. place: in its league table; null without one.
    """

    season: UUID
    name: str
    place: int | None


class AttendedEvent(msgspec.Struct):
    """An event in which a person took part.

    tournament: its id; null for a result from elsewhere. name: of the tournament, or of the result. date: in the club's
    time zone; null where none is known. place: the best that the person had; null without one. of: how many places
    there were. tables: number of tables that the person played there. table_wins: first places at them, shared ones
    included.
    """

    tournament: UUID | None
    name: str
    date: dt.date | None
    place: int | None
    of: int
    tables: int
    table_wins: int


class PersonHistory(msgspec.Struct):
    """The results of a person.

    all_time: over all events. seasons: the newest first. person: their id. name: of the person. attended: the events
    one by one, the newest first.
    """

    person: UUID
    name: str
    all_time: Record
    seasons: list[SeasonRecord]
    attended: list[AttendedEvent]


class RecordQuery(downloads.FileQuery, frozen=True):
    """The form of a person's results.

    table: the table that a file has.
    """

    table: Annotated[Literal["record", "opponents"], refused_as("unknown_table")] = "record"


class HeadToHead(Resource):
    """The meetings of a season."""

    permission_classes = [ReadOnly]
    renderer_classes = downloads.RENDERERS

    @describes(Meetings, query=downloads.FileQuery, file=downloads.SHEET)
    def get(self, request: Request, id: UUID) -> Any:
        """Who met whom at tables, and how often each had the better place. Results from elsewhere have no tables."""
        row, form = self.get_parent(Season), self.asked(downloads.FileQuery).form
        who = self.caller(row.club_id)
        meetings = records.season_meetings(row, visibility.unlisted(who, row))
        called = names.of_people([UUID(person) for person in meetings], who.audience)
        if form != downloads.JSON:
            return downloads.download(
                form, of_season(row, _("head to head")), people_sheets.meetings_sheet(meetings, called)
            )
        rows = [
            MeetingsRow(UUID(person), called.get(person, ""), _opponents(meetings[person], called))
            for person in names.in_order(meetings, called)
        ]
        return Reply(Meetings(id, rows))


class PersonRecord(Resource):
    """The results of a person."""

    permission_classes = [ReadOnly]
    renderer_classes = downloads.RENDERERS

    @describes(PersonHistory, query=RecordQuery, file=downloads.SHEET)
    def get(self, request: Request, id: UUID) -> Any:
        """The person's results. Before their first closed event, only the club sees the person.

        So it is with somebody who may not be named in public.
        """
        person = require_current(request, self.get_parent(Person.objects.select_related("club")))
        asked = self.asked(RecordQuery)
        who = self.caller(person.club_id)
        audience = audience_of(who, person)
        found = records.history(person, visibility.unlisted(who))
        if not (found.all_time.events or found.all_time.tables) and who.role is None:
            raise Http404
        met = {UUID(other) for other in found.all_time.opponents}
        called = names.of_people({id, *met}, audience)
        if asked.form != downloads.JSON:
            sheet = people_sheets.history_sheet(asked.table, found, called)
            what = _("opponents") if asked.table == "opponents" else _("results")
            return downloads.download(asked.form, of_person(person, called.get(str(id), ""), what), sheet)
        seasons = [
            SeasonRecord(**_values(one.record, called), season=one.season, name=one.name, place=one.place)
            for one in found.seasons
        ]
        all_time = Record(**_values(found.all_time, called))
        attended = [
            AttendedEvent(one.tournament, one.name, one.day, one.place, one.of, one.tables, one.wins)
            for one in found.events
        ]
        return Reply(PersonHistory(id, called.get(str(id), ""), all_time, seasons, attended))


def _values(record: domain.Record, called: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a record's answer."""
    return {
        "events": record.events,
        "wins": record.wins,
        "places": {str(place): times for place, times in record.places.items()},
        "tables": record.tables,
        "table_wins": record.table_wins,
        "opponents": _opponents(record.opponents, called),
    }


def _opponents(opponents: Mapping[str, MeetingCounts], called: Mapping[str, str]) -> list[OpponentRecord]:
    return [
        OpponentRecord(UUID(person), called.get(person, ""), met.tables, met.better, met.worse, met.level)
        for person in names.in_order(opponents, called)
        for met in (opponents[person],)
    ]
