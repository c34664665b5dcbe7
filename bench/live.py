"""`bench live`: open pages of a hall, and a whole round that reports at once. With `--short`, few of each.

PostgreSQL with durable commits and Redis, or SQLite, and web processes, all on this machine's loopback; they end with
this process. Everything competes for the same cores: the servers, the databases and the people.

| what | level |
| --- | --- |
| 500 open screens and phones on one process: memory of each | 200 kB |
| CPU of that process while nothing happens | 10 % of a core |
| from a result's answer to the last of them (99 of 100 results) | 2 s |
| 300 clients report the 300 tables of a round to 4 processes on PostgreSQL | 10 s, or the time of as many in sequence |
| 40 clients report 40 tables to one process on SQLite | the same |
| all recorded, none twice; standings equal a rebuild | yes |
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import httpx

from bench.burst import SEATS, Hall
from bench.levels import Row, show
from bench.log.databases import use
from bench.web.crowd import Answer, Request, in_sequence, send
from league.domain.standings.standings import standings
from league.log import store
from league.projections.rebuild import rebuild
from league.repository import streams
from league.repository.streams import TOURNAMENT
from tests import servers
from tests.deploy import web

OPTIONS = ("--short",)
PAUSE_SECONDS, PATIENCE_SECONDS = 0.25, 60.0
MOST_BYTES, MOST_CPU, MOST_DELAY, MOST_SECONDS = 200_000, 0.1, 2.0, 10.0
SINGLE, BUSY, MOST_RETRIES = 5, 503, 100
RECORDED = "tournament.result_recorded"


@dataclass(frozen=True)
class Size:
    """How much of each.

    quiet_seconds: how long nothing happens. single: results reported one after the other while the pages are open.
    processes: those of the round on PostgreSQL.
    """

    pages: int
    quiet_seconds: float
    single: int
    tables: int
    processes: int
    tables_on_sqlite: int


WHOLE = Size(pages=500, quiet_seconds=20.0, single=40, tables=300, processes=4, tables_on_sqlite=40)
SHORT = Size(pages=40, quiet_seconds=2.0, single=3, tables=20, processes=2, tables_on_sqlite=6)


def main(*options: str) -> None:
    """Prints each figure beside its level."""
    size = SHORT if "--short" in options else WHOLE
    show(rows(size))


def rows(size: Size) -> Iterator[Row]:
    """All figures, on PostgreSQL and then on SQLite."""
    database, broker = servers.postgres(settings=()), servers.redis_server()
    os.environ.update(DATABASE_URL=database.url, REDIS_URL=broker.url)
    use(database.url)
    yield from open_pages(size)
    yield from round_at_once(size.tables, size.processes, "PostgreSQL")
    url = f"sqlite:///{servers.new_folder()}/live.sqlite3"
    os.environ.update(DATABASE_URL=url, REDIS_URL="")
    use(url)
    database.stop()
    broker.stop()
    yield from round_at_once(size.tables_on_sqlite, 1, "SQLite")


# ---- Open pages ----


class Pages:
    """Open streams of one tournament, each a plain socket, and when each was told of which table.

    links: of those that are phones, every second one; the others are screens.
    """

    def __init__(self, hall: Hall, address: str, links: Sequence[str]) -> None:
        self.path, self.host = f"/api/v1/tournaments/{hall.id}/live", urlsplit(address).netloc
        self.log_ins = cycle(login for link in links for login in ("", f"Authorization: Link {link}\r\n"))
        self.told: dict[str, list[float]] = {}
        self.first: asyncio.Queue[None] = asyncio.Queue()
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self, count: int) -> None:
        """Opens so many, and returns when each has its first message."""
        self.tasks += [asyncio.create_task(self._follow(next(self.log_ins))) for _ in range(count)]
        async with asyncio.timeout(PATIENCE_SECONDS):
            for _ in range(count):
                await self.first.get()

    async def _follow(self, log_in: str) -> None:
        reader, writer = await asyncio.open_connection(*self.host.split(":"))
        try:
            writer.write(f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\n{log_in}\r\n".encode())
            while line := await reader.readline():
                if line.startswith(b'data: {"position"'):
                    self._take(line)
        finally:
            writer.close()

    def _take(self, line: bytes) -> None:
        """Notes a message: the first of a stream, or of reports at tables, of which several may be in one."""
        if b'"types":[]' in line:
            self.first.put_nowait(None)
        elif RECORDED.encode() in line:
            position = line.split(b":", 2)[2].split(b",")[0].decode()
            self.told.setdefault(position, []).append(time.perf_counter())

    async def close(self) -> None:
        """Closes all."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def open_pages(size: Size) -> Iterator[Row]:
    """What open pages cost, and how late they are told."""
    hall = Hall.open(size.single * SEATS, are_here=True)
    reports = hall.reports()
    with web.server() as process:
        address = web.address_of(process)
        memory, cpu, delays = asyncio.run(_measured(hall, reports, address, size, process.pid))
    each = memory / size.pages
    what = f"{size.pages} open pages on one process"
    yield Row(f"{what}: memory of each", f"{each / 1000:.0f} kB", "<= 200 kB", each <= MOST_BYTES)
    yield Row(f"{what}: CPU while nothing happens", f"{cpu:.1%} of a core", "<= 10 %", cpu <= MOST_CPU)
    late = sorted(delays)[min(len(delays) * 99 // 100, len(delays) - 1)]
    measured = f"{late:.2f} s, median {sorted(delays)[len(delays) // 2]:.2f} s"
    yield Row("from a result's answer to the last page, p99", measured, "< 2 s", late < MOST_DELAY)


async def _measured(
    hall: Hall, reports: Sequence[Request], address: str, size: Size, pid: int
) -> tuple[int, float, list[float]]:
    """The memory of the open pages, the share of a core while nothing happens, and the delays of the results."""
    await send(Request("GET", f"tournaments/{hall.id}"), address)
    followers = Pages(hall, address, [report.link for report in reports])
    await followers.open(1)
    before = _memory(pid)
    await followers.open(size.pages - 1)
    memory = _memory(pid) - before
    used, begun = _cpu(pid), time.perf_counter()
    await asyncio.sleep(size.quiet_seconds)
    cpu = (_cpu(pid) - used) / (time.perf_counter() - begun)
    delays = [await _delay(followers, report, address, size.pages) for report in reports]
    await followers.close()
    return memory, cpu, delays


async def _delay(followers: Pages, report: Request, address: str, pages: int) -> float:
    """From a report's answer until all pages are told, in seconds; not below 0."""
    known = set(followers.told)
    answer = await send(report, address)
    answered = time.perf_counter()
    if answer.status != 200:
        raise RuntimeError(f"a report was answered with {answer.status}")
    end = answered + PATIENCE_SECONDS
    while not (new := set(followers.told) - known) or len(followers.told[next(iter(new))]) < pages:
        if time.perf_counter() > end:
            raise RuntimeError("a page was not told")
        await asyncio.sleep(0.005)
    await asyncio.sleep(PAUSE_SECONDS)
    return max(max(followers.told[next(iter(new))]) - answered, 0.0)


def _memory(pid: int) -> int:
    """The bytes that a process holds by itself."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(("Private_Clean", "Private_Dirty")))


def _cpu(pid: int) -> float:
    """The seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# ---- A round at once ----


def round_at_once(tables: int, processes: int, name: str) -> Iterator[Row]:
    """All tables of a round report at the same time, each by a client of its own."""
    hall = Hall.open(tables * SEATS, are_here=True)
    reports = [_of_a_phone(report) for report in hall.reports()]
    with web.servers(processes) as addresses:
        reads = [Request("GET", f"tournaments/{hall.id}/{path}") for path in ("rounds", "standings")]
        asyncio.run(in_sequence(reads[:1] * processes + reads[1:] * processes, addresses))  # loads what stays
        first, rest = reports[:SINGLE], reports[SINGLE:]
        single = asyncio.run(in_sequence(first, addresses))
        in_a_row = sum(answer.seconds for answer in single) / SINGLE * tables
        begun = time.perf_counter()
        answers = single + asyncio.run(_all_taken(rest, addresses))
        seconds = (time.perf_counter() - begun) * tables / len(rest)
        path = f"api/v1/tournaments/{hall.id}/standings"
        shown = [httpx.get(f"{address}{path}", trust_env=False, timeout=60).json()["rows"] for address in addresses]
    refused = [answer.status for answer in answers if answer.status != 200]
    what = f"{tables} clients report {tables} tables, {name}, processes: {processes}"
    slowest = max(answer.seconds for answer in answers)
    measured = f"{seconds:.1f} s, the slowest {slowest:.1f} s; refused {len(refused)} {refused[:3] or ''}"
    limit = max(MOST_SECONDS, in_a_row)
    yield Row(what, measured, f"<= {limit:.1f} s, none refused", seconds <= limit and not refused)
    recorded = _recorded(hall)
    is_once = len(recorded) == tables and set(recorded.values()) == {1}
    yield Row(
        f"{name}: recorded once each", f"{len(recorded)} tables, at most {max(recorded.values())}", "all", is_once
    )
    yield Row(f"{name}: standings equal a rebuild", *_equal(hall, shown))


def _of_a_phone(report: Request) -> Request:
    """The report as a phone sends it: by one who sits there, with a key of its own."""
    sender = next(iter(report.body["scores"]))
    return replace(report, body={**report.body, "as": sender}, key=str(uuid4()))


async def _all_taken(reports: Sequence[Request], addresses: Sequence[str]) -> list[Answer]:
    """The answers to reports at the same time; each is sent again as long as the server is busy, as a phone does."""
    sent = (_until_taken(report, address) for report, address in zip(reports, cycle(addresses), strict=False))
    return await asyncio.gather(*sent)


async def _until_taken(report: Request, address: str) -> Answer:
    begun = time.perf_counter()
    for _ in range(MOST_RETRIES):
        answer = await send(report, address)
        if answer.status != BUSY:
            break
        await asyncio.sleep(PAUSE_SECONDS)
    return Answer(answer.status, time.perf_counter() - begun)


def _recorded(hall: Hall) -> Counter[str]:
    """How often a result is recorded in the log, by table."""
    rows = store.load(hall.club, hall.id)
    return Counter(json.loads(row.data)["table"] for row in rows if row.type == RECORDED)


def _equal(hall: Hall, shown: Sequence[list[dict[str, Any]]]) -> tuple[str, str, bool]:
    """Whether all processes show the standings of the log, folded from its beginning, and the rows are as rebuilt."""
    again = standings(streams.rebuilt(hall.club, TOURNAMENT, hall.id).aggregate.state)
    same = [[{name: row[name] for name in row if name != "name"} for row in rows] == again for rows in shown]
    differing = rebuild()
    return (
        f"{same.count(True)} of {len(same)} processes, {len(differing)} rows differ",
        "all, 0",
        all(same) and not differing,
    )
