"""Closing a round and a tournament: the decided points and standings are stored."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from games.kernel import N_, Event, Rejected
from league.domain.seating.knockout.level import decided_level, level_tables
from league.domain.standings.round_scores import decided_score
from league.domain.standings.standings import StandingsRow, final_rows
from league.domain.tournament.closing.commands import Cancel, Close, CloseRound, Remove, Reopen
from league.domain.tournament.closing.events import (
    Attended,
    RoundClosed,
    ScoredGame,
    TableScore,
    TournamentCancelled,
    TournamentClosed,
    TournamentRemoved,
    TournamentReopened,
)
from league.domain.tournament.entries.events import EntryDropped
from league.domain.tournament.require import (
    entry_of,
    require_closed,
    require_going_on,
    require_in_round,
    require_started,
    round_of,
)
from league.domain.tournament.results.presence import attended
from league.domain.tournament.results.scores import RoundScore
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.stages.stage import FinalPlace
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import written


def close_round(state: Tournament, command: CloseRound) -> Iterator[Event]:
    """Closes a round with its points as decided; no event if it is closed and the entries to drop have left.

    Refused while results are missing, and in a knockout while it is open who goes on from a level table; what was
    decided about that before stands, unless the command names others.
    The entries to drop play no later round.
    """
    round = round_of(state, command.round)
    named = () if command.drop is UNSET else dict.fromkeys(command.drop)
    dropped = [found for id in named if not (found := entry_of(state, id)).left]
    if round.state == "closed":
        if dropped:
            template = N_("Round {number} is closed already: {entry} has to leave in a step of its own.")
            raise Rejected("round_closed", template, {"number": round.number, "entry": dropped[0].id}, "drop")
        return
    require_going_on(state)
    require_started(round)
    if missing := [table for table in round.tables if not table.has_reported]:
        facts = {**_named_tables("missing", missing), "number": round.number, **_missing_games(round)}
        raise Rejected(
            "results_missing", N_("Round {number} can't be closed: these tables have no result: {tables}."), facts
        )
    if disputed := [table for table in round.tables if table.is_disputed]:
        facts = {**_named_tables("disputed", disputed), "number": round.number}
        raise Rejected("dispute_open", N_("Round {number} has open disputes at these tables: {tables}."), facts)
    for entry in command.goes_on:
        require_in_round(round, entry, "goes_on")
    yield _closed(state, round, command.goes_on)
    for leaving in dropped:
        yield EntryDropped(leaving.id, round.number, at_once=True)


def _named_tables(name: str, tables: Sequence[Table]) -> dict[str, Any]:
    """The numbers of tables, under `name` and as a text, and their ids."""
    numbers = [table.number for table in tables]
    return {
        "tables": ", ".join(map(str, numbers)),
        name: numbers,
        "table_ids": [table.id for table in tables],
    }


def _missing_games(round: Round) -> dict[str, dict[str, list[int]]]:
    """Numbers of games without a result by table number, in a round with several games."""
    if round.games == 1:
        return {}
    lacking = {str(table.number): [game.game for game in table.games if game.result is None] for table in round.tables}
    return {"missing_games": {number: games for number, games in lacking.items() if games}}


def _closed(state: Tournament, round: Round, goes_on: Collection[str]) -> RoundClosed:
    score = decided_score(state, round)
    level = decided_level(state, round, level_tables(state, round, score), goes_on)
    tables = tuple(
        TableScore(
            table.id,
            {entry: score.places[entry] for entry in table.seats},
            {entry: written(score.points[entry]) for entry in table.seats},
            _games(score, table),
        )
        for table in round.tables
    )
    byes = {entry: written(points) for entry, points in score.byes.items()}
    missed = {entry: written(points) for entry, points in score.missed.items()}
    return RoundClosed(round=round.id, tables=tables, byes=byes, missed=missed, level=tuple(level) if level else UNSET)


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
    """Closes the tournament with its final standings; no event if it is closed.

    Refused while a round is open, a draft exists, or a final has no rounds. After a reopening the standings get the
    next edition.
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
    yield TournamentClosed(
        standings=final_places(state),
        secret=state.secret,
        edition=state.editions + 1,
        at=command.at,
        attended=counted_attendance(state),
    )


def reopen(state: Tournament, command: Reopen) -> Iterator[Event]:
    """Reopens a closed tournament with a new secret, since the old one is public; no event if it is open."""
    if state.state == "closed":
        yield TournamentReopened(command.at, command.reason, command.secret, seed_hash(command.secret))
        return
    require_going_on(state)


def seed_hash(secret: str) -> str:
    """The public hash of a secret: SHA-256 of its bytes. Both in hex."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def counted_attendance(state: Tournament) -> Attended | UnsetType:
    """The people who came in the seats of entries, for seasons; those of the first edition count who has a place."""
    return UNSET if state.edition == 1 else attended(state) or UNSET


def final_places(state: Tournament) -> tuple[FinalPlace, ...]:
    """The final standings as they would be decided now."""
    return decided_places(final_rows(state))


def decided_places(rows: Iterable[StandingsRow]) -> tuple[FinalPlace, ...]:
    """Standings in the form that events store."""
    return tuple(
        FinalPlace(row.entry, row.place, written(row.points), dict(row.tie_breaks), row.decided_by) for row in rows
    )


def cancel(state: Tournament, command: Cancel) -> Iterator[Event]:
    """Cancels the tournament; no event if it is cancelled. Closed rounds stay closed."""
    if state.state == "cancelled":
        return
    require_going_on(state)
    yield TournamentCancelled(command.reason)


def remove(state: Tournament, command: Remove) -> Iterator[Event]:
    """Removes the tournament; no event if it was removed. Refused once a round was seated, also if that was undone."""
    if state.is_removed:
        return
    if seated := [*state.rounds, *state.cancelled]:
        template = N_("Round {number} was seated, so the tournament can be cancelled, but not deleted.")
        raise Rejected("round_seated", template, {"number": seated[0].number})
    yield TournamentRemoved()
