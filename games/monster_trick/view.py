"""What a viewer may see of the state."""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel import REFEREE, Json, Viewer, fields
from games.monster_trick.cards import Card
from games.monster_trick.state import State, Trick
from games.monster_trick.tricks import owner, places_for


def view(state: State, viewer: Viewer) -> Json:
    """The table for everybody; a player's own hand and order, and what they may do on their turn; all for the referee.

    Of other hands the number of cards shows, of other orders nothing but the card face up.
    """
    return {
        "round": state.round,
        "phase": state.phase,
        "turn": state.player_on_turn,
        "starter": state.starter,
        "hands": {
            player: _cards(hand) if viewer in (REFEREE, player) else len(hand) for player, hand in state.hands.items()
        },
        "open_tricks": [_trick(trick) for trick in state.open_tricks.values()],
        "orders": {player: list(order) for player, order in state.orders.items() if viewer in (REFEREE, player)},
        "showing": dict(state.showing),
        "tricks_won": dict(state.tricks_won),
        "turns_left": {player: len(hand) for player, hand in state.hands.items()},
        "legal": _legal(state) if viewer in (REFEREE, state.player_on_turn) else [],
    }


def _cards(cards: Sequence[Card]) -> list[Json]:
    return [fields(card) for card in cards]


def _trick(trick: Trick) -> Json:
    cards = [{"player": played.player, **fields(played.card)} for played in trick.played]
    return {"id": trick.id, "cards": cards, "marker": owner(trick)}


def _legal(state: State) -> list[Json]:
    """Each card of the player on turn, and where it may go."""
    if state.player_on_turn is None:
        return []
    tricks = state.open_tricks.values()
    hand = state.hands[state.player_on_turn]
    return [{"card": fields(card), "tricks": places_for(tricks, card)} for card in hand]
