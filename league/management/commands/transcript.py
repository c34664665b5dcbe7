"""`manage.py transcript TABLE`: print what happened in a game, in sentences."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from games.kernel import REFEREE, Rejected
from league.access.audience import CLUB
from league.models import Table
from league.queries.transcript import transcript
from league.repository.streams import FIRST


class Command(BaseCommand):
    """Prints a line for each event that the reader may see."""

    help = "Prints what happened in the game at a table, as everybody may see it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("table", type=UUID, help="the id of the table")
        parser.add_argument("--game", type=int, default=FIRST, help="the number of the game, where a round has several")
        reader = parser.add_mutually_exclusive_group()
        reader.add_argument("--player", help="show what this player may see: the id of an entry, or of a user")
        reader.add_argument("--referee", action="store_true", help="show everything, also what is hidden from players")

    def handle(self, *args: Any, table: UUID, player: str | None, referee: bool, game: int, **options: Any) -> None:
        found = Table.objects.filter(pk=table).select_related("club", "round").first()
        if found is None:
            raise CommandError(_("There is no table %(table)s.") % {"table": table})
        zone = ZoneInfo(found.club.time_zone)
        try:
            lines = list(transcript(found, REFEREE if referee else player, CLUB, game))
        except Rejected as refusal:
            raise CommandError(refusal.detail) from refusal
        for line in lines:
            self.stdout.write(f"{line.at.astimezone(zone):%H:%M:%S} {line.text}")
        if not lines:
            self.stdout.write(_("Nothing has been played at this table yet."))
