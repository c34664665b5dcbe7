"""`bench clock`: 500 clocks that end at about the same time. With `--short`, 20.

A clock's lateness is the time from its deadline until another process can read in the log that it has ended. One
process serves a club on SQLite; on PostgreSQL with durable commits there are Redis, a worker, a worker for the clocks
and a beat, as in docs/operators.md. All share this machine's cores with the process that looks at the log.

| what | level |
| --- | --- |
| the 99th percentile of the lateness, a club in one process | 1.5 s |
| the same with PostgreSQL, Redis and workers | 1 s |
| clocks whose end is missing, or noted twice | none |
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from uuid import UUID

import redis
from django.utils import timezone
from uuid6 import uuid7

from bench.levels import Row, held, show
from bench.log.databases import release, use
from deploy.data_folder import DATABASE
from games.kernel import Aggregate
from league.domain.tournament import commands as c
from league.domain.tournament import rules as tournament
from league.domain.tournament.formats import Manual
from league.domain.tournament.rounds.commands import Seat
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.tournament.settings import PointScheme, TableSize
from league.models import Event, Round
from league.repository.streams import TOURNAMENT, Stream
from league.services import execution
from tests import servers
from tests.deploy.served import club, variables
from tests.processes import ROOT

OPTIONS = ("--short",)
EXPIRED = "tournament.clock_expired"
CLOCK_SECONDS, SEATS = 600, 4
SPREAD_SECONDS, LOOK_SECONDS, PATIENCE_SECONDS = 0.2, 0.02, 60.0
MOST_EMBEDDED, MOST_ON_REDIS = 1.5, 1.0


@dataclass(frozen=True)
class Size:
    """clubs: so many. each: clocks of each club, one a tournament."""

    clubs: int
    each: int

    @property
    def clocks(self) -> int:
        return self.clubs * self.each


FULL, MANY_CLUBS, SHORT = Size(10, 50), Size(500, 1), Size(2, 10)


def main(*options: str) -> None:
    """Prints each figure next to its level."""
    sizes = [SHORT] if "--short" in options else [FULL, MANY_CLUBS]
    show(row for measure in (embedded, on_redis) for row in measure(sizes))


def embedded(sizes: Sequence[Size]) -> Iterator[Row]:
    """A club's one process, on SQLite."""
    with tempfile.TemporaryDirectory() as folder, club(Path(folder)):
        use(f"sqlite:///{folder}/{DATABASE}")
        for size in sizes:
            yield from lateness("a club in one process", size, MOST_EMBEDDED)
        release()


def on_redis(sizes: Sequence[Size]) -> Iterator[Row]:
    """Two workers and a beat, on PostgreSQL and Redis."""
    database, broker = servers.postgres(settings=()), servers.redis_server()
    use(database.url)
    told = variables(
        DATABASE_URL=database.url, REDIS_URL=broker.url, SECRET_KEY="x" * 60, ALLOWED_HOSTS="127.0.0.1",
        LOG_LEVEL="WARNING",
    )  # fmt: skip
    celery = [sys.executable, "-m", "celery", "-A", "deploy", "--quiet"]
    lines = (["worker"], ["worker", "--queues", "clocks", "--hostname", "clocks@%h"], ["beat"])
    with ExitStack() as stack:
        for line in lines:
            process = subprocess.Popen([*celery, *line], cwd=ROOT, env=told, stdin=subprocess.DEVNULL)
            stack.callback(process.wait)
            stack.callback(process.terminate)
        until(partial(are_at_work, redis.Redis.from_url(broker.url)))
        for size in sizes:
            yield from lateness("PostgreSQL and Redis", size, MOST_ON_REDIS)
    release()
    database.stop()
    broker.stop()


def are_at_work(broker: redis.Redis) -> bool:
    """Whether two workers wait for a task and a beat has sent some."""
    waiting = sum(client["cmd"] == "brpop" for client in broker.client_list())
    return waiting >= 2 and broker.exists(":1:last-work-of-worker-clocks") == 1


