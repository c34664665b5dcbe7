"""Parts of a season by its days: weeks and months in its own zone, summer and winter."""

from __future__ import annotations

from datetime import UTC, datetime
from datetime import date as Date  # noqa: N812

import pytest

from league.domain.season.table.league_table import league_table
from league.domain.season.table.span import Span, days, local_day, month, week
from tests.league.domain.season.seasons import add, came, points, season_of

PAY = {"points": {"by_place": [10, 7, 5, 3]}}


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2026-W49", Date(2026, 11, 30), Date(2026, 12, 6)),
        ("2026-W53", Date(2026, 12, 28), Date(2027, 1, 3)),
        ("2027-W01", Date(2027, 1, 4), Date(2027, 1, 10)),
        ("2021-W01", Date(2021, 1, 4), Date(2021, 1, 10)),
        ("2020-W53", Date(2020, 12, 28), Date(2021, 1, 3)),
    ],
)
def test_a_week_is_from_monday_to_sunday_and_may_lie_in_two_years(text: str, first: Date, last: Date) -> None:
    assert week(text) == Span(first, last)
    assert (first.isoweekday(), last.isoweekday()) == (1, 7)


@pytest.mark.parametrize(("text", "last"), [("2026-12", 31), ("2026-02", 28), ("2028-02", 29), ("2026-11", 30)])
def test_a_month_ends_when_it_does(text: str, last: int) -> None:
    assert month(text) == Span(Date.fromisoformat(f"{text}-01"), Date.fromisoformat(f"{text}-{last}"))


@pytest.mark.parametrize("text", ["", "2026", "2026-13", "2026-00", "0000-01", "2026-1", "2026-12-01", "٢٠٢٦-12", "x"])
def test_no_month(text: str) -> None:
    with pytest.raises(ValueError, match=r"[^$]*"):
        month(text)


@pytest.mark.parametrize("text", ["2026-W00", "2026-W54", "2025-W53", "0000-W01", "9999-W52", "2026-49", "2026-W1", ""])
def test_no_week(text: str) -> None:
    """2025 has 52 weeks; the last week of 9999 ends in a year that has no number."""
    with pytest.raises(ValueError, match=r"[^$]*"):
        week(text)


@pytest.mark.parametrize(
    ("zone", "at", "day"),
    [
        ("Europe/Berlin", datetime(2026, 7, 5, 21, 30, tzinfo=UTC), Date(2026, 7, 5)),
        ("Europe/Berlin", datetime(2026, 7, 5, 22, 0, tzinfo=UTC), Date(2026, 7, 6)),
        ("Europe/Berlin", datetime(2026, 12, 6, 22, 30, tzinfo=UTC), Date(2026, 12, 6)),
        ("Europe/Berlin", datetime(2026, 12, 6, 23, 0, tzinfo=UTC), Date(2026, 12, 7)),
        ("America/Los_Angeles", datetime(2026, 12, 7, 7, 30, tzinfo=UTC), Date(2026, 12, 6)),
        ("Pacific/Auckland", datetime(2026, 12, 6, 11, 0, tzinfo=UTC), Date(2026, 12, 7)),
    ],
)
def test_midnight_is_where_the_league_is(zone: str, at: datetime, day: Date) -> None:
    assert local_day(at, zone) == day


def test_an_event_is_on_its_day_or_on_that_of_its_tournament_or_on_none() -> None:
    season = season_of(PAY, came("ann", date="2026-12-01"), came("ann"))
    assert days(season.state, {}) == {"e1": Date(2026, 12, 1), "e2": None}
    assert not Span().holds(None)
    assert Span().holds(Date(2026, 12, 1))
    assert not Span(last=Date(2026, 11, 30)).holds(Date(2026, 12, 1))


def test_only_the_events_of_the_part_count_with_their_numbers_in_the_season() -> None:
    """The best of events 1 to 2 and the best of 3 to 4: without event 1 the second alone is left of the first part."""
    scheme = {**PAY, "splits": [{"events": [1, 2], "best": 1}, {"events": [3, 4], "best": 1}]}
    season = season_of(scheme)
    for id, told in (("a", "ann bob"), ("b", "bob ann"), ("c", "cy ann bob"), ("d", "ann cy bob")):
        add(season, id, came(told))
    assert points(league_table(season.state, {})) == {"ann": 20, "bob": 15, "cy": 10}
    assert points(league_table(season.state, {}, part={"b", "c", "d"})) == {"ann": 17, "bob": 15, "cy": 10}
    assert league_table(season.state, {}, part=set()) == []
