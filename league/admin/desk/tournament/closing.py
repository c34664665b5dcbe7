"""Penalties; a round, and the tournament, are closed; the tournament is reopened, or cancelled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from uuid6 import uuid7

from games.kernel import Command
from league.access.actions import Action
from league.admin.desk.number_fields import NumberField
from league.admin.desk.step import Gone, reason_field
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.level import AsksWhoGoesOn
from league.admin.desk.tournament.result_form import ResultForm
from league.admin.desk.tournament.rounds import RoundStep, choose_from
from league.admin.desk.tournament.step import TournamentStep
from league.admin.tournament.standings import by_number
from league.domain.seating.knockout.level import open_level_tables
from league.domain.tournament.closing import commands
from league.domain.tournament.results import commands as results
from league.domain.tournament.results.presence import dropped_from, missing_from
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.state import Table
from league.models import Round
from league.services import rounds, tournaments


class Penalise(TournamentStep):
    """Takes points off an entry, or adds them where the lowest total ranks first."""

    name, title, button, done = "penalise", _("Give a penalty"), _("Take points off"), _("The penalty is given.")
    action, is_previewed = Action.PENALTIES, True
    tab, anchor = "more", "penalties"
    entry = forms.ChoiceField(label=_("Name"))
    points = NumberField(label=_("Points off"), initial="1")
    reason = reason_field(required=True)

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        choose_from(self, "entry", [(id, desk.name(id)) for id in desk.state.entries])
        if desk.state.effective_settings.points.lowest_first:
            self.button, self.fields["points"].label = _("Add points"), _("Points added")

    def command(self) -> Command:
        cleaned = self.cleaned_data
        return results.Penalise(str(uuid7()), cleaned["entry"], cleaned["points"], cleaned["reason"])


class LiftPenalty(TournamentStep):
    """Lifts a penalty, as if it had never been given."""

    name, title, button, done = "lift", _("Lift the penalty"), _("Lift"), _("The penalty is lifted.")
    action, is_previewed = Action.PENALTIES, True
    tab, anchor, is_once = "more", "penalties", False

    def command(self) -> Command:
        return results.LiftPenalty(self.about)


class CloseRound(AsksWhoGoesOn, RoundStep):
    """Closes a round, with results for the tables that have not reported."""

    action = Action.ROUNDS
    name, title = "close-round", _("Close the round")
    button: str | Promise = title
    done = _("The round is closed.")
    intro = _("This decides the round’s points. Later changes are corrections, which stay visible.")
    has_page = is_once = True
    drop = forms.MultipleChoiceField(
        label=_("They never came or left early. Who leaves the tournament?"),
        help_text=_("Nobody who is ticked is seated again."),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    asked = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        round = desk.round(about)
        if round is None:
            raise Gone
        self.number = round.number
        self.gone = dropped_from(desk.state, round)
        games = [game for table in round.tables for game in table.games if game.result is None]
        self.missing = [self._result_form(game, data) for game in games if round.state == "running"]
        for table, end, _decided in open_level_tables(desk.state, round):
            self.ask(table.id, table.number, end.shared, len(end.level))
        self._ask_about(list(dict.fromkeys([*missing_from(desk.state, round), *self._asked()])))

    def _result_form(self, game: Table, data: Any) -> ResultForm:
        prefix = f"table-{game.number}" if game.game == 1 else f"table-{game.number}-game-{game.game}"
        return ResultForm(
            game,
            self.desk.state.game_at(game),
            self.desk.names,
            data,
            current=None,
            dropped=self.gone,
            table_name=self.desk.game(game),
            prefix=prefix,
            auto_id=f"{self.name}-%s",
        )

    def _ask_about(self, away: Sequence[str]) -> None:
        """Offers to drop these entries; they are ticked unless the form was sent without them."""
        self.away = away
        field: Any = self.fields["drop"]
        field.choices, field.initial = [(entry, self.desk.name(entry)) for entry in away], list(away)
        self.fields["asked"].initial = ",".join(away)
        if not away:
            field.widget = forms.MultipleHiddenInput()

    def is_valid(self) -> bool:
        return all([*(form.is_valid() for form in self.missing), super().is_valid()]) and self._is_asked()

    def _is_asked(self) -> bool:
        """Whether the sender was asked about everybody who is away, by a table's report too; if not, the form asks."""
        typed = [entry for form in self.missing for entry in (*form.report().absent, *form.report().left)]
        away = [entry for entry in dict.fromkeys([*self.away, *typed]) if entry not in self.gone]
        new = [entry for entry in away if entry not in self._asked()]
        if not new:
            return True
        sent: Any = self.data
        self.data = sent = sent.copy()
        sent.setlist("drop", [*sent.getlist("drop"), *new])
        sent["asked"] = ",".join(away)
        self._ask_about(away)
        self.add_error("drop", gettext("Choose who leaves the tournament, and close the round again."))
        return False

    def _asked(self) -> list[str]:
        """The entries that the sent form asked about."""
        known = self.desk.state.entries
        return [entry for entry in str(self.data.get("asked", "")).split(",") if entry in known]

    @property
    def heading(self) -> str:
        return gettext("Close round {number}").format(number=self.number)

    @property
    def disputed(self) -> list[str]:
        """The tables with an open dispute, which has to be decided before."""
        round = self.desk.round(self.about)
        tables = by_number(round) if round else []
        return [self.desk.table(table.number) for table in tables if table.is_disputed]

    def take(self) -> None:
        row = Round.objects.get(pk=self.about)
        reports: dict[UUID, list[Report]] = {}
        for form in self.missing:
            reports.setdefault(UUID(form.table.id), []).append(form.report())
        missing = {table: games[0] if row.games == 1 else games for table, games in reports.items()}
        drop = self.cleaned_data["drop"]
        level, at = self.decisions(), timezone.now()
        rounds.close_round(row, missing, drop=drop, level=level, actor=self.desk.who.actor, at=at)


