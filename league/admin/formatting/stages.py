"""The stages of a tournament in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.domain.tournament.stages.stage import Carry, Stage
from league.domain.tournament.state import Tournament
from league.queries.names_in_log import isolated
from league.queries.wording import joined

CARRIED: Mapping[Carry, Promise] = {
    "none": gettext_lazy("All of them start it without points."),
    "half": gettext_lazy("Each of them carried half of the points into it."),
    "all": gettext_lazy("Each of them carried all points into it."),
}


def stage_sentences(state: Tournament, names: Mapping[str, str]) -> list[str]:
    """For each stage: who qualified, with which points, and by which lot. names: of the entries, by id."""
    return [" ".join(_sentences(stage, names)) for stage in state.stages]


def _sentences(stage: Stage, names: Mapping[str, str]) -> list[str]:
    def called(entries: Sequence[str]) -> str:
        return joined([isolated(names.get(entry, entry)) for entry in entries])

    first = _("From round {number} on, the best {top} play a final: {names}.")
    sentences = [
        first.format(number=stage.from_round, top=stage.top, names=called(stage.entries)),
        str(CARRIED[stage.carry]),
    ]
    if border := stage.border:
        lot = _("A lot decided between those who shared place {place}: {names}.")
        sentences.append(lot.format(place=border.place, names=called((*border.on, *border.out))))
    return sentences
