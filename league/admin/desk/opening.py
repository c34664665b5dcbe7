"""The forms that open a tournament and a season."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time
from functools import cached_property
from typing import Any, ClassVar, Self
from uuid import uuid4
from zoneinfo import ZoneInfo

import msgspec
from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.registry import all_games
from league.access.actions import Action
from league.admin.desk.number_fields import PointListField, WholeField
from league.admin.desk.step import TEXT
from league.admin.desk.tournament import game_options, settings_form
from league.admin.desk.tournament.season_field import SeasonField
from league.admin.desk.tournament.settings_fields import tie_breaks_with_options
from league.admin.desk.tournament.settings_form import SettingsForm
from league.admin.desk.tournament.shape import Shape, shape_of
from league.domain.season.commands import Create as CreateSeason
from league.domain.tournament.commands import Create
from league.domain.tournament.formats import Knockout
from league.domain.tournament.settings import PointScheme, Settings
from league.domain.tournament.state import SCORE_SHEET
from league.domain.values.faults import read
from league.domain.values.text import as_uuid
from league.models import Club, Season, Tournament
from league.services import again, tournaments
from league.services import seasons as services_seasons
from league.services.execution import Done

USUAL_START = time(19)
USUALLY_EXPECTED = 12
"""Where no earlier tournament says when one begins, and how many people come."""


class Opening(forms.Form):
    """What both forms have. action: opening it. club: only if the caller may open one in several clubs."""

    action: ClassVar[Action]
    template: ClassVar[str] = "league/admin/desk/fields.html"

    once = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)
    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)
    name = forms.CharField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs=TEXT))

    def __init__(self, clubs: Sequence[Club], data: Any = None, **more: Any) -> None:
        self.clubs = clubs
        super().__init__(data, **more)
        self.fields["once"].initial = uuid4().hex
        if len(clubs) == 1:
            del self.fields["club"]
        else:
            field: Any = self.fields["club"]
            field.queryset = Club.objects.filter(pk__in=[club.pk for club in clubs])

    @classmethod
    def shown(cls, clubs: Sequence[Club], query: QueryDict) -> Self:
        """The form before anything is typed. query: of its page's address."""
        return cls(clubs)

    def chosen_club(self) -> Club:
        """The first one also while the form has none that can be chosen, and is refused."""
        club: Club = self.cleaned_data.get("club") or self.clubs[0]
        return club


class NewTournament(SettingsForm, Opening):
    """Opens a tournament, of its own kind or like an earlier one.

    like: the earlier one, whose settings are filled in; what the form has no field for is as there, too.
    """

    action = Action.TOURNAMENTS
    title = _("Open a tournament")
    template = "league/admin/desk/settings.html"
    error_fields: Mapping[str, str] = {**SettingsForm.error_fields, "name": "name", "seasons": "season"}

    like = forms.CharField(required=False, max_length=36, widget=forms.HiddenInput)
    season = SeasonField()

    def __init__(self, clubs: Sequence[Club], data: Any = None, *, like: str = "", **more: Any) -> None:
        self.earlier = _tournament(clubs, like if data is None else data.get("like", ""))
        super().__init__(clubs, data, initial=_filled_in(clubs, self.earlier) if data is None else None, **more)
        season: Any = self.fields["season"]
        season.offer(clubs)
        self.order_fields(["club"])  # its time zone is that of the times below

    @classmethod
    def shown(cls, clubs: Sequence[Club], query: QueryDict) -> Self:
        return cls(clubs, like=query.get("like", ""))

    @property
    def suggested(self) -> str:
        """The name that the form would fill in for what is chosen in it now."""
        return suggested_name(self.clubs, {name: self[name].value() for name in ("like", "format", "starts_at")})

    @property
    def heading(self) -> str:
        """The title of its page."""
        if self.earlier is None:
            return str(self.title)
        return gettext("Again, like {name}").format(name=self.earlier.name)

    def asks_for(self, path: str) -> bool:
        return path != "name"

    def time_zone(self) -> str:
        return self.chosen_club().time_zone

    @cached_property
    def copied(self) -> Settings | None:
        """The settings of the earlier tournament."""
        return None if self.earlier is None else again.settings_of(self.earlier)

    def base(self) -> PointScheme:
        return PointScheme() if self.copied is None else self.copied.points

    def outlook(self) -> Shape:
        return shape_of(self)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        season = cleaned.get("season")
        if not self.errors and season and season.club_id != self.chosen_club().pk:
            self.add_error("season", gettext("This season belongs to another club."))
        prefix = f"{cleaned.get('game', '')}__"
        options = {f"game_options.{name.removeprefix(prefix)}": name for name in self.fields if name.startswith(prefix)}
        self.error_fields = {**self.error_fields, **options}
        return cleaned

    def command(self) -> Create:
        """Raises BadFields."""
        cleaned, settings, copied = self.cleaned_data, self.settings(), self.copied
        slug = cleaned["game"]
        kept = copied.game_options if copied and copied.game == slug else {}
        if copied and not self.has_usual_chain():
            settings["tie_breaks"] = tie_breaks_with_options(copied, settings["tie_breaks"])
        if not settings["sign_up"]["open"]:
            del settings["sign_up"]
        body: dict[str, Any] = {
            **self._copied_body(),
            **settings,
            "club": str(self.chosen_club().pk),
            "name": cleaned["name"],
            "game": slug,
            "game_options": game_options.chosen(all_games()[slug], cleaned, kept),
            "seasons": [str(cleaned["season"].pk)] if cleaned["season"] else [],
        }
        return read(Create, body)

    def _copied_body(self) -> dict[str, Any]:
        """The settings of the earlier tournament, for which the form may have no field."""
        if self.earlier is None or self.copied is None:
            return {}
        new = again.AnotherTournament(name=self.cleaned_data["name"], starts_at=self.cleaned_data["starts_at"])
        body: dict[str, Any] = msgspec.to_builtins(again.like(self.earlier, self.copied, new, timezone.now()))
        return body

    def open(self, actor: str) -> Done:
        """Raises Rejected."""
        return tournaments.create(self.command(), actor=actor, at=timezone.now())


