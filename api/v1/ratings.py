"""`ratings`: how strong the people of a club are, in one game or over all games, with their history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import Http404
from django.utils.translation import gettext as _
from msgspec import Meta
from rest_framework.request import Request

from api import downloads
from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.problems import bad_field
from api.query import Query
from api.v1.people import audience_of, require_current
from games.kernel import N_
from games.registry import all_games
from league import models
from league.access import visibility
from league.access.audience import Audience
from league.domain.ratings import OVERALL
from league.files import people_sheets
from league.files.file_names import of_club
from league.projections.ratings import history_of, ratings_of, steps_of
from league.queries import names

GameSlug = Annotated[str, Meta(max_length=50)]


class RatingsQuery(downloads.FileQuery, frozen=True, kw_only=True):
    """Which ratings.

    club: whose people are wanted. game: the slug of a game; without it, the rating over all games.
    """

    club: UUID
    game: GameSlug = OVERALL


class PersonRatingQuery(Query, frozen=True):
    """Which ratings of a person.

    club: the person's, for links that name it. game: the slug of a game; without it, the rating over all games.
    """

    club: UUID | None = None
    game: GameSlug = OVERALL


class Rating(msgspec.Struct):
    """A person's rating.

    person: their id. name: of the person. mu: the estimate of their strength. sigma: its uncertainty. shown: the safe
    estimate, mu - 3 sigma. games: the number of rated tables.
    """

    person: UUID
    name: str
    mu: float
    sigma: float
    shown: float
    games: int


class RatingStep(msgspec.Struct):
    """A person's rating after a table.

    position: of the close of the round in the club's log. at: when the round was closed. tournament: its id. round: the
    number of the round. table: the id of the table. number: the number of the table. game: its slug. place: at the
    table. mu: the estimate of their strength. sigma: its uncertainty. shown: the safe estimate, mu - 3 sigma.
    """

    position: int
    at: datetime
    tournament: UUID
    round: int
    table: UUID
    number: int
    game: str
    place: int
    mu: float
    sigma: float
    shown: float


class RatingWithHistory(Rating):
    """A person's rating and its history. history: each rated table, in the order of play."""

    history: list[RatingStep]


class RatingList(msgspec.Struct):
    """The ratings of a club. game: the slug; null over all games. rows: the best first."""

    game: str | None
    rows: list[Rating]


class PersonRating(msgspec.Struct):
    """A person's rating. game: the slug; null over all games. rows: one row; none before the first rated table."""

    game: str | None
    rows: list[RatingWithHistory]


class Ratings(Resource):
    """The ratings of a club."""

    permission_classes = [ReadOnly]
    renderer_classes = downloads.RENDERERS

    @describes(RatingList, query=RatingsQuery, file=downloads.SHEET)
    def get(self, request: Request) -> Any:
        """All ratings of a club, the best first. They follow the log within seconds."""
        asked = self.asked(RatingsQuery)
        club = asked.club
        row = models.Club.objects.filter(pk=club).first()
        if row is None:
            raise bad_field("club", "unknown_club", N_("There is no such club."))
        game = _game(asked.game, club)
        found = ratings_of(club, game, without=visibility.unlisted(who := self.caller(club)))
        if asked.form != downloads.JSON:
            called = names.of_people([row.person_id for row in found], who.audience)
            sheet = people_sheets.ratings_sheet(found, called)
            return downloads.download(asked.form, of_club(row, _("ratings")), sheet)
        return Reply({"game": game or None, "rows": _rows(found, who.audience)})


class PersonRatings(Resource):
    """The ratings of a person."""

    permission_classes = [ReadOnly]

    @describes(PersonRating, query=PersonRatingQuery)
    def get(self, request: Request, id: UUID) -> Reply:
        """The person's rating and its history. Without a rating, only the club sees the person.

        So it is with somebody who may not be named in public.
        """
        person, asked = require_current(request, self.get_parent(models.Person)), self.asked(PersonRatingQuery)
        if asked.club not in (None, person.club_id):
            raise Http404
        who = self.caller(person.club_id)
        audience = audience_of(who, person)
        without = visibility.unlisted(who)
        if who.role is None and not ratings_of(person.club_id, OVERALL, person.pk, without=without):
            raise Http404
        game = _game(asked.game, person.club_id)
        found = ratings_of(person.club_id, game, person.pk, without=without)
        history = _history(person, game, without) if found else []
        return Reply({"game": game or None, "rows": [{**row, "history": history} for row in _rows(found, audience)]})


def _game(slug: str, club: UUID) -> str:
    """A slug, or OVERALL. Raises Problem for a game that is unknown and has no ratings."""
    if slug and slug not in all_games() and not models.Rating.objects.filter(club=club, game=slug).exists():
        raise bad_field("game", "unknown_game", N_("There is no such game."))
    return slug


def _rows(ratings: Iterable[models.Rating], audience: Audience) -> list[dict[str, object]]:
    called = names.of_people([row.person_id for row in ratings], audience)
    return [
        {
            "person": row.person_id,
            "name": called.get(str(row.person_id), ""),
            "mu": row.mu,
            "sigma": row.sigma,
            "shown": row.shown,
            "games": row.games,
        }
        for row in ratings
    ]


def _history(person: models.Person, game: str, without: frozenset[UUID]) -> list[RatingStep]:
    rounds = history_of(person.club_id, person.pk, without=without)
    return [step for row in rounds for step in _steps(row, str(person.pk), game)]


def _steps(row: models.RatedRound, person: str, game: str) -> Iterator[RatingStep]:
    """The tables of a round at which the person was rated in the game."""
    for number, table, after in steps_of(row):
        if person not in table.people or game not in (OVERALL, table.game):
            continue
        both = after[table.people.index(person)]
        rating = both.in_game if game else both.overall
        yield RatingStep(
            position=row.position,
            at=row.at,
            tournament=row.tournament_id,
            round=row.number,
            table=UUID(table.id),
            number=number,
            game=table.game,
            place=next(seat.place for seat in table.seats if person in seat.people),
            mu=rating.mu,
            sigma=rating.sigma,
            shown=rating.shown,
        )
