"""Round sheets of Monster Trick by lot, such as a table fills in after each of its three rounds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

ROUNDS = 3
POINT_CARDS = (1, 2, 3)
HAND, TRICK = 12, 4
MOST_LEFT_OPEN = 3


def round_sheet(players: Sequence[str], number: int, lot: Random) -> dict[str, Any]:
    """The command that reports round `number` of a table: everybody's order of point cards, and who won each trick.

    All 12 cards of each hand are played to tricks of four; up to four tricks of three cards, three tricks' worth,
    stay open. Nobody wins more tricks than they have cards.
    """
    values = [number * card for card in POINT_CARDS]
    most = HAND * len(players) // TRICK
    return {
        "type": "record_round",
        "orders": {player: lot.sample(values, len(values)) for player in players},
        "tricks": lot.sample([*players] * HAND, lot.randint(most - MOST_LEFT_OPEN, most)),
    }
