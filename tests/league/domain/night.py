"""A club night told in a few words: what the stories of these tests are written with."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.kernel import Aggregate, Command, Rejected
from league.domain.seating import plan as seating
from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament import rules as tournament
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import EDITION, Tournament
from league.domain.values.faults import read

SECRET = "0123456789abcdef0123456789abcdef"
FOUR = ("ann", "bob", "cy", "dan")
EVENING = datetime(2026, 12, 1, 19, tzinfo=UTC)


class Night:
    """A tournament with people called by single words; round n is "rn", its table m "rnam" (a: the attempt)."""

    def __init__(self, *people: str, secret: str = SECRET, edition: int = EDITION, **settings: Any):
        body: dict[str, Any] = {
            "name": "Tuesday",
            "game": "scoresheet",
            "club": "club",
            "points": {"by_place": [4, 2, 1, 0]},
        }
        self.aggregate: Aggregate[Tournament] = Aggregate(tournament.rules_of(edition))
        self.secret = secret
        self.aggregate.begin(tournament.start(read(c.Create, body | settings), secret))
        self.come(*people)

    @property
    def state(self) -> Tournament:
        return self.aggregate.state

    @property
    def last(self) -> Round:
        return self.state.rounds[-1]

    def send(self, command: Command) -> list[Any]:
        return self.aggregate.send(command)

    def register(self, *people: str) -> list[Any]:
        return self.send(c.Register(tuple(c.NewEntry(name, f"person {name}") for name in people)))

    def come(self, *people: str) -> None:
        """Registers and checks in."""
        if people:
            self.register(*people)
        for name in people:
            self.send(c.CheckIn(name))

    def plan(self) -> seating.Plan:
        return seating.plan(self.state, self.secret)

    def seat(self) -> list[Any]:
        made = self.plan()
        return self.send(seating.seat_command(made, f"r{made.number}", self.ids(made)))

    def redo(self) -> list[Any]:
        made = self.plan()
        return self.send(seating.redo_command(made, f"r{made.number}", self.ids(made)))

    def give(self, *tables: str, byes: str = "") -> list[Any]:
        """Seats the next round by hand: "ann bob cy" is a table."""
        made = seating.given_plan(self.state, [seating.GivenTable(table.split()) for table in tables], byes.split())
        return self.send(seating.seat_command(made, f"r{made.number}", self.ids(made)))

    @staticmethod
    def ids(made: seating.Plan) -> list[str]:
        return [f"r{made.number}{'abcdefgh'[made.attempt - 1]}{table.number}" for table in made.tables]

    def start(self, minutes: float = 0) -> list[Any]:
        return self.send(c.Start(self.last.id, EVENING + timedelta(minutes=minutes)))

    def report(self, table: int, **places: int) -> list[Any]:
        return self.send(c.RecordResult(self.last.tables[table - 1].id, places, EVENING))

    def close_round(self) -> list[Any]:
        return self.send(c.CloseRound(self.last.id))

    def play(self, *tables: str, byes: str = "") -> None:
        """A whole round by hand; the seats of a table are named in the order of the places, "ann=bob cy": ann and
        bob share the first."""
        self.give(*[table.replace("=", " ") for table in tables], byes=byes)
        self.start()
        for number, table in enumerate(tables, 1):
            self.report(number, **places(table))
        self.close_round()

    def play_as_seated(self) -> None:
        """Seats a round by the format and plays it: who has a lower seat has the better place."""
        self.seat()
        self.start()
        for table in self.last.tables:
            places = {entry: seat for seat, entry in enumerate(table.seats, 1)}
            for game in table.games:
                self.send(c.RecordResult(table.id, places, EVENING, game=game.event_game))
        self.close_round()

    def seats(self) -> list[list[str]]:
        return [list(table.seats) for table in self.last.tables]

    def row(self, name: str, after_round: int | None = None) -> dict[str, Any]:
        return next(row for row in standings(self.state, after_round) if row["entry"] == name)

    def places(self, after_round: int | None = None) -> dict[str, Any]:
        return {row["entry"]: row["place"] for row in standings(self.state, after_round)}

    def points(self, after_round: int | None = None) -> dict[str, int | str]:
        return {row["entry"]: row["points"] for row in standings(self.state, after_round)}

    def refused(self, command: Command) -> Rejected:
        """The refusal of a command, which has changed nothing."""
        before = list(self.aggregate.events)
        with pytest.raises(Rejected) as caught:
            self.send(command)
        assert self.aggregate.events == before
        assert caught.value.detail
        return caught.value


def seated_night(*people: str, **settings: Any) -> Night:
    """A night with round 1 as a draft; of ann, bob, cy and dan where nobody is named."""
    night = Night(*(people or FOUR), **settings)
    night.seat()
    return night


def running_night(*people: str, **settings: Any) -> Night:
    """A night with round 1 running."""
    night = seated_night(*people, **settings)
    night.start()
    return night


def places_as_seated(night: Night, table: int = 1) -> dict[str, int]:
    """The places of a table where the lower seat is the better."""
    return {entry: seat for seat, entry in enumerate(night.last.tables[table - 1].seats, 1)}


def places(told: str) -> dict[str, int]:
    """ "ann=bob cy" as places: ann 1, bob 1, cy 3."""
    found: dict[str, int] = {}
    for group in told.split():
        place = len(found) + 1
        found |= dict.fromkeys(group.split("="), place)
    return found


def minutes(number: float) -> datetime:
    """So many minutes into the evening."""
    return EVENING + timedelta(minutes=number)
