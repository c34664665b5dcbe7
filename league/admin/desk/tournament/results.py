"""Results: recorded, confirmed, corrected; disputes ruled on."""

from __future__ import annotations

from typing import Any
from uuid import UUID
from zlib import crc32

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.access.actions import Action
from league.access.programs import ACTOR as PROGRAM
from league.access.roles import USER
from league.admin.desk.step import Gone, faults_of, reason_field
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.level import AsksWhoGoesOn, level_fields, question
from league.admin.desk.tournament.result_form import ResultForm, report_of
from league.admin.desk.tournament.step import TournamentStep
from league.admin.desk.tournament.versions import Version, versions_of
from league.domain.explanations.knockout import level_sentence
from league.domain.seating.knockout.level import level_at
from league.domain.tournament.results.commands import LevelDecision
from league.domain.tournament.results.presence import dropped_from
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.state import Tournament
from league.models import Table as Row
from league.queries import refusals
from league.services import results

UPHOLD, OTHER = "uphold", "other"
STAFF = (USER, PROGRAM)
"""How the actors of people with a role begin; holders of links have no role."""


def is_by_staff(actor: str | None) -> bool:
    """Whether staff sent a result: by the desk or by a program."""
    return actor is not None and actor.startswith(STAFF)


def result_version(state: Tournament, game: Table) -> int:
    """A number that changes with the game's result; not with the clocks of its table. 0 without a result."""
    table = state.tables.get(game.id)
    found = table and next((found for found in table.games if found.game == game.game), None)
    if not found:
        return -1
    return crc32(repr(found.result).encode()) if found.result else 0


class TableStep(TournamentStep):
    """A step about a game at a table; about: the game's stream. Raises Gone if the tournament has no such game."""

    action = Action.RESULTS
    anchor = "results"

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        game = desk.game_at(about)
        if game is None:
            raise Gone
        self.game = game
        super().__init__(desk, about, data, **more)

    def version(self, desk: TournamentDesk) -> int:
        return desk.look(lambda state: result_version(state, self.game))

    def lock(self) -> UUID:
        """The game, which is locked before the tournament."""
        return UUID(self.about)

    @property
    def row(self) -> Row:
        return Row.objects.select_related("round").get(pk=self.game.id)

    @property
    def number(self) -> str:
        """The table's number and label."""
        return self.desk.game(self.game)

    def versions(self) -> list[Version]:
        """The versions of the result, as it is now."""
        desk = self.desk.reloaded()
        game = desk.game_at(self.about)
        return list(versions_of(desk, game)) if game else []

    @property
    def heading(self) -> str:
        return f"{self.title}: {gettext('table {number}').format(number=self.number)}"


class _ReportStep(TableStep):
    """A step with a result. report_form: its part of the form."""

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        claim = self.game.result.claim if self.game.result else None
        self.report_form = ResultForm(
            self.game,
            desk.look(lambda state: state.game_at(self.game)),
            desk.names,
            data,
            current=claim,
            dropped=desk.look(lambda state: dropped_from(state, state.round_with(self.game))),
            table_name=self.number,
            auto_id=f"{self.name}-{about}-%s",
        )

    def faults(self) -> dict[str, list[str]]:
        return super().faults() | faults_of(self.report_form)

    def is_valid(self) -> bool:
        own = super().is_valid()
        return (self.report_form.is_valid() or not self.uses_report()) and own

    @property
    def is_shown_again(self) -> bool:
        return True

    def uses_report(self) -> bool:
        """Whether the result that is typed matters."""
        return True


class RecordResult(_ReportStep):
    """Records a table's first result."""

    name, title, button = "result", _("Result"), _("Save the result")

    def take(self) -> str:
        who, game, report = self.desk.who.actor, self.game.game, self.report_form.report()
        results.report(self.row, report, by_staff=True, actor=who, at=timezone.now(), game=game)
        return gettext("Table {number} has its result.").format(number=self.number)


class ConfirmResult(TableStep):
    name, title, button = "confirm", _("Confirm"), _("Confirm")

    def take(self) -> str:
        who, game = self.desk.who.actor, self.game.game
        results.confirm(self.row, by_staff=True, actor=who, at=timezone.now(), game=game)
        return gettext("The result of table {number} is confirmed.").format(number=self.number)


