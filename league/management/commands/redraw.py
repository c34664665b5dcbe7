"""`manage.py redraw ROUND`: check that a round was seated as its draw says."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

import msgspec
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from league.access.audience import CLUB
from league.models import Round
from league.queries import names
from league.queries.transcript import say
from league.seating.redraw import NoSuchAttempt, Redrawn, redraw

EXIT_CODES = {"equal": 0, "different": 1, "not_compared": 2}
NOT_FOUND = 2


class Command(BaseCommand):
    """Prints the outcome. The exit code is 0 if it is equal, 1 if not, 2 if nothing can be compared."""

    help = "Draws a round again from the log and its secret, and compares that with the seating."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("round", type=UUID, metavar="ROUND", help="the id of the round")
        parser.add_argument("--attempt", type=int, metavar="N", help="the attempt; by default the last")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, round: UUID, attempt: int | None, json: bool, **options: Any) -> None:
        row = Round.objects.filter(pk=round).first()
        if row is None:
            raise CommandError(_("There is no round %(round)s.") % {"round": round}, returncode=NOT_FOUND)
        try:
            redrawn = redraw(row, attempt)
        except NoSuchAttempt as error:
            facts = {"number": row.number, "attempt": attempt}
            raise CommandError(
                _("Round %(number)s has no attempt %(attempt)s.") % facts, returncode=NOT_FOUND
            ) from error
        shown = report(row, redrawn)
        self.stdout.write(msgspec.json.encode(shown).decode() if json else in_words(shown))
        if code := EXIT_CODES[redrawn.outcome]:
            sys.exit(code)


def report(row: Round, redrawn: Redrawn) -> dict[str, Any]:
    """Return the outcome for programs; `detail` is for people."""
    event = redrawn.drawing.event
    return {
        "tournament": redrawn.tournament,
        "round": str(row.pk),
        "number": event.number,
        "attempt": event.attempt,
        "attempts": redrawn.attempts,
        "edition": event.edition,
        "position": redrawn.position,
        "seed_hash": redrawn.seed_hash,
        "seed": redrawn.secret,
        "outcome": redrawn.outcome,
        "detail": say(redrawn.sentence, names.of_entries(row.tournament_id, CLUB)),
        "facts": redrawn.sentence.facts,
        "changed_by_hand": [
            {
                "position": position,
                "type": change.event.type,
                "tables": [table.number for table in change.event.tables],
                "byes": list(change.event.byes),
            }
            for position, change in redrawn.changes
        ],
    }


def in_words(shown: dict[str, Any]) -> str:
    """Return the same for people."""
    lines = [shown["detail"]]
    for change in shown["changed_by_hand"]:
        facts = {"position": change["position"], "tables": ", ".join(map(str, change["tables"]))}
        lines.append(_("Changed by hand after that: tables %(tables)s (position %(position)s of the log).") % facts)
    if shown["attempts"] > 1:
        lines.append(_("The round was seated %(attempts)s times.") % shown)
    return "\n".join(lines)
