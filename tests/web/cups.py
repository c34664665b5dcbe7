"""A knockout of the evening's people, taken as far as a test wants it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Self

from django.utils import timezone

from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.entries.commands import CheckIn, NewEntry
from league.domain.tournament.results.commands import ConfirmResult, DecideLevel
from league.domain.tournament.rounds.commands import Publish, Start
from league.domain.tournament.rounds.state import Round
from league.models import Club, Person, Tournament
from league.seating import planning
from league.services import tournaments
from tests.league.nights import ACTOR, Night
from tests.web.evening import names

TWO = {"min": 2, "max": 2, "prefer": 2}


class Cup(Night):
    """A knockout with two at a table, seeded in the order of the people."""

    @classmethod
    def begin(cls, people: int, third_place: bool = True, **settings: Any) -> Self:
        club = Club.objects.create(name="Harbour Board Gamers", time_zone="Europe/Berlin")
        rules = {"format": {"type": "knockout", "third_place": third_place}, "table_size": TWO, "clock_seconds": 3000}
        cup = cls.open(club, **{"name": "Holiday Cup", **rules, **settings})
        cup.at = timezone.now() - timedelta(hours=1)
        rows = Person.objects.bulk_create(Person(club=club, name=name) for name in names(people))
        made = [NewEntry(f"{row.pk}", str(row.pk), rating=3000 - at) for at, row in enumerate(rows)]
        tournaments.register(cup.id, made, {}, club=club.pk, actor=ACTOR, at=cup.at)
        cup.entries = [entry.id for entry in made]
        for entry in cup.entries:
            cup.send(CheckIn(entry))
        return cup

    @property
    def code(self) -> str:
        return Tournament.objects.get(pk=self.id).public_code.code

    @property
    def address(self) -> str:
        return f"/t/{self.code}/bracket"

    def seat(self) -> Round:
        plan = planning.plan_next(self.id, club=self.club.pk)
        assert plan is not None
        self.send(planning.new_seat_command(plan))
        self.send(Publish(self.state().rounds[-1].id))
        return self.state().rounds[-1]

    def begin_round(self) -> Round:
        found = self.seat()
        self.send(Start(found.id, timezone.now() - timedelta(minutes=41)))
        return self.state().rounds[-1]

    def win(self, found: Round, tables: int, *, draw: int = 0) -> None:
        """The better seed wins at the first tables; at that many of them it is a draw, and a lot decides."""
        for table in found.tables[:tables]:
            is_drawn = table.number <= draw
            scores = {one: 44 if is_drawn else 60 - self.entries.index(one) for one in table.seats}
            self.play(table.id, {"type": "record_round", "scores": scores})
            self.send(ConfirmResult(table=table.id, by=f"entry:{table.seats[0]}", at=timezone.now()))
            if is_drawn:
                self.send(DecideLevel(table=table.id, decided_by="lot", at=timezone.now(), by=ACTOR, by_staff=True))

    def whole_round(self, *, draw: int = 0) -> None:
        found = self.begin_round()
        self.win(found, len(found.tables), draw=draw)
        self.send(CloseRound(found.id))
