"""`bench burst`: a whole round reports at once, and 1,200 people are checked in at once.

PostgreSQL with durable commits, Redis, and four web processes, all on this machine's loopback; they end with this
process. Everything competes for the same cores: the servers, the databases and the people.

| what | level |
| --- | --- |
| 300 tables report at once | 10 s, or the time of 300 single reports in sequence |
| answers that are not 200 | none |
| the 99th percentile of another club's reads meanwhile | three times its value without them, or 100 ms |
| all here: 1,200 people against 60 | 25 times the time; 100 MB |
"""

from __future__ import annotations

import asyncio
import os
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from django.contrib.auth import get_user_model
from uuid6 import uuid7

from bench.levels import Row, held, show
from bench.log.databases import use
from bench.web.crowd import Answer, Request, at_once, in_sequence, read_until
from bench.web.evening import Caller
from games.kernel import Aggregate
from league.access import links
from league.domain.tournament import commands as c
from league.domain.tournament import rules as tournament
from league.domain.tournament.formats import Manual
from league.domain.tournament.rounds.commands import Seat
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.tournament.settings import PointScheme, TableSize
from league.models import LinkKind
from league.repository.streams import TOURNAMENT, Stream
from league.services import execution
from tests import servers
from tests.deploy import web

PEOPLE, FEW, SEATS, PROCESSES = 1200, 60, 4, 4
OTHER_CLUB, QUIET_SECONDS, PAUSE_SECONDS = 40, 6.0, 0.02
MOST_SECONDS, MOST_TIMES, ENOUGH_SECONDS = 10.0, 3.0, 0.1
MOST_ALL_HERE, MOST_BYTES = 25.0, 100_000_000


def main() -> None:
    """Prints each figure beside its level."""
    database, broker = servers.postgres(settings=()), servers.redis_server()
    os.environ.update(DATABASE_URL=database.url, REDIS_URL=broker.url)
    use(database.url)
    show([*all_here(), *burst()])
    database.stop()
    broker.stop()


@dataclass
class Hall:
    """A tournament of score sheets at tables of four."""

    club: UUID
    id: UUID
    entries: Sequence[str]

    @classmethod
    def open(cls, people: int, *, are_here: bool) -> Hall:
        """A new club with so many people, all of them registered."""
        club, known = held.club_of(people)
        size = TableSize(SEATS, SEATS, SEATS)
        settings = c.Create(
            name="Bench",
            game="scoresheet",
            club=str(club.pk),
            format=Manual(),
            points=PointScheme(by_place=(4, 3, 2, 1)),
            table_size=size,
        )
        begun = Aggregate(tournament.RULES)
        begun.begin(tournament.start(settings, "0" * 32))
        entries = [str(uuid7()) for _ in known]
        begun.send(c.Register(tuple(map(c.NewEntry, entries, known))))
        for entry in entries if are_here else ():
            begun.send(c.CheckIn(entry))
        opened = execution.begin(TOURNAMENT, uuid7(), begun, club=club.pk, actor=held.ACTOR, at=held.AT)
        return cls(club.pk, opened.stream.id, entries)

    def reports(self) -> list[Request]:
        """Starts the next round, after the close of the one before; the report of each of its tables by its link."""

        def run(work: execution.Work) -> Stream:
            stream = work.stream(TOURNAMENT, self.id)
            rounds = stream.aggregate.state.rounds
            if rounds:
                work.send(stream, c.CloseRound(rounds[-1].id))
            number, round = len(rounds) + 1, str(uuid7())
            version = stream.aggregate.version
            work.send(stream, Seat(round=round, number=number, attempt=1, based_on=version, tables=tables, given=True))
            work.send(stream, c.Start(round, held.AT))
            return stream

        tables = tuple(self._tables())
        execution.commit(run, club=self.club, actor=held.ACTOR, at=held.AT)
        made = links.made(self.club, LinkKind.TABLE, [UUID(table.id) for table in tables])
        return [_report(table, made[UUID(table.id)]) for table in tables]

    def _tables(self) -> Iterator[SeatedTable]:
        for number, at in enumerate(range(0, len(self.entries), SEATS), 1):
            yield SeatedTable(str(uuid7()), number, tuple(self.entries[at : at + SEATS]))


