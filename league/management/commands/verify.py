"""`manage.py verify`: check that the log is unchanged."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

import msgspec
from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from league.log.verify import FAULTS, Finding, Tally, verify
from league.repository import streams
from league.services.last_runs import note_run


class Command(BaseCommand):
    """Prints each finding, or "clean". With a finding, the exit code is 1."""

    help = "Checks the log's hashes, versions and heads, and that every event can be read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", type=UUID, help="check only the club with this id")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, club: UUID | None, json: bool, **options: Any) -> None:
        tally, found = Tally(), []
        with note_run("verify") as run:
            for finding in verify(streams.codec().decode, tally, club):
                found.append(finding)
                if not json:
                    self.stdout.write(line(finding))
            run.is_ok, run.summary = not found, summary(len(found), tally)
        if json:
            report = {"clean": not found, "streams": tally.streams, "events": tally.events, "findings": found}
            self.stdout.write(msgspec.json.encode(report).decode())
        else:
            self.stdout.write(run.summary)
        if found:
            sys.exit(1)


def line(finding: Finding) -> str:
    """Return a finding for people."""
    where = " ".join(
        f"{name} {value}" for name in ("club", "stream", "version", "position") if (value := getattr(finding, name))
    )
    return ": ".join(part for part in (where, _(FAULTS[finding.fault]), finding.note) if part)


def summary(findings: int, tally: Tally) -> str:
    counts = {"findings": findings, "events": tally.events, "streams": tally.streams}
    if findings:
        return _("%(findings)s findings in %(events)s events of %(streams)s streams") % counts
    return _("clean: %(events)s events of %(streams)s streams") % counts
