"""A rating over the nights as a line: the coordinates of its points and of the labels. Pure.

`league/rating_plot.html` draws it as SVG, in the colour of the text around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from league.queries.portraits import RatedNight

WIDTH, HEIGHT = 360, 190
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 12, 30
STEPS = (10, 20, 50, 100, 200, 500, 1000)
MOST_LINES, MOST_MARKS = 5, 40


class Tick(NamedTuple):
    """A line across with its rating. y: in pixels."""

    y: int
    value: int


class Mark(NamedTuple):
    """A point of the line: the rating after a night."""

    x: int
    y: int
    day: date
    value: int


class RatingPlot(NamedTuple):
    """points: of the line, in SVG's notation. marks: those that are drawn; of a long line, the first and the last."""

    points: str
    marks: Sequence[Mark]
    ticks: Sequence[Tick]
    first: date
    last: date
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM


def rating_plot(nights: Sequence[RatedNight]) -> RatingPlot | None:
    """The plot of two nights or more; None of fewer, which are no line."""
    if len(nights) < 2:
        return None
    values = [night.value for night in nights]
    ticks = _ticks(min(values), max(values))
    lowest, highest = ticks[0], ticks[-1]

    def height_of(value: int) -> int:
        return TOP + round((HEIGHT - TOP - BOTTOM) * (highest - value) / (highest - lowest))

    across = WIDTH - LEFT - RIGHT
    marks = [
        Mark(LEFT + round(across * at / (len(nights) - 1)), height_of(night.value), night.day, night.value)
        for at, night in enumerate(nights)
    ]
    return RatingPlot(
        points=" ".join(f"{mark.x},{mark.y}" for mark in marks),
        marks=marks if len(marks) <= MOST_MARKS else (marks[0], marks[-1]),
        ticks=[Tick(height_of(value), value) for value in ticks],
        first=nights[0].day,
        last=nights[-1].day,
    )


def _ticks(least: int, most: int) -> range:
    """Round ratings below, between and above, at most `MOST_LINES`."""
    for step in STEPS:
        first, last = least // step * step, -(-most // step) * step
        found = range(first, max(last, first + step) + 1, step)
        if len(found) <= MOST_LINES:
            break
    return found
