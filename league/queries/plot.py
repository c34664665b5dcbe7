"""A plot of places over events or rounds: the coordinates of its lines, marks and labels. Pure.

Templates draw it as SVG. Lines differ in colour, dashes and marks, and end in a name; the numbers are in a table
below the plot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

LEFT, TOP, RIGHT, BOTTOM = 44, 18, 190, 34
STEP_X, LEAST_STEP_X, WIDEST = 84, 24, 670
STEP_Y, TALLEST = 30, 520
LEAST_BETWEEN_NAMES = 15
MOST_TICKS = 12
LONGEST_NAME = 26
COLOURS, DASHES, MARKS = 7, 3, 4
"""The colours are Okabe and Ito's, which people with colour blindness can distinguish."""

Point = tuple[int, int]
"""x and y, in pixels."""


class PlotLine(NamedTuple):
    """The places of one person or entry.

    parts: polylines, interrupted where there is no place. kind: the shape of the marks. name_y: of the name's label.
    end: the last point. last: the last place.
    """

    name: str
    colour: int
    dash: int
    kind: int
    parts: Sequence[str]
    marks: Sequence[Mark]
    name_y: int
    end: Point
    last: str


class Mark(NamedTuple):
    """A place at a column. text: its tooltip."""

    x: int
    y: int
    text: str


class Tick(NamedTuple):
    """A label of an axis. at: its x or y."""

    at: int
    text: str


class Plot(NamedTuple):
    """Sizes and positions in pixels. names_x: of the names' labels."""

    width: int
    height: int
    names_x: int
    lines: Sequence[PlotLine]
    places: Sequence[Tick]
    columns: Sequence[Tick]

    @property
    def right(self) -> int:
        """The right end of the horizontal grid lines."""
        return self.width - RIGHT


def plot(columns: Sequence[str], places: Mapping[str, Sequence[int | None]], names: Mapping[str, str]) -> Plot | None:
    """The plot; None without any place.

    columns: short labels. places: by id, a place or None for each column. names: by id.
    """
    lowest = max((place for own in places.values() for place in own if place is not None), default=0)
    if not lowest:
        return None
    across, down = _across(len(columns)), min(STEP_Y * max(lowest - 1, 1), TALLEST)
    xs = [LEFT + 12 + round(across * at / max(len(columns) - 1, 1)) for at in range(len(columns))]
    ys = {place: TOP + round(down * (place - 1) / max(lowest - 1, 1)) for place in range(1, lowest + 1)}
    points = {id: _points(own, xs, ys) for id, own in places.items() if any(own)}
    names_y = _spread({id: _end(own)[1] for id, own in points.items()})
    lines = [
        _line(number, names.get(id, id), (columns, places[id], own), names_y[id])
        for number, (id, own) in enumerate(points.items())
    ]
    width, height = LEFT + 12 + across + RIGHT, max(TOP + down, *names_y.values()) + BOTTOM
    return Plot(width, height, width - RIGHT + 26, lines, _place_ticks(lowest, ys), _column_ticks(columns, xs))


def _across(count: int) -> int:
    """The distance between the first and the last column."""
    gaps = max(count - 1, 1)
    return gaps * max(min(STEP_X, WIDEST // gaps), LEAST_STEP_X)


def _points(own: Sequence[int | None], xs: Sequence[int], ys: Mapping[int, int]) -> list[Point | None]:
    return [None if place is None else (x, ys[place]) for x, place in zip(xs, own, strict=True)]


def _end(points: Sequence[Point | None]) -> Point:
    return next(point for point in reversed(points) if point is not None)


def _line(
    number: int,
    name: str,
    series: tuple[Sequence[str], Sequence[int | None], Sequence[Point | None]],
    name_y: int,
) -> PlotLine:
    """series: the columns' labels, the places, and their points."""
    points = series[2]
    return PlotLine(
        name=name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…",
        colour=number % COLOURS,
        dash=number // COLOURS % DASHES,
        kind=number % MARKS,
        parts=list(_parts(points)),
        marks=[
            Mark(*point, f"{name}: {column}, {place}") for column, place, point in zip(*series, strict=True) if point
        ],
        name_y=name_y,
        end=_end(points),
        last=next(str(place) for place in reversed(series[1]) if place is not None),
    )


def _parts(points: Sequence[Point | None]) -> Iterator[str]:
    """Runs of two points or more, in SVG's notation."""
    run: list[str] = []
    for point in [*points, None]:
        if point is not None:
            run.append(f"{point[0]},{point[1]}")
            continue
        if len(run) > 1:
            yield " ".join(run)
        run = []


def _spread(wanted: Mapping[str, int]) -> dict[str, int]:
    """Heights of labels that don't overlap, near those wanted and in the same order."""
    found: dict[str, int] = {}
    free = 0
    for id in sorted(wanted, key=wanted.__getitem__):
        found[id] = max(wanted[id], free)
        free = found[id] + LEAST_BETWEEN_NAMES
    return found


def _place_ticks(lowest: int, ys: Mapping[int, int]) -> list[Tick]:
    """The first place, the last, and some between."""
    step = -(-lowest // MOST_TICKS)
    wanted = {1, *range(step, lowest + 1 - step // 2, step), lowest}
    return [Tick(ys[place], str(place)) for place in sorted(wanted)]


def _column_ticks(columns: Sequence[str], xs: Sequence[int]) -> list[Tick]:
    """The labels of the columns, as many as fit."""
    gap = xs[1] - xs[0] if len(xs) > 1 else STEP_X
    every = max(1, -(-7 * max(map(len, columns), default=1) // gap))
    return [Tick(x, column) for at, (x, column) in enumerate(zip(xs, columns, strict=True)) if at % every == 0]
