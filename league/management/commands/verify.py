"""`manage.py verify`: check that the log is unchanged."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any
from uuid import UUID

import msgspec
from django.core.management.base import BaseCommand
from django.db import DatabaseError
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from league.log.models import Event, StreamHead
from league.log.parts import Part, parts
from league.log.verify import FAULTS, Finding, Tally, missing, not_checked, unguarded, verify_part
from league.management import parallel
from league.models import Season, Tournament
from league.repository import streams
from league.services.last_runs import Outcome, note_run


class Command(BaseCommand):
    """Prints each finding, or "clean". With a finding, the exit code is 1."""

    help = "Checks the database's files, the log's hashes, versions and heads, and that every event can be read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", type=UUID, help="check only the club with this id")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parallel.add_jobs(parser)

    def handle(self, *args: Any, club: UUID | None, json: bool, jobs: int, **options: Any) -> None:
        if reason := not_checked():
            self.stderr.write(reason)
        tally, found = Tally(), []
        with note_run("verify") if club is None else nullcontext(Outcome()) as run:  # which is of the whole log
            for finding in findings(tally, club, jobs):
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


def findings(tally: Tally, club: UUID | None, jobs: int) -> Iterator[Finding]:
    """What is wrong with the log, part by part; of a damaged database, as far as it can be read."""
    is_damaged = False
    try:
        for finding in missing(club):
            is_damaged |= finding.fault == "damaged"
            yield finding
        yield from unguarded()
        yield from without_events(club)
        found = list(parts(club))
        for read, faults in parallel.results(checked, found, jobs, _("events"), sum(part.events for part in found)):
            tally.add(read)
            yield from faults
    except DatabaseError as error:
        if not is_damaged:
            raise
        yield Finding("damaged", note=str(error))


def without_events(club: UUID | None) -> Iterator[Finding]:
    """Tournaments and seasons of which the log has neither events nor a head, so that only their rows are left."""
    stream = Q(club=OuterRef("club"), stream=OuterRef("pk"))
    for model in (Tournament, Season):
        rows = model.objects.filter(~Exists(StreamHead.objects.filter(stream)), ~Exists(Event.objects.filter(stream)))
        for row in rows.filter(club=club) if club else rows:
            yield Finding("vanished", str(row.club_id), str(row.pk))


def checked(part: Part) -> tuple[Tally, list[Finding]]:
    """What one of the processes reads, and what is wrong with that."""
    found = verify_part(part, streams.codec().decode)
    parallel.advance(part.events)
    return found


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
