"""The file of SQLite that a restore makes: under the lock of the club's data, and only where no other file is."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from deploy import club
from deploy.backups.archive import new_file
from deploy.data_folder import DATABASE

KEPT_NEXT = ("-wal", "-shm", "-journal")
"""How the names end of the files that SQLite keeps next to a database, and reads with it."""


class Refused(Exception):
    """The place of the database is not as a restore needs it."""


class NotEmpty(Refused):
    """The database has tables already."""


class InUse(Refused):
    """A club is served from this database, or another restore is filling it."""


class LeftOver(Refused):
    """A file next to the missing or empty database is of another one, and would change a new one.

    left: the file. name: that of the database.
    """

    def __init__(self, left: Path, name: str) -> None:
        super().__init__(left, name)
        self.left, self.name = left, name


class Appeared(Refused):
    """While the new database was filled, another one got its name."""


@contextmanager
def new_database() -> Iterator[BaseDatabaseWrapper]:
    """Everything in this thread uses a new file inside, which gets the database's name if the block does not fail.

    Raises NotEmpty, InUse, LeftOver, Appeared and OSError.
    """
    usual = connections[DEFAULT_DB_ALIAS]
    file = Path(str(usual.settings_dict["NAME"])).absolute()
    with _held(file):
        if usual.connection is not None and usual.introspection.table_names():
            raise NotEmpty  # what this process has open is perhaps only in the files next to it
        usual.close()
        if file.exists() and _has_tables(file):
            raise NotEmpty
        _refuse_left(file)
        file.unlink(missing_ok=True)
        try:
            with new_file(file) as unfinished:
                with _used(unfinished) as made:
                    yield made
                    _end_wal(made)
                if file.exists():
                    raise FileExistsError
                _refuse_left(file)
        except FileExistsError:
            raise Appeared from None


@contextmanager
def _held(file: Path) -> Iterator[None]:
    """Holds the lock with which a club is served, where the file is a club's database."""
    try:
        lock = club.hold(file.parent) if file.name == DATABASE else nullcontext()
    except club.AlreadyRunning:
        raise InUse from None
    with lock:
        yield


def _has_tables(file: Path) -> bool:
    """Whether something is in the file; neither it nor those next to it are changed by this."""
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?immutable=1", uri=True)) as connection:
            return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    except sqlite3.DatabaseError:
        return True


def _refuse_left(file: Path) -> None:
    for ending in KEPT_NEXT:
        left = file.with_name(file.name + ending)
        if left.exists():
            raise LeftOver(left, file.name)


@contextmanager
def _used(file: Path) -> Iterator[BaseDatabaseWrapper]:
    """Everything in this thread uses another file of SQLite inside."""
    usual = connections[DEFAULT_DB_ALIAS]
    other = type(usual)({**usual.settings_dict, "NAME": str(file)}, DEFAULT_DB_ALIAS)
    connections[DEFAULT_DB_ALIAS] = other
    try:
        yield other
    finally:
        other.close()
        connections[DEFAULT_DB_ALIAS] = usual


def _end_wal(connection: BaseDatabaseWrapper) -> None:
    """Moves everything into the file itself, which alone gets the name; closing it would hide an error in that."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
