"""A final: the best go on alone; and back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.registry import all_games
from league.admin.desk.tournament.desk import Desk
from league.admin.desk.tournament.settings_fields import FEWEST_SEATS, PointListField
from league.admin.desk.tournament.step import Step
from league.admin.formatting.wording import game_name
from league.domain.tournament.stages.commands import BeginStage, UndoStage
from league.domain.tournament.state import Tournament
from league.domain.values.faults import read
from league.services import stages

MOST_ON = 2000
CARRIES = [("none", _("none")), ("half", _("half of them")), ("all", _("all"))]


def waits(state: Tournament) -> bool:
    """Whether a final has begun that has no round yet."""
    return state.stage is not None and len(state.rounds) < state.stage.from_round


class BeginFinal(Step):
    """The best of the standings go on alone."""

    name, title, button = "final", _("Begin a final"), _("Begin a final")
    done = _("The final has begun: only these go on.")
    warning = _(
        "The standings are frozen: who goes on comes first from now on, everybody else keeps the order below. "
        "Nobody is entered any more. Equal ones at the border are told apart by the tie-breaks, then by lot."
    )
    is_asked = is_once = True
    anchor = "round"
    faults = {"points": "by_place", "table_size": "top", "format": "top"}

    top = forms.IntegerField(label=_("How many go on"), min_value=FEWEST_SEATS, max_value=MOST_ON)
    carry = forms.ChoiceField(label=_("Points that they bring along"), choices=CARRIES, initial="none")
    rounds = forms.IntegerField(
        label=_("Rounds of the final at most"),
        required=False,
        min_value=1,
        max_value=100,
        help_text=_("Empty: as many as you like."),
    )
    by_place = PointListField(
        label=_("Points by place"), required=False, max_length=300, help_text=_("Empty: as in the rounds before.")
    )
    game = forms.ChoiceField(label=_("Game"), required=False)

    def __init__(self, desk: Desk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        settings = desk.state.settings
        game: Any = self.fields["game"]
        as_before = gettext("as before: {game}").format(game=game_name(settings.game))
        others = [(slug, known.title) for slug, known in all_games().items() if slug != settings.game]
        game.choices = [("", as_before), *others]
        self.fields["top"].initial = settings.table_size.prefer

    def version(self, state: Tournament) -> int | None:
        return state.moved_at

    def take(self) -> None:
        cleaned, row = self.cleaned_data, self.desk.row
        points = {"by_place": cleaned["by_place"]} if cleaned["by_place"] else None
        asked = {name: cleaned[name] for name in ("top", "carry", "rounds")}
        command = read(BeginStage, {**asked, "points": points, "game": cleaned["game"] or None})
        stages.begin(row.pk, command, club=row.club_id, actor=self.desk.who.actor, at=timezone.now())


class UndoFinal(Step):
    """The final never began."""

    name, title, button = "undo-final", _("Undo the final"), _("Undo the final")
    done = _("Everybody plays on.")
    warning = _("It never began: everybody plays on, and can be entered again.")
    is_asked, is_once = True, True
    anchor = "round"

    def version(self, state: Tournament) -> int | None:
        return len(state.stages) if waits(state) else -1

    def take(self) -> None:
        self.desk.send(UndoStage())
