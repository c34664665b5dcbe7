"""A club night for the pages: clubs, directors, people, a season with tournaments, played through the services."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from uuid6 import uuid7

from games.kernel import Command
from league.domain.season import commands as season_commands
from league.domain.season.table.scheme import Scheme, SeasonPoints
from league.domain.tournament import commands
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.settings import PointScheme, TableSize
from league.domain.tournament.state import Tournament
from league.models import Club, Membership, Person, Role, User
from league.projections.followers import follow
from league.repository.streams import TOURNAMENT, reading
from league.seating import planning
from league.services import execution, seasons, tournaments

looks_only = pytest.mark.backend("sqlite")
"""Of a test in the browser that looks at how a page appears: what it says is tested on both databases."""

PASSWORD = "correct horse 7"
FIRST_NIGHT = datetime(2026, 11, 3, 18, 0, tzinfo=UTC)
NAMES = (
    "Ada Lovelace",
    "Émilie du Châtelet",
    "Srinivasa Ramanujan",
    "Gauss, Carl Friedrich",
    "Sophie Germain",
    "Évariste Galois",
    "Kurt Gödel",
    "Olga Taussky-Todd",
    "华罗庚",
    "Ἀρχιμήδης",
    "Łukasiewicz Jan",
    "محمد بن موسى الخوارزمي",
    "Emmy Noether",
    'O\'Connor Seán "Shay"',
)


@dataclass(frozen=True)
class Night:
    """What was set up. tournaments: in the season's order."""

    club: Club
    director: User
    season: UUID
    tournaments: Sequence[UUID]


def make_club(name: str) -> tuple[Club, User]:
    """A club and its director."""
    club = Club.objects.create(name=name, time_zone="Europe/Berlin")
    director = User.objects.create_user(f"director of {name}", password=PASSWORD)
    Membership.objects.create(club=club, user=director, role=Role.DIRECTOR)
    return club, director


def make_season(club: Club, director: User, scheme: Scheme | None = None) -> UUID:
    """A season that counts the best two results, unless told otherwise."""
    points = SeasonPoints(by_place=(14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1))
    created = season_commands.Create(
        str(club.pk), "Winter 2026", scheme or Scheme(points=points, best=2, ties=("count_back",)), "Europe/Berlin"
    )
    return seasons.open_season(created, actor=_actor(director), at=FIRST_NIGHT).stream.id


class Playing:
    """A tournament that is being played."""

    def __init__(self, club: Club, director: User, season: UUID, name: str, at: datetime) -> None:
        self.club, self.director, self.at = club, director, at
        settings = commands.Create(
            club=str(club.pk),
            name=name,
            game="monster-trick",
            game_options={"play": "recorded"},
            table_size=TableSize(3, 5, 4),
            points=PointScheme(by_place=(4, 2, 1, 0)),
            tie_breaks=("wins", "last_round"),
            clock_seconds=3000,
            starts_at=at,
            seasons=(str(season),),
        )
        self.id = tournaments.create(settings, actor=_actor(director), at=at).stream.id

    def send(self, command: Command) -> None:
        """Sends a command, a minute after the last."""
        self.at += timedelta(minutes=1)
        execution.execute(TOURNAMENT, self.id, command, club=self.club.pk, actor=_actor(self.director), at=self.at)

    def enter(self, people: Sequence[Person]) -> None:
        """Enters people and checks them in."""
        entries = [commands.NewEntry(id=str(uuid7()), person=str(person.pk)) for person in people]
        tournaments.register(self.id, entries, {}, club=self.club.pk, actor=_actor(self.director), at=self.at)
        for entry in entries:
            self.send(commands.CheckIn(entry=entry.id))

    def seat(self) -> Round:
        """Seats the next round."""
        plan = planning.plan_next(self.id, club=self.club.pk)
        assert plan is not None
        self.send(planning.new_seat_command(plan))
        return self.state().rounds[-1]

    def start(self, found: Round) -> None:
        """Publishes and starts a round."""
        self.send(commands.Start(round=found.id, at=self.at))

    def report(self, found: Round, tables: int | None = None, shift: int = 0, shared: bool = False) -> None:
        """Reports the first `tables` of a round, or all. shift: who of a table wins. shared: the first two do."""
        for table in found.tables[:tables]:
            order = table.seats[shift % len(table.seats) :] + table.seats[: shift % len(table.seats)]
            places = {entry: place for place, entry in enumerate(order, 1)}
            if shared:
                places[order[1]] = 1
            scores: dict[str, int | str] = {entry: 21 - 4 * place for entry, place in places.items()}
            self.send(
                commands.RecordResult(
                    table=table.id, places=places, at=self.at, scores=scores, source="table", by=_actor(self.director)
                )
            )

    def share(self, found: Round) -> None:
        """Everybody is first at every table; the round and the tournament are closed."""
        for table in found.tables:
            places = dict.fromkeys(table.seats, 1)
            self.send(
                commands.RecordResult(
                    table=table.id, places=places, at=self.at, scores=None, source="table", by=_actor(self.director)
                )
            )
        self.send(commands.CloseRound(round=found.id))
        self.send(commands.Close())

    def play_round(self, shift: int = 0, shared: bool = False) -> None:
        """A whole round."""
        found = self.seat()
        self.start(found)
        self.report(found, shift=shift, shared=shared)
        self.send(commands.CloseRound(round=found.id))

    def state(self) -> Tournament:
        """The folded state."""
        with reading(self.club.pk, TOURNAMENT, self.id) as stream:
            state: Tournament = deepcopy(stream.aggregate.state)
            return state


def make_people(club: Club, names: Sequence[str] = NAMES) -> list[Person]:
    """People whom the club knows."""
    return Person.objects.bulk_create(Person(club=club, name=name) for name in names)


def play_night() -> Night:
    """A club's season: three tournaments over and one running, with one table of its second round reported."""
    club, director = make_club("Tuesday Club")
    season = make_season(club, director)
    people = make_people(club)
    played = []
    for week, absent in enumerate((0, 3, 5)):
        at = FIRST_NIGHT + timedelta(weeks=week)
        tournament = Playing(club, director, season, f"Club night {at:%-d %B}", at)
        tournament.enter(people[absent:] if week % 2 else people[: len(people) - absent])
        for number in range(3):
            tournament.play_round(shift=week + number, shared=number == week)
        tournament.send(commands.Close())
        played.append(tournament.id)
    played.append(_running(club, director, season, people))
    follow(club.pk)
    return Night(club, director, season, played)


def _running(club: Club, director: User, season: UUID, people: Sequence[Person]) -> UUID:
    at = FIRST_NIGHT + timedelta(weeks=3)
    tournament = Playing(club, director, season, f"Club night {at:%-d %B}", at)
    tournament.enter(people)
    tournament.play_round()
    second = tournament.seat()
    tournament.start(second)
    tournament.report(second, tables=1, shift=1)
    return tournament.id


def _actor(user: User) -> str:
    return f"user:{user.pk}"
