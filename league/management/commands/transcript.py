"""`manage.py transcript TABLE`: what happened in a game, to read."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.kernel import REFEREE, Rejected
from league.models import Table
from league.queries.transcript import transcript
from league.repository.streams import FIRST


class Command(BaseCommand):
    """Prints a line for each thing that happened, as the reader may know it."""

    help = "Tells what happened in the game at a table, as everybody may know it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The table, and who reads."""
        parser.add_argument("table", type=UUID, help="the id of the table")
        parser.add_argument("--game", type=int, default=FIRST, help="which game at it, where a round has several")
        reader = parser.add_mutually_exclusive_group()
        reader.add_argument("--player", help="tell it as this player knows it: the id of an entry, or of a user")
        reader.add_argument("--referee", action="store_true", help="tell all, hidden things too")

    def handle(self, *args: Any, table: UUID, player: str | None, referee: bool, game: int, **options: Any) -> None:
        """Prints the transcript in the club's own time."""
        found = Table.objects.filter(pk=table).select_related("club", "round").first()
        if found is None:
            raise CommandError(_("There is no table %(table)s.") % {"table": table})
        zone = ZoneInfo(found.club.time_zone)
        try:
            lines = list(transcript(found, REFEREE if referee else player, game))
        except Rejected as refusal:
            raise CommandError(refusal.detail) from refusal
        for line in lines:
            self.stdout.write(f"{line.at.astimezone(zone):%H:%M:%S} {line.text}")
        if not lines:
            self.stdout.write(_("Nothing has been played at this table yet."))
