"""Tables without barred pairs, by exhaustive search; the member with the fewest possible partners comes first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from league.domain.seating.masks import mask_of, members_of

MOST = 300
"""Members up to which the search runs; each seat is a level of recursion."""


def partition(
    barred: Sequence[int], sizes: Sequence[int], together: Sequence[Sequence[int]] = (), steps: int = 4000
) -> list[list[int]] | None:
    """Tables of these sizes for all members, or None if there are none or none was found within the steps.

    barred: for each member, the mask of those it may not sit with. together: members that must share a table.
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
        """Fill all remaining tables; return whether that succeeded."""
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
        """The first members of the next table; None if somebody has too few possible partners left."""
        if len(self.tables) < len(self.together):
            return self.together[len(self.tables)]
        if not self.free:
            return None
        choice = [((self.free & ~self.barred[member]).bit_count(), member) for member in members_of(self.free)]
        fewest, member = min(choice)
        return 1 << member if fewest >= self.kinds[-1] else None

    def _fill(self, table: int, allowed: int, need: int) -> bool:
        """Fill the table from the allowed members, and all tables after it; return whether that succeeded."""
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
