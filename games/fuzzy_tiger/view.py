"""What a viewer may see of the state, and what the player on turn may choose."""

from __future__ import annotations

from games.codec import plain
from games.fuzzy_tiger.cards import CARDS
from games.fuzzy_tiger.state import State
from games.kernel import REFEREE, Json, Viewer

FACE_DOWN = "face_down"
"""What others see of a card that was chosen."""


def view(state: State, viewer: Viewer) -> Json:
    """The table for everybody; a player's own choice; all for the referee.

    For the others a chosen card is still in its owner's hand, and `chosen` says that one lies face down.
    """
    return {
        "turn": state.turn,
        "phase": state.phase,
        "positions": dict(state.positions),
        "tiger": state.tiger,
        "whiskers": dict(state.whiskers),
        "damage": dict(state.damage),
        "time": state.time,
        "in_hand": {player: _hand(state, player, viewer) for player in state.players},
        "spent": {player: list(cards) for player, cards in state.spent.items()},
        "sheltered": list(state.sheltered),
        "chosen": {player: _chosen(state, player, viewer) for player in state.players},
        "to_act": _to_act(state),
        "last_turn": [{"type": event.type.partition(".")[2], **plain(event)} for event in state.last_turn],
    }


def knows(player: str, viewer: Viewer) -> bool:
    """Whether the viewer sees what the player chose."""
    return viewer in (REFEREE, player)


def _hand(state: State, player: str, viewer: Viewer) -> list[int]:
    hand = state.in_hand[player]
    if player not in state.chosen or knows(player, viewer):
        return list(hand)
    return sorted([*hand, state.chosen[player]])


def _chosen(state: State, player: str, viewer: Viewer) -> int | str | None:
    if player not in state.chosen:
        return None
    return state.chosen[player] if knows(player, viewer) else FACE_DOWN


def _to_act(state: State) -> Json | None:
    """Who is asked for a choice, and what there is to choose."""
    if state.phase != "act":
        return None
    return {"player": state.to_act[0][1][0], "choices": choices(state)}


def choices(state: State) -> list[Json]:
    """The commands that the next card leaves its player to choose from. For a card that asks."""
    number, (player,) = state.to_act[0]
    card = CARDS[number]
    answers: list[Json] = [{"move": steps} for steps in card.moves]
    answers += [{"to": space} for space in card.spaces]
    answers += [{"swap": other} for other in state.players if card.swaps and other != player]
    return [{"type": "act", "player": player, **answer} for answer in answers]
