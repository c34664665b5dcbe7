"""Adapts the previous plan to the present players: tables stay together, newcomers fill the gaps of those who left."""

from __future__ import annotations

from collections.abc import Sequence

from league.domain.seating.rotation.problem import RotationProblem, Schedule

Groups = Sequence[Sequence[int]]


def adapted(problem: RotationProblem, rounds: Sequence[Groups]) -> Schedule | None:
    """The coming rounds as they were planned, with present players; None if they can't be used.

    They can't if there are too few, or if somebody would not sit at their fixed table.
    """
    if len(rounds) < problem.rounds:
        return None
    schedule = [_round(problem, number, rounds[number]) for number in range(problem.rounds)]
    return schedule if all(_keeps_fixed(problem, players) for players in schedule) else None


def _round(problem: RotationProblem, number: int, groups: Groups) -> list[int]:
    """A round: the largest groups get the largest tables, and players without a group fill the gaps."""
    out = problem.byes[number]
    there = sorted(([player for player in group if player not in out] for group in groups), key=len, reverse=True)
    there += [[] for _ in range(len(problem.sizes) - len(there))]
    tables = [group[:size] for group, size in zip(there, problem.sizes, strict=False)]
    seated = {player for table in tables for player in table}
    free = [player for player in range(problem.players) if player not in seated and player not in out]
    for table, size in zip(tables, problem.sizes, strict=True):
        while len(table) < size:
            table.append(free.pop())
    return [player for table in tables for player in table] + list(out)


def _keeps_fixed(problem: RotationProblem, players: list[int]) -> bool:
    """Whether all entries with a common fixed table sit together, and nobody with another fixed table joins them."""
    furniture_at: dict[int, int] = {}
    for at, (begin, end) in enumerate(problem.tables):
        here = [problem.pinned[player] for player in players[begin:end] if player in problem.pinned]
        for furniture in here:
            if furniture != here[0] or furniture_at.setdefault(furniture, at) != at:
                return False
    return True
