"""Whether readers from outside of a club may read a person's name: the one place that decides it."""

from __future__ import annotations

from datetime import date, datetime, timedelta

OF_AGE = 18
YEAR_DIGITS = 4
LAST_ZONE = timedelta(hours=12)
"""A day has begun everywhere when it begins in the last time zone, so many hours behind UTC."""


def may_be_named(public: bool | None, born: str, day: date) -> bool:
    """Whether pages that everybody may read show the name.

    public: what was agreed; None if nothing was: then everybody is named but those who are known to be under 18.
    born: "", a year or a date. day: as `begun_everywhere`. Of a year of birth, its last day counts.
    """
    return _is_of_age(born, day) if public is None else public


def begun_everywhere(now: datetime) -> date:
    """The newest day that has begun in every time zone: nobody is of age before their birthday. now: in UTC."""
    return (now - LAST_ZONE).date()


def _is_of_age(born: str, day: date) -> bool:
    if not born:
        return True
    birthday = date.fromisoformat(born if len(born) > YEAR_DIGITS else f"{born}-12-31")
    return (birthday.year + OF_AGE, birthday.month, birthday.day) <= (day.year, day.month, day.day)
