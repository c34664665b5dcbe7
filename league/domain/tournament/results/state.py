"""Results and penalties as folded from a tournament's events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Literal

from league.domain.tournament.results.reports import Claim, Source

ResultState = Literal["reported", "confirmed", "disputed", "ruled"]
URGENT: tuple[ResultState, ...] = ("disputed", "reported", "ruled", "confirmed")
"""Of several games at a table the first of these is the table's state."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """Somebody says that a table's result is another one."""

    by: str
    claim: Claim
    at: datetime
    note: str | None


@dataclass(slots=True)
class Result:
    """What a table reported, and what others say to it. disputes: open ones. ruled: staff have had the last word."""

    claim: Claim
    source: Source
    at: datetime
    by: str | None
    confirmed_by: str | None = None
    disputes: tuple[Dispute, ...] = ()
    ruled: bool = False

    @property
    def places(self) -> dict[str, int]:
        """The place of every seat."""
        return self.claim.places

    @property
    def scores(self) -> dict[str, int | str] | None:
        """What the places come from, where it was said."""
        return self.claim.scores

    @property
    def state(self) -> ResultState:
        """reported, confirmed, disputed or ruled."""
        if self.disputes:
            return "disputed"
        if self.ruled:
            return "ruled"
        return "reported" if self.confirmed_by is None else "confirmed"


@dataclass(slots=True)
class Penalty:
    """Points off, unless lifted. given, version: of the tournament at the first and the last event about it."""

    id: str
    entry: str
    points: Fraction
    after_round: int
    reason: str
    given: int
    version: int
    lifted: bool = False
