"""`manage.py restore FILE`: fill an empty database from a backup."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _

from deploy.backups import restoring
from deploy.backups.archive import NoBackup
from deploy.backups.sqlite_file import Appeared, InUse, LeftOver, Refused
from deploy.management.commands.backup import summary
from league.management.commands import verify


class Command(BaseCommand):
    """Restores the file, or only checks it. With findings in the log the exit code is 1, and nothing is restored."""

    help = "Fills an empty database of either kind from a file of `backup`, all or nothing."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a file that `backup` has written")
        parser.add_argument("--check", action="store_true", help="only compare the file with its hashes")
        parser.add_argument("--keep-damaged", action="store_true", help="restore it even if `verify` finds something")

    def handle(self, *args: Any, file: Path, check: bool, keep_damaged: bool, **options: Any) -> None:
        try:
            if check:
                self.stdout.write(summary(restoring.check(file), file))
                return
            restored = restoring.restore(file, keep_damaged=keep_damaged)
        except Refused as refused:
            raise CommandError(sentence(refused)) from None
        except restoring.NewerBackup as newer:
            text = _("Version %(version)s made this backup: restore it with that version or a newer one.")
            raise CommandError(text % {"version": newer}) from None
        except NoBackup as damage:
            text = _("%(file)s is no whole backup, and nothing was restored: %(damage)s.")
            raise CommandError(text % {"file": file, "damage": damage}) from None
        except restoring.LogDamaged as damaged:
            self._findings(damaged.findings)
            text = _("The log in this backup is damaged, and nothing was restored: docs/repair.md says what to do.")
            raise CommandError(text) from None
        except OSError as error:
            raise CommandError(f"{error.filename or file}: {error.strerror or error}") from None
        except DatabaseError as error:
            raise CommandError(str(error)) from None
        self._report(restored, file)

    def _report(self, restored: restoring.Restored, file: Path) -> None:
        self.stdout.write(summary(restored.manifest, file))
        self._findings(restored.findings)
        self.stdout.write(verify.summary(len(restored.findings), restored.tally))
        for name in restored.different:
            self.stdout.write(_("%(row)s was different, and is right now") % {"row": name})
        self.stdout.write(_("%(people)s people were forgotten again") % {"people": restored.forgotten})
        self.stdout.write(
            _(
                "Everybody has to log in again. Passwords, tokens and links are those of the backup: change or end"
                " again what was changed or ended since."
            )
        )

    def _findings(self, findings: list[Any]) -> None:
        for finding in findings:
            self.stdout.write(verify.line(finding))


def sentence(refused: Refused) -> str:
    """Return why nothing was restored, for people."""
    match refused:
        case InUse():
            return _("A club or another restore is using this database: stop it first, or wait for its end.")
        case Appeared():
            return _("Another database was made there meanwhile. It is as it was, and nothing was restored.")
        case LeftOver(left=left, name=name):
            text = _(
                "%(file)s is of another database, and would change the restored one. Move it and all others that begin"
                " with %(name)s into another folder, but not the list that ends in .forgotten."
            )
            return text % {"file": left, "name": name}
        case _:
            return _("The database is not empty: a restore needs one without any tables.")
