"""The evening of the pictures: 62 people of many scripts at 16 tables, taken to any of its phases."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Self

from django.utils import timezone
from uuid6 import uuid7

from league.domain.tournament.clocks.commands import Pause
from league.domain.tournament.closing.commands import Cancel, CloseRound
from league.domain.tournament.entries.commands import Drop, NewEntry
from league.domain.tournament.formats import Areas
from league.domain.tournament.results.commands import ConfirmResult
from league.domain.tournament.rounds.commands import Publish, Start
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.stages.commands import BeginStage
from league.models import Club, Person, Tournament
from league.projections.followers import follow
from league.seating import planning
from league.services import stages, tournaments
from tests.league.nights import ACTOR, Night, open_season

FIRST = (
    "Noor Haddad", "Tomasz Wójcik", "王雪梅", "Maximiliane von Hohenfels-Strackmann", "Signe Holm",
    "Lukas Steinbrecher", "Camille Lefèvre", "ليلى منصور", "Abdul-Rahman Siddiqui", "Agnieszka Kowalczyk",
    "Akua Mensah", "Anders Hjortsberg", "Aoife Brennan", "Ayşe Demirtaş", "Bao Nguyễn", "Beatriz Figueiredo",
    "Chidi Okonkwo", "Eero Virtanen", "Søren Kjær", "Pille Kask", "Łukasz Nowak", "Zoë Ó Briain",
    "Daan Verhoeven", "Émilie Roux", "Ольга Смирнова", "Νίκος Παππάς",
)  # fmt: skip
FAMILIES = ("Abel", "Berg", "Costa", "Dahl", "Evans", "Fiore", "Grau", "Hajek", "Ito", "Jansen", "Kral", "Lund")
LABELS = ("Window", "Window", "Bar", "Bar", "Stage", "Stage", "Window", "Hall", "Hall", "Hall", "Hall", "Hall")
PHASES = ("before", "published", "running", "last", "late", "paused", "between", "final", "over", "cancelled")


def names(count: int) -> list[str]:
    """That many different names."""
    more = (f"{first} {family}" for family in FAMILIES for first in ("Mia", "Jonas", "Ravi", "Ida", "Pau"))
    return [*FIRST, *more][:count]


class Evening(Night):
    """The evening, whose clock is that of the machine."""

    @classmethod
    def begin(cls, people: int = 62, **settings: Any) -> Self:
        """A tournament in a season with everybody on the list, most of them here."""
        club = Club.objects.create(name="Harbour Board Gamers", time_zone="Europe/Berlin")
        season = open_season(club)
        start = timezone.now() + timedelta(minutes=12, seconds=30)
        shown: dict[str, Any] = {
            "name": "Tuesday 1 December",
            "rounds": 3,
            "clock_seconds": 3000,
            "points": {"by_place": [10, 7, 4, 2]},
            "tie_breaks": ["wins", "last_round", "count_back"],
            "hall": {"labels": list(LABELS)},
            "starts_at": start.isoformat(),
            "seasons": [str(season)],
        }
        evening = cls.open(club, **{**shown, **settings})
        evening.at = timezone.now()
        rows = Person.objects.bulk_create(Person(club=club, name=name) for name in names(people))
        evening.enter(rows[: people * 3 // 4])
        evening.expect(rows[people * 3 // 4 :])
        return evening

    @property
    def code(self) -> str:
        return Tournament.objects.get(pk=self.id).public_code.code

    def expect(self, people: list[Person]) -> None:
        """People who are on the list and not here yet."""
        entries = [NewEntry(str(uuid7()), str(person.pk)) for person in people]
        tournaments.register(self.id, entries, {}, club=self.club.pk, actor=ACTOR, at=self.at)
        self.entries += [entry.id for entry in entries]

    def all_arrive(self) -> None:
        tournaments.check_in(self.id, None, club=self.club.pk, actor=ACTOR, at=self.at)

    def seat(self) -> Round:
        plan = planning.plan_next(self.id, club=self.club.pk)
        assert plan is not None
        self.send(planning.new_seat_command(plan))
        return self.state().rounds[-1]

    def publish(self) -> Round:
        found = self.seat()
        self.send(Publish(found.id))
        return found

    def start(self, found: Round, before: timedelta = timedelta()) -> None:
        """Starts a round, as if that long ago."""
        self.send(Start(found.id, timezone.now() - before))

    def score(self, entry: str) -> int:
        return 90 - self.entries.index(entry) * 3 % 71

    def report_some(self, found: Round, tables: int) -> None:
        """The first tables report; every other one of them is confirmed."""
        for table in self.state().rounds[-1].tables[:tables]:
            self.play(table.id, {"type": "record_round", "scores": {one: self.score(one) for one in table.seats}})
            if table.number % 2:
                self.send(ConfirmResult(table=table.id, by=f"entry:{table.seats[0]}", at=timezone.now()))

    def whole_round(self) -> None:
        found = self.publish()
        self.start(found)
        self.report_some(found, len(found.tables))
        self.send(CloseRound(found.id))


def evening_at(phase: str, **settings: Any) -> Evening:
    """The evening in one of PHASES."""
    evening = Evening.begin(**settings)
    if phase == "before":
        return evening
    evening.all_arrive()
    if phase == "cancelled":
        evening.send(Cancel())
        return evening
    evening.whole_round()
    if phase in ("between", "final", "over"):
        return _later(evening, phase)
    evening.send(Drop(evening.entries[30]))
    found = evening.publish()
    if phase != "published":
        ago = {"last": timedelta(minutes=45, seconds=22), "late": timedelta(minutes=52, seconds=10)}
        evening.start(found, ago.get(phase, timedelta(minutes=37, seconds=14)))
        evening.report_some(found, 11)
        if phase == "paused":
            evening.send(Pause(found.id, timezone.now()))
    return evening


def _later(evening: Evening, phase: str) -> Evening:
    evening.whole_round()
    if phase == "between":
        return evening
    final = BeginStage(top=8, carry="none", format=Areas(), rounds=1)
    stages.begin(evening.id, final, club=evening.club.pk, actor=ACTOR, at=timezone.now())
    found = evening.publish()
    evening.start(found)
    if phase == "over":
        evening.report_some(found, 2)
        evening.send(CloseRound(found.id))
        evening.close()
        follow(evening.club.pk)
    return evening
