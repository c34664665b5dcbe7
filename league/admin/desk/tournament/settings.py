"""The settings of a tournament are changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from zlib import crc32

import msgspec
from django.forms import BoundField
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.access.actions import Action
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.settings_fields import (
    ERROR_FIELDS,
    FORMATS,
    NAMES,
    OUTCOMES,
    PLANNED,
    SEATING,
    SIZES,
    SettingsForm,
    initial,
    tie_breaks_with_options,
)
from league.admin.desk.tournament.step import TournamentStep
from league.domain.tournament.commands import Change
from league.domain.tournament.formats import Prescribed
from league.domain.tournament.settings import PointScheme
from league.domain.values.faults import read
from league.services import tournaments


class ChangeSettings(SettingsForm, TournamentStep):
    """Changes the settings. Only changed fields are sent; the format can't change once a round is seated."""

    action = Action.TOURNAMENTS
    name, title, button = "settings", _("Change the settings"), _("Change the settings")
    done = _("The settings are changed.")
    intro = _("Closed rounds stay as decided, and a running clock keeps its time. The change stays visible.")
    has_page = stays_visible = True
    error_fields = ERROR_FIELDS
    field_order = ("called", "format")

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, initial=initial(desk.state.settings, desk.row.club.time_zone), **more)
        for name in SIZES:
            self.fields[name].required = True
        self.fields["smallest"].help_text = gettext("Seats.")
        if "format" in self.fields and isinstance(desk.state.settings.format, Prescribed):
            choice: Any = self.fields["format"]
            choice.choices = [*PLANNED.items(), *FORMATS.items()]
        self.order_fields(self.field_order)

    def asks_for(self, path: str) -> bool:
        return not (path.startswith("format") and self.desk.state.rounds)

    def options(self) -> Iterator[tuple[str, list[BoundField], bool]]:
        """The fields that are folded away."""
        yield self.group(gettext("Options of the seating"), SEATING)

    def time_zone(self) -> str:
        return self.desk.row.club.time_zone

    def version(self, desk: TournamentDesk) -> int:
        return crc32(msgspec.json.encode(desk.state.settings))

    def take(self) -> None:
        row, actor = self.desk.row, self.desk.who.actor
        tournaments.change(row.pk, self._command(), club=row.club_id, actor=actor, at=timezone.now())

    def _command(self) -> Change:
        """The changed settings. Raises BadFields."""
        current = self.desk.state.settings
        changed = {path.partition(".")[0] for path, name in NAMES.items() if name in self.changed_data}
        change = {name: value for name, value in self.settings().items() if name in changed}
        if "points" in change:
            change["points"] = _with_other_parts(current.points, change["points"])
        if "tie_breaks" in change:
            change["tie_breaks"] = tie_breaks_with_options(current, change["tie_breaks"])
        return read(Change, change)


def _with_other_parts(scheme: PointScheme, points: Mapping[str, Any]) -> dict[str, Any]:
    """The scheme with other points. If it changes to or from win, draw and loss, the bye takes the usual points."""
    changes_kind = ("win" in points) != (scheme.outcomes is not None)
    replaced = {"by_place", *OUTCOMES, *({"bye"} if changes_kind else ())}
    other_parts = {name: value for name, value in msgspec.to_builtins(scheme).items() if name not in replaced}
    return {**other_parts, **points}
