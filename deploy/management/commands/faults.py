"""`manage.py faults`: make faults in the arrangement of production, and check that nothing is lost or doubled."""

from __future__ import annotations

import secrets
import shutil
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError

from deploy.debian import Missing

if TYPE_CHECKING:
    from tests.arrangement.site import Site


class Command(BaseCommand):
    """Starts everything that production consists of, kills, stops and parts its processes, and examines the history."""

    help = "Makes faults in all processes of production while clubs play, and checks what clients saw."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, help="repeats the faults of a run (drawn by lot)")
        parser.add_argument("--faults", type=int, default=200, help="how many faults (200)")
        parser.add_argument("--minutes", type=float, default=10, help="over how many minutes (10)")
        parser.add_argument("--club", action="store_true", help="in a club's own server on SQLite")
        parser.add_argument("--logs", type=Path, help="a folder for the output of all services")

    def handle(
        self,
        *args: Any,
        seed: int | None,
        faults: int,
        minutes: float,
        club: bool,
        logs: Path | None,
        **options: Any,
    ) -> None:
        from tests.arrangement.arrangement import arranged
        from tests.arrangement.club import club_site
        from tests.faults import kinds, report, run

        seed = secrets.randbelow(2**32) if seed is None else seed
        chosen = " --club" * club
        self._say(f"To repeat this run: manage.py faults --seed {seed} --faults {faults} --minutes {minutes:g}{chosen}")
        try:
            with club_site() if club else arranged(**run.NO_LIMITS) as site:
                try:
                    outcome = run.run(
                        site, kinds.CLUB if club else kinds.PRODUCTION, seed=seed, faults=faults, seconds=60 * minutes,
                        say=self._say,
                    )  # fmt: skip
                finally:
                    self._keep(site, logs)
        except Missing as missing:
            raise CommandError(str(missing)) from None
        for line in report.lines(outcome):
            self._say(line)
        if outcome.complaints:
            raise SystemExit(1)

    def _keep(self, site: Site, logs: Path | None) -> None:
        """Copies what the services have written; their folder goes with the run."""
        if logs is not None:
            logs.mkdir(parents=True, exist_ok=True)
            for service in site.services.values():
                shutil.copy(service.log, logs)

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
