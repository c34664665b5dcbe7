"""Penalties; the end of a round and of the tournament."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from uuid6 import uuid7

from league.admin.desk.tournament.desk import Desk
from league.admin.desk.tournament.result_form import Telling
from league.admin.desk.tournament.rounds import OfRound
from league.admin.desk.tournament.step import Gone, Step, reason_field
from league.domain.tournament.closing.commands import Cancel, Close
from league.domain.tournament.results.commands import LiftPenalty, Penalise
from league.domain.tournament.results.reports import Report
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import NUMBER_PATTERN, exact, written
from league.models import Round
from league.services import rounds, tournaments


class PointsField(forms.CharField):
    """A number as people write it: 3, 2.5, 7/3."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value).replace(",", ".").replace("−", "-")
        if not text:
            return ""
        if not re.match(NUMBER_PATTERN, text):
            raise forms.ValidationError(gettext("Points are written like 3, 2.5 or 7/3."))
        return written(exact(text))


class Punish(Step):
    """Points off an entry."""

    name, title, button, done = "penalise", _("Give a penalty"), _("Take points off"), _("The penalty is given.")
    for_referees = is_previewed = True
    anchor = "penalties"
    entry = forms.ChoiceField(label=_("Who"))
    points = PointsField(label=_("Points off"), max_length=40, initial="1")
    reason = reason_field(required=True)

    def __init__(self, desk: Desk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        field: Any = self.fields["entry"]
        field.choices = [("", gettext("choose …")), *((id, desk.name(id)) for id in desk.state.entries)]

    def take(self) -> None:
        cleaned = self.cleaned_data
        self.desk.send(Penalise(str(uuid7()), cleaned["entry"], cleaned["points"], cleaned["reason"]))


class Lift(Step):
    """A penalty as if it had never been."""

    name, title, button, done = "lift", _("Lift the penalty"), _("Lift"), _("The penalty is lifted.")
    for_referees, is_previewed, is_once = True, True, False
    anchor = "penalties"

    def take(self) -> None:
        self.desk.send(LiftPenalty(self.about))


class EndRound(OfRound):
    """The end of a round; what tables have not told is told here."""

    name, title, button = "close-round", _("Close the round"), _("Close the round")
    done = _("The round is closed.")
    warning = _("Its points are decided with this; later changes are corrections that everybody sees.")
    is_asked = is_once = True

    def __init__(self, desk: Desk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        found = self.found(desk.state)
        if found is None:
            raise Gone
        self.number = found.number
        running = found.state == "running"
        self.missing = [
            Telling(
                game,
                desk.state.game_at(table),
                desk.names,
                data,
                stands=None,
                called=desk.game(game),
                prefix=f"table-{table.number}" if game.game == 1 else f"table-{table.number}-game-{game.game}",
                auto_id=f"{self.name}-%s",
            )
            for table in found.tables
            for game in table.games
            if running and game.result is None
        ]

    def is_valid(self) -> bool:
        return all([super().is_valid(), *(telling.is_valid() for telling in self.missing)])

    @property
    def heading(self) -> str:
        return gettext("Close round {number}").format(number=self.number)

    def take(self) -> None:
        row = Round.objects.get(pk=self.about)
        told: dict[UUID, list[Report]] = {}
        for telling in self.missing:
            told.setdefault(UUID(telling.table.id), []).append(telling.said())
        missing = {table: said[0] if row.games == 1 else said for table, said in told.items()}
        rounds.close_round(row, missing, actor=self.desk.who.actor, at=timezone.now())


class EndTournament(Step):
    """The end of the tournament."""

    name, title, button, done = "close", _("Close the tournament"), _("Close the tournament"), _("The night is over.")
    warning = _("The final standings are decided with this, and the league table follows.")
    is_asked, is_once = True, False

    def take(self) -> None:
        self.desk.send(Close())


class Reopening(Step):
    """A closed tournament goes on."""

    name, title, button = "reopen", _("Reopen the tournament"), _("Reopen the tournament")
    done = _("The tournament goes on.")
    warning = _("Everybody sees it. What is closed stays as decided; closed again, there are new final standings.")
    is_asked = True
    reason = reason_field(required=True)

    def version(self, state: Tournament) -> int | None:
        return state.editions if state.state == "closed" else -1

    def take(self) -> None:
        row, reason = self.desk.row, self.cleaned_data["reason"]
        tournaments.reopen(row.pk, reason, club=row.club_id, actor=self.desk.who.actor, at=timezone.now())


class CallOff(Step):
    """The tournament is called off."""

    name, title, button, done = (
        "cancel",
        _("Call the tournament off"),
        _("Call the tournament off"),
        _("The tournament is off."),
    )
    warning = _("Nothing more can be played in it. It can’t be taken back.")
    is_asked, is_once = True, False
    reason = reason_field(required=False)

    def take(self) -> None:
        self.desk.send(Cancel(self.cleaned_data["reason"] or None))
