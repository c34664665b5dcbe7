"""Settings, chosen anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from zlib import crc32
from zoneinfo import ZoneInfo

import msgspec
from django import forms
from django.forms import BoundField
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.admin.desk.tournament import seating_fields
from league.admin.desk.tournament.desk import Desk
from league.admin.desk.tournament.settings_fields import FAULTS, OUTCOMES, SIZES, Chosen
from league.admin.desk.tournament.step import TEXT, Step
from league.domain.tournament.commands import Change
from league.domain.tournament.formats import Prescribed
from league.domain.tournament.settings import PointScheme, Settings
from league.domain.tournament.state import Tournament
from league.domain.values.faults import read
from league.services import tournaments

FIELDS = (
    {"clock_minutes": "clock_seconds", "by_place": "points", "outcomes": "points"}
    | dict.fromkeys(SIZES.values(), "table_size")
    | seating_fields.SETTINGS
)
"""Fields of the settings by those of the form, where they are called otherwise."""


class SetAnew(Chosen, Step):
    """Name, seating, rounds, clock, sizes, points and tie-breaks. What is not changed in the form stays as it is.

    Once a round is seated the format stays, so nothing asks for it any more.
    """

    name, title, button = "settings", _("Change the settings"), _("Change the settings")
    done = _("The settings are changed.")
    warning = _("Everybody sees it. What is closed stays as decided, and a clock runs on as it was started.")
    is_asked = is_once = True
    faults = {**FAULTS, **seating_fields.FAULTS, "name": "called"}
    field_order = ("called", "format")

    called = forms.CharField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs=TEXT))

    def __init__(self, desk: Desk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, initial=_as_fields(desk.state.settings, desk.row.club.time_zone), **more)
        self.fields["smallest"].help_text = gettext("Seats.")
        settled = [
            name for name, setting in seating_fields.SETTINGS.items() if setting == "format" and desk.state.rounds
        ]
        self.fields |= {name: field for name, field in seating_fields.fields().items() if name not in settled}
        if isinstance(desk.state.settings.format, Prescribed) and "format" in self.fields:
            choice: Any = self.fields["format"]
            choice.choices = [*seating_fields.PLANNED.items(), *seating_fields.FORMATS.items()]
        self.order_fields(self.field_order)

    def options(self) -> Iterator[tuple[str, list[BoundField], bool]]:
        """The fields of the seating."""
        yield self.group(gettext("the seating"), seating_fields.PREFIX)

    def time_zone(self) -> str:
        return self.desk.row.club.time_zone

    def version(self, state: Tournament) -> int | None:
        return crc32(msgspec.json.encode(state.settings))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors and not all(cleaned.get(name) for name in SIZES.values()):
            self.add_error("smallest", gettext("Write all three sizes."))
        return cleaned

    def take(self) -> None:
        row = self.desk.row
        who, at = self.desk.who.actor, timezone.now()
        tournaments.change(row.pk, self._command(), club=row.club_id, actor=who, at=at)

    def _command(self) -> Change:
        """What was changed in the form. Raises BadFields."""
        named = {FIELDS.get(name, name) for name in self.changed_data}
        asked = {
            name: value
            for name, value in {**self.settings(), **seating_fields.chosen(self.cleaned_data)}.items()
            if name in named
        }
        if "points" in asked:
            asked["points"] = _paid_so(self.desk.state.settings.points, asked["points"])
        if "tie_breaks" in asked:
            known = dict(zip(self.desk.state.settings.chain, self.desk.state.settings.tie_breaks, strict=True))
            asked["tie_breaks"] = [msgspec.to_builtins(known.get(name, name)) for name in asked["tie_breaks"]]
        if "called" in named:
            asked["name"] = self.cleaned_data["called"]
        return read(Change, asked)


def _paid_so(scheme: PointScheme, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The scheme with other points; a bye is paid as is usual for them, where they are of another kind."""
    is_of_outcomes = "win" in chosen
    others = {"by_place", *OUTCOMES, *({"bye"} if is_of_outcomes != (scheme.outcomes is not None) else ())}
    known = {name: value for name, value in msgspec.to_builtins(scheme).items() if name not in others}
    return {**known, **chosen}


def _as_fields(settings: Settings, time_zone: str) -> dict[str, Any]:
    """The settings as the form's fields show them."""
    begins = settings.starts_at and settings.starts_at.astimezone(ZoneInfo(time_zone))
    return {
        "called": settings.name,
        **seating_fields.as_fields(settings),
        "rounds": settings.rounds,
        "games_per_round": settings.games_per_round,
        "clock_minutes": settings.clock_seconds and -(-settings.clock_seconds // 60),
        **{name: getattr(settings.table_size, key) for key, name in SIZES.items()},
        "by_place": " ".join(map(str, settings.points.by_place or ())),
        "outcomes": " ".join(map(str, settings.points.outcomes or ())),
        "tie_breaks": list(settings.chain),
        "starts_at": f"{begins:%Y-%m-%dT%H:%M}" if begins else "",
    }
