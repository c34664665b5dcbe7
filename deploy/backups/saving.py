"""Writes a backup while others write: all of it is as of one moment."""

from __future__ import annotations

import zipfile
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from deploy.backups import tables
from deploy.backups.archive import Manifest, Writer, new_file
from league.log import store


class NewerDatabase(Exception):
    """The database has migrations that this version does not know."""


def save(file: Path) -> Manifest:
    """Writes the whole database to a file. Raises NewerDatabase, FileExistsError and OSError."""
    if file.exists():
        raise FileExistsError(file)
    with (
        new_file(file) as unfinished,
        zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive,
        store.reading_as_of_now(),
    ):
        return _save(Writer(archive))


def _save(writer: Writer) -> Manifest:
    migrations = tables.newest_migrations(connection)  # the first query: the picture is taken here
    made_at = timezone.now().isoformat(timespec="seconds")
    if tables.unknown(connection, migrations):
        raise NewerDatabase
    for model in tables.models_at(connection, migrations):
        table, numbered = model._meta.db_table, tables.numbered_column(model)
        last = tables.last_number(connection, table, numbered) if numbered else 0
        columns = [str(field.column) for field in tables.fields_of(model)]
        with closing(tables.rows_of(model)) as rows:  # on a full disk, too, while the database is open
            writer.write(table, columns, rows, last)
    return writer.finish(settings.VERSION, made_at, connection.vendor, migrations)
