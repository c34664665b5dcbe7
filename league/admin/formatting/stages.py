"""Finals and cuts as the pages tell them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.domain.tournament.stages.stage import Carry, Stage
from league.domain.tournament.state import Tournament

BROUGHT: Mapping[Carry, str | Promise] = {
    "none": _("All of them begin it without points."),
    "half": _("Each of them brought half of the points along."),
    "all": _("Each of them brought all points along."),
}


@dataclass(frozen=True)
class ToldStage:
    """A stage.

    names: who went on, the best first. brought: what of their points, in words. place, drawn: a place shared at the
    border, and by whom.
    """

    from_round: int
    top: int
    names: Sequence[str]
    brought: str
    place: int | None
    drawn: Sequence[str]


def stage_sentences(state: Tournament, names: Mapping[str, str]) -> list[ToldStage]:
    """The stages of a tournament. names: of its entries, by id."""
    return [_told(stage, names) for stage in state.stages]


def _told(stage: Stage, names: Mapping[str, str]) -> ToldStage:
    border = stage.border
    drawn = (*border.on, *border.out) if border else ()
    return ToldStage(
        stage.from_round,
        stage.top,
        [names.get(entry, entry) for entry in stage.entries],
        str(BROUGHT[stage.carry]),
        border.place if border else None,
        [names.get(entry, entry) for entry in drawn],
    )
