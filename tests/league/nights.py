"""Clubs and nights for the tests: made through the services, as the API does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Self
from uuid import UUID

from uuid6 import uuid7

from games.kernel import Command
from league.domain.season.commands import Create as CreateSeason
from league.domain.tournament.closing.commands import Close, CloseRound
from league.domain.tournament.commands import Create
from league.domain.tournament.entries.commands import CheckIn, NewEntry
from league.domain.tournament.rounds.commands import Start
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament
from league.domain.values.faults import read
from league.models import Club, Membership, Person, Role, User
from league.repository import streams
from league.repository.streams import GAME, SEASON, TOURNAMENT
from league.seating import planning
from league.services import execution, seasons, tournaments
from league.services.execution import Done

EVENING = datetime(2026, 12, 1, 19, 0, tzinfo=UTC)
ACTOR = "user:test"


def new_club(name: str = "Dice and Diamonds") -> Club:
    """A club without anybody in it."""
    return Club.objects.create(name=name)


def new_user(name: str, club: Club | None = None, role: Role = Role.MEMBER) -> User:
    """Somebody who can log in with the password "secret"."""
    user = User.objects.create_user(name, password="secret")
    if club:
        Membership.objects.create(club=club, user=user, role=role)
    return user


def new_people(club: Club, count: int) -> list[Person]:
    """People called P1, P2, …"""
    return Person.objects.bulk_create(Person(club=club, name=f"P{number}") for number in range(1, count + 1))


@dataclass
class Night:
    """A tournament on its way. at: what the clock on the wall says; each step takes a second."""

    club: Club
    id: UUID
    at: datetime = EVENING
    entries: list[str] = field(default_factory=list)

    @classmethod
    def open(cls, club: Club, **settings: Any) -> Self:
        """A tournament of score sheets at tables of 3 to 5, unless said otherwise."""
        body = {"name": "Tuesday", "game": "scoresheet", "table_size": {"min": 3, "max": 5, "prefer": 4}, **settings}
        done = tournaments.create(read(Create, {**body, "club": str(club.pk)}), actor=ACTOR, at=EVENING)
        return cls(club, done.stream.id)

    def enter(self, people: Sequence[Person]) -> None:
        """Registers people and checks them in."""
        entries = [NewEntry(str(uuid7()), str(person.pk)) for person in people]
        tournaments.register(self.id, entries, {}, club=self.club.pk, actor=ACTOR, at=self.at)
        self.entries += [entry.id for entry in entries]
        for entry in entries:
            self.send(CheckIn(entry.id))

    def send(self, command: Command) -> Done:
        """Sends the tournament a command."""
        self.at += timedelta(seconds=1)
        return execution.execute(TOURNAMENT, self.id, command, club=self.club.pk, actor=ACTOR, at=self.at)

    def state(self) -> Tournament:
        """The tournament as folded from its log."""
        state: Tournament = streams.rebuilt(self.club.pk, TOURNAMENT, self.id).aggregate.state
        return state

    def start_round(self) -> Round:
        """Seats the next round and starts it."""
        plan = planning.plan_next(self.id, club=self.club.pk)
        assert plan is not None
        self.send(planning.new_seat_command(plan))
        draft = self.state().rounds[-1]
        self.send(Start(draft.id, self.at))
        return self.state().rounds[-1]

    def play(self, table: str, command: Mapping[str, Any]) -> Done:
        """Sends the game of a table a command."""
        self.at += timedelta(seconds=1)
        return execution.execute(GAME, UUID(table), [dict(command)], club=self.club.pk, actor=ACTOR, at=self.at)

    def report(self, found: Round, score: Callable[[str], int]) -> None:
        """Every table of a round reports a score sheet."""
        for table in found.tables:
            self.play(table.id, {"type": "record_round", "scores": {entry: score(entry) for entry in table.seats}})

    def play_round(self, score: Callable[[str], int] | None = None) -> None:
        """A whole round; the earlier registered wins, unless `score` says otherwise."""
        found = self.start_round()
        self.report(found, score or (lambda entry: 1000 - self.entries.index(entry)))
        self.send(CloseRound(found.id))

    def close(self) -> None:
        """Ends the tournament."""
        self.send(Close())


def open_season(club: Club, by_place: Sequence[int] = (10, 7, 5, 3)) -> UUID:
    """A season that adds tournaments up."""
    body = {"club": str(club.pk), "name": "Winter", "scheme": {"points": {"by_place": list(by_place)}}}
    return seasons.open_season(read(CreateSeason, body), actor=ACTOR, at=EVENING).stream.id


def log_of(club: Club) -> list[tuple[int, str]]:
    """Position and type of every event of a club."""
    from league.log import store

    return [(row.position, row.type) for row in store.feed(club.pk, 0, 10_000)]


__all__ = ["ACTOR", "EVENING", "SEASON", "Night", "log_of", "new_club", "new_people", "new_user", "open_season"]
