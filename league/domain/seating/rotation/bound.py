"""A lower bound for repeats: the greatest of three, by counting all pairs, each player's meetings, and successive
rounds.
"""

from __future__ import annotations

from collections import Counter

from league.domain.seating.rotation.problem import RotationProblem


def repeats_bound(problem: RotationProblem) -> int:
    """The least sum over pairs of max(0, meetings - 1) of any plan, including past meetings."""
    known = Counter(problem.met)
    together = _always_together(problem)
    known.update(together)
    past = sum(times - 1 for times in known.values() if times)
    coming = problem.rounds * sum(size * (size - 1) // 2 for size in problem.sizes) - sum(together.values())
    free = Counter(dict.fromkeys(range(problem.players), problem.players - 1))
    for (a, b), times in known.items():
        free[a] -= bool(times)
        free[b] -= bool(times)
    fresh = sum(free.values()) // 2
    crowded = 0 if together else (problem.rounds - 1) * _crowded(problem)
    return past + max(0, coming - fresh, -(-_excess(problem, free, together, coming) // 2), crowded)


def _crowded(problem: RotationProblem) -> int:
    """Pairs of a round that must meet again in the next, since a table has more seats than there are tables to come
    from.

    Byes are assumed to come from the same table, as many as there are.
    """
    tables = len(problem.sizes)
    out = max((len(byes) for byes in problem.byes), default=0)
    pairs = 0
    for size in problem.sizes:
        each, more = divmod(max(size - out, 0), tables)
        pairs += more * (each + 1) * each // 2 + (tables - more) * each * (each - 1) // 2
    return pairs


def _always_together(problem: RotationProblem) -> dict[tuple[int, int], int]:
    pinned = sorted(problem.pinned)
    return {
        (a, b): sum(a not in out and b not in out for out in problem.byes)
        for place, a in enumerate(pinned)
        for b in pinned[place + 1 :]
        if problem.pinned[a] == problem.pinned[b]
    }


def _excess(problem: RotationProblem, free: Counter[int], together: dict[tuple[int, int], int], coming: int) -> int:
    """Meetings of players beyond the others they have not met, spread as well as table sizes and byes allow."""
    least, room = 0, 0
    forced = 0
    bound = Counter[int]()
    for (a, b), times in together.items():
        bound[a] += times
        bound[b] += times
    for player, left in free.items():
        played = sum(player not in out for out in problem.byes)
        low = max(0, played * (problem.sizes[-1] - 1) - bound[player])
        high = max(0, played * (problem.sizes[0] - 1) - bound[player])
        least += low
        forced += max(0, low - left)
        room += max(0, min(high, left) - low)
    return forced + max(0, 2 * coming - least - room)
