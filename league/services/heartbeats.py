"""When the workers of each queue, beat and the sweep last worked: noted by them, in the cache that all processes share.

Where there is Redis, each worker is also noted by its name, and the beat that leads holds the lease.
"""

from __future__ import annotations

from time import monotonic
from typing import Any, NamedTuple

import redis
from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from league.live.pause import pause

WORKER, BEAT, SWEEP = NAMES = "worker", "beat", "sweep"
QUEUES = "tablekeeper", "clocks"
"""Those of the tasks. Beat sends a task to each of them every second."""
WORKERS, LEASE = "tablekeeper.workers", "tablekeeper.beat"
"""Redis's keys: of the workers, by name the queue and the time of the last task; and of the lease of beat."""
TRIED = "tablekeeper.tried"
"""What is written to see whether Redis takes something."""
NOTED_EACH_SECONDS, TIMEOUT_SECONDS = 5.0, 2.0
LATE_SECONDS = 60.0
KEPT_SECONDS = 7 * 24 * 3600
FORGOTTEN_SECONDS = 24 * 3600
BEGAN = monotonic()


def note(name: str) -> None:
    """Note that `name` works now, unless Redis has just failed."""
    if not pause.is_on():
        with pause.trying():
            cache.set(_key(name), timezone.now().timestamp(), KEPT_SECONDS)


def note_work(*queues: str) -> None:
    """Note that a worker of these queues works now."""
    for queue in queues:
        note(of_queue(queue))


def of_queue(queue: str) -> str:
    """Return the name by which the work of a queue is noted."""
    return f"{WORKER}-{queue}"


def age(name: str) -> float | None:
    """Return the seconds since `name` last did something; None if that is not known.

    That of the worker is the age of the queue which has waited the longest.
    """
    if name == WORKER:
        ages = [age(of_queue(queue)) for queue in QUEUES]
        known = [seconds for seconds in ages if seconds is not None]
        return max(known) if len(known) == len(ages) else None
    noted = cache.get(_key(name))
    return None if noted is None else max(timezone.now().timestamp() - noted, 0.0)


def is_late(seconds: float | None) -> bool:
    """Return whether that is too long ago. What was never seen has until a minute after this process began."""
    return (monotonic() - BEGAN if seconds is None else seconds) > LATE_SECONDS


class Worker(NamedTuple):
    """A worker that was seen. queue: of its last task. seconds: since then."""

    name: str
    queue: str
    seconds: float


def client() -> redis.Redis:
    """Return connections to Redis by which nobody waits long."""
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS
    )


class Notes:
    """When this process has noted its worker last."""

    at = float("-inf")


def note_worker(name: str, queue: str) -> None:
    """Note that a worker has done a task of a queue, unless that was noted just now, or Redis has just failed."""
    if not settings.REDIS_URL or pause.is_on() or monotonic() - Notes.at < NOTED_EACH_SECONDS:
        return
    Notes.at = monotonic()
    with pause.trying(), client() as redis_client:
        redis_client.hset(WORKERS, name, f"{queue} {timezone.now().timestamp()}")


def workers() -> list[Worker]:
    """Return the workers that have done a task in the last day, by name. Raises RedisError."""
    if not settings.REDIS_URL:
        return []
    now, found = timezone.now().timestamp(), []
    with client() as redis_client:
        noted: Any = redis_client.hgetall(WORKERS)
        for name, value in sorted(noted.items()):
            queue, _, at = value.decode().partition(" ")
            if now - float(at) > FORGOTTEN_SECONDS:
                redis_client.hdel(WORKERS, name)
            else:
                found.append(Worker(name.decode(), queue, max(now - float(at), 0.0)))
    return found


def leader() -> str:
    """Return the host and the process of the beat that leads; "" if none does. Raises RedisError."""
    if not settings.REDIS_URL:
        return ""
    with client() as redis_client:
        held: Any = redis_client.get(LEASE)
    return held.decode().rpartition(":")[0] if held else ""


def _key(name: str) -> str:
    return f"last-work-of-{name}"
