"""`manage.py rebuild`: derive the read models again from the log."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from league.log.parts import parts
from league.management import parallel
from league.models import Club
from league.projections.rebuild import rebuild_club
from league.services.last_runs import note_run


class Command(BaseCommand):
    """Derives all read models again, and prints what was different."""

    help = "Derives the read models again from the log, and prints the rows that were different."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parallel.add_jobs(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        with note_run("rebuild") as run:
            different = rebuilt(options["jobs"])
            run.summary = f"{len(different)} rows were different."
        if options["json"]:
            self.stdout.write(json.dumps({"different": different}))
        elif different:
            self.stdout.write("\n".join([*different, f"{len(different)} rows were different and are right now."]))
        else:
            self.stdout.write("Nothing was different.")


def rebuilt(jobs: int) -> list[str]:
    """Rebuilds all clubs, several at a time; returns the names of the rows that were different."""
    clubs = list(Club.objects.order_by("pk").values_list("pk", flat=True))
    total = sum(part.events for part in parts())
    return [name for names in parallel.results(rebuilt_club, clubs, jobs, _("events"), total) for name in names]


def rebuilt_club(club: UUID) -> list[str]:
    """What one of the processes rebuilds."""
    return rebuild_club(club, parallel.advance)
