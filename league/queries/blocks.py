"""What the rows of a block of standings count, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.domain.tournament.stages.stage import Carry

COUNTED: Mapping[Carry, Promise] = {
    "none": gettext_lazy("The final. Rounds that count: {rounds}. Nothing was carried over."),
    "half": gettext_lazy("The final. Rounds that count: {rounds}, and half of the points from before it."),
    "all": gettext_lazy("The final. Rounds that count: {rounds}. All points were carried over."),
}


def caption_of(row: Mapping[str, Any]) -> str:
    """What the rows of the same block count; "" where the standings have only one block. row: as in the API."""
    if row["place"] is None:
        return _("Without a place: absent in every round.")
    if "block" not in row:
        return ""
    stage, rounds = row["block"]["stage"], _as_range(row["block"]["rounds"])
    if not stage:
        return _("Not in the final, in the order in which it began. Rounds that count: {rounds}.").format(rounds=rounds)
    caption = str(COUNTED[row["block"]["carried"]]).format(rounds=rounds)
    return caption if stage == 1 else _("Final {number}: {caption}").format(number=stage, caption=caption)


def title_of(stage: int) -> str:
    """The name of a block of standings: of the entries of that final, or with 0 of those in none."""
    if not stage:
        return _("Not in the final")
    return _("Final") if stage == 1 else _("Final {number}").format(number=stage)


def _as_range(numbers: Sequence[int]) -> str:
    if not numbers:
        return _("none yet")
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
