"""Folds results, their confirmations and disputes, and penalties."""

from __future__ import annotations

from msgspec import UNSET

from league.domain.tournament.folding import changed_entry, changed_game, changed_table, folds, mark_corrected
from league.domain.tournament.results import events as e
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.results.scores import GameScore, LevelMatch
from league.domain.tournament.results.state import Dispute, Penalty, Result, voice_of
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import exact


@folds(e.ResultRecorded)
def _recorded(state: Tournament, event: e.ResultRecorded) -> None:
    table = changed_game(state, event.table, event.game)
    disputes = table.result.disputes if table.result else ()
    claim = Claim(**{name: getattr(event, name) for name in Claim.__struct_fields__})
    as_entry = event.as_entry or None
    table.result = Result(claim, event.source, event.at, event.by, disputes=disputes, as_entry=as_entry)


@folds(e.ResultWithdrawn)
def _withdrawn(state: Tournament, event: e.ResultWithdrawn) -> None:
    changed_game(state, event.table, event.game).result = None


@folds(e.ResultConfirmed)
def _confirmed(state: Tournament, event: e.ResultConfirmed) -> None:
    if result := changed_game(state, event.table, event.game).result:
        result.confirmed_by, result.confirmed_as = event.by, event.as_entry or None
        result.disputes = _without(result, event)


@folds(e.ResultDisputed)
def _disputed(state: Tournament, event: e.ResultDisputed) -> None:
    if result := changed_game(state, event.table, event.game).result:
        dispute = Dispute(event.by, event.claim or None, event.at, event.note, event.as_entry or None)
        result.disputes = (*_without(result, event), dispute)


@folds(e.DisputeWithdrawn)
def _dispute_withdrawn(state: Tournament, event: e.DisputeWithdrawn) -> None:
    if result := changed_game(state, event.table, event.game).result:
        result.disputes = _without(result, event)


def _without(result: Result, event: e.ResultConfirmed | e.ResultDisputed | e.DisputeWithdrawn) -> tuple[Dispute, ...]:
    """The disputes of all others than the one who speaks in the event."""
    voice = voice_of(event.by, event.as_entry or None)
    return tuple(dispute for dispute in result.disputes if dispute.voice != voice)


@folds(e.ResultRuled)
def _ruled(state: Tournament, event: e.ResultRuled) -> None:
    if result := changed_game(state, event.table, event.game).result:
        result.ruled, result.disputes = True, ()


@folds(e.ResultCorrected)
def _corrected(state: Tournament, event: e.ResultCorrected) -> None:
    table = changed_game(state, event.table, event.game)
    table.result = Result(event.claim, event.source, event.at, event.by, ruled=True)
    score = state.round_with(table).score
    if score is not None and event.points is not None:
        points = {entry: exact(points) for entry, points in event.points.items()}
        score.correct(table.id, table.game, GameScore(event.claim.places, points))
        score.level.pop(table.id, None)
        if event.level is not UNSET:
            score.level[table.id] = event.level
        mark_corrected(state)
    for closed in state.rounds:
        if closed.score is not None:
            byes = event.byes.get(closed.id, {})
            closed.score.byes.update((entry, exact(points)) for entry, points in byes.items())


@folds(e.LevelDecided)
def _level_decided(state: Tournament, event: e.LevelDecided) -> None:
    match = LevelMatch(event.table, event.on, event.out, event.decided_by, event.lot)
    changed_table(state, event.table).level = match


@folds(e.PenaltyGiven)
def _penalised(state: Tournament, event: e.PenaltyGiven) -> None:
    now = state.version
    state.penalties[event.penalty] = Penalty(
        id=event.penalty,
        entry=event.entry,
        points=exact(event.points),
        after_round=event.after_round,
        reason=event.reason,
        given=now,
        version=now,
        added=None if event.added is UNSET else exact(event.added),
    )
    changed_entry(state, event.entry)


@folds(e.PenaltyLifted)
def _lifted(state: Tournament, event: e.PenaltyLifted) -> None:
    penalty = state.penalties[event.penalty]
    penalty.lifted, penalty.version = True, state.version
    changed_entry(state, penalty.entry)
