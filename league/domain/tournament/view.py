"""The bodies of the API for a tournament, its entries, rounds and tables; names and links are added outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

import msgspec

from games.codec import plain
from games.kernel import REFEREE, Json, Viewer
from league.domain.standings.points import result_points
from league.domain.standings.round_scores import score_so_far
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.results.state import Penalty
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.stages.stage import Stage
from league.domain.tournament.state import Tournament
from league.domain.values.clock import Clock
from league.domain.values.numbers import exact, written


def view(state: Tournament, viewer: Viewer) -> Json:
    """The tournament's body. round: of the last one that is shown; seed: None before the close.

    past_seeds: revealed by closes after which the tournament was reopened.
    """
    shown: Json = msgspec.to_builtins(state.settings)
    begun = [found.number for found in state.rounds if found.state != "draft"]
    return shown | {
        "apart": msgspec.to_builtins(state.settings.kept_apart),
        "hall": msgspec.to_builtins(state.settings.furniture),
        "balance": "season" if state.settings.balances_season else "tournament",
        "version": state.version,
        "club": state.club,
        "state": state.state,
        "round": begun[-1] if begun else 0,
        "entries": len(state.entries),
        "stages": [_stage_view(state, stage) for stage in state.stages],
        "seed_hash": state.seed_hash,
        "seed": state.secret if state.state == "closed" else None,
        "past_seeds": [
            {"seed_hash": past.seed_hash, "seed": past.secret, "up_to_round": past.up_to_round}
            for past in state.past_seeds
        ],
    }


def _stage_view(state: Tournament, stage: Stage) -> Json:
    """A final or cut with the rules that its rounds are held by. rounds: of its own, at most."""
    held = stage.over(state.settings)
    return {
        "number": stage.number,
        "from_round": stage.from_round,
        "top": stage.top,
        "carry": stage.carry,
        "entries": list(stage.entries),
        "border": plain(stage.border) if stage.border else None,
        "format": msgspec.to_builtins(held.format),
        "points": msgspec.to_builtins(held.points),
        "game": held.game,
        "table_size": msgspec.to_builtins(held.table_size),
        "rounds": stage.rules.rounds,
    }


def entry_view(state: Tournament, entry: Entry) -> Json:
    """An entry's body."""
    return {
        "id": entry.id,
        "version": entry.version,
        "person": entry.person,
        "members": list(entry.members),
        "state": entry_state(state, entry),
        "from_round": entry.from_round,
        "dropped_after": entry.dropped_after,
        "rating": entry.rating,
        "table": entry.table,
    }


def entry_state(state: Tournament, entry: Entry) -> str:
    """registered, checked_in or dropped; who announced to leave has dropped when that round is closed."""
    gone = entry.dropped_after is not None and len(state.closed_rounds) >= entry.dropped_after
    if entry.left or gone:
        return "dropped"
    return "checked_in" if entry.checked_in else "registered"


def rounds_seen(state: Tournament, viewer: Viewer) -> list[Round]:
    """The rounds that exist for a viewer: a draft is the staff's."""
    return [found for found in state.rounds if viewer == REFEREE or found.state != "draft"]


def round_view(state: Tournament, found: Round, at: datetime) -> Json:
    """A round's body as of `at`, which only the clock depends on. cost is there for staff to see."""
    return {
        "id": found.id,
        "version": found.version,
        "number": found.number,
        "state": found.state,
        "stale": found.state == "draft" and state.is_stale,
        "attempt": found.attempt,
        "by_hand": found.by_hand,
        "game": state.game_of(found).game,
        "clock": clock_view(found.clock, at),
        "tables": [_table_of_round(state, found, table) for table in found.tables],
        "byes": list(found.byes),
        "bye_terms": {entry: plain(found.bye_terms[entry]) for entry in found.byes if entry in found.bye_terms},
        "cost": dict(found.cost),
        **({} if found.games == 1 else {"games": found.games}),
    }


def _table_of_round(state: Tournament, found: Round, table: Table) -> Json:
    return {
        "id": table.id,
        "number": table.number,
        "label": state.settings.furniture.label(table.number),
        "area": table.area,
        "seats": seats_view(table),
        "result": result_view(state, table),
        "extra_seconds": table.extra_seconds,
        **({} if found.games == 1 else {"games": _games_view(state, table, found)}),
    }


def table_view(
    state: Tournament, table: Table, found: Round, at: datetime, viewer: Viewer = None, game: int | None = None
) -> Json:
    """What the tournament knows of a table; the game at it is another stream.

    clock: that of its game, where the game has one. Where players are not to see the time, it is the staff's.
    game: of several in the round, whose state, clock and result alone are told; None: those of all of them.
    """
    played = table.games[(game or 1) - 1] if table.more else table
    whole = game is None or found.games == 1
    several = {} if found.games == 1 else {"game_number": game or 1, "games": _games_view(state, table, found)}
    return {
        "id": table.id,
        "version": table.version,
        "round": found.id,
        "number": table.number,
        "label": state.settings.furniture.label(table.number),
        "area": table.area,
        "game": state.game_of(found).game,
        "state": table_state(table, found) if whole else _game_state(played, found),
        "seats": seats_view(table),
        "clock": _table_clock(table, played, found, at, viewer),
        "result": result_view(state, table) if whole else game_result_view(state, played),
        **several,
    }


