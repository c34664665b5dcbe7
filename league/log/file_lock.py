"""Locks between processes, each on a file of its own: by `fcntl`, on Windows by `msvcrt`. Standard library only.

A process that ends in any way gives its locks back.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    msvcrt = import_module("msvcrt")
    FAR = 2**30
    """The byte that is locked. Windows lets no other process read a locked byte, and this one is behind all content."""
    LOOK_SECONDS = 0.005

    def try_lock(file: int) -> None:
        """Lock an open file until it is closed. Raises BlockingIOError where another process has the lock."""
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            raise BlockingIOError from None

    def lock(file: int) -> None:
        """Wait for the lock of an open file."""
        while True:
            with suppress(BlockingIOError):
                try_lock(file)
                return
            time.sleep(LOOK_SECONDS)

    def unlock(file: int) -> None:
        """Give the lock of an open file back."""
        os.lseek(file, FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)

else:

    def try_lock(file: int) -> None:
        """Lock an open file until it is closed. Raises BlockingIOError where another process has the lock."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def lock(file: int) -> None:
        """Wait for the lock of an open file."""
        fcntl.flock(file, fcntl.LOCK_EX)

    def unlock(file: int) -> None:
        """Give the lock of an open file back, also where a process that was forked meanwhile holds it open."""
        fcntl.flock(file, fcntl.LOCK_UN)


@contextmanager
def locked(path: Path | str) -> Iterator[None]:
    """Hold the lock of a file, which is made if it is missing, for its owner alone; wait for it before."""
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock(file)
        try:
            yield
        finally:
            unlock(file)
    finally:
        os.close(file)
