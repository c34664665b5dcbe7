"""`manage.py repair FILE`: take damaged streams of the log from a backup."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from deploy.backups import repairing
from deploy.backups.archive import NoBackup
from league.log import guards
from league.log.store import writing
from league.log.verify import Finding, Tally
from league.management.commands.verify import findings, line, summary
from league.projections.rebuild import rebuild


class Command(BaseCommand):
    """Puts back what the backup has, and derives from a clean log what is shown. Else the exit code is 1."""

    help = "Takes streams in which `verify` finds something from a backup, where nothing is lost by it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a file that `backup` has written")
        parser.add_argument("--dry-run", action="store_true", help="only say what would be done")

    def handle(self, *args: Any, file: Path, dry_run: bool, **options: Any) -> None:
        if not guards.may_be_switched():
            raise CommandError(_("Only the role that owns the tables can repair (docs/postgresql.md, Roles)."))
        found, tally = checked()
        try:
            repairs = repairing.repair(file, found, dry_run=dry_run)
        except NoBackup as damage:
            text = _("%(file)s is no whole backup, and nothing was repaired: %(damage)s.")
            raise CommandError(text % {"file": file, "damage": damage}) from None
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from None
        for one in repairs:
            self.stdout.write(sentence(one, dry_run=dry_run))
        guarded = 0 if dry_run else guards_put_back()
        if guarded:
            self.stdout.write(_("%(number)s guards of the log were put back") % {"number": guarded})
        if not dry_run and (repairs or guarded):
            found, tally = checked()
            if not found:
                rebuild()
        for finding in found:
            self.stdout.write(line(finding))
        self.stdout.write(summary(len(found), tally))
        if found:
            sys.exit(1)


def checked() -> tuple[list[Finding], Tally]:
    """Return what `verify` finds, and how much it has read."""
    tally = Tally()
    return list(findings(tally, None, jobs=1)), tally


def guards_put_back() -> int:
    """Put back the guards of the log that are missing; how many."""
    with writing():
        return guards.put_back()


def sentence(one: repairing.Repair, *, dry_run: bool) -> str:
    """Return what is done about a stream, for people."""
    facts = {"club": one.club, "stream": one.stream, "events": one.last, "reason": one.reason}
    if one.reason:
        return _("club %(club)s stream %(stream)s was not repaired: %(reason)s.") % facts
    if dry_run:
        return _("club %(club)s stream %(stream)s: %(events)s events can be put back") % facts
    return _("club %(club)s stream %(stream)s: %(events)s events were put back") % facts
