"""A part of a season by its days, in the season's time zone: a range, a month or a week."""

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
    """Days from the first to the last, both included. None: unlimited on that side."""

    first: Date | None = None
    last: Date | None = None

    def holds(self, day: Date | None) -> bool:
        """Whether a day is included; None never is."""
        if day is None:
            return False
        return (self.first is None or self.first <= day) and (self.last is None or day <= self.last)


def calendar_day(text: str) -> Date:
    """The day written as "2026-12-31". Raises ValueError."""
    if _DAY.fullmatch(text) is None:
        raise ValueError(text)
    return Date.fromisoformat(text)


def month(text: str) -> Span:
    """The month written as "2026-12". Raises ValueError."""
    if (match := _MONTH.fullmatch(text)) is None:
        raise ValueError(text)
    year, number = int(match["year"]), int(match["month"])
    first = Date(year, number, 1)
    return Span(first, first.replace(day=monthrange(year, number)[1]))


def week(text: str) -> Span:
    """The week from Monday to Sunday written as "2026-W49". Raises ValueError.

    Source: ISO 8601; the first week of a year contains its first Thursday.
    """
    if (match := _WEEK.fullmatch(text)) is None:
        raise ValueError(text)
    year, number = int(match["year"]), int(match["week"])
    return Span(Date.fromisocalendar(year, number, 1), Date.fromisocalendar(year, number, SUNDAY))


def local_day(at: datetime, zone: str) -> Date:
    """The calendar day of a moment in a time zone."""
    return at.astimezone(ZoneInfo(zone)).date()


def days(season: Season, starts: Mapping[str, datetime | None]) -> dict[str, Date | None]:
    """The day of each event in the season's time zone: the given one, or the day on which its tournament starts.

    starts: of its tournaments, by id.
    """
    by_event: dict[str, Date | None] = {}
    for id, event in season.events.items():
        start = starts.get(event.tournament or "")
        by_event[id] = event.date or (local_day(start, season.time_zone) if start else None)
    return by_event
