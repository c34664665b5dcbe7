"""When the game ends, what it is worth, who has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.exact import Written
from games.fuzzy_tiger.events import FuzzyFinished, FuzzyScored
from games.fuzzy_tiger.state import State
from games.kernel import Event
from games.scores import Points, Ranking, rank

NEAREST = "nearest_to_tiger"


def is_reached(whiskers: Mapping[str, int], time: int | None) -> bool:
    """Whether somebody has as many whiskers as the time marker says; before the first waking there is none."""
    return time is not None and any(plucked >= time for plucked in whiskers.values())


def score(state: State, positions: Mapping[str, int] | None) -> Iterator[Event]:
    """The points, whiskers less damage, and the end. positions: where the monkeys stand, if that is known."""
    points = {player: state.whiskers[player] - state.damage[player] for player in state.players}
    written: dict[str, Written] = {**points}
    breakdown: dict[str, dict[str, Written]] = {
        player: {"whiskers": state.whiskers[player], "damage": -state.damage[player]} for player in state.players
    }
    yield FuzzyScored(1, written, breakdown)
    losers = beaten(state.damage)
    yield FuzzyFinished(*final_ranking(state.players, points, losers, positions), losers)


def beaten(damage: Mapping[str, int]) -> tuple[str, ...]:
    """All who have the most damage; nobody where it would be everybody, as it is where nobody has any."""
    most = max(damage.values())
    losers = tuple(player for player, taken in damage.items() if taken == most)
    return losers if len(losers) < len(damage) else ()


def final_ranking(
    players: Sequence[str], points: Points, losers: Sequence[str], positions: Mapping[str, int] | None
) -> Ranking:
    """Most points, then the nearer monkey; the beaten by the same order behind all others."""
    tie_breaks = []
    if positions is not None:
        tie_breaks.append((NEAREST, {player: -space for player, space in positions.items()}))
    others = [player for player in players if player not in losers]
    first = rank(others, points, tie_breaks)
    behind = rank(losers, points, tie_breaks).placings if losers else {}
    places = {**first.placings, **{player: len(others) + place for player, place in behind.items()}}
    return Ranking({player: places[player] for player in players}, first.winners, first.tie_break)
