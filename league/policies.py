"""What follows from an event in other streams, in the same transaction.

A round was started: its games are opened. A game was finished or changed: that is its table's result.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from games import Match
from games.kernel import N_, Event, Json, Rejected
from league.domain.tournament.commands import RecordResult, WithdrawResult
from league.domain.tournament.events import RoundStarted
from league.domain.tournament.state import Tournament
from league.models import Table
from league.streams import GAME, TOURNAMENT, Stream

if TYPE_CHECKING:
    from league.services import Work

RUNNING = "running"


def react(work: Work, stream: Stream, events: Sequence[Event], before: Json | None) -> None:
    """Sends on what follows from `events`. before: the stream's `result_of` before them."""
    for event in events:
        if isinstance(event, RoundStarted):
            open_games(work, stream, event.round)
    if stream.kind == GAME and result_of(stream) != before:
        report(work, stream)


def result_of(stream: Stream) -> Json | None:
    """Places and totals of a finished game; None for a game that goes on, and for what is no game."""
    if stream.kind != GAME:
        return None
    outcome = stream.match.outcome()
    return {"places": outcome["placings"], "scores": outcome["totals"]} if outcome["finished"] else None


def play_of(match: Match) -> str | None:
    """How a game is played: "dealt", "recorded", or None for a game that knows no difference."""
    play: str | None = getattr(getattr(match.events[0], "options", None), "play", None)
    return play


def require_open(stream: Stream) -> None:
    """Refuses a game command unless tournament and round are running and the table has no result of its own.

    A friendly game is always open.
    """
    table = Table.objects.select_related("round__tournament").get(pk=stream.id)
    if table.round is not None and (table.round.state, table.round.tournament.state) != (RUNNING, RUNNING):
        raise Rejected("wrong_phase", N_("The round of this table is not running."))
    if table.by_hand:
        raise Rejected("wrong_phase", N_("This table has told its result; its game goes on when that is taken back."))


def open_games(work: Work, stream: Stream, round_id: str) -> None:
    """Opens a game at each table of a round; its stream has the table's id, its players are the seats' entries."""
    tournament: Tournament = stream.aggregate.state
    found = next(found for found in tournament.rounds if found.id == round_id)
    for table in found.tables:
        label = f"game:{found.number}:{found.attempt}:{table.number}"
        seed = hmac.new(bytes.fromhex(tournament.secret), label.encode(), "sha256").hexdigest()
        settings = tournament.settings
        match = Match.start(settings.game, list(table.seats), settings.game_options, seed)
        work.open(GAME, UUID(table.id), match)


def report(work: Work, stream: Stream) -> None:
    """Gives the table of a tournament the result of its game, or takes it back where the game goes on.

    A dealt game is reported by nobody: who sent its last move has no more say than the others at the table.
    """
    table = Table.objects.select_related("round").get(pk=stream.id)
    if table.round is None:
        return
    tournament = work.stream(TOURNAMENT, table.round.tournament_id)
    result = result_of(stream)
    if result is None:
        work.send(tournament, WithdrawResult(table=str(table.pk)))
    else:
        by = None if play_of(stream.match) == "dealt" else work.actor
        work.send(tournament, RecordResult(table=str(table.pk), at=work.at, by=by, **result))
