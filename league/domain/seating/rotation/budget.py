"""How long a search may go on: a count of steps, told to whoever waits, cut short where they say so."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int, int], bool]
"""Steps done, steps at most, repeats of the best so far; False cuts the search short."""

CHUNK = 2048
"""Steps between two looks at the budget."""
SCALE = 1 << 30
"""Of the odds with which a search takes a step for the worse, and of the lot it draws for them."""


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
        """Whether no step is left, of all or of this part of the search, or it was cut short."""
        return self._stopped or self.done >= self._end

    @property
    def _end(self) -> int:
        return self.most if self.limit is None else min(self.most, self.limit)

    def chunk(self, left: int) -> int:
        """How many of `left` steps may be made before the budget is looked at again; 0 ends the run."""
        return 0 if self.over else min(CHUNK, left, self._end - self.done)

    def spend(self, steps: int) -> None:
        """Counts `steps`, and asks whether to go on."""
        self.done += steps
        if self._progress is not None and steps and not self._progress(self.done, self.most, self.repeats):
            self._stopped = True


def odds(per_unit: int) -> list[int]:
    """Of SCALE, how often a step is taken that makes the cost dearer by 0, 1, 2, ...: per_unit times less for each."""
    found, value = [], SCALE
    while value:
        found.append(value)
        value //= per_unit
    return found
