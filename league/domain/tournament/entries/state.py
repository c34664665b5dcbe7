"""An entry as folded from a tournament's events."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Entry:
    """A person or a team. left: gone at once; dropped_after: the last round it plays, where it leaves.

    table: the number of the one that it always sits at. version: the tournament's version at the last event about it.
    """

    id: str
    person: str | None
    members: tuple[str, ...]
    from_round: int
    version: int
    rating: int | None = None
    table: int | None = None
    checked_in: bool = False
    left: bool = False
    dropped_after: int | None = None

    @property
    def people(self) -> tuple[str, ...]:
        """The person, or the team's members."""
        return self.members if self.person is None else (self.person,)

    @property
    def is_here(self) -> bool:
        """Whether it has checked in and not left."""
        return self.checked_in and not self.left

    def plays(self, round_number: int) -> bool:
        """Whether it is to be seated in that round."""
        announced = self.dropped_after is not None and round_number > self.dropped_after
        return self.is_here and not announced and self.from_round <= round_number
