"""The answer: what each place at the table comes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

Verdict = Literal["sure", "possible", "impossible", "in_all_samples", "in_no_sample", "open", "untried"]
Method = Literal["exact", "sampled"]
Parted = Literal["lot", "scores"]
"""What parts those whom places leave level."""


class Need(NamedTuple):
    """What a place comes to. place: None: it sits out. shared: it is drawn.

    outcomes: of the other tables and seats, as many as were counted or tried; reached: in how many of them the goal is;
    undecided: in how many it is left to a lot, or to scores. None where they were not counted.
    """

    place: int | None
    shared: bool
    verdict: Verdict
    method: Method
    outcomes: int | None = None
    reached: int | None = None
    undecided: int | None = None


@dataclass(frozen=True)
class Needs:
    """The answer for an entry in a round. table: its number; None: it sits out. reported: whether that has a result.

    undecided_by: what parts those who are level in the end; None where they share the place.
    """

    entry: str
    round: int
    table: int | None
    reported: bool
    undecided_by: Parted | None
    needs: tuple[Need, ...]


@dataclass
class Tally:
    """Outcomes counted by what they bring."""

    reached: int = 0
    missed: int = 0
    undecided: int = 0

    @property
    def outcomes(self) -> int:
        """All of them."""
        return self.reached + self.missed + self.undecided

    def add(self, told: Literal["yes", "no", "open"], ways: int = 1) -> None:
        """Counts so many outcomes."""
        if told == "yes":
            self.reached += ways
        elif told == "no":
            self.missed += ways
        else:
            self.undecided += ways


def proved(tally: Tally, parted: Parted | None) -> Verdict:
    """What all outcomes together prove."""
    if tally.reached == tally.outcomes:
        return "sure"
    if tally.missed == tally.outcomes:
        return "impossible"
    return "possible" if tally.reached or parted == "lot" else "open"


def tried(tally: Tally, parted: Parted | None) -> Verdict:
    """What some of the outcomes tell: an example proves that it is possible, nothing proves more."""
    if not tally.outcomes:
        return "untried"
    if tally.reached == tally.outcomes:
        return "in_all_samples"
    if tally.missed == tally.outcomes:
        return "in_no_sample"
    return "possible" if tally.reached or parted == "lot" else "open"
