"""Days and times as people read them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils import timezone

from league.queries import dates

NIGHT = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)
"""Half past midnight in Berlin, on Tuesday the first of December."""
ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _at_noon_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 30, 12, tzinfo=UTC))


def shown(filter: str, at: object) -> str:
    """What a template shows in Berlin's time."""
    page = Template("{% load tz %}{% timezone 'Europe/Berlin' %}{{ at|" + filter + " }}{% endtimezone %}")
    return page.render(Context({"at": at}))


@pytest.mark.parametrize(
    ("filter", "text"),
    [
        ("when", "Tuesday 1 December, 00:30"),
        ("day", "Tuesday 1 December"),
        ("soon", "tomorrow, 00:30"),
        ("listed", "Tue 1 Dec 2026, 00:30"),
        ("narrow", "1 Dec"),
    ],
)
def test_a_time_is_shown_in_the_clubs_zone(filter: str, text: str):
    assert shown(filter, NIGHT) == text


def test_another_year_is_named():
    last = datetime(2025, 12, 2, 19, tzinfo=UTC)
    assert shown("when", last) == "Tuesday 2 December 2025, 20:00"
    assert shown("narrow", last.date()) == "2 Dec 2025"
    assert shown("day", date(2027, 1, 5)) == "Tuesday 5 January 2027"


def test_today_and_tomorrow_are_said_so_in_that_zone():
    assert shown("soon", datetime(2026, 11, 30, 19, tzinfo=UTC)) == "today, 20:00"
    assert shown("soon", datetime(2026, 12, 2, 19, tzinfo=UTC)) == "Wednesday 2 December, 20:00"
    assert shown("soon", datetime(2026, 11, 29, 19, tzinfo=UTC)) == "Sunday 29 November, 20:00"


def test_a_function_takes_the_zone_of_the_club():
    assert dates.listed(dates.local(NIGHT, "America/New_York")) == "Mon 30 Nov 2026, 18:30"


def test_what_django_shows_by_itself_has_the_same_form():
    assert Template("{% load tz %}{{ at|timezone:'Europe/Berlin' }}").render(Context({"at": NIGHT})) == shown(
        "listed", NIGHT
    )


def test_no_page_has_a_format_of_its_own():
    """Only the hour, and what scripts and files of data read, is written by a format."""
    allowed = {"c", "H:i", "H:i:s", "DATE_FORMAT", "U"}
    for page in sorted(ROOT.glob("league/**/templates/**/*.html")):
        formats = re.findall(r'\|(?:date|time):"([^"]*)"', page.read_text("utf-8"))
        assert set(formats) <= allowed, page
