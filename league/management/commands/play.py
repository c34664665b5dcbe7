"""`manage.py play FILE`: run a night or a season from a file."""

from __future__ import annotations

import json as json_text
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NoReturn
from uuid import UUID

from django.core.management.base import BaseCommand
from django.db import DatabaseError
from django.utils import timezone

from games.kernel import N_
from league.models import Club
from league.play import running
from league.play.form import schema
from league.play.problems import PlayProblem
from league.play.screens import as_text as as_tables
from league.queries.refusals import why_not_stored
from league.services.execution import Busy


class Command(BaseCommand):
    """Runs a file through the commands of a club night. With a problem the exit code is 1, and nothing is stored."""

    help = "Runs a night or a season from a JSON file, and prints the standings; '-' reads standard input."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", metavar="FILE", help="the file; - reads standard input")
        parser.add_argument("--schema", action="store_true", help="print the JSON Schema of such a file")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--into", choices=["club"], help="store it in the club's own database as an import")
        parser.add_argument("--again", action="store_true", help="import also what the club has already")
        parser.add_argument("--club", metavar="NAME", help="the name or id of the club; by default the first")

    def handle(self, *args: Any, file: str | None, schema: bool, json: bool, **options: Any) -> None:
        if schema:
            self.stdout.write(as_text(file_schema()))
            return
        try:
            output = self._output(content_of(file), options["into"], options["club"], again=options["again"])
        except PlayProblem as problem:
            self._refuse(problem, json)
        for id, played in output["tournaments"].items():
            for warning in played.get("warnings", ()):
                self.stderr.write(f"{id}: {warning['field']}: {warning['detail']}")
        self.stdout.write(as_text(output) if json else as_tables(output))

    def _output(self, content: bytes, into: str | None, club: str | None, *, again: bool) -> Any:
        try:
            if into:
                return running.run_into(content, club_of(club), timezone.now(), again=again)
            running.prepare()
            return running.run_and_discard(content, timezone.now())
        except Busy as busy:
            raise PlayProblem(503, "busy", why_not_stored(busy)) from busy

    def _refuse(self, problem: PlayProblem, json: bool) -> NoReturn:
        body = problem.body()
        where = f"{body['pointer']}: " if body["pointer"] else ""
        sentences = [error["detail"] for error in body["errors"]] or [body["detail"]]
        self.stderr.write(as_text(body) if json else where + " ".join(sentences))
        sys.exit(1)


def file_schema() -> Any:
    """Return the schema; in `handle` an option has that name."""
    return schema()


def as_text(value: Any) -> str:
    """Return JSON in ASCII, which works in every terminal and pipe."""
    return json_text.dumps(value, indent=None)


def content_of(file: str | None) -> bytes:
    """Return the bytes of the file, or of standard input. Raises PlayProblem."""
    if file is None:
        raise PlayProblem(400, "no_file", N_("Name a file, or - for standard input."))
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        facts = {"file": file, "reason": getattr(error, "strerror", None) or str(error)}
        raise PlayProblem(400, "unreadable_file", N_("{file} can't be read: {reason}."), facts) from error


def club_of(named: str | None) -> Club:
    """Return the club with that name or id; without one, the first club. Raises PlayProblem."""
    try:
        clubs = Club.objects.order_by("pk")
        found = clubs if named is None else clubs.filter(pk=named) if is_id(named) else clubs.filter(name=named)
        club = found.first()
    except DatabaseError:
        club = None
    if club is None:
        raise PlayProblem(404, "unknown_club", N_("There is no such club here; the command `club` makes the first."))
    return club


def is_id(text: str) -> bool:
    """Whether the text is an id."""
    try:
        return bool(UUID(text))
    except ValueError:
        return False
