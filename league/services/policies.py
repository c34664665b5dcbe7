"""Policies: the consequences of events in other streams, in the same transaction.

| event | consequence |
| --- | --- |
| a round is started | its games are opened |
| a running round is repaired | the changed tables get new games |
| a game is finished or changed | its outcome is its table's result |
| a game wants another clock | the tournament starts or stops it |
| somebody is entered, or returns | their sign-up is accepted |
| a tournament is closed or cancelled | its sign-ups are deleted |
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol
from uuid import UUID

from msgspec import UNSET, UnsetType

from games import Match
from games.kernel import N_, Aggregate, Command, Event, Json, Rejected
from games.registry import find_game
from league.domain.tournament.clocks.commands import StartTableClock, StopTableClock
from league.domain.tournament.closing.events import TournamentCancelled, TournamentClosed
from league.domain.tournament.entries.events import EntryRegistered, EntryReturned
from league.domain.tournament.require import round_of
from league.domain.tournament.results.commands import RecordResult, WithdrawResult
from league.domain.tournament.rounds.events import RoundRepaired, RoundStarted
from league.domain.tournament.rounds.state import Round, RoundGame
from league.domain.tournament.rounds.state import Table as TableState
from league.domain.tournament.state import Tournament
from league.models import SignUp
from league.repository.game_streams import TABLE_GONE, game_at
from league.repository.streams import FIRST, GAME, TOURNAMENT, Stream, stream_of
from league.services.settling import settle


class Work(Protocol):
    """The part of `execution.Work` that policies use."""

    actor: str
    at: datetime
    as_entry: str | UnsetType

    def stream(self, kind: str, id: UUID) -> Stream:
        """The stream at its newest version, locked until the commit."""

    def open(self, kind: str, id: UUID, aggregate: Aggregate[Any]) -> Stream:
        """A new stream of an aggregate that has its first events."""

    def send(self, stream: Stream, command: Command) -> list[Event]:
        """Sends a command and lets the policies react to its events."""


RUNNING = "running"


class GameStatus(NamedTuple):
    """The state of a stream that policies compare. clock: (key, seconds) of the clock that a game wants."""

    result: Json | None
    clock: tuple[str, int] | None


def status_of(stream: Stream) -> GameStatus:
    return GameStatus(result_of(stream), stream.match.clock() if stream.kind == GAME else None)


def react(work: Work, stream: Stream, events: Sequence[Event], before: GameStatus) -> None:
    """Sends the commands that follow from `events`. before: the stream's status before them."""
    for event in events:
        if isinstance(event, RoundStarted):
            open_games(work, stream, event.round)
        if isinstance(event, RoundRepaired):
            open_repaired(work, stream, event)
        if isinstance(event, TournamentClosed | TournamentCancelled):
            SignUp.objects.filter(tournament=stream.id).delete()
    entered = [event.entry for event in events if isinstance(event, EntryRegistered | EntryReturned)]
    if entered:
        settle(stream.id, stream.aggregate.state, entered, club=stream.club, actor=work.actor, at=work.at)
    if stream.kind == GAME and events:
        now = status_of(stream)
        if now.clock != before.clock:
            update_clock(work, stream)
        if now.result != before.result:
            record_outcome(work, stream)


def result_of(stream: Stream) -> Json | None:
    """Places and totals of a finished game; None for an unfinished game and for other streams."""
    if stream.kind != GAME:
        return None
    outcome = stream.match.outcome()
    return {"places": outcome["placings"], "scores": outcome["totals"]} if outcome["finished"] else None


def play_of(match: Match) -> str | None:
    """How a game is played: "dealt" or "recorded"; None for a game without this option."""
    play: str | None = getattr(getattr(match.events[0], "options", None), "play", None)
    return play


def require_open(stream: Stream) -> None:
    """Refuses a game command unless tournament and round are running and the table has not reported its result itself.

    A friendly game is always open; the game of a table that a repair has replaced never is.
    """
    at = game_at(stream.id)
    if at is None:
        raise Rejected("table_gone", TABLE_GONE)
    found = at.table.round
    if found is not None and (found.state, found.tournament.state) != (RUNNING, RUNNING):
        raise Rejected("wrong_phase", N_("The round of this table is not running."))
    if at.by_hand:
        raise Rejected(
            "wrong_phase", N_("This table has reported its result; its game goes on when that is withdrawn.")
        )


