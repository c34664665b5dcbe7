"""Of what a league table is shown: of a division, a category, a month, or of everything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date  # noqa: N812

from django.http import Http404
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.domain.season.span import month
from league.domain.season.state import Season
from league.league_tables import Asked


@dataclass(frozen=True)
class Choice:
    """A part that can be chosen. value: "" for all of it."""

    value: str
    text: str
    is_chosen: bool


@dataclass(frozen=True)
class Filter:
    """A list to choose from. name: of the parameter in the query."""

    name: str
    label: str
    choices: Sequence[Choice]


def asked(told: Mapping[str, str]) -> Asked:
    """The part that a query asks for. Raises Http404 for what is no month."""
    try:
        span = month(told["month"]) if told.get("month") else None
    except ValueError:
        raise Http404 from None
    return Asked(span=span, division=told.get("division") or None, category=told.get("category") or None)


def filters(season: Season, days: Iterable[Date | None], told: Mapping[str, str]) -> list[Filter]:
    """The lists that a season has something to choose in."""
    months = sorted({day.replace(day=1) for day in days if day is not None})
    lists = (
        ("division", _("Division"), [(division.name, division.name) for division in season.divisions]),
        ("category", _("Category"), [(category.name, category.name) for category in season.categories]),
        ("month", _("Month"), [(f"{day:%Y-%m}", date_format(day, "YEAR_MONTH_FORMAT")) for day in months]),
    )
    return [_filter(name, label, options, told.get(name, "")) for name, label, options in lists if options]


def _filter(name: str, label: str, options: Sequence[tuple[str, str]], chosen: str) -> Filter:
    choices = [Choice(value, text, value == chosen) for value, text in [("", _("all")), *options]]
    return Filter(name, label, choices)
