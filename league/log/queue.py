"""The queue of SQLite's writers: its own busy handler lets some wait very long, a lock file serves them in turn."""

from __future__ import annotations

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_held = threading.local()


@contextmanager
def queued(database: str) -> Iterator[None]:
    """Waits for the turn to write to the database file, across threads and processes; once per thread.

    A killed process gives its turn back. A database in memory has no file and no queue.
    """
    if ":memory:" in database or "mode=memory" in database or getattr(_held, "database", None) == database:
        yield
        return
    file = os.open(f"{database}.queue", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        _held.database = database
        yield
    finally:
        _held.database = None
        fcntl.flock(file, fcntl.LOCK_UN)  # a process forked meanwhile holds the file open as well
        os.close(file)
