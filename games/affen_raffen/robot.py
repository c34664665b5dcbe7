"""Play by lot. Now and then somebody knows where a pair lies, so that rounds come to an end."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

from games.affen_raffen.parts import BONUS_TILES, COPIES, TASKS, Tile, animal_tiles
from games.affen_raffen.state import State
from games.kernel import Json, fields

KNOWS, LOOKS, ENDS, USES = 0.3, 0.6, 0.01, 0.7
"""How often a pair is known, a tile is looked at, a round is given up, and a bonus tile is kept or given."""


def robot(state: State, lot: Random) -> Json:
    """What is awaited: a start, a look, a pair, what becomes of a bonus tile, an end, or the sheet of a round."""
    if state.phase == "ready":
        return {"type": "start_round"} if state.options.play == "dealt" else _sheet(state, lot)
    down = state.face_down()
    player = lot.choice([player for player in state.players if player not in state.finished])
    if (place := state.turned[player]) is not None:
        return _with_a_tile(state, player, state.tiles[place], lot)
    if len(down) < 2 or lot.random() < ENDS:
        return {"type": "end_round"}
    if lot.random() < LOOKS:
        return {"type": "flip", "player": player, "place": lot.choice(down)}
    return {"type": "take", "player": player, "places": _pair(state, down, lot)}


def _with_a_tile(state: State, player: str, tile: Tile, lot: Random) -> Json:
    others = [other for other in state.players if other != player and other not in state.finished]
    if tile.kind in ("first", "pair") and lot.random() < USES:
        return {"type": "keep", "player": player}
    if tile.kind == "forced" and others and lot.random() < USES:
        return {"type": "give", "player": player, "to": lot.choice(others)}
    return {"type": "unflip", "player": player}


def _pair(state: State, down: list[int], lot: Random) -> list[int]:
    by_tile = defaultdict(list)
    for place in down:
        if not state.tiles[place].is_bonus:
            by_tile[state.tiles[place]].append(place)
    known = [places for places in by_tile.values() if len(places) > 1]
    return lot.sample(lot.choice(known) if known and lot.random() < KNOWS else down, 2)


def _sheet(state: State, lot: Random) -> Json:
    """Pairs out of the tiles there are, most of them true."""
    task = None if state.is_junior else lot.choice([task for task in TASKS if task not in state.played])
    needed = state.options.pairs_to_win if task is None else TASKS[task].pairs
    kinds = [tile for tile in animal_tiles()[: len(animal_tiles()) // COPIES] for _ in range(COPIES // 2)]
    lot.shuffle(kinds)
    pairs: dict[str, list[list[Any]]] = {}
    for player in state.players:
        mine = [kinds.pop() for _ in range(min(lot.randint(0, needed), len(kinds)))]
        pairs[player] = [[_half(tile), _half(tile)] for tile in mine]
    if task is not None and lot.random() < LOOKS and pairs[state.players[0]]:
        pairs[state.players[0]][0][1] = "bonus"
    enders = [player for player in state.players if len(pairs[player]) == needed]
    both = len(state.players) > 2 or state.options.two_player_end == "both"
    finished = lot.sample(enders, len(enders))[: 2 if both and task is not None else 1]
    sheet: Json = {"type": "record_round", "pairs": pairs, "finished": finished}
    if task is None:
        return sheet
    bonus = [fields(tile) for tile in BONUS_TILES[: lot.randint(0, 5)]]
    return {**sheet, "task": task, "bonus": {lot.choice(state.players): bonus}}


def _half(tile: Tile) -> list[str | None]:
    return [tile.animal, tile.colour]
