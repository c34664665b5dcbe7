"""Repairs of a round that everybody sees: one command through `services`, and the games at the tables that it changes.

In a running round a changed table is another one, whose game is opened by the policy; the game of the table before it
stays in the log as it was opened. Once anything is played at it the table is not changed any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from uuid6 import uuid7

from games.kernel import N_, Event, Rejected
from games.registry import find_game
from league.domain.tournament import rules as tournament
from league.domain.tournament.require import round_of
from league.domain.tournament.rounds.commands import Repair
from league.domain.tournament.rounds.events import GoneTable, RoundRepaired
from league.domain.tournament.state import Tournament
from league.log import store
from league.models import Round
from league.repository import streams
from league.repository.game_streams import stream_of
from league.repository.streams import GAME, TOURNAMENT, Stream
from league.services import execution
from league.services.execution import Done, Work


def repair(row: Round, asked: Callable[..., Repair], *, actor: str, at: datetime) -> Done:
    """Sends a repair. asked: the command, but for what is filled in here: the round, its game's bounds, fresh ids.

    Raises what `services.execute` raises, and Rejected. Two at once come one after the other: the round is locked,
    then the games that are left behind, then the tournament.
    """
    fresh = (str(uuid7()), str(uuid7()))

    def run(work: Work) -> Stream:
        store.lock(row.pk)
        with streams.reading(row.club_id, TOURNAMENT, row.tournament_id) as stream:
            state: Tournament = stream.aggregate.state
            command = _whole(state, row, asked, fresh)
            left = _games_left(state, row, tournament.decide(state, command))
        for table in sorted(left, key=lambda table: table.id):
            for game in range(1, row.games + 1):
                _require_unplayed(work.stream(GAME, stream_of(table.id, game)), table)
        changed = work.stream(TOURNAMENT, row.tournament_id)
        if _games_left(changed.aggregate.state, row, work.send(changed, command)) != left:
            raise store.Conflict  # it was started meanwhile
        return changed

    return execution.commit(run, club=row.club_id, actor=actor, at=at)


def _whole(state: Tournament, row: Round, asked: Callable[..., Repair], fresh: tuple[str, str]) -> Repair:
    found = round_of(state, str(row.pk))
    game = find_game(state.game_of(found).game)
    return asked(round=found.id, fewest=game.min_players, most=game.max_players, fresh=fresh)


def _games_left(state: Tournament, row: Round, events: Iterable[Event]) -> list[GoneTable]:
    """The tables whose games are left behind; before the start of the round there are no games."""
    repaired = [event for event in events if isinstance(event, RoundRepaired)]
    running = round_of(state, str(row.pk)).state == "running"
    return [table for event in repaired for table in event.gone] if running else []


def _require_unplayed(game: Stream, table: GoneTable) -> None:
    """Refuses to leave a game behind in which more has happened than its opening."""
    if game.match.commands:
        raise Rejected("game_begun", N_("The game at table {number} has begun."), {"number": table.number})
