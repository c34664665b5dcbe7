"""The end of a round and of the tournament: what was decided is written down."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from msgspec import UNSET, UnsetType

from games.kernel import N_, Event, Rejected
from league.domain.standings.round_scores import decided_score
from league.domain.standings.standings import StandingsRow, final_rows
from league.domain.tournament.closing.commands import Cancel, Close, CloseRound, Reopen
from league.domain.tournament.closing.events import (
    RoundClosed,
    ScoredGame,
    TableScore,
    TournamentCancelled,
    TournamentClosed,
    TournamentReopened,
)
from league.domain.tournament.require import require_closed, require_going_on, round_of
from league.domain.tournament.results.scores import RoundScore
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.stages.stage import FinalPlace
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import written


def close_round(state: Tournament, command: CloseRound) -> Iterator[Event]:
    """Ends a round with its points as decided; nothing if it is closed. Refused while tables have not reported."""
    found = round_of(state, command.round)
    if found.state == "closed":
        return
    require_going_on(state)
    if found.state != "running":
        raise Rejected("round_not_running", N_("Round {number} is not running."), {"number": found.number})
    if missing := [table.number for table in found.tables if not table.has_reported]:
        tables = ", ".join(map(str, missing))
        facts = {"tables": tables, "missing": missing, "number": found.number, **_missing_games(found)}
        raise Rejected(
            "results_missing", N_("Round {number} can't be closed: these tables have no result: {tables}."), facts
        )
    if disputed := [table.number for table in found.tables if table.is_disputed]:
        tables = ", ".join(map(str, disputed))
        facts = {"tables": tables, "disputed": disputed, "number": found.number}
        raise Rejected("dispute_open", N_("Round {number} has open disputes at these tables: {tables}."), facts)
    yield _closed(state, found)


def _missing_games(found: Round) -> dict[str, dict[str, list[int]]]:
    """Which games of which tables have no result, by the tables' numbers, in a round of several."""
    if found.games == 1:
        return {}
    lacking = {str(table.number): [game.game for game in table.games if game.result is None] for table in found.tables}
    return {"missing_games": {number: games for number, games in lacking.items() if games}}


def _closed(state: Tournament, found: Round) -> RoundClosed:
    score = decided_score(state, found)
    tables = tuple(
        TableScore(
            table.id,
            {entry: score.places[entry] for entry in table.seats},
            {entry: written(score.points[entry]) for entry in table.seats},
            _games(score, table),
        )
        for table in found.tables
    )
    byes = {entry: written(points) for entry, points in score.byes.items()}
    missed = {entry: written(points) for entry, points in score.missed.items()}
    return RoundClosed(found.id, tables, byes, missed)


def _games(score: RoundScore, table: Table) -> tuple[ScoredGame, ...] | UnsetType:
    """The games of a table that played several."""
    if table.id not in score.games:
        return UNSET
    return tuple(
        ScoredGame(
            {entry: game.places[entry] for entry in table.seats},
            {entry: written(game.points[entry]) for entry in table.seats},
        )
        for _, game in sorted(score.games[table.id].items())
    )


def close(state: Tournament, command: Close) -> Iterator[Event]:
    """Ends the tournament with its standings as decided; nothing if it is closed.

    No round may be open, no draft stand, and no final wait for its first round. Closed again after it was reopened, it
    has a next edition of its standings.
    """
    if state.state == "closed":
        return
    require_going_on(state)
    if not state.rounds:
        raise Rejected("no_rounds", N_("No round was played: cancel the tournament instead."))
    last = state.rounds[-1]
    require_closed(last)
    if state.stage is not None and last.number < state.stage.from_round:
        template = N_("A final of the best {top} has no rounds yet: play it or undo it first.")
        raise Rejected("stage_waits", template, {"top": state.stage.top})
    yield TournamentClosed(final_places(state), state.secret, state.editions + 1, command.at)


def reopen(state: Tournament, command: Reopen) -> Iterator[Event]:
    """Lets a closed tournament go on with a secret of its own, since the old one is known; nothing if it goes on."""
    if state.state == "closed":
        yield TournamentReopened(command.at, command.reason, command.secret, seed_hash(command.secret))
        return
    require_going_on(state)


def seed_hash(secret: str) -> str:
    """The public hash of a secret: SHA-256 of its bytes. Both in hex."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def final_places(state: Tournament) -> tuple[FinalPlace, ...]:
    """The final standings as they are decided now."""
    return decided_places(final_rows(state))


def decided_places(rows: Iterable[StandingsRow]) -> tuple[FinalPlace, ...]:
    """Standings as an event writes them down."""
    return tuple(
        FinalPlace(row.entry, row.place, written(row.points), dict(row.tie_breaks), row.decided_by) for row in rows
    )


def cancel(state: Tournament, command: Cancel) -> Iterator[Event]:
    """Calls it off; nothing if that was done. What is closed stays closed."""
    if state.state == "cancelled":
        return
    require_going_on(state)
    yield TournamentCancelled(command.reason)
