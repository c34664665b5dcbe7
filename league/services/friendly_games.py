"""Friendly games, outside of tournaments."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from uuid6 import uuid7

from games import Match
from games.kernel import Json, Rejected
from league.repository.streams import GAME
from league.services import execution
from league.services.execution import Done

SECRET_BYTES = 16
PARTS = {"bad_options": "options", "bad_players": "players"}
"""The fields of a body, by the code of a refusal of its parts."""


def open_friendly(slug: str, players: Sequence[str], options: Json, *, club: UUID, actor: str, at: datetime) -> Done:
    """Opens a friendly game at a table of its own. Its seed is drawn here. Raises Rejected as `Match.start`."""
    try:
        match = Match.start(slug, list(players), options, secrets.token_hex(SECRET_BYTES))
    except Rejected as refusal:
        if (part := PARTS.get(refusal.code)) is not None:
            refusal.move_under((part,))
        raise
    return execution.begin(GAME, uuid7(), match, club=club, actor=actor, at=at)
