"""A game's own round sheet at the desk, the same as on a phone."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kernel import Rejected
from games.registry import find_game
from games.scoresheet.commands import SheetOptions
from league.admin.desk.step import Gone, faults_of
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.results import TableStep, result_version
from league.domain.tournament.rounds.state import RoundGame
from league.sheets import looking, sending
from league.sheets.asking import asked_of
from league.sheets.form import SheetForm


def has_sheet(game: RoundGame) -> bool:
    """Whether a game has a round sheet of its own; dealt play knows its result, and one round of scores is a card."""
    if issubclass(find_game(game.game).options, SheetOptions):
        return int(game.options.get("rounds", 1)) > 1
    return bool(game.options.get("play") == "recorded")


class RecordSheet(TableStep):
    """Records the sheet of a game's round, which is the table's result once it is the last."""

    name, title, button = "sheet", _("Round sheet"), _("Save the sheet")
    has_page = True
    template = "league/admin/desk/sheet.html"

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        asked = asked_of(looking.match_of(self.row, self.game.game)) if self.game.result is None else None
        if asked is None:
            raise Gone
        self.asked = asked
        self.sheet_form = SheetForm(asked.sheet, desk.names, data, auto_id=f"{self.name}-{about}-%s")
        if data is not None and self.sheet_form.is_growing:
            self.sheet_form.errors.clear()

    def version(self, desk: TournamentDesk) -> int:
        """Changes with the game as well as with the result."""
        events = len(looking.match_of(self.row, self.game.game).events)
        return events + desk.look(lambda state: result_version(state, self.game))

    def is_valid(self) -> bool:
        if not super().is_valid() or self.sheet_form.is_growing:
            return False
        return self.sheet_form.is_valid() or self._is_stale()

    def _is_stale(self) -> bool:
        """Whether it is about an earlier sheet of the game: sent twice, or too late; `run` knows which."""
        return bool(self.cleaned_data["seen"] != str(self.version(self.desk)))

    def faults(self) -> dict[str, list[str]]:
        return super().faults() | faults_of(self.sheet_form)

    def run(self) -> str:
        try:
            return super().run()
        except Rejected as refusal:
            self.sheet_form.add_refusal(refusal, self.desk.names)
            raise ValidationError([]) from refusal  # it is said at its field

    def take(self) -> str:
        sender = sending.Sender(self.desk.who.actor, timezone.now(), is_staff=True)
        effect = sending.send(self.row, self.asked, self.sheet_form.answers, sender, game=self.game.game)
        if effect == "round":
            text = gettext("The sheet of table {number} is saved: {title}.")
            return text.format(number=self.number, title=self.sheet_form.title)
        return gettext("Table {number} has its result.").format(number=self.number)
