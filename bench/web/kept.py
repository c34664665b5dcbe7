"""People with kept connections: readers who ask for a page as browsers do, and reporters who repeat a busy request."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

PATIENCE_SECONDS = 120
BUSY, MOST_REPEATS = 503, 40
FINE, NO_ANSWER = (200, 304), 0


@dataclass
class Tally:
    """The seconds that each answer took, with its repeats; the statuses of those that were none; how often repeated."""

    seconds: list[float] = field(default_factory=list)
    errors: Counter[int] = field(default_factory=Counter)
    repeated: int = 0

    def at(self, part: float) -> float:
        """The seconds within which such a part of the answers came."""
        times = sorted(self.seconds)
        return times[min(int(len(times) * part), len(times) - 1)] if times else float("nan")


class Kept:
    """A connection that is opened again when the server has closed it."""

    def __init__(self, port: int) -> None:
        self.port, self.host = port, f"127.0.0.1:{port}"
        self.writer: asyncio.StreamWriter | None = None

    async def send(
        self, method: str, path: str, headers: dict[str, str], body: Any = None
    ) -> tuple[int, dict[str, str]]:
        """The status and the headers of an answer, all of which is read.

        As browsers do, it sends again on a new connection what the server has not answered on one that was kept.
        """
        sent = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", *(f"{name}: {headers[name]}" for name in headers)]
        lines += ["Content-Type: application/json", f"Content-Length: {len(sent)}"] if sent else []
        is_kept = self.writer is not None
        async with asyncio.timeout(PATIENCE_SECONDS):
            try:
                return await self._sent("\r\n".join(lines).encode() + b"\r\n\r\n" + sent)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if not is_kept:
                    raise
            return await self._sent("\r\n".join(lines).encode() + b"\r\n\r\n" + sent)

    async def _sent(self, text: bytes) -> tuple[int, dict[str, str]]:
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        self.writer.write(text)
        status, found = await self._head()
        await self.reader.readexactly(int(found.get("content-length", 0)))
        if found.get("connection") == "close":
            self.close()
        return status, found

    async def _head(self) -> tuple[int, dict[str, str]]:
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        parted = (line.partition(": ") for line in lines if line)
        return int(first.split()[1]), {name.lower(): value for name, _, value in parted}

    async def answered(
        self, tally: Tally, method: str, path: str, headers: dict[str, str], body: Any = None
    ) -> dict[str, str]:
        """The headers of an answer that is counted; what is refused as busy is sent again, as phones do."""
        begun = time.perf_counter()
        for _ in range(MOST_REPEATS):
            try:
                status, found = await self.send(method, path, headers, body)
            except (OSError, asyncio.IncompleteReadError):
                tally.errors[NO_ANSWER] += 1
                self.close()
                return {}
            if status != BUSY:
                break
            tally.repeated += 1
            await asyncio.sleep(float(found.get("retry-after", 1)))
        if status in FINE:
            tally.seconds.append(time.perf_counter() - begun)
        else:
            tally.errors[status] += 1
        return found

    def close(self) -> None:
        """Close the connection."""
        if self.writer:
            self.writer.close()
            self.writer = None


@dataclass(frozen=True)
class Page:
    """A page that is read again and again. parts: the query by which a browser asks for its parts; "" for none."""

    path: str
    parts: str = ""
    live: str = ""


async def read(page: Page, port: int, tally: Tally, *, every: float, until: float, chance: Random) -> None:
    """A reader who opens the page, and then asks for its parts unless they are still the same."""
    kept, known = Kept(port), {"Accept": "text/html", "Accept-Language": "en"}
    await asyncio.sleep(chance.random() * every)
    path = page.path
    while time.monotonic() < until:
        found = await kept.answered(tally, "GET", path, known)
        if page.parts:
            path = f"{page.path}?part={page.parts}"
        if "etag" in found:
            known["If-None-Match"] = found["etag"]
        await asyncio.sleep(chance.uniform(0.5, 1.5) * every)
    kept.close()


async def follow(page: Page, port: int, tally: Tally, *, until: float, chance: Random) -> None:
    """A reader with the live stream, who asks for the parts a moment after each message, as the page's script does."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {page.live} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    kept, known = Kept(port), {"Accept": "text/html", "Accept-Language": "en"}
    while (left := until - time.monotonic()) > 0:
        try:
            line = await asyncio.wait_for(reader.readline(), left)
        except TimeoutError:
            break
        if not line:
            tally.errors[NO_ANSWER] += 1
            break
        if line.startswith(b"data:"):
            await asyncio.sleep(chance.uniform(0.2, 1.2))
            found = await kept.answered(tally, "GET", f"{page.path}?part={page.parts}", known)
            known["If-None-Match"] = found.get("etag", "")
    kept.close()
    writer.close()


@dataclass(frozen=True)
class Report:
    """What a phone sends. key: by which the server knows a repeat."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


async def report(sent: Report, port: int, tally: Tally, *, within: float, chance: Random) -> None:
    """A phone that reports once, at some moment of the time."""
    kept = Kept(port)
    await asyncio.sleep(chance.random() * within)
    await kept.answered(tally, sent.method, sent.path, sent.headers, sent.body)
    kept.close()


async def hammer(page: Page, port: int, tally: Tally, *, until: float) -> None:
    """Somebody who asks for the whole page without a pause."""
    kept = Kept(port)
    while time.monotonic() < until:
        await kept.answered(tally, "GET", page.path, {"Accept": "text/html"})
    kept.close()


def hammered(page: Page, port: int, people: int, begin: float, until: float) -> Tally:
    """So many who ask without a pause between two times of the machine's clock that runs evenly."""
    tally = Tally()

    async def all_of_them() -> None:
        await asyncio.sleep(begin - time.monotonic())
        await asyncio.gather(*(hammer(page, port, tally, until=until) for _ in range(people)))

    asyncio.run(all_of_them())
    return tally


async def crowd(
    page: Page, reports: Sequence[Report], port: int, *, readers: int, live: int, every: float, seconds: float
) -> tuple[Tally, Tally]:
    """Readers, of whom some have the live stream, and reporters for some seconds: the tallies of both."""
    reading, reporting, chance = Tally(), Tally(), Random(17)
    until = time.monotonic() + seconds
    await asyncio.gather(
        *(follow(page, port, reading, until=until, chance=chance) for _ in range(live)),
        *(read(page, port, reading, every=every, until=until, chance=chance) for _ in range(readers - live)),
        *(report(one, port, reporting, within=seconds * 0.8, chance=chance) for one in reports),
    )
    return reading, reporting