class CloseAndSeat(CloseRound):
    """Closes a round, then seats the next one as a draft. If that is refused, the round stays closed."""

    name, title = "close-and-seat", _("Close the round, seat the next")

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        self.button = self.heading

    @property
    def heading(self) -> str:
        return gettext("Close round {number}, seat round {next}").format(number=self.number, next=self.number + 1)

    def follow_up(self) -> str:
        row = Round.objects.select_related("tournament__club").get(pk=self.about)
        if rounds.seat_after(row, actor=self.desk.who.actor) is None:
            return ""
        return gettext("Round {number} is seated as a draft.").format(number=self.number + 1)


class Close(TournamentStep):
    """Closes the tournament."""

    action = Action.TOURNAMENTS
    name, title, button = "close", _("Close the tournament"), _("Close the tournament")
    done = _("The tournament is closed.")
    intro = _("This decides the final standings, and the league table changes with them.")
    has_page, is_once = True, False

    def command(self) -> Command:
        return commands.Close()


class Reopen(TournamentStep):
    """Reopens a closed tournament."""

    action = Action.TOURNAMENTS
    name, title, button = "reopen", _("Reopen the tournament"), _("Reopen the tournament")
    done = _("The tournament is open again.")
    intro = _(
        "Closed rounds stay as decided. When you close the tournament again, it gets new final standings. The "
        "reopening stays visible."
    )
    has_page = stays_visible = True
    reason = reason_field(required=True)

    def version(self, desk: TournamentDesk) -> int:
        return desk.state.editions if desk.state.state == "closed" else -1

    def take(self) -> None:
        row, reason = self.desk.row, self.cleaned_data["reason"]
        tournaments.reopen(row.pk, reason, club=row.club_id, actor=self.desk.who.actor, at=timezone.now())


class Cancel(TournamentStep):
    """Cancels the tournament."""

    action = Action.TOURNAMENTS
    name, title, button = "cancel", _("Cancel the tournament"), _("Cancel the tournament")
    done = _("The tournament is cancelled.")
    intro = _("Nothing more can be played in it. This can’t be undone.")
    has_page, is_once = True, False
    reason = reason_field(required=False)

    def command(self) -> Command:
        return commands.Cancel(self.cleaned_data["reason"] or None)