class CorrectResult(AsksWhoGoesOn, _ReportStep):
    """Replaces the current result, also after the round and the tournament are closed."""

    action = Action.CORRECTIONS
    name, title, button = "correct", _("Correct the result"), _("Correct")
    intro = _(
        "The standings and the league tables change with it, even if the round and the tournament are closed. The "
        "correction stays visible."
    )
    has_page = is_previewed = stays_visible = True
    asks_why = False
    reason = reason_field(required=True)

    def take(self) -> str:
        report, reason = self.report_form.report(), self.cleaned_data["reason"]
        who, game = self.desk.who.actor, self.game.game
        results.correct(self.row, report, reason, self._goes_on(), actor=who, at=timezone.now(), game=game)
        return gettext("The result of table {number} is corrected.").format(number=self.number)

    def _goes_on(self) -> results.GoesOn:
        """Who goes on from its table, if that was asked."""
        decision = self.decisions().get(self.game.id)
        return results.NOBODY_NAMED if decision is None else results.GoesOn(decision.goes_on, decision.decided_by)


class DecideLevel(TableStep):
    """Decides who goes on from a table of a knockout that has ended level."""

    action = Action.RULINGS
    name, title, button = "decide-level", _("Who goes on"), _("Decide")
    has_page, is_once = True, False

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        level = desk.look(lambda state: level_at(state, state.tables[self.game.id]))
        if level is None:
            raise Gone
        asked = question(desk, self.game.number, len(level.end.level))
        fields = level_fields(desk, level.end.shared, asked, with_reason=True)
        self.fields.update(zip(("decided_by", "goes_on", "reason"), fields, strict=True))

    def take(self) -> str:
        cleaned = self.cleaned_data
        decision = LevelDecision(
            decided_by=cleaned["decided_by"], goes_on=tuple(cleaned["goes_on"]), reason=cleaned["reason"] or None
        )
        actor, at = self.desk.who.actor, timezone.now()
        done = results.decide_level(self.row, decision, actor=actor, at=at, by_staff=True)
        table = done.stream.aggregate.state.tables[self.game.id]
        assert table.level is not None, "it was just decided"
        sentence = level_sentence(done.stream.aggregate.state.round_with(table), table.level)
        return refusals.sentence(sentence.template, sentence.facts, self.desk.names)


class RuleResult(_ReportStep):
    """Decides a dispute for good: the current result, a disputed version, or another result."""

    action = Action.RULINGS
    name, title, button = "rule", _("Decide the dispute"), _("Decide")
    intro = _("This decision is final: nobody can dispute this table’s result again.")
    has_page = is_previewed = True
    decision = forms.ChoiceField(label=_("The correct result"), widget=forms.RadioSelect)
    reason = reason_field(required=True)

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        result = self.game.result
        disputes = enumerate(result.disputes, 1) if result else ()
        self.against = {number: dispute.claim for number, dispute in disputes if dispute.claim}
        versions = list(versions_of(desk, self.game))
        others = [(f"against-{number}", versions[number].title(number)) for number in self.against]
        field: Any = self.fields["decision"]
        field.choices = [
            (UPHOLD, versions[0].title(0) if versions else gettext("The current result")),
            *others,
            (OTHER, gettext("Another result, written below")),
        ]

    def uses_report(self) -> bool:
        return self.data.get("decision") == OTHER

    def correct_report(self) -> Report | None:
        """The correct result; None for the current one."""
        decision = self.cleaned_data["decision"]
        if decision == UPHOLD:
            return None
        if decision == OTHER:
            return self.report_form.report()
        return report_of(self.against[int(decision.removeprefix("against-"))])

    def take(self) -> str:
        reason = self.cleaned_data["reason"]
        who, game = self.desk.who.actor, self.game.game
        results.rule(self.row, self.correct_report(), reason, actor=who, at=timezone.now(), game=game)
        return gettext("The dispute at table {number} is decided.").format(number=self.number)
