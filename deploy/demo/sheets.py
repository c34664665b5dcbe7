"""Random sheets of Monster Trick, as a table fills them in after each of its three rounds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

ROUNDS = 3
POINT_CARDS = (1, 2, 3)
HAND, TRICK = 12, 4
MOST_LEFT_OPEN = 3


def round_sheet(players: Sequence[str], number: int, lot: Random) -> dict[str, Any]:
    """Return the command that reports a round: everybody's order of point cards, and the winner of each trick.

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


def tied_sheet(players: Sequence[str], number: int) -> dict[str, Any]:
    """Return a sheet with three tricks for everybody: the first two turn up their best card, the others their worst."""
    values = [number * card for card in POINT_CARDS]
    orders = {player: values if seat < 2 else values[::-1] for seat, player in enumerate(players)}
    return {"type": "record_round", "orders": orders, "tricks": dict.fromkeys(players, HAND // TRICK)}


def wrong_sheet(sheet: dict[str, Any]) -> dict[str, Any]:
    """Return the sheet with a point card written twice for one player."""
    (player, order), *others = sheet["orders"].items()
    return {**sheet, "orders": {player: [order[0], order[0], order[1]], **dict(others)}}


def exchanged_sheet(sheet: dict[str, Any], a: str, b: str) -> dict[str, Any]:
    """Return the sheet with the lines of two players exchanged."""
    other = {a: b, b: a}
    return {
        **sheet,
        "orders": {other.get(player, player): order for player, order in sheet["orders"].items()},
        "tricks": [other.get(player, player) for player in sheet["tricks"]],
    }
