"""`seasons/{id}/race`: what keeps the leader of a season in front, and who can pass."""

from __future__ import annotations

from uuid import UUID

import msgspec
from rest_framework.request import Request

from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.v1.places import CountedEvent, event_json, tournament_names
from api.v1.standings import Written
from games.kernel import Json
from league import models
from league.access import visibility
from league.domain.values.numbers import written
from league.projections import league_tables
from league.projections.league_tables import SeasonRace
from league.queries import names


class Leader(msgspec.Struct):
    """Somebody in first place. person: their id. name: of the person."""

    person: UUID
    name: str


class Chaser(msgspec.Struct):
    """Somebody whom a win in the next event can put in front of the leader.

    person: their id. name: of the person. behind: points behind the leader now. place: the leader's best place with
    which that happens, from 2; null: only if the leader is not there. is_level: they would be level then, so that the
    tie-breaks decide.
    """

    person: UUID
    name: str
    behind: Written
    place: int | None
    is_level: bool


class Race(msgspec.Struct):
    """The race for the first place of a season, by points alone.

    season: its id. leaders: everybody in first place; nobody before the first result, and where no place pays points.
    planned: events that are planned, the next one first; without any, what is said of the next event holds for one that
    would be added. holds_with: the last place in the next event with which the first of the leaders stays in front
    whatever the others do; 0: no place is enough; null: it happens in any case. chasers: the nearest first. reaching:
    how many others can still lead once all planned events are over.
    """

    season: UUID
    leaders: list[Leader]
    planned: list[CountedEvent]
    holds_with: int | None
    chasers: list[Chaser]
    reaching: int


class RaceOfSeason(Resource):
    """What the leader needs."""

    queryset = models.Season.objects.all()
    permission_classes = [ReadOnly]

    @describes(Race)
    def get(self, request: Request, id: UUID) -> Reply:
        """What keeps the leader in front, and who can pass in the next event.

        To callers without a role in the club only tournaments count that are listed for them.
        """
        row = self.get_object()
        who = self.caller(row.club_id)
        found = league_tables.race_in(row, visibility.unlisted(who, row))
        if found is None:
            none: Json = {"leaders": [], "planned": [], "holds_with": None, "chasers": [], "reaching": 0}
            return Reply({"season": id, **none})
        people = [*found.race.leaders, *(chaser.person for chaser in found.race.chasers)]
        called = names.of_people([UUID(person) for person in people], who.audience)
        return Reply({"season": id, **_race(found, called, tournament_names(row))})


def _race(found: SeasonRace, called: dict[str, str], tournaments: dict[str, str]) -> Json:
    race = found.race
    return {
        "leaders": [{"person": person, "name": called.get(person, "")} for person in race.leaders],
        "planned": [event_json(event, tournaments) for event in found.planned],
        "holds_with": race.holds_with,
        "chasers": [
            {
                "person": chaser.person,
                "name": called.get(chaser.person, ""),
                "behind": written(chaser.behind),
                "place": chaser.place,
                "is_level": chaser.is_level,
            }
            for chaser in race.chasers
        ],
        "reaching": race.reaching,
    }
