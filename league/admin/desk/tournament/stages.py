"""A final begins, or is undone."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kernel import Command
from games.registry import all_games
from league.access.actions import Action
from league.admin.desk.number_fields import PointListField, WholeField
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.rounds import choose_from
from league.admin.desk.tournament.step import TournamentStep
from league.domain.tournament.stages import commands
from league.domain.tournament.stages.rules import going_on
from league.domain.tournament.state import Tournament
from league.domain.values.faults import read
from league.domain.values.fields import SMALLEST_TABLE
from league.queries.wording import game_name
from league.services import stages

MOST_ON = 2000
CARRIES = [("none", _("none")), ("half", _("half")), ("all", _("all"))]


def is_waiting(state: Tournament) -> bool:
    """Whether a final has begun and has no round yet."""
    return state.stage is not None and len(state.rounds) < state.stage.from_round


class BeginStage(TournamentStep):
    """Begins a final for the first of the standings."""

    action = Action.FINALS
    name, title, button = "final", _("Begin a final"), _("Begin a final")
    done = _("The final has begun. Only its players go on.")
    intro = _(
        "The standings are frozen: from now on the players of the final come first, and the others keep their order "
        "below them. Nobody can be entered any more. The tie-breaks decide between equal players at the border, then "
        "the lot."
    )
    has_page = True
    anchor = "round"
    error_fields = {"points": "by_place", "table_size": "top", "format": "top"}

    top = WholeField(label=_("Players of the final"), min_value=SMALLEST_TABLE, max_value=MOST_ON)
    carry = forms.ChoiceField(label=_("Points carried into the final"), choices=CARRIES, initial="none")
    rounds = WholeField(
        label=_("Rounds of the final"),
        required=False,
        min_value=1,
        max_value=100,
        help_text=_("At most. Empty: no limit."),
    )
    by_place = PointListField(
        label=_("Points by place"), required=False, max_length=300, help_text=_("Empty: as before.")
    )
    game = forms.ChoiceField(label=_("Game"), required=False)
    named = forms.CharField(required=False, max_length=6, widget=forms.HiddenInput)

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        settings = desk.state.settings
        others = [(slug, known.title) for slug, known in all_games().items() if slug != settings.game]
        choose_from(self, "game", others, empty=gettext("as before: {game}").format(game=game_name(settings.game)))
        self.fields["top"].initial = self.fields["named"].initial = settings.table_size.prefer

    def finalists(self) -> list[str]:
        """The names of those who would be in the final, with the number of players that is typed."""
        top = str(self["top"].value() or "")
        count = int(top) if top.isascii() and top.isdigit() and len(top) < 5 else 0
        return [self.desk.name(entry) for entry in going_on(self.desk.state)[:count]]

    def clean(self) -> dict[str, Any]:
        """Asks again where the page named those of another number of players."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        top, named = cleaned.get("top"), cleaned.get("named")
        if top and named and named != str(top) and SMALLEST_TABLE < top <= len(going_on(self.desk.state)):
            sent: Any = self.data
            self.data = sent = sent.copy()
            sent["named"] = str(top)
            raise forms.ValidationError(gettext("Look who would be in the final, and begin it again."))
        return cleaned

    def version(self, desk: TournamentDesk) -> int:
        return desk.state.moved_at

    def take(self) -> None:
        cleaned, row = self.cleaned_data, self.desk.row
        points = {"by_place": cleaned["by_place"]} if cleaned["by_place"] else None
        asked = {name: cleaned[name] for name in ("top", "carry", "rounds")}
        command = read(commands.BeginStage, {**asked, "points": points, "game": cleaned["game"] or None})
        stages.begin(row.pk, command, club=row.club_id, actor=self.desk.who.actor, at=timezone.now())


class UndoStage(TournamentStep):
    """Undoes a final that has no round yet."""

    action = Action.FINALS
    name, title, button = "undo-final", _("Undo the final"), _("Undo the final")
    done = _("The final is undone. Everyone plays on.")
    intro = _("Everyone plays on, as if the final had not begun. More people can be entered again.")
    has_page = True
    anchor = "round"

    def version(self, desk: TournamentDesk) -> int:
        return len(desk.state.stages) if is_waiting(desk.state) else -1

    def command(self) -> Command:
        return commands.UndoStage()
