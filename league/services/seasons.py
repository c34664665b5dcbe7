"""Opens a season."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from uuid6 import uuid7

from games.kernel import Aggregate
from league.domain.season import rules as season
from league.domain.season.commands import Create as CreateSeason
from league.repository.streams import SEASON
from league.services import execution
from league.services.execution import Done


def open_season(created: CreateSeason, *, actor: str, at: datetime) -> Done:
    """Opens a season."""
    aggregate = Aggregate(season.RULES)
    aggregate.begin(season.start(created))
    return execution.begin(SEASON, uuid7(), aggregate, club=UUID(created.club), actor=actor, at=at)