def suggested_name(clubs: Sequence[Club], values: Mapping[str, Any]) -> str:
    """The name of a new tournament, by its day and kind. values: of the form's fields, as they are typed."""
    earlier = _tournament(clubs, str(values.get("like") or ""))
    is_knockout, last = values.get("format") == "knockout", earlier or newest(clubs)
    club = last.club if last else clubs[0]
    at = _typed_day(values.get("starts_at"), club) or timezone.now()
    settings = again.settings_of(last) if last else None
    if settings is None or (earlier is None and isinstance(settings.format, Knockout) != is_knockout):
        return again.first_name(club, at, is_knockout=is_knockout)
    return again.next_name(club, settings, at)


def _typed_day(typed: Any, club: Club) -> datetime | None:
    try:
        found = parse_datetime(str(typed))
    except ValueError:
        return None
    return found and found.replace(tzinfo=found.tzinfo or ZoneInfo(club.time_zone))


def newest(clubs: Iterable[Club]) -> Tournament | None:
    """The newest tournament of these clubs that was not called off."""
    rows = Tournament.objects.filter(club__in=[club.pk for club in clubs]).exclude(state="cancelled")
    return rows.select_related("club").order_by("-id").first()


def _tournament(clubs: Sequence[Club], id: str) -> Tournament | None:
    """The tournament with this id, if it is of one of these clubs."""
    known = as_uuid(id)
    rows = Tournament.objects.filter(club__in=[club.pk for club in clubs]).select_related("club")
    return rows.filter(pk=known).first() if known else None


def _filled_in(clubs: Sequence[Club], earlier: Tournament | None) -> dict[str, Any]:
    """What the form begins with: all of an earlier tournament; or of the newest what is mostly the same."""
    at, last = timezone.now(), earlier or newest(clubs)
    if last is None:
        club = clubs[0]
        return {
            "name": again.first_name(club, at),
            "game": SCORE_SHEET,
            "starts_at": datetime.combine(at.astimezone(ZoneInfo(club.time_zone)), USUAL_START),
            "season": _season(club, None),
            "expected": USUALLY_EXPECTED,
        }
    settings = again.settings_of(last)
    start = again.next_start(last.club, settings.starts_at, at)
    settings = msgspec.structs.replace(settings, sign_up=again.next_list(settings, start))
    filled = settings_form.initial(settings, last.club.time_zone)
    if earlier is None:
        filled = {name: filled[name] for name in ("game", "clock_minutes")}
    return {
        **filled,
        "like": "" if earlier is None else str(earlier.pk),
        "club": last.club,
        "name": suggested_name(clubs, {**filled, "like": str(earlier.pk) if earlier else "", "starts_at": start}),
        "starts_at": start or datetime.combine(at.astimezone(ZoneInfo(last.club.time_zone)), USUAL_START),
        "season": _season(last.club, earlier),
        "expected": last.entries.count() or USUALLY_EXPECTED,
    }


def _season(club: Club, earlier: Tournament | None) -> Season | None:
    """The newest season of the club; where the new tournament is like an earlier one, one in which that counts."""
    seasons = Season.objects.filter(club=club) if earlier is None else earlier.seasons.all()
    return seasons.order_by("-id").first()


class NewSeason(Opening):
    """Opens a season."""

    action = Action.SEASONS
    title = heading = _("Open a season")
    error_fields: Mapping[str, str] = {"scheme.points": "by_place", "scheme.best": "best"}

    name = forms.CharField(
        label=_("Name"),
        max_length=120,
        widget=forms.TextInput(attrs={**TEXT, "autofocus": True}),
        help_text=_("Like Autumn 2026."),
    )
    by_place = PointListField(
        label=_("Points by place"),
        max_length=2000,
        initial="14 12 10 9 8 7 6 5 4 3 2 1",
        help_text=_(
            "For places in the final standings of a tournament, from the first on. Further places get no points."
        ),
    )
    best = WholeField(
        label=_("Best results that count"), required=False, min_value=1, max_value=1000, help_text=_("Empty: all.")
    )

    def open(self, actor: str) -> Done:
        """Raises Rejected."""
        cleaned, club = self.cleaned_data, self.chosen_club()
        body = {
            "club": str(club.pk),
            "name": cleaned["name"],
            "time_zone": club.time_zone,
            "scheme": {
                "points": {"by_place": cleaned["by_place"]},
                "best": cleaned["best"],
                "ties": ["count_back"],
            },
        }
        return services_seasons.open_season(read(CreateSeason, body), actor=actor, at=timezone.now())
