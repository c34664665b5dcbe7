"""The API bodies of a tournament, its entries, rounds and tables; names and links are added elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

import msgspec

from games.codec import plain
from games.kernel import REFEREE, Json, Viewer
from league.domain.seating.knockout.corrections import Replacement, replacements
from league.domain.seating.knockout.level import level_matches
from league.domain.standings.round_scores import claim_points, score_so_far
from league.domain.tournament.desk.state import Announcement, Call
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.results.presence import dropped_from
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.results.state import Dispute, Penalty
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.shown import shown_to
from league.domain.tournament.stages.stage import Stage
from league.domain.tournament.state import Tournament
from league.domain.tournament.warnings import warnings
from league.domain.values.clock import Clock
from league.domain.values.numbers import exact, written


def view(state: Tournament, viewer: Viewer) -> Json:
    """The tournament's body. round: number of the latest published round. seed: None before the close.

    past_seeds: those revealed by closes before the tournament was reopened. warnings: of settings that can hardly be
    intended.
    """
    body: Json = msgspec.to_builtins(state.settings)
    begun = [round.number for round in state.rounds if round.state != "draft"]
    return body | {
        "apart": msgspec.to_builtins(state.settings.separation),
        "hall": msgspec.to_builtins(state.settings.furniture),
        "balance": "season" if state.settings.balances_season else "tournament",
        "visibility": state.settings.visible_to,
        "standings_shown": state.settings.shown_standings,
        "fide_tie_breaks": state.fide_edition,
        "personal_links": state.settings.needs_personal_links,
        "sign_up": msgspec.to_builtins(state.settings.sign_up_page),
        "version": state.version,
        "club": state.club,
        "state": state.state,
        "round": begun[-1] if begun else 0,
        "entries": len(state.entries),
        "stages": [_stage_view(state, stage) for stage in state.stages],
        "warnings": [warning.as_json() for warning in warnings(state)],
        "seed_hash": state.seed_hash,
        "seed": state.secret if state.state == "closed" else None,
        "past_seeds": [
            {"seed_hash": past.seed_hash, "seed": past.secret, "up_to_round": past.up_to_round}
            for past in state.past_seeds
        ],
    }


def _stage_view(state: Tournament, stage: Stage) -> Json:
    """A stage with the rules of its rounds. rounds: the maximum of its own."""
    settings = stage.over(state.settings)
    return {
        "number": stage.number,
        "from_round": stage.from_round,
        "top": stage.top,
        "carry": stage.carry,
        "entries": list(stage.entries),
        "border": plain(stage.border) if stage.border else None,
        "format": msgspec.to_builtins(settings.format),
        "points": msgspec.to_builtins(settings.points),
        "game": settings.game,
        "table_size": msgspec.to_builtins(settings.table_size),
        "rounds": stage.rules.rounds,
    }


def entry_view(state: Tournament, entry: Entry) -> Json:
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
    """registered, checked_in or dropped. An announced drop takes effect when its round is closed."""
    gone = entry.dropped_after is not None and len(state.closed_rounds) >= entry.dropped_after
    if entry.left or gone:
        return "dropped"
    return "checked_in" if entry.checked_in else "registered"


def rounds_seen(state: Tournament, viewer: Viewer) -> list[Round]:
    """The rounds that a viewer may see: only staff see a draft."""
    return [round for round in state.rounds if viewer == REFEREE or round.state != "draft"]


def round_view(state: Tournament, round: Round, at: datetime, viewer: Viewer = None) -> Json:
    """A round's body. at: the time for its clock. viewer: as in `shown`. The caller hides `cost` from the public."""
    seen = shown_to(state, viewer)
    shown = next(other for other in (*seen.rounds, *seen.cancelled) if other.id == round.id)
    corrected, level = replacements(seen, shown), level_matches(seen, shown)
    return {
        "id": round.id,
        "version": round.version,
        "number": round.number,
        "state": round.state,
        "stale": (round.state == "draft" and state.is_stale) or any(not found.played for found in corrected),
        "attempt": round.attempt,
        "by_hand": round.by_hand,
        "game": state.game_of(round).game,
        "clock": clock_view(round.clock, at),
        "tables": [
            _table_of_round(state, round, table, seen, of_viewer)
            for table, of_viewer in zip(round.tables, shown.tables, strict=True)
        ],
        "byes": list(round.byes),
        "bye_terms": {entry: plain(round.bye_terms[entry]) for entry in round.byes if entry in round.bye_terms},
        "cost": dict(round.cost),
        **({} if round.games == 1 else {"games": round.games}),
        **({"corrected": [_corrected_seat(found) for found in corrected]} if corrected else {}),
        **({"level": [plain(match) for match in level]} if level else {}),
    }


