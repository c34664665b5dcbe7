"""`manage.py backup FILE`: the whole database as one file, while it is in use."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from deploy.backups import saving
from deploy.backups.archive import Manifest
from league.log.models import Event, StreamHead
from league.services.last_runs import note_run


class Command(BaseCommand):
    """Writes the file; it has its name only when it is whole.

    A file that exists is refused before anything is done, so that is no failed run for `doctor`.
    """

    help = "Writes the whole database into one file, for `restore`; the file must not exist."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="the file to write; only its owner can read it")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        if os.path.exists(file):  # unlike Path's, it raises nothing: what else is wrong with the folder is a failed run
            raise _exists(file)
        with note_run("backup") as run:
            run.summary = summary(_saved(file), file)
        self.stdout.write(run.summary)


def _saved(file: Path) -> Manifest:
    try:
        return saving.save(file)
    except FileExistsError:
        raise _exists(file) from None
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}") from None
    except saving.NewerDatabase:
        text = _("A newer version has migrated this database: make the backup with that version.")
        raise CommandError(text) from None


def _exists(file: Path) -> CommandError:
    return CommandError(_("%(file)s exists already.") % {"file": file})


def summary(manifest: Manifest, file: Path) -> str:
    """Return what is in a backup, for people."""
    facts = {
        "file": file,
        "at": manifest.made_at,
        "version": manifest.version,
        "events": manifest.rows_of(Event._meta.db_table),
        "streams": manifest.rows_of(StreamHead._meta.db_table),
        "tables": len(manifest.parts),
        "bytes": file.stat().st_size,
    }
    return (
        _(
            "%(file)s: %(events)s events of %(streams)s streams, %(tables)s tables, %(bytes)s bytes, as of %(at)s,"
            " version %(version)s"
        )
        % facts
    )
