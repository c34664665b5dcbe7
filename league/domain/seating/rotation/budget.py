"""The budget of a search: a number of steps, with progress reports that may stop it."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int, int], bool]
"""Steps done, steps at most, repeats of the best plan so far; returning False stops the search."""

CHUNK = 2048
"""Steps between two checks of the budget."""
SCALE = 1 << 30
"""The scale of odds, and of the lots compared with them."""


class Budget:
    """Steps of a search. `most` never changes what a step does: a search cut short is the beginning of a longer one."""

    def __init__(self, most: int, progress: Progress | None = None) -> None:
        self.most = most
        self.done = 0
        self.repeats = 0
        self.limit: int | None = None
        self._progress = progress
        self._stopped = False

    @property
    def over(self) -> bool:
        """Whether no step is left, in all or in this part of the search, or the search was stopped."""
        return self._stopped or self.done >= self._end

    @property
    def _end(self) -> int:
        return self.most if self.limit is None else min(self.most, self.limit)

    def chunk(self, left: int) -> int:
        """How many of `left` steps may be made before the next check; 0 ends the run."""
        return 0 if self.over else min(CHUNK, left, self._end - self.done)

    def spend(self, steps: int) -> None:
        self.done += steps
        if self._progress is not None and steps and not self._progress(self.done, self.most, self.repeats):
            self._stopped = True


def odds(per_unit: int) -> list[int]:
    """For cost increases of 0, 1, 2, ...: how often a step is accepted, out of SCALE; per_unit times less for each."""
    found, value = [], SCALE
    while value:
        found.append(value)
        value //= per_unit
    return found
