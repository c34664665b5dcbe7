"""Sheets by lot."""

from __future__ import annotations

from math import ceil, floor
from random import Random

from games.exact import read
from games.kernel import Json
from games.scoresheet.state import State

SPAN = 100
"""How far scores by lot lie apart where no bounds were agreed."""


def robot(state: State, lot: Random) -> Json:
    """A sheet of the next round: whole numbers, or where none lies between the bounds the least score."""
    if state.options.places_only:
        strengths = [lot.randrange(len(state.players)) for _ in state.players]
        places = [1 + sum(other < strength for other in strengths) for strength in strengths]
        return {"type": "record_round", "places": dict(zip(state.players, places, strict=True))}
    low, high = _bounds(state)
    least = state.options.min_score
    return {
        "type": "record_round",
        "scores": {player: lot.randint(low, high) if low <= high else least for player in state.players},
    }


def _bounds(state: State) -> tuple[int, int]:
    least, most = state.options.min_score, state.options.max_score
    if most is None:
        low = 0 if least is None else ceil(read(least))
        return low, low + SPAN
    high = floor(read(most))
    return (high - SPAN if least is None else ceil(read(least))), high