def _games_view(state: Tournament, table: Table, found: Round) -> list[Json]:
    """Each of several games at a table; before the start of the round none has been opened."""
    return [
        {"game": game.game, "state": _game_state(game, found), "result": game_result_view(state, game)}
        for game in (table.games if table.more else ())
    ]


def _table_clock(table: Table, game: Table, found: Round, at: datetime, viewer: Viewer) -> Json:
    if (of_game := game.game_clock) is None:
        return clock_view(table.clock or found.clock, at)
    shown = clock_view(of_game.clock, at)
    if of_game.visible or viewer == REFEREE:
        return shown
    return {**shown, "deadline": None, "remaining_seconds": None}


def table_state(table: Table, found: Round) -> str:
    """waiting before the start, then playing, then the state of its results."""
    return table.reported_state or _unreported(found)


def _game_state(game: Table, found: Round) -> str:
    """The same of one of several games."""
    return _unreported(found) if game.result is None else game.result.state


def _unreported(found: Round) -> str:
    return "playing" if found.state == "running" else "waiting"


def seats_view(table: Table) -> list[Json]:
    """The seats from 1 on."""
    return [{"seat": seat, "entry": entry} for seat, entry in enumerate(table.seats, 1)]


def result_view(state: Tournament, table: Table) -> Json | None:
    """A table's result with its points: those decided at the close of its round, before that as they stand.

    Of several games what they come to together, once each has a result, with each of them.
    """
    if not table.more:
        return game_result_view(state, table)
    results = [game.result for game in table.games if game.result is not None]
    if len(results) < len(table.games):
        return None
    of = next(found for found in state.rounds if found.id == table.round)
    score, last = of.score or score_so_far(state, of), max(results, key=lambda result: result.at)
    return {
        "places": {entry: score.places[entry] for entry in table.seats},
        "scores": _summed([result.claim for result in results]),
        "awards": None,
        "absent": [entry for entry in table.seats if all(entry in result.claim.absent for result in results)],
        "left": [],
        "stand_in": {},
        "points": {entry: written(score.points[entry]) for entry in table.seats},
        "state": table.reported_state,
        "source": "game" if all(result.source == "game" for result in results) else "table",
        "at": _text(last.at),
        "by": last.by,
        "confirmed_by": None,
        "disputes": [],
        "games": [game_result_view(state, game) for game in table.games],
    }


def _summed(claims: Sequence[Claim]) -> Json | None:
    """The scores of several games, where each has told some."""
    if any(claim.scores is None for claim in claims):
        return None
    sums: dict[str, Fraction] = {}
    for claim in claims:
        for entry, score in (claim.scores or {}).items():
            sums[entry] = sums.get(entry, Fraction(0)) + exact(score)
    return {entry: written(score) for entry, score in sums.items()}


def game_result_view(state: Tournament, table: Table) -> Json | None:
    """The result of one game at a table, most often of its only one."""
    result = table.result
    if result is None:
        return None
    of = next(found for found in state.rounds if found.id == table.round)
    if of.score is None:
        points: Mapping[str, Fraction] = result_points(state.settings_in_round(of.number).points, result.claim)
    else:
        played = of.score.games.get(table.id)
        points = played[table.game].points if played else of.score.points
    return {
        **_claim_view(table, result.claim),
        "points": {entry: written(points[entry]) for entry in table.seats},
        "state": result.state,
        "source": result.source,
        "at": _text(result.at),
        "by": result.by,
        "confirmed_by": result.confirmed_by,
        "disputes": [
            {**_claim_view(table, said.claim), "by": said.by, "at": _text(said.at), "note": said.note}
            for said in result.disputes
        ],
    }


def _claim_view(table: Table, claim: Claim) -> Json:
    """A result as it was told; what there is of each seat in seating order."""
    told: Json = plain(claim)
    for name in ("places", "scores", "awards"):
        if (given := told[name]) is not None:
            told[name] = {entry: given[entry] for entry in table.seats if entry in given}
    return told


def penalties_seen(state: Tournament, viewer: Viewer) -> list[Penalty]:
    """The penalties in the order in which they were given; the lifted ones are the staff's to see."""
    return [penalty for penalty in state.penalties.values() if viewer == REFEREE or not penalty.lifted]


def penalty_view(penalty: Penalty, viewer: Viewer) -> Json:
    """A penalty's body; the reason is the staff's."""
    shown: Json = {
        "id": penalty.id,
        "version": penalty.version,
        "entry": penalty.entry,
        "points": written(penalty.points),
        "after_round": penalty.after_round,
        "lifted": penalty.lifted,
    }
    return shown | {"reason": penalty.reason} if viewer == REFEREE else shown


def clock_view(clock: Clock | None, at: datetime) -> Json:
    """A clock's body; without one it is off. remaining_seconds: negative in overtime.

    What has run out and stands still, since a table with extra time was stopped, has run out.
    """
    if clock is None:
        return {"state": "off", "deadline": None, "remaining_seconds": None, "extended_seconds": 0}
    state = "expired" if clock.expired else "paused" if clock.running_since is None else "running"
    remaining = clock.remaining_at(at)
    return {
        "state": state,
        "deadline": None if clock.deadline is None else _text(clock.deadline),
        "remaining_seconds": remaining.total_seconds(),
        "extended_seconds": clock.extended_seconds,
    }


def _text(at: datetime) -> Any:
    return msgspec.to_builtins(at)
