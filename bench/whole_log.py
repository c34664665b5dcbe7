"""`bench whole_log [--long]`: `verify` and `rebuild` of a log of 300,000 events, or with --long of five million.

The log is written by the product: tournaments of several clubs in which penalties are given and lifted. Each command
runs as an operator runs it, in processes of its own, on PostgreSQL.

| what | level |
| --- | --- |
| events a second, by one process and by two | printed |
| the most memory of a process | 500 MB |
| findings and rows that were different | none |
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple, Self

import psutil

from bench.levels import Row, show
from bench.log.databases import release, use
from bench.scale import with_events
from tests import servers
from tests.deploy.served import variables
from tests.processes import ROOT

OPTIONS = ("--long", "--short")
STREAM, CLUBS = 10_000, 30
LONG_CLUBS = 500
SHORT_STREAM, SHORT_CLUBS = 100, 2
JOBS = (1, 2)
MOST_MEGABYTES, LOOK_SECONDS = 500.0, 0.1


class Ran(NamedTuple):
    """A command that has ended. megabytes: the most of one of its processes."""

    answer: Any
    seconds: float
    megabytes: float


def main(*options: str) -> None:
    """Prints each figure next to its level."""
    server = servers.postgres(settings=("autovacuum=off", "max_wal_size=8GB", "synchronous_commit=off"))
    use(server.url)
    stream, clubs = (SHORT_STREAM, SHORT_CLUBS) if "--short" in options else (STREAM, CLUBS)
    show(rows(server.url, stream, LONG_CLUBS if "--long" in options else clubs))
    release()
    server.stop()


def rows(url: str, stream: int, clubs: int) -> Iterator[Row]:
    """All lines."""
    begun = time.perf_counter()
    for _ in range(clubs):
        with_events(stream)
    written = time.perf_counter() - begun
    yield Row(f"written, {clubs} clubs", f"{clubs * stream / written:,.0f} events/s", "printed", True)
    release()
    for jobs in JOBS:
        ran = run(url, "verify", "--jobs", str(jobs))
        events, found = ran.answer["events"], ran.answer["findings"]
        yield from lines(
            f"verify, {events:,} events, {jobs} processes", events, ran, f"{len(found)} findings", not found
        )
    for jobs in JOBS:
        ran = run(url, "rebuild", "--jobs", str(jobs))
        wrong = len(ran.answer["different"])
        yield from lines(f"rebuild, {events:,} events, {jobs} processes", events, ran, f"{wrong} rows", not wrong)


def lines(what: str, events: int, ran: Ran, said: str, is_right: bool) -> Iterator[Row]:
    """The lines about a command. said: what it found."""
    yield Row(what, f"{events / ran.seconds:,.0f} events/s, {ran.seconds:.0f} s", "printed", True)
    memory = f"{ran.megabytes:.0f} MB"
    yield Row(f"{what}: memory", memory, f"<= {MOST_MEGABYTES:.0f} MB", ran.megabytes <= MOST_MEGABYTES)
    yield Row(f"{what}: found", said, "none", is_right)


def run(url: str, *command: str) -> Ran:
    """Runs a command of manage.py in a process of its own, to its end."""
    told = variables(DATABASE_URL=url, TABLEKEEPER_MODE="club", SECRET_KEY="x" * 60, LOG_LEVEL="ERROR")
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "manage.py", *command, "--json"], cwd=ROOT, env=told, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    with Watching(process.pid) as watched:
        said, _ = process.communicate()
    return Ran(json.loads(said), time.perf_counter() - begun, watched.megabytes)


class Watching:
    """The most memory of a process and of those that it has begun, by the kernel's own high-water mark of each.

    What `wait` tells begins with the memory of this process, from which the other one was forked.
    """

    def __init__(self, process: int) -> None:
        self.process, self.megabytes, self._ended = psutil.Process(process), 0.0, Event()
        self._thread = Thread(target=self._watch)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(LOOK_SECONDS):
            with suppress(psutil.NoSuchProcess, OSError):
                family = [self.process, *self.process.children(recursive=True)]
                self.megabytes = max(self.megabytes, *(high_water(one.pid) for one in family))


def high_water(process: int) -> float:
    """The most memory that a process has had, in megabytes."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)