def _corrected_seat(found: Replacement) -> Json:
    """An entry of a round, and the one in whose place it is since a correction. table: null with a bye."""
    table = None if found.table is None else found.table.id
    return {"replace": found.replace, "by": found.by, "table": table, "played": found.played}


def _table_of_round(state: Tournament, round: Round, table: Table, seen: Tournament, of_viewer: Table) -> Json:
    """A table. seen, of_viewer: the tournament and the table as the viewer sees their results."""
    return {
        "id": table.id,
        "number": table.number,
        "label": state.settings.furniture.label(table.number),
        "area": table.area,
        "seats": seats_view(state, table, round),
        "result": result_view(seen, of_viewer),
        "extra_seconds": table.extra_seconds,
        **({} if round.games == 1 else {"games": _games_view(table, round, seen, of_viewer)}),
    }


def table_view(
    state: Tournament, table: Table, round: Round, at: datetime, viewer: Viewer = None, game: int | None = None
) -> Json:
    """A table's body, without the game's own stream. viewer: as in `shown`.

    clock: that of its game, if the game has one; only staff see a hidden one. game: the number of one of several games,
    whose state, clock and result are shown; None: those of the whole table.
    """
    seen = shown_to(state, viewer)
    of_viewer = next(other for other in seen.round_with(table).tables if other.id == table.id)
    played, shown = ((one.games[(game or 1) - 1] if one.more else one) for one in (table, of_viewer))
    whole = game is None or round.games == 1
    games = [] if round.games == 1 else _games_view(table, round, seen, of_viewer)
    several = {} if round.games == 1 else {"game_number": game or 1, "games": games}
    return {
        "id": table.id,
        "version": table.version,
        "round": round.id,
        "number": table.number,
        "label": state.settings.furniture.label(table.number),
        "area": table.area,
        "game": state.game_of(round).game,
        "state": table_state(table, round) if whole else _game_state(played, round),
        "seats": seats_view(state, table, round),
        "clock": _table_clock(table, played, round, at, viewer),
        "result": result_view(seen, of_viewer) if whole else game_result_view(seen, shown),
        **several,
    }


def _games_view(table: Table, round: Round, seen: Tournament, of_viewer: Table) -> list[Json]:
    """Each of several games at a table; empty before the round starts."""
    return [
        {"game": game.game, "state": _game_state(game, round), "result": game_result_view(seen, shown)}
        for game, shown in zip(table.games if table.more else (), of_viewer.games, strict=False)
    ]


def _table_clock(table: Table, game: Table, round: Round, at: datetime, viewer: Viewer) -> Json:
    if (of_game := game.game_clock) is None:
        return clock_view(table.clock or round.clock, at)
    body = clock_view(of_game.clock, at)
    if of_game.visible or viewer == REFEREE:
        return body
    return {**body, "deadline": None, "remaining_seconds": None}


def table_state(table: Table, round: Round) -> str:
    """waiting before the start, then playing, then the state of its results."""
    return table.reported_state or _unreported(round)


def _game_state(game: Table, round: Round) -> str:
    """The state of one of several games."""
    return _unreported(round) if game.result is None else game.result.state


def _unreported(round: Round) -> str:
    return "playing" if round.state == "running" else "waiting"


def seats_view(state: Tournament, table: Table, round: Round) -> list[Json]:
    """The seats. dropped: only in an open round, of an entry that has left."""
    gone = dropped_from(state, round)
    return [
        {"seat": seat, "entry": entry, **({"dropped": True} if entry in gone else {})}
        for seat, entry in enumerate(table.seats, 1)
    ]


def result_view(state: Tournament, table: Table) -> Json | None:
    """A table's result with its points: as decided at the close of the round, before that as reported so far.

    With several games it combines their results, once all are there, and lists each.
    """
    if not table.more:
        return game_result_view(state, table)
    results = [game.result for game in table.games if game.result is not None]
    if len(results) < len(table.games):
        return None
    round = state.round_with(table)
    score, last = round.score or score_so_far(state, round), max(results, key=lambda result: result.at)
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
        "as_entry": last.as_entry,
        "confirmed_by": None,
        "confirmed_as": None,
        "disputes": [],
        "games": [game_result_view(state, game) for game in table.games],
    }


