"""A part of a season by its days, in the season's own zone: from one to another, a month, a week."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date as Date  # noqa: N812
from datetime import datetime
from zoneinfo import ZoneInfo

from league.domain.season.state import Season

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_MONTH = re.compile(r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})", re.ASCII)
_WEEK = re.compile(r"(?P<year>[0-9]{4})-W(?P<week>[0-9]{2})", re.ASCII)
SUNDAY = 7


@dataclass(frozen=True, slots=True)
class Span:
    """Days from the first to the last, both in it. None: without an end on that side."""

    first: Date | None = None
    last: Date | None = None

    def holds(self, day: Date | None) -> bool:
        """Whether a day lies in it; what has no day lies in none."""
        if day is None:
            return False
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


def calendar_day(text: str) -> Date:
    """The day that "2026-12-31" names. Raises ValueError."""
    if _DAY.fullmatch(text) is None:
        raise ValueError(text)
    return Date.fromisoformat(text)


def month(text: str) -> Span:
    """The month that "2026-12" names. Raises ValueError."""
    if (found := _MONTH.fullmatch(text)) is None:
        raise ValueError(text)
    year, number = int(found["year"]), int(found["month"])
    first = Date(year, number, 1)
    return Span(first, first.replace(day=monthrange(year, number)[1]))


def week(text: str) -> Span:
    """The week, from Monday to Sunday, that "2026-W49" names. Raises ValueError.

    Source: ISO 8601; the first week of a year is that of its first Thursday.
    """
    if (found := _WEEK.fullmatch(text)) is None:
        raise ValueError(text)
    year, number = int(found["year"]), int(found["week"])
    return Span(Date.fromisocalendar(year, number, 1), Date.fromisocalendar(year, number, SUNDAY))


def local_day(at: datetime, zone: str) -> Date:
    """The day on which a moment is in a zone, whatever the clock of the server says."""
    return at.astimezone(ZoneInfo(zone)).date()


def days(season: Season, starts: Mapping[str, datetime | None]) -> dict[str, Date | None]:
    """The day of each event of a season, in its zone: the one that was given, or that on which its tournament starts.

    starts: of its tournaments, by id.
    """
    found: dict[str, Date | None] = {}
    for id, event in season.events.items():
        start = starts.get(event.tournament or "")
        found[id] = event.date or (local_day(start, season.time_zone) if start else None)
    return found
