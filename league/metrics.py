"""What is counted for Prometheus. The only module that imports its client.

All processes of a machine write into the folder METRICS_DIR, where `deploy/metrics.py` sums up what they have written.
The client looks for the folder's variable when it is first imported; so it is set here, and nowhere else imported.
"""

from __future__ import annotations

import mmap
import os
import struct
from contextlib import suppress
from typing import Any

import structlog
from django.conf import settings

if settings.METRICS_DIR:
    try:
        os.makedirs(settings.METRICS_DIR, exist_ok=True)
    except OSError as error:
        raise SystemExit(f"Tablekeeper can't start: METRICS_DIR can't be used ({error}).") from None
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = settings.METRICS_DIR

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
    values,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

__all__ = [
    "APPENDS",
    "COMMANDS",
    "CONTENT_TYPE_LATEST",
    "DELIVERIES",
    "EVENTS",
    "LATENESS",
    "REDIS_FAILURES",
    "REFUSALS",
    "REGISTRY",
    "REQUESTS",
    "REQUEST_SECONDS",
    "TASKS",
    "TASK_SECONDS",
    "CollectorRegistry",
    "CountsFile",
    "GaugeMetricFamily",
    "MultiProcessCollector",
    "generate_latest",
]
log = structlog.get_logger(__name__)
FIRST_BYTES = 1 << 16
USED_FROM = 8
"""A file begins with a number: how many of its bytes are used, with these eight."""


class CountsFile(MmapedDict):
    """The file of one process. Where the disk is full, or the folder can't be used, it goes on in memory.

    Its blocks are allocated before it is mapped: who writes to a mapped page for which the disk has no block, is ended
    by SIGBUS.
    """

    has_warned = False

    def __init__(self, filename: str) -> None:
        try:
            _prepare(filename)
            super().__init__(filename)
        except (OSError, ValueError) as error:
            self._f = None  # type: ignore[assignment]
            self._fname, self._positions = filename, {}
            self._used, self._capacity = USED_FROM, FIRST_BYTES
            self._m = mmap.mmap(-1, FIRST_BYTES)
            self._warn(error)

    @property
    def is_on_disk(self) -> bool:
        """Whether other processes see what is counted from now on."""
        return self._f is not None

    def _init_value(self, key: str) -> None:
        self.make_room(room(key))
        super()._init_value(key)

    def make_room(self, more: int) -> None:
        """Grow until there is room for so many bytes."""
        capacity = self._capacity
        while self._used + more > capacity:
            capacity *= 2
        if capacity == self._capacity:
            return
        grown: Any = None
        if self._f is not None:
            try:
                _allocate(self._f, capacity)
                grown = mmap.mmap(self._f.fileno(), capacity)
            except (OSError, ValueError) as error:
                self._f.truncate(self._capacity)
                self._f.close()
                self._f = None  # type: ignore[assignment]
                self._warn(error)
        if grown is None:
            grown = mmap.mmap(-1, capacity)
            grown[: self._used] = self._m[: self._used]
        self._m, self._capacity = grown, capacity

    @classmethod
    def _warn(cls, error: Exception) -> None:
        """Log once what /metrics lacks."""
        if not CountsFile.has_warned:
            CountsFile.has_warned = True
            log.warning("METRICS_DIR can't be used: /metrics lacks what is counted from now on", error=str(error))


def _prepare(name: str) -> None:
    """Make the file of a process, with its first blocks. One that is there and can't be read is emptied."""
    with open(name, "a+b") as file:
        if not is_readable(name):
            file.truncate(0)
        size = os.fstat(file.fileno()).st_size
        try:
            _allocate(file, size or FIRST_BYTES)
        except OSError:
            file.truncate(size)
            if not size:
                with suppress(OSError):
                    os.unlink(name)
            raise


def _allocate(file: Any, size: int) -> None:
    """Let a file have so many bytes, and each a block of the disk. Raises OSError where it is full."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(file.fileno(), 0, size)
    else:
        file.truncate(size)


def room(key: str) -> int:
    """Return how many bytes a value takes at most, with its key, the key's length and padding, and its time."""
    return len(key.encode()) + 28


def counts(name: str) -> list[tuple[str, float, float]]:
    """Return the keys, values and times in a file. Raises OSError or ValueError where it can't be read."""
    try:
        return [found[:3] for found in MmapedDict.read_all_values_from_file(name)]
    except (struct.error, RuntimeError) as error:
        raise ValueError(str(error)) from None


def is_readable(name: str) -> bool:
    """Return whether a file of counts is whole."""
    try:
        MultiProcessCollector.merge([name])
        with open(name, "rb") as file:
            (used,) = struct.unpack("i", file.read(4))
    except Exception:  # noqa: BLE001  # what is no file of counts may lead to any error
        return False
    return bool(used == 0 or used >= USED_FROM)


values.MmapedDict = CountsFile  # type: ignore[attr-defined, assignment]

disable_created_metrics()  # a second series for each, which nobody asks for
QUICK = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
SLOW = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)

REQUESTS = Counter(
    "tablekeeper_requests", "Requests by method, template of the path, and status.", ["method", "path", "status"]
)
REQUEST_SECONDS = Histogram(
    "tablekeeper_request_seconds", "Time of a request until its answer begins.", ["path"], buckets=SLOW
)
COMMANDS = Counter("tablekeeper_commands", "Commands that were accepted and stored, by kind.", ["kind"])
REFUSALS = Counter("tablekeeper_refusals", "Commands that the rules refused, by code.", ["code"])
EVENTS = Counter("tablekeeper_events", "Events appended to the log, by the kind of their stream.", ["kind"])
APPENDS = Histogram("tablekeeper_append_seconds", "Time of an append, without its commit.", buckets=QUICK)
LATENESS = Histogram(
    "tablekeeper_clock_lateness_seconds",
    "Time from the deadline of a clock until its end was stored.",
    buckets=(0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 5.0, 10.0, 60.0),
)
TASKS = Counter("tablekeeper_tasks", "Tasks that a worker has run, by name and state.", ["task", "state"])
TASK_SECONDS = Histogram("tablekeeper_task_seconds", "Time of a task.", ["task"], buckets=SLOW)
DELIVERIES = Counter("tablekeeper_webhook_deliveries", "Requests to webhooks, by outcome.", ["outcome"])
REDIS_FAILURES = Counter("tablekeeper_redis_failures", "How often Redis could not be reached.")
