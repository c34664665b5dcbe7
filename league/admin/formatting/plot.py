"""A plot of places over events or rounds: where its lines, marks and words stand. Pure.

Drawn by `plot.html` as plain SVG. A line is told from another by its colour, its dashes and its mark, and has its name
at its end; the numbers stand in a table beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

LEFT, TOP, RIGHT, BOTTOM = 44, 18, 190, 34
STEP_X, LEAST_STEP_X, WIDEST = 84, 24, 670
STEP_Y, TALLEST = 30, 520
LEAST_BETWEEN_NAMES = 15
MOST_TICKS = 12
MOST_SIGNS = 26
COLOURS, DASHES, MARKS = 7, 3, 4
"""A colour is one of those of Okabe and Ito, which people tell apart whatever colours they see."""


@dataclass(frozen=True)
class Line:
    """Somebody's places. parts: polylines, interrupted where there is no place. name_y: where the name stands."""

    name: str
    colour: int
    dash: int
    parts: Sequence[str]
    marks: Sequence[Mark]
    name_y: int
    end: tuple[int, int]
    last: str


@dataclass(frozen=True)
class Mark:
    """A place at a column. says: for whoever points at it."""

    x: int
    y: int
    kind: int
    says: str


@dataclass(frozen=True)
class Tick:
    """A line across at a place, or a word under a column."""

    at: int
    text: str


@dataclass(frozen=True)
class Plot:
    """All of it, in pixels. names_x: where the names begin."""

    width: int
    height: int
    names_x: int
    lines: Sequence[Line]
    places: Sequence[Tick]
    columns: Sequence[Tick]

    @property
    def right(self) -> int:
        """Where the lines across end."""
        return self.width - RIGHT


def plot(columns: Sequence[str], places: Mapping[str, Sequence[int | None]], names: Mapping[str, str]) -> Plot | None:
    """The plot of those in `places`, a place or None for each column. None where nobody has any place.

    columns: short words. names: of those in `places`.
    """
    lowest = max((place for own in places.values() for place in own if place is not None), default=0)
    if not lowest:
        return None
    across, down = _across(len(columns)), min(STEP_Y * max(lowest - 1, 1), TALLEST)
    xs = [LEFT + 12 + round(across * at / max(len(columns) - 1, 1)) for at in range(len(columns))]
    ys = {place: TOP + round(down * (place - 1) / max(lowest - 1, 1)) for place in range(1, lowest + 1)}
    shown = {who: own for who, own in places.items() if any(place is not None for place in own)}
    ends = {who: _end(own, xs, ys) for who, own in shown.items()}
    names_y = _apart({who: end[1] for who, end in ends.items()})
    height = max(TOP + down, *names_y.values()) + BOTTOM
    lines = [
        _line(number, names.get(who, who), own, (columns, xs, ys), names_y[who], ends[who])
        for number, (who, own) in enumerate(shown.items())
    ]
    width = LEFT + 12 + across + RIGHT
    return Plot(width, height, width - RIGHT + 26, lines, _ticks(lowest, ys), _under(columns, xs))


def _across(count: int) -> int:
    """The pixels between the first and the last column."""
    gaps = max(count - 1, 1)
    return gaps * max(min(STEP_X, WIDEST // gaps), LEAST_STEP_X)


def _end(own: Sequence[int | None], xs: Sequence[int], ys: Mapping[int, int]) -> tuple[int, int]:
    """The last point of a line."""
    return next((xs[at], ys[place]) for at in range(len(own) - 1, -1, -1) if (place := own[at]) is not None)


def _line(
    number: int,
    name: str,
    own: Sequence[int | None],
    grid: tuple[Sequence[str], Sequence[int], Mapping[int, int]],
    name_y: int,
    end: tuple[int, int],
) -> Line:
    columns, xs, ys = grid
    kind = number % MARKS
    points = [(xs[at], ys[place]) if place is not None else None for at, place in enumerate(own)]
    marks = [
        Mark(x, ys[place], kind, f"{name}: {column}, {place}")
        for column, x, place in zip(columns, xs, own, strict=True)
        if place is not None
    ]
    last = next(str(place) for place in reversed(own) if place is not None)
    return Line(
        _shortened(name), number % COLOURS, number // COLOURS % DASHES, list(_parts(points)), marks, name_y, end, last
    )


def _parts(points: Sequence[tuple[int, int] | None]) -> Iterator[str]:
    """Runs of points as SVG writes them; a single one is a mark alone."""
    run: list[str] = []
    for point in [*points, None]:
        if point is not None:
            run.append(f"{point[0]},{point[1]}")
            continue
        if len(run) > 1:
            yield " ".join(run)
        run = []


def _apart(wanted: Mapping[str, int]) -> dict[str, int]:
    """Heights of names near those wanted, none over another, in the order of the lines' ends."""
    found: dict[str, int] = {}
    free = 0
    for who in sorted(wanted, key=wanted.__getitem__):
        found[who] = max(wanted[who], free)
        free = found[who] + LEAST_BETWEEN_NAMES
    return found


def _ticks(lowest: int, ys: Mapping[int, int]) -> list[Tick]:
    """The first place, the last, and some between."""
    step = -(-lowest // MOST_TICKS)
    wanted = {1, *range(step, lowest + 1 - step // 2, step), lowest}
    return [Tick(ys[place], str(place)) for place in sorted(wanted)]


def _under(columns: Sequence[str], xs: Sequence[int]) -> list[Tick]:
    """The words under the columns, as many as there is room for."""
    gap = xs[1] - xs[0] if len(xs) > 1 else STEP_X
    every = max(1, -(-7 * max(map(len, columns), default=1) // gap))
    return [Tick(x, column) for at, (x, column) in enumerate(zip(xs, columns, strict=True)) if at % every == 0]


def _shortened(name: str) -> str:
    return name if len(name) <= MOST_SIGNS else f"{name[: MOST_SIGNS - 1]}…"
