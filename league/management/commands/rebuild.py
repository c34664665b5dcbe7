"""`manage.py rebuild`: derive the read models again from the log."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league.projections.rebuild import rebuild
from league.services.last_runs import note_run


class Command(BaseCommand):
    """Derives all read models again, and prints what was different."""

    help = "Derives the read models again from the log, and prints the rows that were different."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        with note_run("rebuild") as run:
            different = rebuild()
            run.summary = f"{len(different)} rows were different."
        if options["json"]:
            self.stdout.write(json.dumps({"different": different}))
        elif different:
            self.stdout.write("\n".join([*different, f"{len(different)} rows were different and are right now."]))
        else:
            self.stdout.write("Nothing was different.")
