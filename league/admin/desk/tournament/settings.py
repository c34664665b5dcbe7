"""The settings of a tournament are changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zlib import crc32

import msgspec
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from games.kernel import Json
from league.access.actions import Action
from league.admin.desk.tournament import game_options, settings_form
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.season_field import SeasonField
from league.admin.desk.tournament.settings_fields import (
    NAMES,
    PLANNED,
    format_in_words,
    format_values,
    tie_breaks_with_options,
)
from league.admin.desk.tournament.settings_form import SettingsForm
from league.admin.desk.tournament.shape import Shape, shape_of
from league.admin.desk.tournament.step import TournamentStep
from league.domain.tournament.commands import Change
from league.domain.tournament.formats import Prescribed
from league.domain.tournament.settings import PointScheme
from league.domain.values.faults import read
from league.services import tournaments

COMPARED = {"table_size", "points"}
"""Settings that several fields make together: they are sent if they differ."""


class ChangeSettings(SettingsForm, TournamentStep):
    """Changes the settings. Only changed fields are sent; game and format can't change once a round is seated."""

    action = Action.TOURNAMENTS
    name, title, button = "settings", _("Change the settings"), _("Change the settings")
    done = _("The settings are changed.")
    intro = _("Closed rounds stay as decided, and a running clock keeps its time. The change stays visible.")
    has_page = is_previewed = stays_visible = True
    template = "league/admin/desk/settings.html"

    season = SeasonField()

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        settings = desk.state.settings
        shown = settings_form.initial(settings, desk.row.club.time_zone, is_fixed=bool(desk.state.rounds))
        players = len(desk.state.players(desk.state.next_number))
        seasons = list(desk.row.seasons.all())
        shown |= {"expected": players or None, "season": seasons[0] if seasons else None}
        super().__init__(desk, about, data, initial=shown, **more)
        season: Any = self.fields["season"]
        season.offer([desk.row.club])
        if len(seasons) > 1 or not desk.who.may(Action.SEASONS):
            del self.fields["season"]
        if "format" in self.fields and isinstance(settings.format, Prescribed):
            choice: Any = self.fields["format"]
            choice.choices = [*((tag, way.title) for tag, way in PLANNED.items()), *choice.choices]

    @property
    def fixed(self) -> Mapping[str, Any]:
        settings = self.desk.state.settings
        return {**format_values(settings), "game": settings.game} if self.desk.state.rounds else {}

    def fixed_in_words(self) -> str:
        return format_in_words(self.desk.state.settings.format)

    def asks_for(self, path: str) -> bool:
        return not (path.startswith("format") and self.desk.state.rounds)

    def time_zone(self) -> str:
        return self.desk.row.club.time_zone

    def base(self) -> PointScheme:
        return self.desk.state.settings.points

    def outlook(self) -> Shape:
        return shape_of(self)

    def version(self, desk: TournamentDesk) -> int:
        return crc32(msgspec.json.encode(desk.state.settings))

    def take(self) -> None:
        row, actor, at, command = self.desk.row, self.desk.who.actor, timezone.now(), self._command()
        if "season" in self.changed_data:
            seasons = [self.cleaned_data["season"].pk] if self.cleaned_data["season"] else []
            tournaments.change_with_seasons(row.pk, command, seasons, club=row.club_id, actor=actor, at=at)
        else:
            tournaments.change(row.pk, command, club=row.club_id, actor=actor, at=at)

    def _command(self) -> Change:
        """The changed settings. Raises BadFields."""
        current = self.desk.state.settings
        changed = {path.partition(".")[0] for path, name in NAMES.items() if name in self.changed_data}
        changed |= {"tie_breaks"} if "decided" in self.changed_data else set()
        compared = COMPARED | ({"tie_breaks"} if self.has_usual_chain() else set())
        change = {name: value for name, value in self.settings().items() if name in changed | compared}
        if "tie_breaks" in change and not self.has_usual_chain():
            change["tie_breaks"] = tie_breaks_with_options(current, change["tie_breaks"])
        command = read(Change, change | self._game())
        same = {name: UNSET for name in compared if getattr(command, name) == getattr(current, name)}
        return msgspec.structs.replace(command, **same)

    def _game(self) -> Json:
        """The game, if it or one of its options has changed. Options for which there is no field stay as they are."""
        current, game = self.desk.state.settings, self.known_game()
        if game is None or not any(name == "game" or name.startswith(f"{game.slug}__") for name in self.changed_data):
            return {}
        kept = current.game_options if game.slug == current.game else {}
        return {"game": game.slug, "game_options": game_options.chosen(game, self.cleaned_data, kept)}
