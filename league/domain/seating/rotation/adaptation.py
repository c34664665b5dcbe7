"""The plan before, for who is there now: whoever left is taken out, whoever came fills up, the tables stay together."""

from __future__ import annotations

from collections.abc import Sequence

from league.domain.seating.rotation.problem import RotationProblem, Schedule

Groups = Sequence[Sequence[int]]


def adapted(problem: RotationProblem, rounds: Sequence[Groups]) -> Schedule | None:
    """The rounds to come as they were planned, tables as players of today; None where they don't serve.

    They don't where there are fewer than asked for, or where somebody would not sit at the table they always sit at.
    """
    if len(rounds) < problem.rounds:
        return None
    schedule = [_round(problem, number, rounds[number]) for number in range(problem.rounds)]
    return schedule if all(_keeps_fixed(problem, players) for players in schedule) else None


def _round(problem: RotationProblem, number: int, groups: Groups) -> list[int]:
    """A round: the largest groups get the largest tables; who has no place in a group fills the places left."""
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
    """Whether all who always sit at a table sit there together, and nobody with them who sits at another."""
    furniture_at: dict[int, int] = {}
    for at, (begin, end) in enumerate(problem.tables):
        here = [problem.pinned[player] for player in players[begin:end] if player in problem.pinned]
        for furniture in here:
            if furniture != here[0] or furniture_at.setdefault(furniture, at) != at:
                return False
    return True