def _summed(claims: Sequence[Claim]) -> Json | None:
    """The summed scores of several games; None unless each has scores."""
    if any(claim.scores is None for claim in claims):
        return None
    sums: dict[str, Fraction] = {}
    for claim in claims:
        for entry, score in (claim.scores or {}).items():
            sums[entry] = sums.get(entry, Fraction(0)) + exact(score)
    return {entry: written(score) for entry, score in sums.items()}


def game_result_view(state: Tournament, table: Table) -> Json | None:
    """The result of one game at a table."""
    result = table.result
    if result is None:
        return None
    round = state.round_with(table)
    if round.score is None:
        points: Mapping[str, Fraction] = claim_points(state, round, table, result.claim)
    else:
        played = round.score.games.get(table.id)
        points = played[table.game].points if played else round.score.points
    return {
        **_claim_view(table, result.claim),
        "points": {entry: written(points[entry]) for entry in table.seats},
        "state": result.state,
        "source": result.source,
        "at": _text(result.at),
        "by": result.by,
        "as_entry": result.as_entry,
        "confirmed_by": result.confirmed_by,
        "confirmed_as": result.confirmed_as,
        "disputes": [_dispute_view(table, dispute) for dispute in result.disputes],
    }


def _dispute_view(table: Table, dispute: Dispute) -> Json:
    """A dispute; without a claim, everything that a result has is null or empty."""
    return {
        **(_NOTHING_CLAIMED if dispute.claim is None else _claim_view(table, dispute.claim)),
        "by": dispute.by,
        "as_entry": dispute.as_entry,
        "at": _text(dispute.at),
        "note": dispute.note,
    }


_NOTHING_CLAIMED: Json = {**plain(Claim({})), "places": None}


def _claim_view(table: Table, claim: Claim) -> Json:
    """A claim with its values in seating order."""
    body: Json = plain(claim)
    for name in ("places", "scores", "awards"):
        if (given := body[name]) is not None:
            body[name] = {entry: given[entry] for entry in table.seats if entry in given}
    return body


def call_view(call: Call, viewer: Viewer) -> Json:
    """A call for the director. Only staff see who sent and who answered it."""
    body: Json = {
        "id": call.id,
        "version": call.version,
        "table": call.table,
        "entry": call.entry,
        "note": call.note,
        "state": "open" if call.is_open else "answered",
        "at": _text(call.at),
        "answered_at": None if call.answered_at is None else _text(call.answered_at),
    }
    if viewer != REFEREE:
        return body
    return body | {"by": call.by, "as_entry": call.as_entry, "answered_by": call.answered_by}


def announcement_view(announcement: Announcement) -> Json:
    """An announcement. until: when it goes away by itself; null: when it is withdrawn."""
    until = announcement.until
    return {
        "id": announcement.id,
        "version": announcement.version,
        "text": announcement.text,
        "at": _text(announcement.at),
        "until": None if until is None else _text(until),
    }


def announcements_at(state: Tournament, at: datetime) -> list[Announcement]:
    """The announcements that are shown at that time, the newest first."""
    return [announcement for announcement in reversed(state.announcements.values()) if announcement.is_shown(at)]


def penalties_seen(state: Tournament, viewer: Viewer) -> list[Penalty]:
    """The penalties in the order given; only staff see lifted ones."""
    return [penalty for penalty in state.penalties.values() if viewer == REFEREE or not penalty.lifted]


def penalty_view(penalty: Penalty, viewer: Viewer) -> Json:
    """A penalty's body; only staff see the reason."""
    body: Json = {
        "id": penalty.id,
        "version": penalty.version,
        "entry": penalty.entry,
        "points": written(penalty.worsens_by),
        "after_round": penalty.after_round,
        "lifted": penalty.lifted,
    }
    return body | {"reason": penalty.reason} if viewer == REFEREE else body


def clock_view(clock: Clock | None, at: datetime) -> Json:
    """A clock's body; state `off` without a clock. remaining_seconds: negative in overtime. now: the server's time.

    A clock that has expired stays `expired` when it is paused.
    """
    if clock is None:
        return {"state": "off", "deadline": None, "remaining_seconds": None, "extended_seconds": 0, "now": None}
    state = "expired" if clock.expired else "paused" if clock.running_since is None else "running"
    remaining = clock.remaining_at(at)
    return {
        "state": state,
        "deadline": None if clock.deadline is None else _text(clock.deadline),
        "remaining_seconds": remaining.total_seconds(),
        "extended_seconds": clock.extended_seconds,
        "now": _text(at),
    }


def _text(at: datetime) -> Any:
    return msgspec.to_builtins(at)
