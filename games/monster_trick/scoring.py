"""What a round is worth, who begins the next one, who has won in the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.exact import Written
from games.kernel import Event
from games.monster_trick.cards import ROUNDS
from games.monster_trick.events import MonsterFinished, MonsterRoundScored
from games.monster_trick.state import State
from games.scores import Ranking, Scores, rank


def score_round(state: State) -> Iterator[Event]:
    """The points of the round just played; after the last round the end."""
    points = {player: state.showing[player] or 0 for player in state.players}
    written: dict[str, Written] = {**points}
    breakdown: dict[str, dict[str, Written]] = {player: {"point_card": value} for player, value in points.items()}
    following = next_starter(state, points) if state.round < ROUNDS else None
    yield MonsterRoundScored(state.round, written, breakdown, following)
    if following is None:
        yield MonsterFinished(*final_ranking(state.players, state.scores))


def next_starter(state: State, points: Mapping[str, int]) -> str:
    """Who begins the next round, by the reading that was agreed."""
    if state.options.next_starter == "left_of_starter":
        return left_of(state.players, state.starter)
    return left_of(state.players, round_winner(state.players, state.starter, points))


def round_winner(players: Sequence[str], starter: str, points: Mapping[str, int]) -> str:
    """Most points in the round; of equals the first one clockwise from the round's starter, the starter included."""
    seat = players.index(starter)
    return max([*players[seat:], *players[:seat]], key=lambda player: points[player])


def left_of(players: Sequence[str], player: str) -> str:
    """The next player clockwise."""
    return players[(players.index(player) + 1) % len(players)]


def final_ranking(players: Sequence[str], scores: Scores) -> Ranking:
    """Most points; then the higher score of round 3, then of round 2; else the place is shared."""
    tie_breaks = [(f"round_{number}", scores.of_round(number)) for number in (3, 2)]
    return rank(players, scores.totals(players), tie_breaks)
