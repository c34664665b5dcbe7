"""The answer for an entry: a verdict for each place at its table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal, NamedTuple

from league.domain.forecast.goals import Decision

Verdict = Literal["sure", "possible", "impossible", "in_all_samples", "in_no_sample", "open", "untried"]
Method = Literal["exact", "sampled"]
Undecided = Literal["lot", "scores"]
"""What separates entries that places leave level."""
Tally = Counter[Decision]
"""Number of outcomes by whether they reach the goal."""


class Need(NamedTuple):
    """The verdict on one place. place: None if the entry sits out. shared: the table is drawn.

    outcomes: of the other seats and tables, as many as were counted or sampled. reached: those that reach the goal.
    undecided: those left to a lot or to scores. All three are None where outcomes were not counted.
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
    """The answer for an entry in a round. table: its number; None if it sits out. reported: the table has a result.

    undecided_by: what separates entries that end level; None where they share the place.
    """

    entry: str
    round: int
    table: int | None
    reported: bool
    undecided_by: Undecided | None
    needs: tuple[Need, ...]


def verdict_of(tally: Tally, undecided_by: Undecided | None, *, exact: bool) -> Verdict:
    """The verdict of counted outcomes. exact: the tally covers all of them, so it proves more than an example."""
    outcomes = tally.total()
    if not outcomes:
        return "untried"
    if tally["yes"] == outcomes:
        return "sure" if exact else "in_all_samples"
    if tally["no"] == outcomes:
        return "impossible" if exact else "in_no_sample"
    return "possible" if tally["yes"] or undecided_by == "lot" else "open"
