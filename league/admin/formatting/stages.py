"""The stages of a tournament, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from league.domain.tournament.stages.stage import Carry
from league.domain.tournament.state import Tournament

CARRIED: Mapping[Carry, str | Promise] = {
    "none": _("All of them start it without points."),
    "half": _("Each of them carried half of the points into it."),
    "all": _("Each of them carried all points into it."),
}


@dataclass(frozen=True)
class StageNotice:
    """A stage.

    names: of those who qualified, the best first. carried: a sentence about their points.
    place: shared by the last who qualified and the first who didn't, None if no place was.
    drawn: names of those who shared it.
    """

    from_round: int
    top: int
    names: Sequence[str]
    carried: str
    place: int | None
    drawn: Sequence[str]


def stages_of(state: Tournament, names: Mapping[str, str]) -> list[StageNotice]:
    """The stages of a tournament. names: of its entries, by id."""

    def called(entries: Sequence[str]) -> list[str]:
        return [names.get(entry, entry) for entry in entries]

    return [
        StageNotice(
            from_round=stage.from_round,
            top=stage.top,
            names=called(stage.entries),
            carried=str(CARRIED[stage.carry]),
            place=stage.border.place if stage.border else None,
            drawn=called((*stage.border.on, *stage.border.out) if stage.border else ()),
        )
        for stage in state.stages
    ]
