"""`seasons/{id}/head-to-head` and `people/{id}/record`: who met whom, and what somebody has come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from api import downloads
from api.base import Resource
from api.openapi.schema import describes
from api.problems import bad_field
from api.replies import Reply
from games.kernel import N_
from league.domain.season.history.meetings import Met
from league.domain.season.history.record import Record
from league.files import people_sheets
from league.models import Person, Season
from league.queries import names, records


class Against(msgspec.Struct):
    """Somebody's tables with an opponent: how many, and at how many the place was better, worse or the same."""

    person: UUID
    name: str
    tables: int
    better: int
    worse: int
    level: int


class MeetingsRow(msgspec.Struct):
    """Somebody of the season, and everybody they met at a table."""

    person: UUID
    name: str
    against: list[Against]


class Meetings(msgspec.Struct):
    """Who met whom in the tournaments of a season that are over; the rows are in the order of the names."""

    season: UUID
    rows: list[MeetingsRow]


class RecordShown(msgspec.Struct):
    """What somebody has come to.

    events: that they took part in. wins: first places in events, shared ones too. places: how often each place.
    tables: that they played at. table_wins: first places at tables, shared ones too. opponents: met at tables.
    """

    events: int
    wins: int
    places: dict[str, int]
    tables: int
    table_wins: int
    opponents: list[Against]


class SeasonRecord(RecordShown):
    """What somebody has come to in a season. place: in its league table; null without one."""

    season: UUID
    name: str
    place: int | None


class PersonHistory(msgspec.Struct):
    """What somebody has come to, of all time and by season, the newest first."""

    person: UUID
    name: str
    all_time: RecordShown
    seasons: list[SeasonRecord]


class HeadToHead(Resource):
    """Who met whom in a season."""

    renderer_classes = downloads.RENDERERS
    schema = downloads.SheetSchema()

    @describes(Meetings, query=(downloads.AS,), public=True)
    def get(self, request: Request, id: UUID) -> Any:
        """Who met whom at tables, and who was placed better how often. Results from elsewhere have no tables."""
        row, form = get_object_or_404(Season, id=id), downloads.form_of(request)
        meetings = records.season_meetings(row)
        called = names.of_people([UUID(person) for person in meetings])
        if form != downloads.JSON:
            return downloads.download(form, f"head-to-head-{id}", people_sheets.meetings_sheet(meetings, called))
        rows = [
            MeetingsRow(UUID(person), called.get(person, ""), _against(meetings[person], called))
            for person in names.in_order(meetings, called)
        ]
        return Reply(Meetings(id, rows))


class PersonRecord(Resource):
    """What a person has come to."""

    renderer_classes = downloads.RENDERERS
    schema = downloads.SheetSchema()

    @describes(
        PersonHistory,
        query=(downloads.AS, ("table", "Of a file: record, as it is without, or opponents.")),
        public=True,
    )
    def get(self, request: Request, id: UUID) -> Any:
        """The person's record; who has taken part in nothing that is over is seen by the club alone."""
        person, form, wanted = get_object_or_404(Person, id=id), downloads.form_of(request), _table(request)
        found = records.history(person)
        if not (found.all_time.events or found.all_time.tables) and self.caller(person.club_id).role is None:
            raise Http404
        met = {UUID(other) for other in found.all_time.opponents}
        called = names.of_people({id, *met})
        if form != downloads.JSON:
            return downloads.download(form, f"{wanted}-{id}", people_sheets.history_sheet(wanted, found, called))
        seasons = [
            SeasonRecord(**_values(one.record, called), season=one.season, name=one.name, place=one.place)
            for one in found.seasons
        ]
        all_time = RecordShown(**_values(found.all_time, called))
        return Reply(PersonHistory(id, called.get(str(id), ""), all_time, seasons))


def _values(record: Record, called: Mapping[str, str]) -> dict[str, Any]:
    """A record's fields as they are shown."""
    return {
        "events": record.events,
        "wins": record.wins,
        "places": {str(place): often for place, often in record.places.items()},
        "tables": record.tables,
        "table_wins": record.table_wins,
        "opponents": _against(record.opponents, called),
    }


def _against(opponents: Mapping[str, Met], called: Mapping[str, str]) -> list[Against]:
    return [
        Against(UUID(person), called.get(person, ""), met.tables, met.better, met.worse, met.level)
        for person in names.in_order(opponents, called)
        for met in (opponents[person],)
    ]


def _table(request: Request) -> str:
    """Which of the tables of a record is wanted. Raises Problem."""
    wanted = request.query_params.get("table", people_sheets.RECORD)
    if wanted not in people_sheets.TABLES:
        raise bad_field("table", "unknown_table", N_("One of {tables}."), tables=", ".join(people_sheets.TABLES))
    return wanted
