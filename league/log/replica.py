"""Reads from a replica: PostgreSQL's streaming copy of the primary, where REPLICA_URL names one.

A request reads it only if it has everything that the primary had when the request came. So nobody sees anything older
than what they have seen, have written, or were woken by, wherever they saw it. A replica that is behind, or does not
answer, is left alone for a moment; meanwhile everything is read from the primary. Nothing is ever written to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from math import inf
from threading import Lock
from time import monotonic, sleep
from typing import Any, Literal, NamedTuple

import psycopg
import structlog
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from league.log import raw

REPLICA = "replica"
"""The name of its database in the settings."""
ANSWER_SECONDS = 0.5
"""So long a question to either server may take."""
WAIT_SECONDS = 0.05
"""So long a request waits for the replica to get what the primary has already."""
STEP_SECONDS = 0.002
REST_SECONDS = {"behind": 0.5, "down": 5.0, "foreign": 30.0}
"""So long the replica is left alone, by what was wrong with it."""
TRYING_SECONDS = 3.0
"""So long all others wait for the request that tries it again."""
AT_PRIMARY = b"""
SELECT concat_ws(
    ' ', system_identifier, ('x' || left(pg_walfile_name(flushed), 8))::bit(32)::int, pg_wal_lsn_diff(flushed, '0/0')
) FROM pg_control_system(), pg_current_wal_flush_lsn() AS flushed
"""
"""What is committed is flushed before anybody sees it; what is not flushed yet is not sent to a replica."""
AT_REPLICA = b"""
SELECT CASE WHEN pg_is_in_recovery() THEN concat_ws(
    ' ', system_identifier, timeline_id, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')
) END FROM pg_control_system(), pg_control_checkpoint()
"""
AGE = "SELECT now() - pg_last_xact_replay_timestamp()"
Trouble = Literal["", "behind", "down", "foreign"]
"""foreign: it is no replica, or that of another primary or of another past of this one."""
log = structlog.get_logger(__name__)


class Router:
    """Reads go to the database of the block (`raw.reading_from`), writes to the primary, and later reads with them."""

    def db_for_read(self, model: object, **hints: object) -> str:
        """The database to read from."""
        return raw.alias()

    def db_for_write(self, model: object, **hints: object) -> str:
        """The primary."""
        raw.read_from_primary()
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: object, other: object, **hints: object) -> bool:
        """A row of the replica is the primary's row."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool:
        """The replica gets its tables from the primary."""
        return db != REPLICA


class Mark(NamedTuple):
    """How far a server is. cluster, timeline: of its log of changes. end: of what it has of it, in bytes."""

    cluster: str
    timeline: int
    end: int


class Lag(NamedTuple):
    """How far the replica is behind. bytes, age: of what is missing, None where that is not known."""

    trouble: Trouble
    bytes: int | None = None
    age: timedelta | None = None


class Newest:
    """Where the primary's log of changes ends: asked once for all requests that came before the question."""

    def __init__(self) -> None:
        self._lock, self._asked_at = Lock(), -inf
        self._mark = Mark("", 0, 0)

    def mark(self) -> Mark | None:
        """As of now or later; None where the primary does not answer. What is wrong with it, its next user finds."""
        came = monotonic()
        if not self._lock.acquire(timeout=ANSWER_SECONDS):
            return None
        try:
            if self._asked_at <= came:
                asked_at = monotonic()
                with raw.borrowed(ANSWER_SECONDS) as connection:
                    self._mark = _mark(raw.answer(connection, AT_PRIMARY, ANSWER_SECONDS))
                self._asked_at = asked_at
            return self._mark
        except psycopg.Error:
            return None
        finally:
            self._lock.release()


class Replica:
    """The replica as this process knows it."""

    def __init__(self) -> None:
        self.newest = Newest()
        self.trouble: Trouble = ""
        self._lock, self._rests_until = Lock(), -inf

    def is_current(self) -> bool:
        """Whether this thread may read from the replica now. It waits a moment for one that is only just behind."""
        if self._rests() or (wanted := self.newest.mark()) is None:
            return False
        trouble = self._trouble(wanted)
        if trouble or self.trouble:
            self._note(trouble)
        return not trouble

    @contextmanager
    def reading(self) -> Iterator[None]:
        """What is read inside is read from it, up to the first write."""
        with raw.reading_from(REPLICA):
            yield

    def has_failed(self) -> bool:
        """Whether what this thread has just read from it met an error, such as its end."""
        return connections[REPLICA].errors_occurred

    def lag(self) -> Lag:
        """How far it is behind now, for those who look after the service."""
        wrapper = connections[REPLICA]
        try:
            if (wanted := self.newest.mark()) is None:
                return Lag("down")
            found = _replayed(wrapper)
            if found[:2] != wanted[:2]:
                return Lag("foreign")
            missing = max(wanted.end - found.end, 0)
            with wrapper.cursor() as cursor:
                (age,) = cursor.execute(AGE).fetchone()
            return Lag("behind" if missing else "", missing, age if missing else timedelta())
        except (Error, psycopg.Error):
            return Lag("down")
        finally:
            wrapper.close()

    def _rests(self) -> bool:
        """Whether it is left alone now. When that is over, one request tries it first."""
        if self._rests_until == -inf:
            return False
        with self._lock:
            if monotonic() < self._rests_until:
                return True
            self._rests_until = monotonic() + TRYING_SECONDS
            return False

    def _trouble(self, wanted: Mark) -> Trouble:
        wrapper, end = connections[REPLICA], monotonic() + WAIT_SECONDS
        try:
            while (found := _replayed(wrapper))[:2] == wanted[:2]:
                if found.end >= wanted.end:
                    return ""
                if monotonic() > end:
                    return "behind"
                sleep(STEP_SECONDS)
            return "foreign"
        except (Error, psycopg.Error):
            return "down"

    def _note(self, trouble: Trouble) -> None:
        """Leaves it alone for a moment, or reads from it again."""
        with self._lock:
            self._rests_until = monotonic() + REST_SECONDS[trouble] if trouble else -inf
            if trouble != self.trouble:
                log.warning("replica is not read" if trouble else "replica is read again", reason=trouble)
            self.trouble = trouble
        if trouble:
            wrapper: Any = connections[REPLICA]
            wrapper.close()
            if trouble == "down":
                wrapper.pool.drain()


def _replayed(wrapper: BaseDatabaseWrapper) -> Mark:
    """How far the replica is, by the connection from which this thread will read."""
    wrapper.ensure_connection()
    return _mark(raw.answer(wrapper.connection, AT_REPLICA, ANSWER_SECONDS))


def _mark(told: str) -> Mark:
    cluster, timeline, end = told.split() if told else ("", "0", "0")
    return Mark(cluster, int(timeline), int(end))


replica = Replica()
