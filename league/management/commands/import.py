"""`manage.py import`: a file that `export` or the API has written."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel import Rejected
from league.models import Club, User
from league.services.exchange import importing, reading
from league.services.exchange.importing import ImportOutcome

ACTOR = "import"


class Command(BaseCommand):
    """Imports the file as the API does, of any size."""

    help = "Imports a tournament, a season or a club from a JSON file, all or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file")
        parser.add_argument("--club", type=UUID, help="the club that takes a tournament or a season")
        parser.add_argument("--director", help="the user who directs a new club")
        parser.add_argument("--dry-run", action="store_true", help="only say what would come in")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            outcome = _import(file.read_bytes(), options)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from None
        except Rejected as refusal:
            raise CommandError(refusal.detail) from None
        counts = {"events": outcome.events, "streams": outcome.streams.new, "people": outcome.people.new}
        self.stdout.write(_("%(events)s events, %(streams)s new streams, %(people)s new people") % counts)


def _import(raw: bytes, options: Any) -> ImportOutcome:
    checked, at, dry_run = reading.read(raw), timezone.now(), options["dry_run"]
    kind = checked.export.kind
    if kind == "club":
        director = User.objects.filter(username=options["director"]).first()
        if director is None:
            raise CommandError(_("Name the user who directs a new club: --director."))
        return importing.import_club(checked, director, at=at, dry_run=dry_run)
    club = Club.objects.filter(pk=options["club"]).first()
    if club is None:
        raise CommandError(_("Name the club that takes it: --club."))
    return importing.import_into(club, checked, kind, actor=ACTOR, at=at, dry_run=dry_run)
