"""Folds the events about stages."""

from __future__ import annotations

from dataclasses import replace

from msgspec.structs import asdict

from league.domain.tournament.folding import folds, mark_moved
from league.domain.tournament.stages import events as staging
from league.domain.tournament.stages.stage import Stage
from league.domain.tournament.state import Tournament


@folds(staging.StageBegun)
def _stage_begun(state: Tournament, event: staging.StageBegun) -> None:
    state.stages = (*state.stages, Stage(**asdict(event), version=state.version))
    state.rotation = None
    mark_moved(state)


@folds(staging.StageRevised)
def _stage_revised(state: Tournament, event: staging.StageRevised) -> None:
    state.stages = tuple(
        replace(stage, standings=event.standings, edition=event.edition) if stage.number == event.number else stage
        for stage in state.stages
    )
    mark_moved(state)


@folds(staging.StageUndone)
def _stage_undone(state: Tournament, event: staging.StageUndone) -> None:
    state.stages = state.stages[: event.number - 1]
    mark_moved(state)
