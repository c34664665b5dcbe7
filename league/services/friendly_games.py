"""Friendly games, outside of tournaments."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from uuid6 import uuid7

from games import Match
from games.kernel import Json
from league.repository.streams import GAME
from league.services import execution
from league.services.execution import Done

SECRET_BYTES = 16


def open_friendly(slug: str, players: Sequence[str], options: Json, *, club: UUID, actor: str, at: datetime) -> Done:
    """Opens a friendly game at a table of its own. Its seed is drawn here. Raises Rejected as `Match.start`."""
    match = Match.start(slug, list(players), options, secrets.token_hex(SECRET_BYTES))
    return execution.begin(GAME, uuid7(), match, club=club, actor=actor, at=at)
