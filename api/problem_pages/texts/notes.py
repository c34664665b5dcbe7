"""Codes that are no refusal: warnings about settings, and notes to a forecast."""

from __future__ import annotations

from games.kernel import N_

TITLE = N_("Warnings and notes")
INTENDED = N_("Nothing, where it is intended; else change the points of the tournament.")
TRUST = N_("Nothing: it says how far the answer can be relied on.")
TEXTS: dict[str, tuple[str, str]] = {
    "above_draw": (N_("A warning: a loss is worth more than a draw."), INTENDED),
    "above_first": (N_("A warning: a bye is worth more than a first place."), INTENDED),
    "above_win": (N_("A warning: a draw or a loss is worth more than a win."), INTENDED),
    "as_entered": (N_("A note: the forecast takes everybody who is entered to stay."), TRUST),
    "last_above_first": (N_("A warning: a last place is worth more than a first."), INTENDED),
    "lot": (N_("A note: a lot decides between entries that are level, and nobody knows it beforehand."), TRUST),
    "sampled": (N_("A note: outcomes were drawn at random, since there are too many to count."), TRUST),
    "scores": (N_("A note: scores decide between entries that are level."), TRUST),
    "strict_places": (N_("A note: the forecast takes no places to be shared."), TRUST),
}
