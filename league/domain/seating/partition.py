"""Tables at which nobody meets somebody barred, by trying all ways: who has the fewest left to sit with, first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from league.domain.seating.masks import mask_of, members_of

MOST = 300
"""Members up to whom it is tried; a seat is a level of recursion."""


def partition(
    barred: Sequence[int], sizes: Sequence[int], together: Sequence[Sequence[int]] = (), steps: int = 4000
) -> list[list[int]] | None:
    """Tables of these sizes for all members, or None where there are none, or none was found in so many steps.

    barred: for each the mask of whom it may not sit with. together: who share a table, given for each such table.
    """
    if len(barred) > MOST:
        return None
    return _Partition(barred, sizes, together, steps).solve()


class _Partition:
    def __init__(
        self, barred: Sequence[int], sizes: Sequence[int], together: Sequence[Sequence[int]], steps: int
    ) -> None:
        self.barred, self.steps = barred, steps
        self.sizes = Counter(sizes)
        self.kinds = sorted(self.sizes, reverse=True)
        self.together = [mask_of(members) for members in together]
        self.free = (1 << len(barred)) - 1 & ~mask_of([member for members in together for member in members])
        self.tables: list[int] = []

    def solve(self) -> list[list[int]] | None:
        return [members_of(table) for table in self.tables] if self._next() else None

    def _next(self) -> bool:
        """Whether all tables that are left could be filled; they are then."""
        if len(self.tables) == sum(self.sizes.values()):
            return True
        first = self._first()
        if first is None:
            return False
        allowed = self.free & ~first
        for member in members_of(first):
            allowed &= ~self.barred[member]
        done = len(self.tables)
        for size in self.kinds:
            need = size - first.bit_count()
            if need < 0 or sum(table.bit_count() == size for table in self.tables) == self.sizes[size]:
                continue
            self.free &= ~first
            if self._fill(first, allowed, need):
                return True
            self.free |= first if done >= len(self.together) else 0
        return False

    def _first(self) -> int | None:
        """Whoever the next table begins with; None if somebody has too few left to sit with."""
        if len(self.tables) < len(self.together):
            return self.together[len(self.tables)]
        if not self.free:
            return None
        choice = [((self.free & ~self.barred[member]).bit_count(), member) for member in members_of(self.free)]
        fewest, member = min(choice)
        return 1 << member if fewest >= self.kinds[-1] else None

    def _fill(self, table: int, allowed: int, need: int) -> bool:
        """Whether the table could be filled from the allowed, and all others after it."""
        if not need:
            self.tables.append(table)
            if self._next():
                return True
            self.tables.pop()
            return False
        while allowed.bit_count() >= need and self.steps > 0:
            self.steps -= 1
            chosen = allowed & -allowed
            allowed ^= chosen
            self.free ^= chosen
            if self._fill(table | chosen, allowed & ~self.barred[chosen.bit_length() - 1], need - 1):
                return True
            self.free ^= chosen
        return False
