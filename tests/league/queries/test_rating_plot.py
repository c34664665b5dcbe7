"""The line of a rating over the nights."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from uuid6 import uuid7

from league.queries.portraits import RatedNight
from league.queries.rating_plot import MOST_LINES, MOST_MARKS, rating_plot


def nights(*values: int) -> list[RatedNight]:
    first = date(2026, 1, 6)
    return [RatedNight(uuid7(), first + timedelta(weeks=at), value, None) for at, value in enumerate(values)]


def test_fewer_than_two_nights_are_no_line() -> None:
    assert rating_plot(nights()) is None
    assert rating_plot(nights(1000)) is None


@pytest.mark.parametrize("values", [(1000, 1000), (0, 2400), (980, 1013, 1002), (1199, 1201), (3, 7)])
def test_the_points_are_between_the_lines(values: tuple[int, ...]) -> None:
    plot = rating_plot(nights(*values))
    assert plot is not None
    lines = {tick.value: tick.y for tick in plot.ticks}
    assert 2 <= len(lines) <= MOST_LINES
    assert min(lines) <= min(values) <= max(values) <= max(lines)
    assert all(lines[max(lines)] <= mark.y <= lines[min(lines)] for mark in plot.marks)
    assert [mark.value for mark in plot.marks] == [*values]
    assert (plot.marks[0].x, plot.marks[-1].x) == (plot.left, plot.right)


def test_a_long_line_has_marks_at_its_ends_alone() -> None:
    plot = rating_plot(nights(*range(1000, 1000 + MOST_MARKS + 1)))
    assert plot is not None
    assert len(plot.marks) == 2
    assert len(plot.points.split()) == MOST_MARKS + 1
