"""Folds finals and the end of a tournament."""

from __future__ import annotations

from dataclasses import replace

from league.domain.tournament import events as e
from league.domain.tournament.stages import events as staging
from league.domain.tournament.folding import (
    folds,
    moved,
    off,
    whole_round,
)
from league.domain.tournament.stages.stage import Stage
from league.domain.tournament.state import (
    Edition,
    PastSeed,
    Reopening,
    Tournament,
)


@folds(staging.StageBegun)
def _stage_begun(state: Tournament, event: staging.StageBegun) -> None:
    begun = {name: getattr(event, name) for name in event.__struct_fields__}
    state.stages = (*state.stages, Stage(**begun, version=state.version))
    state.rotation = None
    moved(state)


@folds(staging.StageRevised)
def _stage_revised(state: Tournament, event: staging.StageRevised) -> None:
    state.stages = tuple(
        replace(stage, standings=event.standings, edition=event.edition) if stage.number == event.number else stage
        for stage in state.stages
    )
    moved(state)


@folds(staging.StageUndone)
def _stage_undone(state: Tournament, event: staging.StageUndone) -> None:
    state.stages = state.stages[: event.number - 1]
    moved(state)


@folds(e.TournamentClosed)
def _closed(state: Tournament, event: e.TournamentClosed) -> None:
    state.state, state.final, state.editions = "closed", event.standings, event.edition
    if state.reopened is not None:
        state.revised = Edition(event.edition, event.at or state.reopened.at, state.reopened.reason)
    moved(state)


@folds(e.TournamentReopened)
def _reopened(state: Tournament, event: e.TournamentReopened) -> None:
    state.past_seeds = (*state.past_seeds, PastSeed(state.secret, state.seed_hash, len(state.rounds)))
    state.secret, state.seed_hash = event.secret, event.seed_hash
    state.state, state.final, state.revised = "running", None, None
    state.reopened = Reopening(event.at, event.reason)
    moved(state)


@folds(e.StandingsRevised)
def _revised(state: Tournament, event: e.StandingsRevised) -> None:
    state.final, state.editions = event.standings, event.edition
    state.revised = Edition(event.edition, event.at, event.reason)
    moved(state)


@folds(e.TournamentCancelled)
def _cancelled(state: Tournament, event: e.TournamentCancelled) -> None:
    state.state = "cancelled"
    if state.open_round is not None:
        off(whole_round(state, state.open_round.id))
