"""`manage.py play FILE`: a night, a season, as a file."""

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
from league.play.screens import shown
from league.queries.refusals import BUSY
from league.services.execution import Busy


class Command(BaseCommand):
    """Runs a file through the commands of a club night; the exit code is 1 with a problem, and nothing is kept."""

    help = "Plays the night or season that a JSON file tells, and prints the standings; '-' reads standard input."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, or its schema; JSON for programs; whether the club is to keep it."""
        parser.add_argument("file", nargs="?", metavar="FILE", help="the file; - reads standard input")
        parser.add_argument("--schema", action="store_true", help="print the JSON Schema of such a file")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--into", choices=["club"], help="write it into the club's own database as an import")
        parser.add_argument("--club", metavar="NAME", help="the name or id of the club; by default the first")

    def handle(self, *args: Any, file: str | None, schema: bool, json: bool, **options: Any) -> None:
        """Prints the schema, what the file came to, or the problem."""
        if schema:
            self.stdout.write(as_text(file_schema()))
            return
        try:
            played = self._played(content_of(file), options["into"], options["club"])
        except PlayProblem as problem:
            self._refuse(problem, json)
        self.stdout.write(as_text(played) if json else shown(played))

    def _played(self, content: bytes, into: str | None, club: str | None) -> Any:
        try:
            if into:
                return running.taken(content, club_of(club), timezone.now())
            running.prepare()
            return running.played(content, timezone.now())
        except Busy as busy:
            raise PlayProblem(503, "busy", BUSY) from busy

    def _refuse(self, problem: PlayProblem, json: bool) -> NoReturn:
        body = problem.body()
        where = f"{body['pointer']}: " if body["pointer"] else ""
        sentences = [error["detail"] for error in body["errors"]] or [body["detail"]]
        self.stderr.write(as_text(body) if json else where + " ".join(sentences))
        sys.exit(1)


def file_schema() -> Any:
    """The schema, under a name that the option of the same name leaves free."""
    return schema()


def as_text(value: Any) -> str:
    """JSON of ASCII alone, which every terminal and pipe takes."""
    return json_text.dumps(value, indent=None)


def content_of(file: str | None) -> bytes:
    """The bytes of the file, or of standard input. Raises PlayProblem."""
    if file is None:
        raise PlayProblem(400, "no_file", N_("Name a file, or - for standard input."))
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        facts = {"file": file, "reason": getattr(error, "strerror", None) or str(error)}
        raise PlayProblem(400, "unreadable_file", N_("{file} can't be read: {reason}."), facts) from error


def club_of(named: str | None) -> Club:
    """The club of that name or id; without one the first. Raises PlayProblem."""
    try:
        clubs = Club.objects.order_by("pk")
        found = clubs if named is None else clubs.filter(pk=named) if is_id(named) else clubs.filter(name=named)
        club = found.first()
    except DatabaseError:
        club = None
    if club is None:
        raise PlayProblem(404, "unknown_club", N_("There is no such club here; `manage.py club` makes the first."))
    return club


def is_id(text: str) -> bool:
    """Whether the text is an id."""
    try:
        return bool(UUID(text))
    except ValueError:
        return False
