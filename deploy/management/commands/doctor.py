"""`manage.py doctor`: one screen of what runs, what lags, and what to do."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import httpx
import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from deploy import club
from league.queries import health, what_runs
from league.queries.health import Line

TIMEOUT_SECONDS = 5.0
STYLES = {"ok": "green", "late": "yellow", "broken": "bold red"}


class Command(BaseCommand):
    """Prints a line for each part. If something is broken, the exit code is 1."""

    help = "Shows what runs, what lags, and what to do. The exit code is 1 if something is broken."
    # It is run when something is broken.
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        found = health.lines(ages())
        if options["json"]:
            report = {"sound": health.is_sound(found), "parts": [line._asdict() for line in found]}
            self.stdout.write(msgspec.json.encode(report).decode())
        else:
            self.show(found)
        if not health.is_sound(found):
            sys.exit(1)

    def show(self, found: list[Line]) -> None:
        """Print the lines as a table, and the workers below."""
        table = Table(box=None, pad_edge=False)
        for heading in (_("part"), _("state"), _("how it is")):
            table.add_column(heading)
        for line in found:
            advice = f"\n[bold]{escape(line.advice)}[/]" if line.advice else ""
            state = f"[{STYLES[line.state]}]{line.state}[/]"
            table.add_row(escape(line.part), state, f"{escape(line.what)}{advice}")
        console = Console(file=self.stdout, width=None if sys.stdout.isatty() else 120, highlight=False)  # type: ignore[arg-type]
        console.print(table)
        for worker in what_runs.workers():
            console.print(f"{worker.name}: {worker.queue}, {worker.seconds:.0f} s", style="dim", markup=False)


def ages() -> health.Ages:
    """Return when the worker, the sweep and beat last worked; a club's server tells it, for it is another process."""
    if settings.REDIS_URL:
        return what_runs.ages()
    try:
        club.hold(Path(os.environ["TABLEKEEPER_DATA"])).close()
    except club.AlreadyRunning as running:
        return asked(running.address)
    except (KeyError, OSError):
        pass
    return {}


def asked(address: str) -> health.Ages:
    """Return what the club's server says of its own parts. The sweep is a task of its one worker."""
    try:
        answer = httpx.get(f"{address}api/v1/health/ready", timeout=TIMEOUT_SECONDS).json()
        parts = answer.get("parts") or answer["facts"]["parts"]
    except (httpx.HTTPError, ValueError, KeyError):
        return {}
    known = {name: part["age_seconds"] for name, part in parts.items()}
    return {**known, "sweep": known.get("sweep", known.get("worker"))}
