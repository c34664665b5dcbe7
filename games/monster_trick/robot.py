"""Play by lot."""

from __future__ import annotations

from random import Random

from games.kernel import Json, fields
from games.monster_trick.cards import HAND, POINT_CARDS
from games.monster_trick.sheet import possible_tricks
from games.monster_trick.state import State
from games.monster_trick.tricks import places_for


def robot(state: State, lot: Random) -> Json:
    """What is awaited: a deal, an order, a card where it may go, or the sheet of a round."""
    if state.options.play == "recorded":
        return _sheet(state, lot)
    player = state.player_on_turn
    if player is not None:
        card = lot.choice(state.hands[player])
        trick = lot.choice(places_for(state.open_tricks.values(), card))
        return {"type": "play", "player": player, "card": fields(card), "trick": trick}
    if state.phase == "arrange":
        player = lot.choice([player for player in state.players if player not in state.orders])
        return {"type": "arrange", "player": player, "order": _order(state, lot)}
    return {"type": "start_round"}


def _sheet(state: State, lot: Random) -> Json:
    tricks = lot.choice(possible_tricks(len(state.players)))
    return {
        "type": "record_round",
        "orders": {player: _order(state, lot) for player in state.players},
        "tricks": lot.sample(state.players * HAND, tricks),
    }


def _order(state: State, lot: Random) -> list[int]:
    return lot.sample(POINT_CARDS[state.round - 1], 3)
