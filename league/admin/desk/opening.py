"""The forms that open a tournament and a season."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.forms import BoundField
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.registry import all_games
from league.access.actions import Action
from league.admin.desk.number_fields import PointListField
from league.admin.desk.step import TEXT
from league.admin.desk.tournament import game_options
from league.admin.desk.tournament.settings_fields import ERROR_FIELDS, SEATING, SettingsForm
from league.domain.season.commands import Create as CreateSeason
from league.domain.tournament.commands import Create
from league.domain.values.faults import read
from league.models import Club, Season
from league.services import seasons as services_seasons
from league.services import tournaments
from league.services.execution import Done


class Opening(forms.Form):
    """What both forms have. action: opening it. club: only if the caller may open one in several clubs."""

    action: ClassVar[Action]

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

    def chosen_club(self) -> Club:
        club: Club = self.cleaned_data["club"] if "club" in self.fields else self.clubs[0]
        return club


class NewTournament(SettingsForm, Opening):
    """Opens a tournament. It shows the options of every game; those of the chosen game count."""

    action = Action.TOURNAMENTS
    title = _("Open a tournament")
    error_fields: Mapping[str, str] = {**ERROR_FIELDS, "name": "name", "seasons": "season"}
    field_order = ("once", "club", "name", "game", "format", "rounds")

    game = forms.ChoiceField(label=_("Game"), initial="scoresheet")
    season = forms.ModelChoiceField(
        label=_("Counts in the season"), queryset=Season.objects.none(), required=False, empty_label=_("none")
    )

    def __init__(self, clubs: Sequence[Club], data: Any = None, **more: Any) -> None:
        super().__init__(clubs, data, **more)
        game: Any = self.fields["game"]
        game.choices = [(slug, known.title) for slug, known in all_games().items()]
        seasons = Season.objects.filter(club__in=[club.pk for club in clubs]).order_by("-id")
        season: Any = self.fields["season"]
        season.queryset = seasons
        season.initial = seasons.first() if len(clubs) == 1 else None
        self.fields |= dict(game_options.all_fields())
        self.order_fields(self.field_order)

    def asks_for(self, path: str) -> bool:
        return path != "name"

    def time_zone(self) -> str:
        return self.chosen_club().time_zone

    def options(self) -> Iterator[tuple[str, list[BoundField], bool]]:
        """The fields of the seating and of each game, which are folded away."""
        yield self.group(gettext("Options of the seating"), SEATING)
        for slug, game in all_games().items():
            group = self.group(gettext("Options of {game}").format(game=game.title), f"{slug}__")
            if group[1]:
                yield group

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        prefix = f"{cleaned.get('game', '')}__"
        options = {f"game_options.{name.removeprefix(prefix)}": name for name in self.fields if name.startswith(prefix)}
        self.error_fields = {**self.error_fields, **options}
        season = cleaned.get("season")
        if not self.errors and season and season.club_id != self.chosen_club().pk:
            self.add_error("season", gettext("This season belongs to another club."))
        return cleaned

    def command(self) -> Create:
        """Raises BadFields."""
        cleaned = self.cleaned_data
        body: dict[str, Any] = {
            **self.settings(),
            "club": str(self.chosen_club().pk),
            "name": cleaned["name"],
            "game": cleaned["game"],
            "game_options": game_options.chosen(all_games()[cleaned["game"]], cleaned),
            "seasons": [str(cleaned["season"].pk)] if cleaned["season"] else [],
        }
        return read(Create, body)

    def open(self, actor: str) -> Done:
        """Raises Rejected."""
        return tournaments.create(self.command(), actor=actor, at=timezone.now())


class NewSeason(Opening):
    """Opens a season."""

    action = Action.SEASONS
    title = _("Open a season")
    error_fields: Mapping[str, str] = {"scheme.points": "by_place", "scheme.best": "best"}

    by_place = PointListField(
        label=_("Points by place"),
        max_length=2000,
        initial="14 12 10 9 8 7 6 5 4 3 2 1",
        help_text=_(
            "For places in the final standings of a tournament, from the first on. Further places get no points."
        ),
    )
    best = forms.IntegerField(
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
