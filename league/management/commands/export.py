"""`manage.py export`: a tournament, a season or a club as a file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, get_args
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from games.kernel import Rejected
from league.models import Club, Season, Tournament
from league.services.exchange import exporting
from league.services.exchange.format import Naming


class Command(BaseCommand):
    """Writes the file as the API does."""

    help = "Writes a tournament, a season or a club with its log as one JSON file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("id", type=UUID, help="the id of a tournament, a season or a club")
        parser.add_argument("file", type=Path, help="the file to write; it must not exist")
        parser.add_argument("--people", choices=get_args(Naming), default="names", help="names (the default) or codes")

    def handle(self, *args: Any, id: UUID, file: Path, people: Naming, **options: Any) -> None:
        try:
            with file.open("xb") as out:
                _export(id, people, out)
        except FileExistsError:
            raise CommandError(_("%(file)s exists already.") % {"file": file}) from None
        except Rejected as refusal:
            file.unlink()
            raise CommandError(refusal.detail) from None
        except CommandError:
            file.unlink()
            raise


def _export(id: UUID, people: Naming, out: Any) -> None:
    at = timezone.now()
    if (tournament := Tournament.objects.filter(pk=id).first()) is not None:
        exporting.export_tournament(tournament, people, out, at=at)
    elif (season := Season.objects.filter(pk=id).first()) is not None:
        exporting.export_season(season, people, out, at=at)
    elif (club := Club.objects.filter(pk=id).first()) is not None:
        exporting.export_club(club, people, out, at=at)
    else:
        raise CommandError(_("There is no tournament, season or club with this id."))
