"""Celery inside the club's process: a worker and a beat, each in a thread that restarts when it fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol

import structlog
from celery import Celery
from celery.beat import EmbeddedService
from celery.worker import WorkController, state

log = structlog.get_logger(__name__)

WORKER_THREADS = 2
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 1.0, 30.0
STEADY_SECONDS = 60.0
JOIN_SECONDS = 10.0


class Runner(Protocol):
    """Runs until it is stopped, or fails."""

    def run(self) -> None:
        """Return when it has stopped."""


class Worker:
    def __init__(self, app: Celery) -> None:
        quiet = {"without_gossip": True, "without_mingle": True, "without_heartbeat": True}
        self.controller = WorkController(
            app=app, pool_cls="threads", concurrency=WORKER_THREADS, ready_callback=lambda _: None, **quiet
        )

    def run(self) -> None:
        """Return when `state.should_stop` is set."""
        self.controller.start()


class Beat:
    def __init__(self, app: Celery, stopping: threading.Event) -> None:
        self.service = EmbeddedService(app, thread=True, scheduler_cls="celery.beat:Scheduler")
        self.stopping = stopping

    def run(self) -> None:
        """Return within a second of `stopping`."""
        threading.Thread(target=self._stop_when_set, name="beat-stop", daemon=True).start()
        self.service.run()

    def _stop_when_set(self) -> None:
        self.stopping.wait()
        self.service.service.stop(wait=False)


class Background:
    """Both threads, from `start` to `stop`."""

    def __init__(self, app: Celery) -> None:
        self.stopping = threading.Event()
        makers: dict[str, Callable[[], Runner]] = {
            "worker": lambda: Worker(app),
            "beat": lambda: Beat(app, self.stopping),
        }
        self.threads = [
            threading.Thread(target=keep_running, args=(name, make, self.stopping), name=name, daemon=True)
            for name, make in makers.items()
        ]

    def start(self) -> None:
        state.should_stop = None
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        """Return when the running tasks are done, or after JOIN_SECONDS; commands are atomic, so none is half done."""
        self.stopping.set()
        state.should_stop = 0
        for thread in self.threads:
            thread.join(JOIN_SECONDS)


def keep_running(name: str, make: Callable[[], Runner], stopping: threading.Event) -> None:
    """Run what `make` returns, again and again until `stopping`, with growing waits while it fails soon."""
    wait = FIRST_WAIT_SECONDS
    while not stopping.is_set():
        began = time.monotonic()
        try:
            make().run()
        except Exception:
            log.exception("thread failed", thread=name)
        if time.monotonic() - began > STEADY_SECONDS:
            wait = FIRST_WAIT_SECONDS
        if stopping.wait(wait):
            return
        log.warning("thread starts again", thread=name)
        wait = min(2 * wait, LONGEST_WAIT_SECONDS)
