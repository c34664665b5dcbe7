"""Folds the events about stages."""

from __future__ import annotations

from dataclasses import replace

from msgspec.structs import asdict

from league.domain.tournament.folding import folds, mark_moved
from league.domain.tournament.stages import events as e
from league.domain.tournament.stages.stage import Stage
from league.domain.tournament.state import Tournament


@folds(e.StageBegun)
def _stage_begun(state: Tournament, event: e.StageBegun) -> None:
    state.stages = (*state.stages, Stage(**asdict(event), version=state.version))
    state.rotation = None
    mark_moved(state)


@folds(e.StageRevised)
def _stage_revised(state: Tournament, event: e.StageRevised) -> None:
    state.stages = tuple(
        replace(stage, standings=event.standings, edition=event.edition) if stage.number == event.number else stage
        for stage in state.stages
    )
    mark_moved(state)


@folds(e.StageUndone)
def _stage_undone(state: Tournament, event: e.StageUndone) -> None:
    state.stages = state.stages[: event.number - 1]
    mark_moved(state)
