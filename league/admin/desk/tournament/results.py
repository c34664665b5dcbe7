"""Results: told, confirmed, ruled on, corrected."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.admin.desk.tournament.desk import Desk
from league.admin.desk.tournament.result_form import Telling, told_again
from league.admin.desk.tournament.step import Gone, Step, reason_field
from league.domain.tournament.results.reports import Report as Said
from league.domain.tournament.state import Tournament
from league.models import Table
from league.services import results

UPHOLD, OTHER = "uphold", "other"


class OfTable(Step):
    """A step about a game at a table of the tournament, by its stream. Raises Gone where it has none of that id."""

    for_referees = True
    anchor = "results"

    def __init__(self, desk: Desk, about: str = "", data: Any = None, **more: Any) -> None:
        game = desk.game_at(about)
        if game is None:
            raise Gone
        self.game = game
        super().__init__(desk, about, data, **more)

    def version(self, state: Tournament) -> int | None:
        table = state.tables.get(self.game.id)
        return table.version if table else -1

    def lock(self) -> UUID:
        """The game at the table: it is locked before the tournament."""
        return UUID(self.about)

    @property
    def row(self) -> Table:
        """The table's row."""
        return Table.objects.select_related("round").get(pk=self.game.id)

    @property
    def number(self) -> str:
        """The table's number, with what stands on it."""
        return self.desk.game(self.game)

    @property
    def heading(self) -> str:
        return f"{self.title}: {gettext('table {number}').format(number=self.number)}"


class _Telling(OfTable):
    """A step that tells a table's result. telling: the part of the form that does."""

    def __init__(self, desk: Desk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        claim = self.game.result.claim if self.game.result else None
        self.telling = Telling(
            self.game,
            desk.state.game_at(self.game),
            desk.names,
            data,
            stands=claim,
            called=desk.game(self.game),
            auto_id=f"{self.name}-{about}-%s",
        )

    def is_valid(self) -> bool:
        own = super().is_valid()
        return (self.telling.is_valid() or not self.is_told()) and own

    @property
    def has_fields(self) -> bool:
        return True

    def is_told(self) -> bool:
        """Whether the result that is typed matters."""
        return True


class Report(_Telling):
    """A table's first result."""

    name, title, button = "result", _("Result"), _("Save the result")

    def take(self) -> str:
        who, game = self.desk.who.actor, self.game.game
        results.report(self.row, self.telling.said(), by_staff=True, actor=who, at=timezone.now(), game=game)
        return gettext("Table {number} has its result.").format(number=self.number)


class Confirm(OfTable):
    """The result is right."""

    name, title, button = "confirm", _("Confirm"), _("Confirm")

    def take(self) -> str:
        who, game = self.desk.who.actor, self.game.game
        results.confirm(self.row, by_staff=True, actor=who, at=timezone.now(), game=game)
        return gettext("The result of table {number} is confirmed.").format(number=self.number)


class Correct(_Telling):
    """Another result in the place of the one that stands, after the close too."""

    name, title, button = "correct", _("Correct the result"), _("Correct")
    warning = _("Standings and league tables follow, also where round and tournament are closed. Everybody sees it.")
    is_asked = is_previewed = True
    reason = reason_field(required=True)

    def take(self) -> str:
        said, reason = self.telling.said(), self.cleaned_data["reason"]
        who, game = self.desk.who.actor, self.game.game
        results.correct(self.row, said, reason, actor=who, at=timezone.now(), game=game)
        return gettext("The result of table {number} is corrected.").format(number=self.number)


class Rule(_Telling):
    """The last word on a dispute: the result that stands, one of those told against it, or another."""

    name, title, button = "rule", _("Decide the dispute"), _("Decide")
    warning = _("This is the last word on the table: nobody can dispute it any more.")
    is_asked = is_previewed = True
    decision = forms.ChoiceField(label=_("What is right"), widget=forms.RadioSelect)
    reason = reason_field(required=True)

    def __init__(self, desk: Desk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        result = self.game.result
        self.against = [dispute.claim for dispute in result.disputes] if result else []
        others = [
            (f"against-{number}", gettext("What was said against it ({number})").format(number=number))
            for number, _claim in enumerate(self.against, 1)
        ]
        field: Any = self.fields["decision"]
        field.choices = [
            (UPHOLD, gettext("The result that stands")),
            *others,
            (OTHER, gettext("Another one, as written below")),
        ]

    @property
    def has_fields(self) -> bool:
        return True

    def is_told(self) -> bool:
        return self.data.get("decision") == OTHER

    def right(self) -> Said | None:
        """The result that is right; None for the one that stands."""
        decision = self.cleaned_data["decision"]
        if decision == UPHOLD:
            return None
        if decision == OTHER:
            return self.telling.said()
        return told_again(self.against[int(decision.removeprefix("against-")) - 1])

    def take(self) -> str:
        reason = self.cleaned_data["reason"]
        who, game = self.desk.who.actor, self.game.game
        results.rule(self.row, self.right(), reason, actor=who, at=timezone.now(), game=game)
        return gettext("The dispute at table {number} is decided.").format(number=self.number)
