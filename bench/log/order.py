"""The order lock: what it costs four writers, and what a following reader would miss without it."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Barrier
from typing import Any
from uuid import UUID, uuid4

from django.db import connection

from bench.log.databases import release
from bench.log.events import Writer
from bench.log.slices import Rates
from league.log import postgres, store

WRITERS = 4
ROUNDS = 12
SLICE_SECONDS = 0.25
FOLLOW_SECONDS = 2.0
FORK = multiprocessing.get_context("fork")
ORDERED, UNORDERED = postgres.APPEND, postgres.APPEND.replace("league_append", "bench_append")
CASES = {
    "one club": (True, ORDERED),
    "one club, no lock": (True, UNORDERED),
    "four clubs": (False, ORDERED),
    "four clubs, no lock": (False, UNORDERED),
}


def make_unordered_append() -> None:
    """The function `bench_append`: the product's, without its lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('league_append'::regproc)")
        text = str(cursor.fetchone()[0])
        lock = next(line for line in text.splitlines() if "pg_advisory_xact_lock" in line)
        cursor.execute(text.replace(lock, "").replace("league_append", "bench_append"))


def rates() -> Rates:
    """Commits of one event a second of four processes together, in each case and round."""
    shared, turn = uuid4(), FORK.Barrier(WRITERS + 1)
    counts: Any = FORK.Array("l", WRITERS)
    with running(_take_turns, [(shared, turn, counts, number) for number in range(WRITERS)]):
        found: Rates = {case: [] for case in CASES}
        for _ in range(ROUNDS):
            for case in CASES:
                turn.wait()
                turn.wait()
                found[case].append(sum(counts) / SLICE_SECONDS)
    return found


def _take_turns(shared: UUID, turn: Barrier, counts: Any, number: int) -> None:
    own = uuid4()
    writers = {case: Writer(shared if is_one else own, 1) for case, (is_one, _) in CASES.items()}
    for _ in range(ROUNDS):
        for case, (_, statement) in CASES.items():
            postgres.APPEND = statement
            turn.wait()
            counts[number] = _commits(writers[case], SLICE_SECONDS)
            turn.wait()


def _commits(writer: Writer, seconds: float) -> int:
    count, until = 0, time.perf_counter() + seconds
    while time.perf_counter() < until:
        writer()
        count += 1
    return count


def missed(*, ordered: bool) -> tuple[int, int]:
    """Of four writers' events in one club: how many a reader misses that follows by position, and of how many."""
    club, position, read = uuid4(), 0, 0
    statement = ORDERED if ordered else UNORDERED
    with running(_write_on, [(club, statement)] * WRITERS) as writers:
        while True:
            at_work = any(writer.is_alive() for writer in writers)
            rows = store.feed(club, position, 200)
            read += len(rows)
            position = rows[-1].position if rows else position
            if not rows and not at_work:
                break
    written = len(store.feed(club, 0, 10_000_000))
    return written - read, written


def _write_on(club: UUID, statement: str) -> None:
    postgres.APPEND = statement
    _commits(Writer(club, 3), FOLLOW_SECONDS)


@contextmanager
def running(run: Any, arguments: list[tuple[Any, ...]]) -> Iterator[list[Any]]:
    """Processes that run `run` until it ends, each on connections of its own. Raises if one failed."""
    release()
    processes = [FORK.Process(target=run, args=each, daemon=True) for each in arguments]
    for process in processes:
        process.start()
    try:
        yield processes
        for process in processes:
            process.join()
        assert all(process.exitcode == 0 for process in processes)
    finally:
        for process in processes:
            process.kill()