def lateness(where: str, size: Size, level: float) -> Iterator[Row]:
    """The clocks of tournaments that start together, and when each was seen to have ended."""
    began = time.monotonic()
    clubs = [Hall.open(size.each) for _ in range(size.clubs)]
    to_start = timedelta(seconds=3 + time.monotonic() - began)  # it takes less time than to open them
    lot, at = Random(size.clocks), timezone.now() + to_start
    for hall in clubs:
        hall.start(lambda: at + timedelta(seconds=lot.uniform(0, SPREAD_SECONDS)))
    after = Event.objects.values_list("position", flat=True).latest("position")
    rows = Round.objects.filter(due_at__gte=at).values_list("tournament_id", "due_at")
    due = {tournament: due_at for tournament, due_at in rows if due_at}
    assert (len(due), timezone.now() < at) == (size.clocks, True), "the clocks were not started in time"
    seconds = seen(due, after)
    what = f"{where}, {size.clubs} clubs of {size.each}"
    p50, p99 = (percentile(seconds, share) for share in (50, 99))
    measured = f"{p99:.2f} s; p50 {p50:.2f} s, the latest {seconds[-1]:.2f} s"
    yield Row(f"p99 of the lateness: {what}", measured, f"<= {level} s", p99 <= level)
    time.sleep(2)  # in which the same end could be noted again
    noted = Counter(ended(after))
    lost, twice = size.clocks - len(noted), sum(count > 1 for count in noted.values())
    yield Row(f"lost or twice: {what}", f"{lost} lost, {twice} twice", "none", not lost and not twice)


@dataclass
class Hall:
    """The tournaments of a club, each with a round that is seated and not started."""

    club: UUID
    rounds: dict[UUID, str]

    @classmethod
    def open(cls, tournaments: int) -> Hall:
        row, people = held.club_of(SEATS)
        return cls(row.pk, dict(seated(row.pk, people) for _ in range(tournaments)))

    def start(self, deadline: Callable[[], datetime]) -> None:
        """Starts all rounds in one transaction; each clock ends at a deadline of its own."""

        def run(work: execution.Work) -> Stream:
            streams = work.streams_of(TOURNAMENT, list(self.rounds))
            for stream in streams:
                begins = deadline() - timedelta(seconds=CLOCK_SECONDS)
                work.send(stream, c.Start(self.rounds[stream.id], begins))
            return streams[0]

        execution.commit(run, club=self.club, actor=held.ACTOR, at=timezone.now())


def seated(club: UUID, people: Sequence[str]) -> tuple[UUID, str]:
    """A new tournament of one table, and the round that is seated there."""
    settings = c.Create(
        name="Bench",
        game="scoresheet",
        club=str(club),
        format=Manual(),
        points=PointScheme(by_place=(4, 3, 2, 1)),
        table_size=TableSize(SEATS, SEATS, SEATS),
        clock_seconds=CLOCK_SECONDS,
    )
    begun = Aggregate(tournament.RULES)
    begun.begin(tournament.start(settings, "0" * 32))
    entries = [str(uuid7()) for _ in people]
    begun.send(c.Register(tuple(map(c.NewEntry, entries, people))))
    for entry in entries:
        begun.send(c.CheckIn(entry))
    round, table = str(uuid7()), SeatedTable(str(uuid7()), 1, tuple(entries))
    begun.send(Seat(round=round, number=1, attempt=1, based_on=begun.version, tables=(table,), given=True))
    opened = execution.begin(TOURNAMENT, uuid7(), begun, club=club, actor=held.ACTOR, at=held.AT)
    return opened.stream.id, round


def ended(after: int) -> list[UUID]:
    """The tournaments whose clocks have ended since that position, each as often as the log says so."""
    return list(Event.objects.filter(position__gt=after, type=EXPIRED).values_list("stream", flat=True))


def seen(due: Mapping[UUID, datetime], after: int) -> list[float]:
    """The seconds from each deadline until its end was seen, sorted. Looks until all have ended, or for a minute.

    due: the deadlines by tournament. after: a position of the log before the first end.
    """
    late: dict[UUID, float] = {}
    end = max(due.values()) + timedelta(seconds=PATIENCE_SECONDS)
    while len(late) < len(due) and timezone.now() < end:
        time.sleep(LOOK_SECONDS)
        found, now = ended(after), timezone.now()
        late |= {stream: (now - due[stream]).total_seconds() for stream in found if stream not in late}
    return sorted(late.values())


def percentile(seconds: Sequence[float], share: int) -> float:
    """The time within which so many of 100 were seen."""
    return seconds[min(len(seconds) * share // 100, len(seconds) - 1)]


def until(is_so: Callable[[], bool]) -> None:
    """Waits; fails when it takes too long."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.1)
