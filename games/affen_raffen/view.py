"""What a viewer may see of the state."""

from __future__ import annotations

from games.affen_raffen.state import State
from games.kernel import REFEREE, Json, Viewer, fields


def view(state: State, viewer: Viewer) -> Json:
    """The table for everybody; the tile that a player looks at for that player; all for the referee.

    A face-down tile shows to nobody, nor does a pair that was taken: of pairs the number shows.
    """
    is_referee = viewer == REFEREE
    return {
        "round": state.round,
        "phase": state.phase,
        "task": state.task,
        "places": [_place(state, place, viewer) for place in range(len(state.tiles))],
        "pairs": {
            player: [list(places) for places in mine] if is_referee else len(mine)
            for player, mine in state.pairs.items()
        },
        "bonus": {player: [fields(tile) for tile in mine] for player, mine in state.bonus.items()},
        "finished": list(state.finished),
        "turned": dict(state.turned),
    }


def _place(state: State, place: int, viewer: Viewer) -> Json:
    holder = state.holder.get(place)
    is_turned = holder is not None and state.turned.get(holder) == place
    is_seen = viewer == REFEREE or place in state.open_places or (is_turned and holder == viewer)
    tile = fields(state.tiles[place]) if is_seen else None
    if holder is None:
        return {"tile": tile, "state": "down"}
    return {"tile": tile, "state": "turned" if is_turned else "taken", "by": holder}
