"""Who is who in a plan that serves for any order: players swap places until separated pairs don't meet."""

from __future__ import annotations

from collections import Counter
from random import Random

from league.domain.seating.rotation.problem import RotationProblem, Schedule, meetings

MOST_SWAPS = 20_000


def relabelled(problem: RotationProblem, schedule: Schedule, chance: Random) -> Schedule:
    search = _Labels(problem, meetings(problem, schedule))
    search.exchange(chance)
    return [[search.player_at[place] for place in players] for players in schedule]


class _Labels:
    """Which player has which place. times: meetings of two places."""

    def __init__(self, problem: RotationProblem, times: Counter[tuple[int, int]]) -> None:
        self.times = times
        self.place_of = list(range(problem.players))
        self.player_at = list(range(problem.players))
        self.separations: dict[int, list[tuple[int, int]]] = {}
        for (a, b), weight in problem.separations.items():
            self.separations.setdefault(a, []).append((b, weight))
            self.separations.setdefault(b, []).append((a, weight))

    def exchange(self, chance: Random) -> None:
        """Swap players that have a bad meeting with random others, wherever that does not cost more."""
        concerned = sorted(self.separations)
        meeting = [player for player in concerned if self._cost(player)]
        for step in range(MOST_SWAPS):
            if step % len(concerned) == 0:
                meeting = [player for player in concerned if self._cost(player)]
            if not meeting:
                return
            a = meeting[int(chance.random() * len(meeting))]
            b = int(chance.random() * len(self.place_of))
            before = self._cost(a) + self._cost(b)
            self._swap(a, b)
            if self._cost(a) + self._cost(b) > before:
                self._swap(a, b)

    def _cost(self, player: int) -> int:
        """The cost of a player's meetings with those they should be kept apart from."""
        place = self.place_of[player]
        total = 0
        for other, weight in self.separations.get(player, ()):
            there = self.place_of[other]
            total += weight * self.times[(place, there) if place < there else (there, place)]
        return total

    def _swap(self, a: int, b: int) -> None:
        at_a, at_b = self.place_of[a], self.place_of[b]
        self.place_of[a], self.place_of[b] = at_b, at_a
        self.player_at[at_a], self.player_at[at_b] = b, a
