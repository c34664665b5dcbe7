"""What pairs and bonus tiles are worth, and who has won in the end. Dealt and reported rounds are scored alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from games.affen_raffen.events import RaffenFinished, RaffenRoundScored
from games.affen_raffen.parts import FINISH, ROUNDS, TASKS, WORTH, Bonus, Task, Tile
from games.affen_raffen.state import State
from games.exact import Written
from games.kernel import Event
from games.scores import Ranking, rank

Pair = tuple[Tile, Tile]


@dataclass(frozen=True)
class Collected:
    """What lies before the players when a round ends. finished: in the order in which they had all their pairs."""

    pairs: Mapping[str, Sequence[Pair]]
    finished: Sequence[str]
    bonus: Mapping[str, Sequence[Bonus]]


def score_round(state: State, collected: Collected) -> Iterator[Event]:
    """The points of a round; after the last one the end."""
    breakdown = {player: parts(state, collected, player) for player in state.players}
    points: dict[str, Written] = {player: sum(mine.values()) for player, mine in breakdown.items()}
    written: dict[str, dict[str, Written]] = {player: {**mine} for player, mine in breakdown.items()}
    last = state.is_junior or state.round == ROUNDS
    yield RaffenRoundScored(state.round, points, written, None if last else state.round + 1)
    if last:
        yield RaffenFinished(*final_ranking(state, collected))


def parts(state: State, collected: Collected, player: str) -> dict[str, int]:
    """The named parts of a player's points."""
    pairs = collected.pairs.get(player, ())
    if state.is_junior:
        right = len(matching(pairs))
        return {"pairs": right, "false_pairs": right - len(pairs), "finish": 0, "bonus": 0}
    task = TASKS[state.task or "any5"]
    bonus = collected.bonus.get(player, ())
    if len(pairs) > task.pairs:
        lost = sum(WORTH[tile.kind].lost for tile in bonus)
        return {"pairs": 0, "false_pairs": -len(pairs), "finish": 0, "bonus": lost}
    right = correct(task, matching(pairs))
    done = right == len(pairs) == task.pairs
    return {
        "pairs": right,
        "false_pairs": right - len(pairs),
        "finish": finish_bonus(state, collected.finished, player) if done else 0,
        "bonus": sum(bonus_points(tile, pairs, collected.finished, player) for tile in bonus),
    }


def matching(pairs: Sequence[Pair]) -> list[Tile]:
    """Of each pair of the same animal before the same colour one tile."""
    return [one for one, other in pairs if one == other and not one.is_bonus]


def correct(task: Task, found: Sequence[Tile]) -> int:
    """How many of the matching pairs can stand together under the task: the largest set in which none clash."""
    if not (task.animals_differ and task.colours_differ):
        kinds = [tile.animal if task.animals_differ else tile.colour for tile in found]
        return len(set(kinds)) if task.animals_differ or task.colours_differ else len(found)
    for number in range(min(len(found), task.pairs), 0, -1):
        if any(all_differ(some) for some in combinations(found, number)):
            return number
    return 0


def all_differ(tiles: Sequence[Tile]) -> bool:
    """Whether no two have the same animal or the same colour."""
    return len({tile.animal for tile in tiles}) == len({tile.colour for tile in tiles}) == len(tiles)


def finish_bonus(state: State, finished: Sequence[str], player: str) -> int:
    """Points of the finish tile that a player took; with two players there are none."""
    if len(state.players) == 2 or player not in finished[: len(FINISH)]:
        return 0
    return FINISH[finished.index(player)]


def bonus_points(bonus: Bonus, pairs: Sequence[Pair], finished: Sequence[str], player: str) -> int:
    """A bonus tile's points: "first" asks for the first finish, the others for a matching pair of their animal."""
    if bonus.kind == "first":
        is_done = bool(finished) and finished[0] == player
    else:
        is_done = any(tile.animal == bonus.animal for tile in matching(pairs))
    worth = WORTH[bonus.kind]
    return worth.won if is_done else worth.lost


def final_ranking(state: State, collected: Collected) -> Ranking:
    """Most points; the place is shared by equal ones. A junior who ended the game with a false pair is last."""
    totals = dict(state.scores.totals(state.players))
    if state.is_junior and collected.finished:
        ender = collected.finished[0]
        pairs = collected.pairs.get(ender, ())
        if len(matching(pairs)) < len(pairs):
            totals[ender] = min(totals.values()) - 1
    return rank(state.players, totals)
