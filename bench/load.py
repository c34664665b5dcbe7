"""`bench load`: a crowd reads one tournament's public page while all of its tables report. With `--short`, few of each.

PostgreSQL with durable commits, Redis, and web processes of `serve` on one port of this machine's loopback. Bare Django
views that select and insert one row, in the same processes behind the same middleware, get the same crowd.

| what | level |
| --- | --- |
| readers and reporters, p50 and p99 beside a bare view | printed |
| answers that are neither the page nor "not changed"; reports that are not taken | none |
| answers 503, which are repeated after the time that they name | printed |
| a quiet club's p99 while another club asks without a pause, against without it | 5 times its value, or 250 ms |
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from random import Random
from uuid import uuid4

from bench.burst import SEATS, Hall
from bench.levels import Row, show
from bench.log.databases import use
from bench.web import bare
from bench.web.kept import Page, Report, Tally, crowd, hammered, read
from bench.web.serving import serving
from league.models import TournamentCode
from tests import servers

OPTIONS = ("--short",)
PARTS = "top,own,mine,found,tab,next"
QUIET_PEOPLE, QUIET_READERS, QUIET_EVERY = 40, 10, 0.25
MOST_TIMES, ENOUGH_SECONDS, WARMING_SECONDS, STARTING_SECONDS = 5.0, 0.25, 3.0, 3.0


@dataclass(frozen=True)
class Size:
    """How much of each. live: readers with the live stream. every: seconds between two looks of a reader.

    noisy: people of another club who ask without a pause, for as many seconds. compares: whether the noisy club is also
    tried on processes that answer every request at once.
    """

    readers: int
    live: int
    tables: int
    processes: int
    every: float
    seconds: float
    noisy: int
    noisy_seconds: float
    compares: bool


WHOLE = Size(1000, 100, 300, 4, every=15.0, seconds=30.0, noisy=48, noisy_seconds=10.0, compares=True)
SHORT = Size(50, 5, 10, 2, every=2.0, seconds=4.0, noisy=12, noisy_seconds=1.5, compares=False)


def main(*options: str) -> None:
    """Prints each figure beside its level."""
    database, broker = servers.postgres(settings=()), servers.redis_server()
    os.environ.update(DATABASE_URL=database.url, REDIS_URL=broker.url)
    use(database.url)
    show(rows(SHORT if "--short" in options else WHOLE))


def rows(size: Size) -> Iterator[Row]:
    """All lines."""
    hall, quiet = Hall.open(size.tables * SEATS, are_here=True), Hall.open(QUIET_PEOPLE, are_here=True)
    page, reports = page_of(hall), reports_of(hall)
    quiet.reports()
    bare.prepare("x" * 20_000)
    with serving(size.processes) as port:
        yield from of_the_crowd(page, reports, port, size)
        yield from of_the_noisy(page, page_of(quiet), port, size, "")
    if size.compares:
        with serving(size.processes, has_lanes=False) as port:
            yield from of_the_noisy(page, page_of(quiet), port, size, ", no lanes")


def page_of(hall: Hall) -> Page:
    """The public page of a tournament."""
    code = TournamentCode.objects.get(tournament=hall.id).code
    return Page(f"/t/{code}", PARTS, f"/api/v1/tournaments/{hall.id}/live")


def reports_of(hall: Hall) -> list[Report]:
    """The report of each table of a round, as a phone sends it."""
    return [
        Report(
            "PUT",
            f"/api/v1/{one.path}",
            {"Authorization": f"Link {one.link}", "Idempotency-Key": str(uuid4())},
            {**one.body, "as": next(iter(one.body["scores"]))},
        )
        for one in hall.reports()
    ]


def of_the_crowd(page: Page, reports: Sequence[Report], port: int, size: Size) -> Iterator[Row]:
    """The same crowd at the bare views, and then at the product."""

    def tried(page: Page, reports: Sequence[Report], live: int) -> tuple[Tally, Tally]:
        return asyncio.run(
            crowd(page, reports, port, readers=size.readers, live=live, every=size.every, seconds=size.seconds)
        )

    warming = crowd(page, [], port, readers=8 * size.processes, live=0, every=0.5, seconds=WARMING_SECONDS)
    asyncio.run(warming)  # the first time loads what stays
    inserts = [Report("POST", "/bare/insert", {}, one.body) for one in reports]
    least = tried(Page(f"/bare/select/{bare.LARGE}"), inserts, 0)
    found = tried(page, reports, size.live)
    names = (f"{size.readers} readers, {size.live} of them live", f"{len(reports)} reporters")
    for name, own, bare_view in zip(names, found, least, strict=True):
        yield Row(f"{name}, {size.processes} processes", beside(own, bare_view), "printed", bool(own.seconds))
        yield Row(f"{name}: errors", f"{own.errors.total()} {dict(own.errors) or ''}", "0", not own.errors)
        yield Row(f"{name}: answers 503, sent again", f"{own.repeated}, bare {bare_view.repeated}", "printed", True)
    taken = len(found[1].seconds)
    yield Row("reports taken", f"{taken} of {len(reports)}", "all", taken == len(reports))


def beside(own: Tally, least: Tally) -> str:
    """Both percentiles of an answer, with those of a bare view, and their ratios."""
    texts = []
    for name, part in (("p50", 0.5), ("p99", 0.99)):
        mine, other = own.at(part), least.at(part)
        texts.append(f"{name} {mine * 1000:.0f} ms, bare {other * 1000:.0f}: {mine / other:.1f} x")
    return "; ".join(texts)


def of_the_noisy(noisy: Page, quiet: Page, port: int, size: Size, how: str) -> Iterator[Row]:
    """The quiet club's reads alone, and while the noisy club asks without a pause."""
    _noise(noisy, quiet, port, size, noisy_people=size.processes, seconds=1.0)  # loads what stays
    alone, _ = _noise(noisy, quiet, port, size, noisy_people=0, seconds=size.noisy_seconds)
    with_it, noise = _noise(noisy, quiet, port, size, noisy_people=size.noisy, seconds=size.noisy_seconds)
    before, during = alone.at(0.99), with_it.at(0.99)
    measured = (
        f"{during * 1000:.0f} ms, without {before * 1000:.0f} ms: {during / before:.1f} x; {len(noise.seconds)} noisy"
    )
    is_well = not how and during > max(MOST_TIMES * before, ENOUGH_SECONDS)
    level = "printed" if how else "<= 5 x or 250 ms"
    yield Row(f"p99 of a quiet club's reads beside a noisy club{how}", measured, level, not is_well)
    errors = (with_it.errors + noise.errors).total()
    yield Row(f"errors{how}", f"{errors}, sent again {with_it.repeated + noise.repeated}", "0", not errors)


def _noise(
    noisy: Page, quiet: Page, port: int, size: Size, *, noisy_people: int, seconds: float
) -> tuple[Tally, Tally]:
    """The tallies of the quiet and of the noisy club, whose people are in another process: they have much to read."""
    until = time.monotonic() + STARTING_SECONDS + seconds
    with ProcessPoolExecutor(1, get_context("spawn")) as elsewhere:
        noise = elsewhere.submit(hammered, noisy, port, noisy_people, until - seconds, until)
        time.sleep(max(until - seconds - time.monotonic(), 0.0))
        reading = asyncio.run(_quiet_readers(quiet, port, until))
        return reading, noise.result()


async def _quiet_readers(quiet: Page, port: int, until: float) -> Tally:
    reading, chance = Tally(), Random(3)
    await asyncio.gather(
        *(read(quiet, port, reading, every=QUIET_EVERY, until=until, chance=chance) for _ in range(QUIET_READERS))
    )
    return reading
