"""Balances a plan over the season: players swap places in it, and seats at their tables, without making the plan worse.

| what | in the plan, never worse | in the season, in this order |
| --- | --- | --- |
| places | hard separations, byes, repeats, soft separations, short tables | byes; meetings with short tables |
| seats | times in each seat | the same with the season included, the first seat before the others |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from league.domain.seating.problem import Problem
from league.domain.seating.rotation.problem import HARD, RotationProblem, Schedule, duty, meetings
from league.domain.seating.season_weights import met_steps, season_byes, seats_with_season, short_steps

TRIES_PER_PLAYER, MOST_TRIES = 400, 12_000
TRIES_PER_SEAT, MOST_SEAT_TRIES = 300, 60_000
SHORT = 4
"""Weight of a short table, for each step in the season, in meetings of the first step."""
FIRST_SEAT = 4
"""Weight of the first seat, in other seats."""


def balanced_over_season(
    round_problem: Problem, problem: RotationProblem, schedule: Schedule, chance: Random
) -> Schedule:
    """The plan with players swapped so that the season is balanced as well as can be found."""
    places = _Places(round_problem, problem, schedule)
    places.exchange(chance)
    return [[places.player_at[place] for place in players] for players in schedule]


class _Cost(NamedTuple):
    """Costs of players at their places. The first five are the plan's own."""

    hard: int
    byes: int
    repeats: int
    soft: int
    short: int
    season_byes: int
    season: int


class _Places:
    """Which player has which place. A place is named by the player that had it first."""

    def __init__(self, round_problem: Problem, problem: RotationProblem, schedule: Schedule) -> None:
        self.problem = problem
        self.player_at = list(range(problem.players))
        self.byes, self.short = [0] * problem.players, [0] * problem.players
        for players in schedule:
            for at, player in enumerate(players):
                self.byes[player] += at >= problem.seated
                self.short[player] += at < problem.seated and problem.short[at]
        self.near: list[list[tuple[int, int]]] = [[] for _ in range(problem.players)]
        for (a, b), times in sorted(meetings(problem, schedule).items()):
            if together := times - problem.met.get((a, b), 0):
                self.near[a].append((b, together))
                self.near[b].append((a, together))
        self._number_season(round_problem)

    def _number_season(self, round_problem: Problem) -> None:
        index = {entry: at for at, entry in enumerate(round_problem.players)}
        self.met: list[dict[int, int]] = [{} for _ in round_problem.players]
        for (a, b), step in met_steps(round_problem).items():
            self.met[index[a]][index[b]] = self.met[index[b]][index[a]] = step * step
        byes, steps = season_byes(round_problem), short_steps(round_problem)
        self.season_byes = [byes.get(entry, 0) for entry in round_problem.players]
        self.season_short = [steps.get(entry, 0) for entry in round_problem.players]

    def exchange(self, chance: Random) -> None:
        free = [player for player in range(self.problem.players) if player not in self.problem.pinned]
        tries = min(MOST_TRIES, TRIES_PER_PLAYER * len(free)) if len(free) > 1 else 0
        for _ in range(tries):
            one, other = (free[int(chance.random() * len(free))] for _ in range(2))
            if one != other:
                before = self._cost(one, other)
                self._swap(one, other)
                if not _is_as_good(self._cost(one, other), before):
                    self._swap(one, other)

    def _swap(self, one: int, other: int) -> None:
        self.player_at[one], self.player_at[other] = self.player_at[other], self.player_at[one]

    def _cost(self, *places: int) -> _Cost:
        """The costs of the players at these places; those of a pair among them count twice."""
        problem, hard, soft, repeats, season = self.problem, 0, 0, 0, 0
        byes = short = season_byes = 0
        for place in places:
            player = self.player_at[place]
            byes += duty([problem.byes_had[player] + self.byes[place]])
            short += duty([problem.short_had[player] + self.short[place]])
            season_byes += duty([self.season_byes[player] + problem.byes_had[player] + self.byes[place]])
            season += SHORT * self.season_short[player] * self.short[place]
            met = self.met[player]
            for there, together in self.near[place]:
                other = self.player_at[there]
                pair = (player, other) if player < other else (other, player)
                repeats += together - (pair not in problem.met)
                season += together * met.get(other, 0)
                if weight := problem.separations.get(pair, 0):
                    hard += together * (weight == HARD)
                    soft += together * (weight != HARD)
        return _Cost(hard, byes, repeats, soft, short, season_byes, season)


def _is_as_good(after: _Cost, before: _Cost) -> bool:
    """Whether none of the plan's own costs rises, nor the season's."""
    own = zip(after[:-2], before[:-2], strict=True)
    return all(now <= then for now, then in own) and after[-2:] <= before[-2:]


def balance_seats_over_season(round_problem: Problem, seated: Sequence[Sequence[list[int]]], chance: Random) -> None:
    tables = [table for rounds in seated for table in rounds]
    seats = max(map(len, tables))
    planned = [[0] * seats for _ in round_problem.players]
    for table in tables:
        for seat, player in enumerate(table):
            planned[player][seat] += 1
    own, all_told = [], []
    for entry, mine in zip(round_problem.players, planned, strict=True):
        had, known = round_problem.seats_had.get(entry, Counter[int]()), seats_with_season(round_problem, entry)
        own.append([times + had[seat] for seat, times in enumerate(mine, 1)])
        all_told.append([times + known[seat] for seat, times in enumerate(mine, 1)])
    for _ in range(min(MOST_SEAT_TRIES, TRIES_PER_SEAT * sum(map(len, tables)))):
        table = tables[int(chance.random() * len(tables))]
        one, other = (int(chance.random() * len(table)) for _ in range(2))
        a, b = table[one], table[other]
        if one != other and (_dearer(own, a, b, one, other, 1), _dearer(all_told, a, b, one, other, FIRST_SEAT)) <= (
            0,
            0,
        ):
            table[one], table[other] = b, a
            for rows in (own, all_told):
                rows[a][one] -= 1
                rows[a][other] += 1
                rows[b][other] -= 1
                rows[b][one] += 1


def _dearer(rows: Sequence[Sequence[int]], a: int, b: int, one: int, other: int, first: int) -> int:
    """Half of the increase in the squares of all counts if two swap seats; `first` is the weight of the first seat."""
    weights = [first if seat == 0 else 1 for seat in (one, other)]
    return weights[0] * (rows[b][one] - rows[a][one] + 1) + weights[1] * (rows[a][other] - rows[b][other] + 1)
