"""`places`: the places over the rounds of a tournament, and over the events of a season, as a plot shows them."""

from __future__ import annotations

import datetime as dt
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta
from rest_framework.request import Request

from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.problems import bad_field
from api.query import Query
from api.v1.season_standings import NO_GROUP
from games.kernel import Json
from league import models
from league.access import visibility
from league.access.audience import Audience
from league.domain.season.table.groups import LONGEST_GROUP_NAME
from league.domain.standings import standings
from league.domain.tournament.shown import counted_for
from league.domain.tournament.state import Tournament as State
from league.projections import league_tables
from league.projections.league_tables import NoSuchGroup, PlayedEvent, Progress, TableQuery
from league.queries import names
from league.repository import streams
from league.repository.streams import TOURNAMENT


class EntryPlaces(msgspec.Struct):
    """The places of an entry. entry: its id. name: of the entry. places: after each round; null without a place."""

    entry: UUID
    name: str
    places: list[int | None]


class TournamentPlaces(msgspec.Struct):
    """The places over the rounds of a tournament.

    tournament: its id. rounds: the numbers of the rounds that have begun. rows: in the order of the standings.
    """

    tournament: UUID
    rounds: list[int]
    rows: list[EntryPlaces]


class PlacesOfTournament(Resource):
    """The places over the rounds."""

    queryset = models.Tournament.objects.all()
    permission_classes = [ReadOnly]

    @describes(TournamentPlaces)
    def get(self, request: Request, id: UUID) -> Reply:
        """Every entry's place after each round, for everybody; without rounds whose results are not shown yet."""
        row = self.get_object()
        who = self.caller(row.club_id)
        called = names.of_entries(id, who.audience)
        with streams.reading(row.club_id, TOURNAMENT, id) as stream:
            state: State = counted_for(stream.aggregate.state, who.reader)
            numbers = [round.number for round in state.begun_rounds]
            after = [standings.places_before(state, number + 1) or {} for number in numbers]
            order = [line.entry for line in standings.rows(state)]
        rows = [
            {"entry": entry, "name": called.get(entry, ""), "places": [step.get(entry) for step in after]}
            for entry in order
        ]
        return Reply({"tournament": id, "rounds": numbers, "rows": rows})


class PersonPlaces(msgspec.Struct):
    """The places of a person. person: their id. name: as everybody sees it. places: after each event; null without."""

    person: UUID
    name: str
    places: list[int | None]


class CountedEvent(msgspec.Struct):
    """An event that counts in a season.

    id: of the event. tournament: its id; null for a result from elsewhere. name: of the tournament or the result. date:
    in the season's time zone; null where none is known.
    """

    id: UUID
    tournament: UUID | None
    name: str
    date: dt.date | None


class SeasonPlaces(msgspec.Struct):
    """The places over the events of a season.

    season: its id. events: those that count, in their order. rows: in the order of the league table.
    """

    season: UUID
    events: list[CountedEvent]
    rows: list[PersonPlaces]


class PlacesQuery(Query, frozen=True):
    """Which people.

    division: only the people of the division of that name. category: only the people of the category of that name.
    """

    division: Annotated[str, Meta(max_length=LONGEST_GROUP_NAME)] | None = None
    category: Annotated[str, Meta(max_length=LONGEST_GROUP_NAME)] | None = None


class PlacesOfSeason(Resource):
    """The places over the events."""

    queryset = models.Season.objects.all()
    permission_classes = [ReadOnly]

    @describes(SeasonPlaces, query=PlacesQuery)
    def get(self, request: Request, id: UUID) -> Reply:
        """Everybody's place in the league table after each event that counts.

        To callers without a role in the club only tournaments count that are listed for them.
        """
        row, asked = self.get_object(), self.asked(PlacesQuery)
        who = self.caller(row.club_id)
        without = visibility.unlisted(who, row)
        try:
            found = league_tables.progress(
                row, TableQuery(division=asked.division, category=asked.category, without=without)
            )
        except NoSuchGroup as missing:
            raise bad_field(missing.kind, f"unknown_{missing.kind}", NO_GROUP[missing.kind]) from None
        return Reply({"season": id, "events": _events(row, found), "rows": _rows(found, who.audience)})


def _events(row: models.Season, found: Progress) -> list[Json]:
    known = {event.event.id: event for event in found.table.events}
    called = tournament_names(row)
    return [event_json(known[step.event], called) for step in found.steps]


def tournament_names(row: models.Season) -> dict[str, str]:
    """The names of the season's tournaments by id."""
    return {str(id): name for id, name in row.tournaments.values_list("pk", "name")}


def event_json(played: PlayedEvent, called: dict[str, str]) -> Json:
    """An event as `CountedEvent`. called: the names of tournaments."""
    event = played.event
    name = called.get(event.tournament or "", "") if event.result is None else event.result.name
    return {"id": event.id, "tournament": event.tournament, "name": name or "", "date": played.day}


def _rows(found: Progress, audience: Audience) -> list[Json]:
    people = [row["person"] for row in found.table.rows]
    called = names.of_people([UUID(person) for person in people], audience)
    return [
        {"person": person, "name": called.get(person, ""), "places": [step.places.get(person) for step in found.steps]}
        for person in people
    ]
