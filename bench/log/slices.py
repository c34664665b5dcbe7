"""Ratios that hold on a busy machine: the things compared take turns in short slices, and the median counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median

ROUNDS = 14
SLICE_SECONDS = 0.05
Rates = dict[str, list[float]]


def interleaved(cases: Mapping[str, Callable[[], object]], clock: Callable[[], float] = time.perf_counter) -> Rates:
    """How often a second each case runs, in each round; the first run of each warms it up."""
    for run in cases.values():
        for _ in range(6):
            run()
    rates: Rates = {name: [] for name in cases}
    for _ in range(ROUNDS):
        for name, run in cases.items():
            rates[name].append(_rate(run, clock))
    return rates


def _rate(run: Callable[[], object], clock: Callable[[], float]) -> float:
    begun, count = clock(), 0
    while (passed := clock() - begun) < SLICE_SECONDS:
        run()
        count += 1
    return count / passed


def ratio(rates: Rates, case: str, against: str) -> float:
    """The median over the rounds of one case's rate by the other's."""
    return median(mine / other for mine, other in zip(rates[case], rates[against], strict=True))


@dataclass(frozen=True)
class Figure:
    """A line of the table. level: what is to be reached, None for a figure that is only told; most: it is a limit."""

    what: str
    measured: float
    level: float | None = None
    most: bool = False
    unit: str = "x"

    def line(self) -> str:
        """The line as printed."""
        digits = 0 if self.unit != "x" else 2
        told = f"{self.what:<78}{self.measured:>14,.{digits}f} {self.unit:<9}"
        if self.level is None:
            return told.rstrip()
        sign = "<=" if self.most else ">="
        return f"{told} {sign} {self.level:<12,.{digits}f} {'reached' if self.is_reached else 'MISSED'}"

    @property
    def is_reached(self) -> bool:
        """Whether the level is met."""
        if self.level is None:
            return True
        return self.measured <= self.level if self.most else self.measured >= self.level
