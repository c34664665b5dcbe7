"""Clubs for the tests of their pages: a league as big as leagues get, and nights at any day."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from django.utils import timezone
from uuid6 import uuid7

from league.domain.season.commands import AddTournament
from league.domain.season.table.outcomes import FinalEntry
from league.models import Club, FinalEntries, Person, Season, Tournament, TournamentCode
from league.models.codes import ALPHABET
from league.services import seasons
from tests.league.nights import ACTOR, EVENING, Night, new_club, open_season
from tests.web.evening import FAMILIES, FIRST, names

AT_A_NIGHT = 60


def big_league(people: int = 300, nights: int = 100) -> Season:
    """A season of nights that are over, each with sixty people. Only what league tables read of them is there."""
    club, by_chance = new_club("Harbour Board Gamers"), random.Random(16)
    persons = [Person(club=club, name=name) for name in _names(people)]
    ids = [str(person.pk) for person in Person.objects.bulk_create(persons)]
    first = EVENING - timedelta(weeks=nights)
    rows = [_row(club, f"Tuesday {at + 1}", first + timedelta(weeks=at)) for at in range(nights)]
    Tournament.objects.bulk_create(rows)
    TournamentCode.objects.bulk_create(
        TournamentCode(tournament=row, club=club, code="".join(by_chance.choices(ALPHABET, k=4)) + str(at))
        for at, row in enumerate(rows)
    )
    FinalEntries.objects.bulk_create(
        FinalEntries(tournament=row, club=club, entries=_finals(by_chance.sample(ids, AT_A_NIGHT))) for row in rows
    )
    season = Season.objects.get(pk=open_season(club, range(60, 0, -1)))
    seasons.send(season, *(AddTournament(str(uuid7()), str(row.pk)) for row in rows), actor=ACTOR, at=EVENING)
    return Season.objects.get(pk=season.pk)


def _names(count: int) -> list[str]:
    return [f"{first} {family}" for family in FAMILIES for first in FIRST][:count]


def _row(club: Club, name: str, at: datetime) -> Tournament:
    return Tournament(id=uuid7(), club=club, name=name, state="closed", game="scoresheet", starts_at=at)


def _finals(people: list[str]) -> str:
    finals = [FinalEntry(str(uuid7()), (person,), place) for place, person in enumerate(people, 1)]
    return msgspec.json.encode(finals).decode()


def night_on(club: Club, days: float, name: str = "Tuesday", **settings: object) -> Night:
    """A night that begins so many days from now."""
    start = timezone.now() + timedelta(days=days)
    return Night.open(club, name=name, starts_at=start.isoformat(), **settings)


def played(club: Club, people: list[Person], season: UUID, name: str, days: float = -7, **settings: object) -> Night:
    """A night of one round that is closed; the one who is named first wins."""
    night = night_on(club, days, name, seasons=[str(season)], **settings)
    night.enter(people)
    night.play_round()
    night.close()
    return night


def code_of(night: Night) -> str:
    return Tournament.objects.get(pk=night.id).public_code.code


@dataclass
class Filled:
    """A club with a season of seven nights, one that runs, and two to come."""

    club: Club
    season: str
    running: Night

    @property
    def pages(self) -> Iterator[tuple[str, str]]:
        """The name and the address of each page."""
        of_club, league = f"/c/{self.club.slug}", f"/c/{self.club.slug}/league/{self.season}"
        code = code_of(self.running)
        yield from (
            ("club", of_club),
            ("league", league),
            ("places", f"{league}/places"),
            ("embedded", f"{league}?embed=1"),
            ("nights", f"{of_club}/nights"),
            ("people", f"{of_club}/people"),
            ("moments", f"/t/{code}/at"),
            ("at", f"/t/{code}/at/{self.running.state().version}"),
        )


def filled() -> Filled:
    """The club of the pictures."""
    club = Club.objects.create(name="Harbour Board Gamers")
    people = Person.objects.bulk_create(Person(club=club, name=name) for name in names(20))
    season = open_season(club)
    for week in range(7, 0, -1):
        order = people[week * 2 :] + people[: week * 2]
        played(club, order[: 16 + week % 3], season, f"Week {8 - week}", -7 * week)
    running = night_on(club, -0.01, "Tonight at the harbour", rounds=3, clock_seconds=3000, seasons=[str(season)])
    running.enter(people)
    running.play_round()
    running.start_round()
    night_on(club, 6, "Tuesday of the long games", seasons=[str(season)])
    night_on(club, 13, "Christmas night", seasons=[str(season)])
    return Filled(club, str(season), running)
