"""Why what is stored can't be used now: the true reason, for the caller, for `ready` and for the service's log."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

import psycopg
import structlog
from django.db import Error
from psycopg_pool import PoolTimeout, TooManyRequests

from games.kernel import N_, LaterRelease
from league.log.raw import has_room, probe, try_connection

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Outage:
    """A reason. code: for programs. template: the sentence, in English."""

    code: str
    template: str


DISK_FULL = Outage("disk_full", N_("The disk of the database is full: nothing can be stored until there is room."))
NO_DATABASE = Outage("no_database", N_("The database does not answer."))
NO_CONNECTION = Outage("pool_exhausted", N_("All connections to the database are in use. Send this again in a moment."))
BY_STATE = {
    "53100": DISK_FULL,
    "53300": NO_CONNECTION,
    "53": NO_DATABASE,
    "08": NO_DATABASE,
    "57P": NO_DATABASE,
    "58": NO_DATABASE,
}
"""By the beginning of PostgreSQL's code of the error; the first that fits."""
WRITING_A_FILE = ("mdextend", "mdzeroextend", "BufFileDumpBuffer", "XLogWrite", "XLogFileInitInternal")
"""PostgreSQL's functions that meet a quota, or a limit of a file's size, and have no code for it."""
ENDING = ("FATAL", "PANIC")
"""The severities of an error after which PostgreSQL has ended the connection."""
BY_SQLITE = {
    "SQLITE_FULL": DISK_FULL,
    "SQLITE_CANTOPEN": NO_DATABASE,
    "SQLITE_IOERR": NO_DATABASE,
    "SQLITE_READONLY": NO_DATABASE,
}
"""By the beginning of SQLite's name of the error."""
LATER_RELEASE = Outage(
    "later_release",
    N_("A later release of Tablekeeper has stored this. This process has to be updated before it reads it."),
)
REMEMBERED_SECONDS = 30.0


class DiskSpace:
    """When a write last failed in this process because the disk was full."""

    failed_at = float("-inf")

    def is_full(self) -> bool:
        return monotonic() - self.failed_at < REMEMBERED_SECONDS


disk_space = DiskSpace()


def present() -> Outage | None:
    """Return why the database can't be used now; None if it can. That takes some seconds at most."""
    try:
        try_connection()
    except (Error, psycopg.Error) as error:
        return noted(error) or NO_DATABASE
    return DISK_FULL if disk_space.is_full() or not has_room() else None


def noted(error: BaseException) -> Outage | None:
    """Return the reason of an error and write it to the log; None if the database can be used."""
    outage = outage_of(error)
    if outage is not None:
        # With all connections in use nothing is broken: the line of the request is a warning.
        write = log.info if outage is NO_CONNECTION else log.error
        write("database can't be used", reason=outage.code, error=str(_causes(error)[-1]))
    if outage is DISK_FULL:
        disk_space.failed_at = monotonic()
    return outage


def outage_of(error: BaseException) -> Outage | None:
    """Return the reason of an error, or of one that led to it."""
    return next((found for cause in _causes(error) if (found := _of_one(cause))), None)


def _causes(error: BaseException) -> list[BaseException]:
    return list(_each_cause(error))


def _each_cause(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _of_one(error: BaseException) -> Outage | None:
    match error:
        case LaterRelease():
            return LATER_RELEASE
        case TooManyRequests():
            return NO_CONNECTION
        case PoolTimeout():
            return _why_none_came()
        case psycopg.InterfaceError():
            return NO_DATABASE
        case psycopg.InternalError() if error.diag.source_function in WRITING_A_FILE:
            return DISK_FULL
        case psycopg.InternalError() if error.diag.severity_nonlocalized in ENDING:
            return NO_DATABASE
        case psycopg.OperationalError():
            return _by_beginning(BY_STATE, error.sqlstate) if error.sqlstate else NO_DATABASE
        case sqlite3.Error():
            outage = _by_beginning(BY_SQLITE, getattr(error, "sqlite_errorname", ""))
            return DISK_FULL if outage and not has_room() else outage
        case OSError(errno=errno.ENOSPC):
            return DISK_FULL
    return None


def _by_beginning(known: dict[str, Outage], code: str) -> Outage | None:
    return next((outage for beginning, outage in known.items() if code.startswith(beginning)), None)


def _why_none_came() -> Outage:
    """Tell a pool without a free connection from a database that gives it none, by connecting past the pool."""
    try:
        probe()
    except psycopg.OperationalError as error:
        return _by_beginning(BY_STATE, error.sqlstate or "") or NO_DATABASE
    return NO_CONNECTION
