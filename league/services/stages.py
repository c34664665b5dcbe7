"""Stages: the checks that need the installed games. The game of a stage exists and fits its tables."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from games.game import Game
from games.kernel import Rejected
from games.registry import find_game
from league.domain.tournament.commands import Create
from league.domain.tournament.settings import Settings
from league.domain.tournament.stages.commands import BeginStage
from league.domain.values.faults import BadFields, Fault
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.seating.table_sizes import common, pairs_of, sizes_of
from league.services import execution
from league.services.execution import Done, Work
from league.services.tournaments import for_its_game


def begin(id: UUID, asked: BeginStage, *, club: UUID, actor: str, at: datetime) -> Done:
    """Begins a stage for the best of the standings. Raises Rejected, also BadFields for the game."""

    def run(work: Work) -> streams.Stream:
        stream = work.stream(TOURNAMENT, id)
        work.send(stream, for_game(asked, stream.aggregate.state.settings, club))
        return stream

    return execution.commit(run, waits_for=id, club=club, actor=actor, at=at)


def for_game(asked: BeginStage, settings: Settings, club: UUID) -> BeginStage:
    """The command with table sizes that its game allows. Raises BadFields.

    Where it names none: two at a table for a format of pairs, else the tournament's sizes as far as the game allows
    them, else the game's own.
    """
    is_own_game = asked.game in (None, settings.game)
    game = _game(settings.game if is_own_game else asked.game or "")
    settings_of_stage = {name: getattr(settings, name) for name in Settings.__struct_fields__} | {
        "game": game.slug,
        "game_options": settings.game_options if is_own_game else {},
        "format": asked.format,
        "points": asked.points or settings.points,
        "table_size": None,
    }
    wanted = Create(club=str(club), **settings_of_stage)
    size = asked.table_size or pairs_of(game, wanted) or common(settings.table_size, game) or sizes_of(game)
    for_its_game(msgspec.structs.replace(wanted, table_size=size))
    is_own_size = asked.table_size is None and size == settings.table_size
    return msgspec.structs.replace(
        asked, game=None if is_own_game else asked.game, table_size=None if is_own_size else size
    )


def _game(slug: str) -> Game[Any]:
    try:
        return find_game(slug)
    except Rejected as refusal:
        raise BadFields([Fault("game", refusal.code, refusal.template, refusal.facts)]) from refusal