def open_games(work: Work, stream: Stream, round_id: str) -> None:
    """Opens the games at each table of a round, the first under the table's id; players are the seats' entries."""
    found = round_of(stream.aggregate.state, round_id)
    for table in found.tables:
        _open_games_at(work, stream, found, table, f"game:{found.number}:{found.attempt}:{table.number}")


def open_repaired(work: Work, stream: Stream, event: RoundRepaired) -> None:
    """Opens a game at each changed table of a running round, with another seed than the game before it."""
    tournament: Tournament = stream.aggregate.state
    found = round_of(tournament, event.round)
    for changed in event.tables if found.state == RUNNING else ():
        label = f"game:{found.number}:{found.attempt}:{changed.number}:{found.repairs}"
        _open_games_at(work, stream, found, tournament.tables[changed.id], label)


def _open_games_at(work: Work, stream: Stream, found: Round, table: TableState, label: str) -> None:
    """label: of the first game's seed; further games have their own."""
    for game in table.games:
        _open_game(work, stream, found, game, label if game.game == FIRST else f"{label}:game {game.game}")


def _open_game(work: Work, stream: Stream, found: Round, table: TableState, label: str) -> None:
    """label: the text that, with the tournament's secret, gives the game's seed."""
    tournament: Tournament = stream.aggregate.state
    game = tournament.game_of(found)
    seed = hmac.new(bytes.fromhex(tournament.secret), label.encode(), "sha256").hexdigest()
    match = Match.start(game.game, list(table.seats), {**game.options, **teams_at(tournament, table, game)}, seed)
    work.open(GAME, stream_of(table.id, table.game), match)
    set_clock(work, stream, table.id, match, table.event_game)


def teams_at(tournament: Tournament, table: TableState, game: RoundGame) -> Json:
    """The option `teams` (entry id -> ids of its people) for a game that has it, where a team sits at the table.

    The game decides whether so many people can play.
    """
    people = {entry: tournament.entries[entry].people for entry in table.seats}
    knows_teams = "teams" in find_game(game.game).options.__struct_fields__
    return {"teams": people} if knows_teams and any(len(members) > 1 for members in people.values()) else {}


def update_clock(work: Work, stream: Stream) -> None:
    """Starts or stops the clock that a game wants now; a friendly game has none."""
    if (at := game_at(stream.id)) is not None and at.table.round is not None:
        tournament = work.stream(TOURNAMENT, at.table.round.tournament_id)
        set_clock(work, tournament, str(at.table.pk), stream.match, at.named)


def set_clock(work: Work, tournament: Stream, table: str, match: Match, game: int | UnsetType) -> None:
    """Sets the table's clock as its game wants it. Players see the time unless the game's options hide it."""
    wanted = match.clock()
    if wanted is None:
        work.send(tournament, StopTableClock(table, work.at, game))
    else:
        visible = getattr(getattr(match.events[0], "options", None), "timer_visible", True)
        key, seconds = wanted
        start = StartTableClock(table=table, key=key, seconds=seconds, at=work.at, visible=visible, game=game)
        work.send(tournament, start)


def record_outcome(work: Work, stream: Stream) -> None:
    """Records the outcome of a game as its table's result, or withdraws the result while the game goes on.

    The result of a dealt game has no reporter: the sender of its last move reports no more than the others.
    """
    at = game_at(stream.id)
    if at is None or at.table.round is None:
        return
    tournament, table = work.stream(TOURNAMENT, at.table.round.tournament_id), str(at.table.pk)
    result = result_of(stream)
    if result is None:
        work.send(tournament, WithdrawResult(table, game=at.named))
    else:
        by, as_entry = (None, UNSET) if play_of(stream.match) == "dealt" else (work.actor, work.as_entry)
        command = RecordResult(table=table, at=work.at, by=by, game=at.named, as_entry=as_entry, **result)
        work.send(tournament, command)
