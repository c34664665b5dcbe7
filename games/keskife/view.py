"""What a viewer may see of the state."""

from __future__ import annotations

from games.kernel import REFEREE, Json, Viewer, fields
from games.keskife.state import State


def view(state: State, viewer: Viewer) -> Json:
    """The table for everybody; a player's own card, and at whom they point; all for the referee.

    Between rounds everybody sees the cards and the pointing of the round that was scored. Of others' pointing in a
    round being played stands null, whether they have pointed or not.
    """
    return {
        "round": state.round,
        "phase": state.phase,
        "lead": state.lead,
        "led": list(state.led),
        "cards": {player: card for player, card in state.cards.items() if knows(state, player, viewer)},
        "number": None if state.number is None else list(state.number),
        "pointed": {
            player: state.pointed.get(player) if knows(state, player, viewer) else None for player in state.players
        },
        "held": {player: fields(held) for player, held in state.held.items()},
    }


def knows(state: State, player: str, viewer: Viewer) -> bool:
    """Whether the viewer sees the player's card and pointing."""
    return viewer in (REFEREE, player) or state.phase in ("lead", "over")
