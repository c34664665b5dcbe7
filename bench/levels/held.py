"""Tournaments that were held, and seasons of them, in the database: by the service's own commands, results by lot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from random import Random
from uuid import UUID

from uuid6 import uuid7

from games.kernel import Aggregate
from league.domain.season.commands import AddTournament
from league.domain.season.commands import Create as CreateSeason
from league.domain.tournament import commands as c
from league.domain.tournament import rules as tournament
from league.domain.tournament.formats import Manual
from league.domain.tournament.rounds.commands import Seat
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.tournament.settings import PointScheme, TableSize, TieBreakName
from league.domain.tournament.state import Tournament
from league.domain.values.faults import read
from league.models import Club, Person
from league.repository.streams import SEASON, TOURNAMENT
from league.services import execution, seasons

AT, ACTOR = datetime(2026, 12, 1, 19, tzinfo=UTC), "user:bench"


def club_of(people: int) -> tuple[Club, list[str]]:
    """A club, and the ids of so many people in it."""
    club = Club.objects.create(name="Bench")
    known = Person.objects.bulk_create(Person(club=club, name=f"P{number}") for number in range(people))
    return club, [str(person.pk) for person in known]


def hold(
    club: Club,
    people: Sequence[str],
    rounds: int,
    points: PointScheme,
    chain: Sequence[TieBreakName],
    *,
    is_closed: bool = True,
) -> UUID:
    """A tournament of these people that has closed so many rounds; its id. It is in the database in one go."""
    lot, size = Random(rounds), 4 if points.outcomes is None else 2
    settings = c.Create(
        name="Bench",
        game="scoresheet",
        club=str(club.pk),
        format=Manual(),
        points=points,
        tie_breaks=tuple(chain),
        table_size=TableSize(size, size, size),
    )
    held: Aggregate[Tournament] = Aggregate(tournament.RULES)
    held.begin(tournament.start(settings, f"{lot.getrandbits(128):032x}"))
    entries = [str(uuid7()) for _ in people]
    held.send(c.Register(tuple(map(c.NewEntry, entries, people))))
    for entry in entries:
        held.send(c.CheckIn(entry))
    for number in range(1, rounds + 1):
        _play(held, number, list(_tables(lot.sample(entries, len(entries)), size)), lot)
    if is_closed:
        held.send(c.Close(AT))
    return execution.begin(TOURNAMENT, uuid7(), held, club=club.pk, actor=ACTOR, at=AT).stream.id


def _tables(order: Sequence[str], size: int) -> Iterator[SeatedTable]:
    for number, at in enumerate(range(0, len(order) - size + 1, size), 1):
        yield SeatedTable(str(uuid7()), number, tuple(order[at : at + size]))


def _play(held: Aggregate[Tournament], number: int, tables: Sequence[SeatedTable], lot: Random) -> None:
    id = str(uuid7())
    held.send(Seat(round=id, number=number, attempt=1, based_on=held.version, tables=tuple(tables), given=True))
    held.send(c.Start(id, AT))
    for table in tables:
        scores = {seat: lot.randrange(4 * len(table.seats)) for seat in table.seats}
        places = {seat: 1 + sum(other > mine for other in scores.values()) for seat, mine in scores.items()}
        held.send(c.RecordResult(table.id, places, AT, scores={**scores}, source="table", by=ACTOR))
    held.send(c.CloseRound(id))


def season_of(club: Club, held: Sequence[UUID]) -> UUID:
    """A season of these tournaments, of which the best third count."""
    scheme = {"points": {"by_place": list(range(60, 0, -1))}, "best": max(len(held) // 3, 1), "ties": ["count_back"]}
    created = {"club": str(club.pk), "name": "Bench", "scheme": scheme}
    season = seasons.open_season(read(CreateSeason, created), actor=ACTOR, at=AT).stream.id
    for id in held:
        execution.execute(SEASON, season, AddTournament(str(uuid7()), str(id)), club=club.pk, actor=ACTOR, at=AT)
    return season
