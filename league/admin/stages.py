"""Finals and cuts as the pages tell them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.domain.tournament.stage import Stage
from league.domain.tournament.state import Tournament


@dataclass(frozen=True)
class ToldStage:
    """A stage. names: who went on, the best first. place, drawn: a place shared at the border, and by whom."""

    from_round: int
    top: int
    names: Sequence[str]
    place: int | None
    drawn: Sequence[str]


def told(state: Tournament, names: Mapping[str, str]) -> list[ToldStage]:
    """The stages of a tournament. names: of its entries, by id."""
    return [_told(stage, names) for stage in state.stages]


def _told(stage: Stage, names: Mapping[str, str]) -> ToldStage:
    border = stage.border
    drawn = (*border.on, *border.out) if border else ()
    return ToldStage(
        stage.from_round,
        stage.top,
        [names.get(entry, entry) for entry in stage.entries],
        border.place if border else None,
        [names.get(entry, entry) for entry in drawn],
    )
