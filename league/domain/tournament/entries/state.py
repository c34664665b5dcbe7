"""An entry as folded from a tournament's events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(slots=True)
class Entry:
    """A person or a team. left: dropped at once; dropped_after: the last round that it plays, if it drops.

    table: number of its reserved table. version: the tournament's version at the latest event about the entry;
    entered: at its registration; arrived: at its latest check-in or return; says_it_leaves: at its drop by its own
    link, 0 without one; noticed: when the director last saw that it came or leaves. arrived_at, leaving_at: the times,
    if known.
    """

    id: str
    person: str | None
    members: tuple[str, ...]
    from_round: int
    version: int
    rating: int | None = None
    table: int | None = None
    entered: int = 0
    checked_in: bool = False
    left: bool = False
    dropped_after: int | None = None
    arrived: int = 0
    arrived_at: datetime | None = None
    says_it_leaves: int = 0
    leaving_at: datetime | None = None
    noticed: int = 0

    @property
    def actor(self) -> str:
        """The actor in the log if the entry's link was used."""
        return f"entry:{self.id}"

    @property
    def people(self) -> tuple[str, ...]:
        return self.members if self.person is None else (self.person,)

    @property
    def is_here(self) -> bool:
        return self.checked_in and not self.left

    def plays(self, round_number: int) -> bool:
        """Whether it is to be seated in that round."""
        return self.plays_from(round_number) and self.from_round <= round_number

    def was_in(self, round_number: int) -> bool:
        """Whether it was in the tournament in that round: entered for it, and not gone before."""
        was_there = self.dropped_after is None or round_number <= self.dropped_after
        return self.checked_in and self.from_round <= round_number and was_there

    def plays_from(self, round_number: int) -> bool:
        """Whether it is to be seated in that round or a later one."""
        return self.checked_in and not self.has_left_before(round_number)

    def has_left_before(self, round_number: int) -> bool:
        """Whether it has dropped, or will have, before that round."""
        return self.left or (self.dropped_after is not None and round_number > self.dropped_after)
