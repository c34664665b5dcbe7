"""What every game keeps of its points: the rounds as scored, the end as decided, and the outcome made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import msgspec

from games.codec import plain
from games.exact import Exact, Written, write
from games.kernel import Json, PublicEvent

Points = Mapping[str, Exact]


class RoundScored(PublicEvent, frozen=True):
    """The points of game round `round` (from 1), and for each player the named parts that they are the sum of."""

    round: int
    points: dict[str, Written]
    breakdown: dict[str, dict[str, Written]]


class Adjustment(msgspec.Struct, frozen=True):
    """Points given or taken in addition to those of a round. round: in which it happened."""

    player: str
    points: Written
    reason: str
    round: int


class Finished(PublicEvent, frozen=True):
    """The game is over: places, winners and the tie-break that decided about the first place, if one did."""

    placings: dict[str, int]
    winners: tuple[str, ...]
    tie_break: str | None


class Ranking(NamedTuple):
    """placings: from 1; equal places share the number (1, 1, 3). winners: those on 1, in seating order."""

    placings: dict[str, int]
    winners: tuple[str, ...]
    tie_break: str | None


@dataclass(slots=True)
class Scores:
    """The scored rounds, other adjustments, and the end if it is reached."""

    rounds: list[RoundScored] = field(default_factory=list)
    adjustments: list[Adjustment] = field(default_factory=list)
    finished: Finished | None = None

    def of_round(self, number: int) -> Points:
        """Points of the round that has this number."""
        scored = next(scored for scored in self.rounds if scored.round == number)
        return {player: _exact(points) for player, points in scored.points.items()}

    def totals(self, players: Sequence[str]) -> Points:
        """Sum of the points and adjustments so far; 0 before the first round."""
        totals = {player: sum(_exact(scored.points[player]) for scored in self.rounds) for player in players}
        for adjustment in self.adjustments:
            totals[adjustment.player] += _exact(adjustment.points)
        return totals


def _exact(points: Written) -> Exact:
    """An int stays one."""
    return points if isinstance(points, int) else Fraction(points)


def rank(players: Sequence[str], totals: Points, tie_breaks: Sequence[tuple[str, Points]] = ()) -> Ranking:
    """Places by totals, and where they are equal by the tie-breaks (name, values) in their order; higher is better.

    tie_break: the last of them that separated players with equal first places.
    """
    chain = [totals, *(values for _, values in tie_breaks)]
    keys = {player: tuple(values[player] for values in chain) for player in players}
    falling = sorted(keys.values(), reverse=True)
    first_with = {key: place for place, key in reversed(list(enumerate(falling, 1)))}
    placings = {player: first_with[keys[player]] for player in players}
    winners = tuple(player for player in players if placings[player] == 1)
    return Ranking(placings, winners, _deciding(players, totals, tie_breaks))


def _deciding(players: Sequence[str], totals: Points, tie_breaks: Sequence[tuple[str, Points]]) -> str | None:
    first = _best(players, totals)
    decided_by = None
    for name, values in tie_breaks:
        still_first = _best(first, values)
        if len(still_first) < len(first):
            first, decided_by = still_first, name
    return decided_by


def _best(players: Sequence[str], values: Points) -> list[str]:
    most = max(values[player] for player in players)
    return [player for player in players if values[player] == most]


def outcome(players: Sequence[str], scores: Scores, *, lowest_wins: bool = False) -> Json:
    """The outcome as every game gives it. Before the end: places by totals alone, nobody has won."""
    totals = scores.totals(players)
    so_far = {player: -points for player, points in totals.items()} if lowest_wins else totals
    end = scores.finished or Finished(rank(players, so_far).placings, (), None)
    return {
        "finished": scores.finished is not None,
        "rounds": [
            {"number": scored.round, "points": plain(scored.points), "breakdown": plain(scored.breakdown)}
            for scored in scores.rounds
        ],
        "adjustments": plain(scores.adjustments),
        "totals": {player: write(points) for player, points in totals.items()},
        "placings": dict(end.placings),
        "winners": list(end.winners),
        "tie_break": end.tie_break,
    }