def _report(table: SeatedTable, link: str) -> Request:
    scores = {entry: 30 - seat for seat, entry in enumerate(table.seats)}
    return Request("PUT", f"tables/{table.id}/result", {"scores": scores}, link)


def all_here() -> Iterator[Row]:
    """Everybody arrives at once, over the API: the time and the memory of few and of many."""
    director = Caller()
    director.force_login(get_user_model().objects.create_superuser("bench"))

    def arrive(hall: Hall) -> None:
        director.call("POST", f"tournaments/{hall.id}/check-in", {"entries": "all"})

    arrive(Hall.open(FEW, are_here=False))  # the first time loads what stays
    few, many = (min(_seconds(partial(arrive, hall)) for hall in _halls(people)) for people in (FEW, PEOPLE))
    ratio = many / few
    measured = f"{few * 1000:.0f} ms and {many * 1000:.0f} ms: {ratio:.1f} times"
    yield Row(
        f"all here, {FEW} against {PEOPLE} people", measured, f"<= {MOST_ALL_HERE:.0f} times", ratio <= MOST_ALL_HERE
    )
    peak = _peak(partial(arrive, Hall.open(PEOPLE, are_here=False)))
    yield Row(f"all here, memory for {PEOPLE} people", f"{peak / 1e6:.1f} MB", "< 100 MB", peak < MOST_BYTES)


def _halls(people: int) -> list[Hall]:
    return [Hall.open(people, are_here=False) for _ in range(3)]


def _seconds(run: Callable[[], object]) -> float:
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun


def _peak(run: Callable[[], object]) -> int:
    tracemalloc.start()
    run()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


def burst() -> Iterator[Row]:
    """A round reports in sequence and the next at once, while another club reads."""
    hall, other = Hall.open(PEOPLE, are_here=True), Hall.open(OTHER_CLUB, are_here=True)
    other.reports()
    reads = [Request("GET", f"tournaments/{other.id}"), Request("GET", f"tournaments/{other.id}/standings")]
    with web.servers(PROCESSES) as addresses:
        sequence = asyncio.run(in_sequence(hall.reports(), addresses))
        quiet = asyncio.run(_quiet(reads, addresses))
        answers, meanwhile, seconds = asyncio.run(_at_once(hall.reports(), reads, addresses))
    one_by_one = sum(answer.seconds for answer in sequence)
    limit = max(MOST_SECONDS, one_by_one)
    measured = f"{seconds:.1f} s, in sequence {one_by_one:.1f} s"
    yield Row(f"{len(answers)} tables report at once", measured, f"<= {limit:.1f} s", seconds <= limit)
    refused = [answer.status for answer in (*sequence, *answers) if answer.status != 200]
    yield Row("answers that are not 200", f"{len(refused)} {refused[:3] or ''}", "0", not refused)
    before, during = (percentile_99(read) for read in (quiet, meanwhile))
    measured = f"{during * 1000:.0f} ms of {len(meanwhile)}, without {before * 1000:.0f} ms of {len(quiet)}"
    limit = max(MOST_TIMES * before, ENOUGH_SECONDS)
    yield Row("p99 of another club's reads meanwhile", measured, f"<= {limit * 1000:.0f} ms", during <= limit)


async def _quiet(reads: Sequence[Request], addresses: Sequence[str]) -> list[Answer]:
    end = time.monotonic() + QUIET_SECONDS
    await in_sequence([*reads] * PROCESSES, addresses)  # the first time loads what stays
    return await read_until(lambda: time.monotonic() > end, reads, addresses, PAUSE_SECONDS)


async def _at_once(
    reports: Sequence[Request], reads: Sequence[Request], addresses: Sequence[str]
) -> tuple[list[Answer], list[Answer], float]:
    """The answers to the reports, those to the reads meanwhile, and the seconds until the last report was answered."""
    begun = time.perf_counter()
    reporting = asyncio.ensure_future(at_once(reports, addresses))
    reading = asyncio.ensure_future(read_until(reporting.done, reads, addresses, PAUSE_SECONDS))
    answers = await reporting
    seconds = time.perf_counter() - begun
    return answers, await reading, seconds


def percentile_99(answers: Sequence[Answer]) -> float:
    """The time within which 99 of 100 were answered."""
    times = sorted(answer.seconds for answer in answers)
    return times[min(len(times) * 99 // 100, len(times) - 1)]
