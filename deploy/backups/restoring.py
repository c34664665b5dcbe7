"""Reads a backup into an empty database, all or nothing.

On PostgreSQL everything is one transaction; a SQLite file is made under another name and gets its own at the end. The
tables are made as the backup's migrations leave them, filled, and migrated to the newest. Then everything that is
shown is derived again, forgotten people are forgotten again, and the log is verified.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from django.conf import settings
from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.version import get_version_tuple

from deploy.backups import tables
from deploy.backups.archive import FORMAT, Manifest, NoBackup, Reader, loading, reading
from deploy.backups.sqlite_file import InUse, NotEmpty, new_database
from league.log.verify import Finding, Tally, verify
from league.projections.rebuild import rebuild
from league.repository import streams
from league.services import people

RESTORE = int.from_bytes(b"restore")
"""The advisory lock of a restore into PostgreSQL."""


class NewerBackup(Exception):
    """A newer version of the product made the backup; the text is the version."""


class LogDamaged(Exception):
    """The restored log is not sound: nothing was restored. findings: what `verify` found."""

    def __init__(self, findings: list[Finding]) -> None:
        self.findings = findings


class Restored(msgspec.Struct, frozen=True):
    """What was done. forgotten: how many people were forgotten again.

    different: the rows that a rebuild changed; none are named in the other kind of database.
    """

    manifest: Manifest
    tally: Tally
    different: list[str]
    forgotten: int
    findings: list[Finding]


def check(file: Path) -> Manifest:
    """Compares every part of the file with its hash. Raises NoBackup and OSError."""
    with reading(file) as backup:
        _refuse_newer(backup.manifest)
        backup.check()
        return backup.manifest


def restore(file: Path, *, keep_damaged: bool = False) -> Restored:
    """Fills the empty database from the file. keep_damaged: also with a log in which `verify` finds something.

    Raises NotEmpty, InUse, LeftOver, Appeared, NoBackup, NewerBackup, LogDamaged and OSError; the database is then as
    it was.
    """
    with reading(file) as backup:
        _refuse_newer(backup.manifest)
        backup.check()
        with _all_or_nothing() as connection:
            _fill(connection, backup)
            with _constraints_at_once(connection):
                call_command("migrate", verbosity=0, interactive=False)
            restored = _finish(backup.manifest)
            if restored.findings and not keep_damaged:
                raise LogDamaged(restored.findings)
            return restored


def _refuse_newer(manifest: Manifest) -> None:
    if manifest.format > FORMAT or get_version_tuple(manifest.version) > get_version_tuple(settings.VERSION):
        raise NewerBackup(manifest.version)


@contextmanager
def _all_or_nothing() -> Iterator[BaseDatabaseWrapper]:
    """The database to be filled; it is left as it was if the block fails or the process is killed."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor == "postgresql":
        with transaction.atomic():
            _refuse_use(connection)
            yield connection
    else:
        with new_database() as made:
            yield made


def _refuse_use(connection: BaseDatabaseWrapper) -> None:
    """Refuses another restore into the same database, which lasts until its transaction ends, and any tables."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [RESTORE])
        if not cursor.fetchone()[0]:
            raise InUse
        if connection.introspection.table_names(cursor):
            raise NotEmpty


def _fill(connection: BaseDatabaseWrapper, backup: Reader) -> None:
    """Makes the tables as they were, and writes their rows."""
    migrations = backup.manifest.migrations
    if tables.unknown(connection, migrations):
        raise NewerBackup(backup.manifest.version)
    with _constraints_at_once(connection):
        MigrationExecutor(connection).migrate(migrations)
    models = {model._meta.db_table: model for model in tables.models_at(connection, migrations)}
    if sorted(models) != sorted(part.table for part in backup.manifest.parts):
        raise NoBackup("its tables are not those of its migrations")
    with transaction.atomic():
        for part in backup.manifest.parts:
            with loading(part):
                model = models[part.table]
                tables.insert(connection, model, part.columns, backup.rows(part))
                if numbered := tables.numbered_column(model):
                    tables.go_on_after(connection, part.table, numbered, part.last_number)
                if tables.count(model) != part.rows:
                    raise NoBackup(f"{part.name} has not as many rows as were written")
        connection.check_constraints()


@contextmanager
def _constraints_at_once(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """For migrations in one transaction: PostgreSQL alters no table of which a foreign key waits to be checked."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    yield
    connection.check_constraints()  # which lets them wait again


def _finish(manifest: Manifest) -> Restored:
    """Derives again what is shown, forgets people again, and verifies the log."""
    different = _rebuilt()
    if manifest.database != connections[DEFAULT_DB_ALIAS].vendor:
        different = []  # each kind writes JSON in another way: a row may differ by its text alone
    forgotten = people.forget_again(at=timezone.now())
    tally = Tally()
    findings = list(verify(streams.codec().decode, tally))
    return Restored(manifest, tally, different, forgotten, findings)


def _rebuilt() -> list[str]:
    """Derives again what is shown. Raises LogDamaged where the log can't be replayed because it is not sound."""
    try:
        return rebuild()
    except DatabaseError:
        raise
    except Exception:
        if findings := list(verify(streams.codec().decode, Tally())):
            raise LogDamaged(findings) from None
        raise
