"""What a viewer may see of the state."""

from __future__ import annotations

from collections.abc import Iterable

from games.exact import write
from games.four_monkeys.checks import to_check
from games.four_monkeys.events import face_up
from games.four_monkeys.parts import figures_of
from games.four_monkeys.state import Area, Place, State, Tile
from games.kernel import REFEREE, Json, Viewer


def view(state: State, viewer: Viewer) -> Json:
    """The table for everybody, a player's own cards for the player, all for the referee.

    Of others' hands and of cards beneath their tiles the number shows, of stacks the top and the height: null stands
    for each tile below it, and for cards that nobody reported. No view carries the time left.
    """
    places = state.places
    return {
        "round": state.round,
        "phase": state.phase,
        "areas": [_area(area, viewer) for area in state.areas],
        "decks": dict(state.decks),
        "seats": {area.seats.name: list(area.seats.players) for area in state.areas},
        "hands": {
            player: _cards(place.hand) if viewer in (REFEREE, player) else len(place.hand)
            for player, place in places.items()
        },
        "draw": {player: len(place.pile) for player, place in places.items()},
        "tiles": {player: _tiles(place, viewer in (REFEREE, player)) for player, place in places.items()},
        "replenished": {player: place.replenished for player, place in places.items()},
        "bananas": {player: {"own": place.own_skin, "received": place.skins} for player, place in places.items()},
        "to_check": [{"player": player, "tile": tile} for player, tile in to_check(state)],
        "smartest": list(state.smartest),
        "totals": {player: write(points) for player, points in state.scores.totals(state.players).items()},
    }


def _area(area: Area, viewer: Viewer) -> Json:
    stacks = [stack[::-1] for stack in area.stacks]
    return {
        "name": area.seats.name,
        "players": list(area.seats.players),
        "sets": area.seats.sets,
        "stacks": stacks if viewer == REFEREE else [face_up(stack) for stack in stacks],
    }


def _cards(cards: Iterable[int]) -> list[Json]:
    return [{"id": card, "figures": list(figures_of(card))} for card in cards]


def _tiles(place: Place, sees_cards: bool) -> list[Json]:
    return [
        {
            "combo": tile.combo.id,
            "burned": tile.burned,
            "value": tile.value,
            "cards": _beneath(tile, sees_cards),
            "aside": tile.aside,
            "checked": tile.checked,
        }
        for tile in place.tiles
    ]


def _beneath(tile: Tile, sees_cards: bool) -> list[Json] | int | None:
    if tile.cards is None:
        return None
    return _cards(tile.cards) if sees_cards else len(tile.cards)
