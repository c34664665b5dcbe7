"""`bench scale [--long]`: what a report costs as clubs, entries, the log and a stream grow, against the smallest.

The cost is CPU: of this process and of its connection's process in PostgreSQL. The cases of a line take turns, three
reports at a time, so a busy machine slows all alike. Each report is the first of its table, by the table's link,
through the whole API. The level of every line is 1.3. Without --long the greatest cases are left out, and it takes
about three minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from time import process_time
from uuid import UUID

from django.db import connection
from django.test import Client
from uuid6 import uuid7

from bench.burst import Hall
from bench.levels import held
from bench.log.databases import release, use
from bench.log.slices import Figure
from bench.web.crowd import Request
from bench.web.evening import accepted
from league.domain.tournament import commands as c
from league.repository import streams
from league.repository.streams import TOURNAMENT, Stream
from league.services import execution
from tests import servers

OPTIONS = ("--long",)
CLUBS, MOST_CLUBS = (1, 10, 100), 1000
ENTRIES = (12, 120, 2000)
LOG, LONG_LOG = (10_000, 300_000), (10_000, 300_000, 5_000_000)
STREAM = (200, 20_000)
FEW = 12
LEVEL = 1.3
TURNS, REPORTS, WARM_UP = 14, 3, 2
FILL = """
INSERT INTO league_event (
    club, stream, kind, version, type, schema, data, actor, correlation, rules, recorded_at, hash
)
SELECT club, stream, 'game', version, 'scoresheet.round_recorded', 1,
    '{"at":"2026-12-01T19:00:00Z","by":"user:bench","scores":{"01a22701":30,"01a22702":29,"01a22703":28}}',
    'user:bench', stream, 'scoresheet/1', now(), md5(stream::text || version) || md5(version::text || stream)
FROM (
    SELECT CASE WHEN number %% 2 = 0 THEN %s::uuid ELSE md5((number %% 100)::text)::uuid END AS club,
        gen_random_uuid() AS stream
    FROM generate_series(1, %s) AS number
) AS made, generate_series(1, 100) AS version
"""
"""Streams of 100 events: half of them of the club that is measured, half of a hundred others."""


def main(*options: str) -> None:
    """Prints each ratio beside its level."""
    server = servers.postgres(settings=("autovacuum=off", "max_wal_size=8GB"))
    use(server.url)
    for figure in figures(is_long="--long" in options):
        print(figure.line(), flush=True)
    release()
    server.stop()


def figures(*, is_long: bool) -> Iterator[Figure]:
    """All lines; the log grows last, since it stays."""
    yield from ratios("entries", {size: reports([hall(size)]) for size in ENTRIES})
    yield from ratios("events in the stream", {size: reports([with_events(size)]) for size in STREAM})
    clubs = (*CLUBS, MOST_CLUBS) if is_long else CLUBS
    yield from ratios("clubs at once", {size: reports([hall(FEW) for _ in range(size)]) for size in clubs})
    yield from growing_log(LONG_LOG if is_long else LOG)


def ratios(what: str, cases: dict[int, Iterator[Request]]) -> Iterator[Figure]:
    """The cost of each case by that of the first."""
    first, *others = cases
    costs = measured(cases)
    yield Figure(f"a report, {first:,} {what}", 1e6 * costs[first], unit="us CPU")
    for size in others:
        yield Figure(f"a report, {size:,} {what} / {first:,}", costs[size] / costs[first], LEVEL, most=True)


def measured(cases: dict[int, Iterator[Request]]) -> dict[int, float]:
    """Seconds of CPU that a report takes in each case."""
    spent = dict.fromkeys(cases, 0.0)
    for turn in range(WARM_UP + TURNS):
        for size, requests in cases.items():
            some = list(islice(requests, REPORTS))
            seconds = cost(some)
            if turn >= WARM_UP:
                spent[size] += seconds / (TURNS * REPORTS)
    return spent


def cost(requests: Sequence[Request]) -> float:
    """Seconds of CPU of this process and of the database's, for these reports."""
    client = Client(SERVER_NAME="localhost")
    backend = backend_cpu()
    here, there = process_time(), backend()
    for request in requests:
        sender = {"Authorization": f"Link {request.link}"}
        accepted(client.put(f"/api/v1/{request.path}", request.body, "application/json", headers=sender))
    return process_time() - here + backend() - there


def backend_cpu() -> Callable[[], float]:
    """The clock of the process that serves this connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        file = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    return lambda: int(file.read_text().split()[0]) / 1e9


def hall(people: int) -> Hall:
    """A tournament of so many people in a club of its own."""
    return Hall.open(people, are_here=True)


def reports(halls: Sequence[Hall]) -> Iterator[Request]:
    """The reports of rounds without end: the halls take turns, a table at a time."""
    while True:
        for tables in zip(*(hall.reports() for hall in halls), strict=True):
            yield from tables


def with_events(events: int) -> Hall:
    """A tournament whose stream has so many events: penalties that were given and lifted."""
    one = hall(FEW)

    def run(work: execution.Work) -> Stream:
        stream = work.stream(TOURNAMENT, one.id)
        while stream.aggregate.version < events:
            id = str(uuid7())
            work.send(stream, c.Penalise(id, one.entries[0], 1, "bench"))
            work.send(stream, c.LiftPenalty(id))
        return stream

    execution.commit(run, club=one.club, actor=held.ACTOR, at=held.AT)
    return one


def growing_log(sizes: Sequence[int]) -> Iterator[Figure]:
    """The same tournament's reports as the log grows; between them those of one in the smallest log are not possible.

    So each size is measured beside a loop of Python, and the costs are compared in runs of that.
    """
    one = hall(FEW)
    requests, first = reports([one]), 0.0
    for size in sizes:
        fill(one.club, size)
        costs = [(cost(list(islice(requests, REPORTS))), loop_cost()) for _ in range(WARM_UP + TURNS)][WARM_UP:]
        runs = sum(spent for spent, _ in costs) / sum(loop for _, loop in costs)
        first = first or runs
        if size > sizes[0]:
            yield Figure(f"a report, {size:,} events in the log / {sizes[0]:,}", runs / first, LEVEL, most=True)
    yield from folding()


def fill(club: UUID, size: int) -> None:
    """Lets the log grow to so many events, half of them of the club."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM league_event")
        streams_missing = (size - cursor.fetchone()[0]) // 100
        cursor.execute(FILL, [club, max(streams_missing, 0)])
        cursor.execute("ANALYZE league_event")
        cursor.execute("CHECKPOINT")


def loop_cost() -> float:
    """Seconds of CPU of a fixed loop."""
    begun = process_time()
    sum(number * number % 7 for number in range(200_000))
    return process_time() - begun


def folding() -> Iterator[Figure]:
    """What a process pays that has not yet read a long stream: loads and folds it once."""
    one = with_events(STREAM[1])
    begun = process_time()
    version = streams.rebuilt(one.club, TOURNAMENT, one.id).aggregate.version
    spent = process_time() - begun
    yield Figure(f"first read of a stream of {version:,} events", 1e6 * spent, unit="us CPU")
    yield Figure("events that it loads, decodes and folds", version / spent, unit="per s CPU")
