"""Play by lot."""

from __future__ import annotations

from random import Random

from games.fuzzy_tiger.cards import START
from games.fuzzy_tiger.state import State
from games.fuzzy_tiger.view import choices
from games.kernel import Json

MOST = 20
"""Whiskers and damage of sheets by lot."""


def robot(state: State, lot: Random) -> Json:
    """What is awaited: a card, what it leaves to choose, or the sheet of a game."""
    if state.options.play == "recorded":
        return _sheet(state, lot)
    if state.phase == "act":
        return lot.choice(choices(state))
    player = lot.choice([player for player in state.players if player not in state.chosen])
    return {"type": "choose", "player": player, "card": lot.choice(state.in_hand[player])}


def _sheet(state: State, lot: Random) -> Json:
    sheet: Json = {
        "type": "record_result",
        "whiskers": {player: lot.randint(0, MOST) for player in state.players},
        "damage": {player: lot.randint(0, MOST) for player in state.players},
    }
    if lot.random() < 1 / 2:
        sheet["positions"] = dict(zip(state.players, lot.sample(range(START + 1), len(state.players)), strict=True))
    return sheet
