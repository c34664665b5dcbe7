"""The smartest monkey, the points of a round, who has won in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from games.exact import Written
from games.four_monkeys.events import MonkeysFinished, MonkeysRoundScored
from games.four_monkeys.seating import rounds
from games.four_monkeys.state import Place, State, Tile
from games.kernel import Event
from games.scores import rank

PER_TILE_ASIDE = {"standard": -2, "family": -1}
PER_SKIN = -3


def repeated(place: Place) -> tuple[int, ...]:
    """Indices of all tiles whose combo the player has more than once."""
    copies = Counter(tile.combo.id for tile in place.tiles)
    return tuple(number for number, tile in enumerate(place.tiles) if copies[tile.combo.id] > 1)


def left(place: Place) -> list[Tile]:
    """The combo tiles that are not set aside."""
    return [tile for tile in place.tiles if not tile.aside]


def visible(place: Place) -> int:
    """Points of the tiles left, the replenish tile among them: 0, or -1 where it was used."""
    points = -int(place.replenished)
    for tile in place.tiles:
        if not tile.aside:
            points += tile.combo.value - tile.burned
    return points


def smartest_monkeys(state: State) -> tuple[str, ...]:
    """Who has most by the variant's reckoning, in seating order: all who are equal to the end."""
    smartness = _family_smartness if state.options.variant == "family" else _smartness
    keys = {player: smartness(state, player) for player in state.players}
    best = max(keys.values())
    return tuple(player for player in state.players if keys[player] == best)


def _smartness(state: State, player: str) -> tuple[object, ...]:
    """Visible points; then orange tiles, a used replenish tile among them."""
    place = state.places[player]
    orange = int(place.replenished)
    for tile in place.tiles:
        orange += tile.burned and not tile.aside
    return visible(place), orange


def _family_smartness(state: State, player: str) -> tuple[object, ...]:
    """Combo tiles; then fewer orange ones; the higher best one, second best, and so on; the total so far."""
    tiles = left(state.places[player])
    values = sorted((tile.value for tile in tiles), reverse=True)
    return len(tiles), -sum(tile.burned for tile in tiles), values, state.scores.totals(state.players)[player]


def score_round(state: State) -> Iterator[Event]:
    """The points of the round; after the last one the end."""
    breakdown = {player: _parts(state, player) for player in state.players}
    points: dict[str, Written] = {player: sum(parts.values()) for player, parts in breakdown.items()}
    written: dict[str, dict[str, Written]] = {player: {**parts} for player, parts in breakdown.items()}
    last = state.round == rounds(state.players)
    yield MonkeysRoundScored(state.round, points, written, None if last else state.round + 1)
    if last:
        last_round = ("last_round", state.scores.of_round(state.round))
        yield MonkeysFinished(*rank(state.players, state.scores.totals(state.players), [last_round]))


def _parts(state: State, player: str) -> Mapping[str, int]:
    """What the player's points of the round are the sum of."""
    place, variant = state.places[player], state.options.variant
    aside = PER_TILE_ASIDE[variant] * (len(place.tiles) - len(left(place)))
    skins = place.skins + (place.own_skin and state.options.count_unplayed_bananas)
    if variant == "standard":
        return {"tiles": visible(place), "aside": aside, "bananas": PER_SKIN * skins}
    orange = sum(tile.burned for tile in left(place))
    return {
        "green": len(left(place)) - orange,
        "orange_pairs": orange // 2,
        "aside": aside,
        "smartest": int(player in state.smartest),
        "bananas": PER_SKIN * skins,
    }
