"""`bench api [--sqlite]`: what the API costs beside a bare Django view on the same server and database.

Each request of the API is followed by one to the bare view, by clients whose connections stay open; a figure is the
rate of the API's in that of the view's: 0.5 takes twice as long. PostgreSQL with durable commits (or SQLite), Redis,
one web process, on this machine's loopback: the clients and the databases compete for the same cores.

| what | beside | level |
| --- | --- | --- |
| reporting a result, 160 entries | one INSERT | 0.45 |
| the same with 2,000 entries | with 160 entries | 1.3 times the time |
| standings of 160 entries over 19 rounds | one SELECT of a text of that length | 0.5 |
| a 304 of them | one SELECT | 0.8 |
| the feed at its head | one SELECT | 0.8 |
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from django.test import Client

from bench.burst import Hall
from bench.levels import Row, held, show
from bench.log.databases import use
from bench.web import bare
from bench.web.crowd import Request
from league.domain.tournament.settings import PointScheme
from league.log import store
from tests import processes, servers
from tests.deploy import web

OPTIONS = ("--sqlite",)
CLIENTS = (1, 4)
ENTRIES, MANY, ROUNDS = 160, 2000, 19
READS, WARM_UP = 300, 60
REPORTED, LESS = 0.45, 1.3
INSERT, SELECT, SELECT_LARGE = "bare/insert", f"bare/select/{bare.SMALL}", f"bare/select/{bare.LARGE}"


def main(database: str = "") -> None:
    """Prints each figure beside its level. database: `--sqlite`, or PostgreSQL."""
    started, broker = None if database else servers.postgres(settings=()), servers.redis_server()
    url = started.url if started else f"sqlite:///{servers.new_folder()}/bench.sqlite3"
    os.environ.update(DATABASE_URL=url, REDIS_URL=broker.url, RATE_TOKEN="0", RATE_LINK="0", RATE_ADDRESS="0")
    use(url)
    show(measured())
    for server in filter(None, (started, broker)):
        server.stop()


@dataclass(frozen=True)
class Sent:
    """A request as bytes, and the status that it has to get."""

    text: bytes
    status: int = 200


@dataclass(frozen=True)
class Times:
    """The seconds of the API's requests, and those of the bare view's."""

    api: Sequence[float]
    view: Sequence[float]

    @property
    def ratio(self) -> float:
        """The API's rate in that of the view."""
        return median(self.view) / median(self.api)

    def text(self) -> str:
        """The ratio, with the middle and the 99th percentile of both in milliseconds."""
        middle = [median(part) * 1000 for part in (self.api, self.view)]
        worst = [sorted(part)[len(part) * 99 // 100] * 1000 for part in (self.api, self.view)]
        return (
            f"{self.ratio:.2f} (p50 {middle[0]:.1f} against {middle[1]:.1f} ms, "
            f"p99 {worst[0]:.1f} against {worst[1]:.1f})"
        )


def measured() -> Iterator[Row]:
    """Every figure, with one client and with several."""
    halls = {entries: Hall.open(entries, are_here=True) for entries in (ENTRIES, MANY)}
    club, people = held.club_of(ENTRIES)
    night = held.hold(club, people, ROUNDS, PointScheme(by_place=(4, 3, 2, 1)), ("wins", "last_round"), is_closed=False)
    standings, feed = f"tournaments/{night}/standings", f"clubs/{club.pk}/events?after={store.newest(club.pk)}"
    answer = Client(SERVER_NAME="localhost").get(f"/api/v1/{standings}")
    bare.prepare(answer.content.decode())
    process = processes.start("bench.web.bare:serve")
    try:
        bench = Bench(web.address_of(process))
        for clients in CLIENTS:
            yield from reports(bench, halls, clients)
            known = {"If-None-Match": answer["ETag"]}
            for what, path, headers, status, view, level in (
                (f"standings, {len(answer.content) / 1000:.0f} kB", standings, {}, 200, SELECT_LARGE, 0.5),
                ("standings that the client has: 304", standings, known, 304, SELECT, 0.8),
                ("the feed at its head", feed, {}, 200, SELECT, 0.8),
            ):
                api = bench.request(f"api/v1/{path}", headers=headers, status=status)
                found = bench.times([api] * READS, bench.request(view), clients)
                yield Row(named(what, clients), found.text(), f">= {level}", found.ratio >= level)
    finally:
        process.kill()
        process.communicate()


def reports(bench: Bench, halls: dict[int, Hall], clients: int) -> Iterator[Row]:
    """A report beside an INSERT, with few and with many entries."""
    taken: dict[int, float] = {}
    for entries, hall in halls.items():
        rounds = max(1, READS * 4 // entries)
        api: list[float] = []
        view: list[float] = []
        for _ in range(rounds):
            sent = [bench.report(request) for request in hall.reports()]
            found = bench.times(sent, bench.request(INSERT, "POST", sent[0].text.partition(b"\r\n\r\n")[2]), clients)
            api, view = [*api, *found.api], [*view, *found.view]
        both = Times(api, view)
        taken[entries] = 1 / both.ratio
        if entries == ENTRIES:
            yield Row(
                named(f"a result is reported, {entries} entries", clients),
                both.text(),
                f">= {REPORTED}",
                both.ratio >= REPORTED,
            )
    more = taken[MANY] / taken[ENTRIES]
    yield Row(named(f"with {MANY} entries", clients), f"{more:.2f} times the time", f"<= {LESS}", more <= LESS)


def named(what: str, clients: int) -> str:
    """A line's name."""
    return f"{what}, {clients} {'client' if clients == 1 else 'clients'}"


class Bench:
    """A server that answers, and its clients."""

    def __init__(self, address: str) -> None:
        self.host = urlsplit(address).netloc

    def request(
        self, path: str, method: str = "GET", body: bytes = b"", *, headers: Any = None, status: int = 200
    ) -> Sent:
        """A request on a connection that stays open."""
        lines = [f"{method} /{path} HTTP/1.1", f"Host: {self.host}", f"Content-Length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in {"Content-Type": "application/json", **(headers or {})}.items()]
        return Sent("\r\n".join(lines).encode() + b"\r\n\r\n" + body, status)

    def report(self, request: Request) -> Sent:
        """The report of a table, by its link."""
        body = json.dumps(request.body).encode()
        return self.request(
            f"api/v1/{request.path}", request.method, body, headers={"Authorization": f"Link {request.link}"}
        )

    def times(self, sent: Sequence[Sent], view: Sent, clients: int) -> Times:
        """Sends the requests of the API, each followed by one to the view; so many clients share them."""
        return asyncio.run(self._times(sent, view, clients))

    async def _times(self, sent: Sequence[Sent], view: Sent, clients: int) -> Times:
        waiting = iter([one for each in sent for one in (each, view)] if clients == 1 else sent)
        of: dict[bool, list[float]] = {True: [], False: []}

        async def take(requests: Iterator[Sent]) -> None:
            connection = await asyncio.open_connection(*self.host.split(":"))
            for one in requests:
                begun = perf_counter()
                await _answered(*connection, one)
                of[one is view].append(perf_counter() - begun)
            connection[1].close()

        await take(iter([view] * WARM_UP))
        of[True].clear()
        await asyncio.gather(*(take(waiting) for _ in range(clients)))
        if clients > 1:
            again = iter([view] * len(sent))
            await asyncio.gather(*(take(again) for _ in range(clients)))
        return Times(of[False], of[True])


async def _answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sent: Sent) -> None:
    """Sends a request and reads its answer. Raises RuntimeError for another status."""
    writer.write(sent.text)
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    lengths = [line.partition(":")[2] for line in head.splitlines() if line.lower().startswith("content-length:")]
    await reader.readexactly(int(lengths[0]) if lengths and sent.status != 304 else 0)
    if int(head.split(maxsplit=2)[1]) != sent.status:
        raise RuntimeError(head)
