"""`ratings`: how strong a club's people are, in a game or over all games, and how each of them came there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from api import downloads, parsing
from api.base import Resource
from api.openapi.schema import describes
from api.problems import bad_field
from api.replies import Reply
from games.kernel import N_
from games.registry import all_games
from league.domain.ratings import OVERALL
from league.files import people_sheets
from league.models import Club, Person, RatedRound, Rating
from league.projections.ratings import rounds_of, steps_of
from league.queries import names

GAME = ("game", "The slug of a game; without it over all games.")


class RatingShown(msgspec.Struct):
    """Somebody's rating. mu: how strong. sigma: how unsure that is. shown: mu - 3 sigma. games: how many tables."""

    person: UUID
    name: str
    mu: float
    sigma: float
    shown: float
    games: int


class StepShown(msgspec.Struct):
    """A rating after a table. position, at: of the close of its round in the club's log. round, number: which table."""

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


class RatingWithHistory(RatingShown):
    """Somebody's rating with what led to it. history: In the order of play."""

    history: list[StepShown]


class RatingList(msgspec.Struct):
    """The ratings in a game; over all games where game is null. The best comes first."""

    game: str | None
    rows: list[RatingShown]


class PersonRating(msgspec.Struct):
    """A person's rating; no row before the first rated table. game: null over all games."""

    game: str | None
    rows: list[RatingWithHistory]


class Ratings(Resource):
    """The ratings of a club."""

    renderer_classes = downloads.RENDERERS
    schema = downloads.SheetSchema()

    @describes(RatingList, query=(("club", "The club; needed."), GAME, downloads.AS), public=True)
    def get(self, request: Request) -> Any:
        """Everybody who has been rated, the best first. They follow the log within seconds."""
        form = downloads.form_of(request)
        text = request.query_params.get("club")
        if not text:
            raise bad_field("club", "required", N_("Ratings are those of a club."))
        club = parsing.id_of("club", text)
        if not Club.objects.filter(pk=club).exists():
            raise bad_field("club", "unknown_club", N_("There is no such club."))
        game = _game(request, club)
        found = list(Rating.objects.filter(club=club, game=game).order_by("-shown", "person"))
        if form != downloads.JSON:
            called = names.of_people([row.person_id for row in found])
            return downloads.download(form, f"ratings-{club}", people_sheets.ratings_sheet(found, called))
        return Reply({"game": game or None, "rows": _rows(found)})


class PersonRatings(Resource):
    """The ratings of a person."""

    @describes(PersonRating, query=(("club", "The person's club, for links that name it."), GAME), public=True)
    def get(self, request: Request, id: UUID) -> Reply:
        """The person's rating and each table that led to it; who has not been rated is seen by the club alone."""
        person = get_object_or_404(Person, pk=id)
        text = request.query_params.get("club")
        if text and parsing.id_of("club", text) != person.club_id:
            raise Http404
        if self.caller(person.club_id).role is None and not Rating.objects.filter(person=person).exists():
            raise Http404
        game = _game(request, person.club_id)
        found = list(Rating.objects.filter(person=person, game=game))
        history = _history(person, game) if found else []
        return Reply({"game": game or None, "rows": [{**row, "history": history} for row in _rows(found)]})


def _game(request: Request, club: UUID) -> str:
    """The slug that is asked for, OVERALL without one. Raises Problem for what is no game here and was none."""
    slug = request.query_params.get("game", OVERALL)
    if slug and slug not in all_games() and not Rating.objects.filter(club=club, game=slug).exists():
        raise bad_field("game", "unknown_game", N_("There is no such game."))
    return slug


def _rows(found: Iterable[Rating]) -> list[dict[str, object]]:
    called = names.of_people([row.person_id for row in found])
    return [
        {
            "person": row.person_id,
            "name": called.get(str(row.person_id), ""),
            "mu": row.mu,
            "sigma": row.sigma,
            "shown": row.shown,
            "games": row.games,
        }
        for row in found
    ]


def _history(person: Person, game: str) -> list[StepShown]:
    found = rounds_of(person.club_id, person.pk)
    return [step for row in found for step in _steps(row, str(person.pk), game)]


def _steps(row: RatedRound, person: str, game: str) -> Iterator[StepShown]:
    """Where somebody was rated in a round: at one of its tables, if in that game."""
    for number, table, after in steps_of(row):
        if person not in table.people or game not in (OVERALL, table.game):
            continue
        moved = after[table.people.index(person)]
        now = moved.in_game if game else moved.overall
        yield StepShown(
            row.position,
            row.at,
            row.tournament_id,
            row.number,
            UUID(table.id),
            number,
            table.game,
            next(seat.place for seat in table.seats if person in seat.people),
            now.mu,
            now.sigma,
            now.shown,
        )
