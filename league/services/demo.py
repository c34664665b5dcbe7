"""A demo to look around in: a club of its own with people, a season, last week's night, and one that runs now.

It is played through the services, so everything is as in a club's own nights. It is marked by its name, no public page
lists it, and it can be removed: its rows are deleted, with every name. What the log keeps of it leads nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from uuid import UUID

from django.utils.translation import gettext as _
from uuid6 import uuid7

from games.kernel import Command
from league.domain.season.commands import Create as CreateSeason
from league.domain.season.table.scheme import Scheme, SeasonPoints
from league.domain.tournament.closing.commands import Close, CloseRound
from league.domain.tournament.commands import Create
from league.domain.tournament.entries.commands import CheckIn, NewEntry
from league.domain.tournament.results.commands import RecordResult
from league.domain.tournament.rounds.commands import Start
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.settings import PointScheme, TableSize
from league.log import store
from league.log.store import writing
from league.models import Club, Person, Role, Season, Tournament, User
from league.projections.followers import follow
from league.repository.streams import TOURNAMENT, reading
from league.seating import planning
from league.services import clubs, execution, seasons, tournaments

NAMES = (
    "Ada Lovelace", "Carl Gauß", "Emmy Noether", "Évariste Galois", "Hypatia", "Kurt Gödel", "Łukasiewicz Jan",
    "Olga Taussky-Todd", "Sophie Germain", "Srinivasa Ramanujan", "华罗庚",
)  # fmt: skip
ABSENT_LAST_WEEK = 1
ROUNDS, CLOCK_SECONDS = 3, 2400
WEEK, MINUTE = timedelta(weeks=1), timedelta(minutes=1)
LOT = 7
"""Of the scores: every demo has the same ones, at tables that are drawn."""


def of(director: User) -> Club | None:
    """The demo of a user."""
    return Club.objects.filter(is_demo=True, memberships__user=director, memberships__role=Role.DIRECTOR).first()


def fill(director: User, *, like: Club | None, at: datetime) -> Club:
    """The demo of a user, played now unless they have one. like: the club whose time zone and language it takes.

    All in one transaction: asked twice at once, there is one demo, and never half of one.
    """
    with writing(director.pk):
        User.objects.select_for_update().get(pk=director.pk)
        return of(director) or _played(director, like, at)


def _played(director: User, like: Club | None, at: datetime) -> Club:
    fields = {"time_zone": like.time_zone, "language": like.language} if like else {}
    club = clubs.make_club({"name": _("Demo club"), "is_demo": True, **fields}, director, at=at - WEEK)
    actor = f"user:{director.pk}"
    people = [Person(club=club, name=name) for name in NAMES]
    clubs.add_people(people, actor=actor, at=at - WEEK)
    season = _season(club, actor, at - WEEK)
    last = _Night(club, actor, season, _("Demo night last week"), at - WEEK)
    last.enter(people[ABSENT_LAST_WEEK:])
    for _number in range(ROUNDS):
        last.play()
    last.send(Close())
    tonight = _Night(club, actor, season, _("Demo night"), at - 30 * MINUTE)
    tonight.enter(people)
    tonight.play()
    tonight.begin(at - 5 * MINUTE)
    tonight.report(1)
    follow(club.pk)
    return club


def remove(director: User) -> None:
    """Deletes the rows of the demo of a user, if there is one."""
    club = of(director)
    if club is None:
        return
    with writing():
        store.lock(club.pk)
        Tournament.objects.filter(club=club).delete()  # first, since people with entries are protected
        Season.objects.filter(club=club).delete()
        club.delete()


def _season(club: Club, actor: str, at: datetime) -> UUID:
    points = SeasonPoints(by_place=(14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1))
    scheme = Scheme(points=points, ties=("count_back",))
    opened = CreateSeason(club=str(club.pk), name=_("Demo season"), scheme=scheme, time_zone=club.time_zone)
    return seasons.open_season(opened, actor=actor, at=at).stream.id


class _Night:
    """A night of the demo. at: the time of its next step."""

    def __init__(self, club: Club, actor: str, season: UUID, name: str, at: datetime) -> None:
        self.club, self.actor, self.at, self.lot = club, actor, at, Random(LOT)  # noqa: S311
        settings = Create(
            club=str(club.pk),
            name=name,
            game="scoresheet",
            table_size=TableSize(3, 4, 4),
            points=PointScheme(by_place=(10, 7, 4, 2)),
            tie_breaks=("wins", "last_round"),
            rounds=ROUNDS,
            clock_seconds=CLOCK_SECONDS,
            starts_at=at,
            visibility="link",
            seasons=(str(season),),
        )
        self.id = tournaments.create(settings, actor=actor, at=at).stream.id

    def send(self, command: Command) -> None:
        execution.execute(TOURNAMENT, self.id, command, club=self.club.pk, actor=self.actor, at=self.at)

    def enter(self, people: Sequence[Person]) -> None:
        entries = [NewEntry(id=str(uuid7()), person=str(person.pk)) for person in people]
        tournaments.register(self.id, entries, {}, club=self.club.pk, actor=self.actor, at=self.at)
        for entry in entries:
            self.send(CheckIn(entry=entry.id))

    def begin(self, at: datetime) -> None:
        """Seats the next round and starts it."""
        self.at = at
        plan = planning.plan_next(self.id, club=self.club.pk)
        assert plan is not None
        self.send(planning.new_seat_command(plan))
        self.send(Start(round=self._round(), at=at))

    def report(self, tables: int | None = None) -> None:
        """Reports the first tables of the running round, or all."""
        for table in self._tables()[:tables]:
            scores = self.lot.sample(range(20, 90), len(table.seats))
            order = sorted(scores, reverse=True)
            self.send(
                RecordResult(
                    table=table.id,
                    places={seat: order.index(score) + 1 for seat, score in zip(table.seats, scores, strict=True)},
                    at=self.at,
                    scores=dict(zip(table.seats, scores, strict=True)),
                    source="table",
                    by=self.actor,
                )
            )

    def play(self) -> None:
        """A whole round."""
        self.begin(self.at + MINUTE)
        self.report()
        self.send(CloseRound(round=self._round()))

    def _round(self) -> str:
        with reading(self.club.pk, TOURNAMENT, self.id) as stream:
            found: str = stream.aggregate.state.rounds[-1].id
            return found

    def _tables(self) -> list[Table]:
        with reading(self.club.pk, TOURNAMENT, self.id) as stream:
            return list(stream.aggregate.state.rounds[-1].tables)
