"""Work that is done by several processes, with a progress bar where somebody looks on."""

from __future__ import annotations

import multiprocessing
import os
import threading
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.sharedctypes import Synchronized
from typing import TypeVar

import django
from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

Item = TypeVar("Item")
Result = TypeVar("Result")
Counter = Synchronized  # type: ignore[type-arg]
CONTEXT = multiprocessing.get_context("spawn")
COLUMNS = (
    TextColumn("{task.description}"),
    BarColumn(),
    MofNCompleteColumn(),
    TimeElapsedColumn(),
    TimeRemainingColumn(),
)
LOOK_SECONDS = 0.2
WORTHWHILE = 100_000
"""From how many events on further processes are begun: each takes a second or two to begin."""


def add_jobs(parser: ArgumentParser) -> None:
    """Adds --jobs: by default as many processes as there are processors."""
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes work side by side")


class Progressing:
    """The counter of this process's work; all processes that do the same work have one in common."""

    counter: Counter | None = None


def advance(done: int) -> None:
    """Adds what was done to the progress, in whichever process."""
    if Progressing.counter is not None:
        with Progressing.counter.get_lock():
            Progressing.counter.value += done


def results(
    run: Callable[[Item], Result], items: Sequence[Item], jobs: int, title: str, total: int
) -> Iterator[Result]:
    """The results of `run` for all items, in their order, by several processes if there is enough to do.

    run: a function of a module, since the processes import it; it calls `advance`. total: the sum of its calls, in
    events. Raises CommandError where a process was killed.
    """
    counter = CONTEXT.Value("q", 0)
    with _bar(counter, title, total):
        if jobs <= 1 or len(items) <= 1 or total < WORTHWHILE:
            Progressing.counter = counter
            yield from map(run, items)
            return
        pool = ProcessPoolExecutor(min(jobs, len(items)), CONTEXT, _begin, (counter,))
        try:
            yield from pool.map(run, items)
        except BrokenProcessPool:
            raise CommandError(_("One of the processes was ended from outside. Run this again.")) from None
        finally:
            pool.shutdown(cancel_futures=True)


def _begin(counter: Counter) -> None:
    """Sets Django up in a new process, which ends when the one that started it does."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    Progressing.counter = counter
    django.setup()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def _bar(counter: Counter, title: str, total: int) -> Iterator[None]:
    """A bar on standard error, if that is a terminal; a thread moves it."""
    console, ended = Console(stderr=True), threading.Event()
    with Progress(*COLUMNS, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=total)

        def move() -> None:
            while not ended.wait(LOOK_SECONDS):
                bar.update(task, completed=counter.value)

        thread = threading.Thread(target=move)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()
