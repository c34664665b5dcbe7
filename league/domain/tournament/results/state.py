"""Results and penalties as folded from a tournament's events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Literal

from league.domain.tournament.results.reports import Claim, Source

ResultState = Literal["reported", "confirmed", "disputed", "ruled"]
URGENT: tuple[ResultState, ...] = ("disputed", "reported", "ruled", "confirmed")
"""The state of a table with several games is the first of these that one of them has."""


def voice_of(by: str | None, as_entry: str | None) -> str | None:
    """The actor who speaks: the entry that uses a table's link, or else the sender."""
    return f"entry:{as_entry}" if as_entry else by


@dataclass(frozen=True, slots=True)
class Dispute:
    """An objection to a table's result. claim: the result it should be; None: only the note says what is wrong."""

    by: str
    claim: Claim | None
    at: datetime
    note: str | None
    as_entry: str | None = None

    @property
    def voice(self) -> str | None:
        return voice_of(self.by, self.as_entry)


@dataclass(slots=True)
class Result:
    """A table's result with its disputes. disputes: the open ones. ruled: staff have decided.

    as_entry, confirmed_as: the entries that used the table's link to report and to confirm it.
    """

    claim: Claim
    source: Source
    at: datetime
    by: str | None
    confirmed_by: str | None = None
    disputes: tuple[Dispute, ...] = ()
    ruled: bool = False
    as_entry: str | None = None
    confirmed_as: str | None = None

    @property
    def voice(self) -> str | None:
        """Who reported it."""
        return voice_of(self.by, self.as_entry)

    @property
    def places(self) -> dict[str, int]:
        return self.claim.places

    @property
    def scores(self) -> dict[str, int | str] | None:
        return self.claim.scores

    @property
    def state(self) -> ResultState:
        if self.disputes:
            return "disputed"
        if self.ruled:
            return "ruled"
        return "reported" if self.confirmed_by is None else "confirmed"


@dataclass(slots=True)
class Penalty:
    """Points off, unless lifted. given, version: the tournament's version at the first and latest event about it.

    added: the points as they were given, if they are added because the lowest total ranks first.
    """

    id: str
    entry: str
    points: Fraction
    after_round: int
    reason: str
    given: int
    version: int
    added: Fraction | None = None
    lifted: bool = False

    @property
    def worsens_by(self) -> Fraction:
        """The points as they were given."""
        return self.points if self.added is None else self.added
