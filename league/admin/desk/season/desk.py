"""The desk of a season, and what its steps share."""

from __future__ import annotations

from typing import ClassVar

from django.utils import timezone

from games.kernel import Command
from league.access.actions import Action
from league.admin.desk.step import Desk, Step
from league.domain.season.state import Season as State
from league.models import Season
from league.repository.streams import SEASON
from league.services import seasons
from league.services.execution import Done


class SeasonDesk(Desk[Season, State]):
    """A season, and the director at its desk."""

    kind = SEASON
    action = Action.SEASONS
    head_template = "league/admin/season_desk/head.html"

    def send(self, command: Command) -> Done:
        return seasons.send(self.row, command, actor=self.who.actor, at=timezone.now())


class SeasonStep(Step):
    """A step that is stale once the season has changed at all."""

    desk: SeasonDesk
    action = Action.SEASONS
    has_page: ClassVar[bool] = True
    is_wide = True

    def version(self, desk: SeasonDesk) -> int:
        return desk.state.version
