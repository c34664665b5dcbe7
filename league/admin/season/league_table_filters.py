"""Of what a league table is shown: of a division, a category, a part of the season, some names, or of everything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date  # noqa: N812
from urllib.parse import urlencode

from django.http import Http404
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.domain.season.state import Season
from league.domain.season.table.span import Span, calendar_day, month, week
from league.domain.values import text as values_text
from league.projections.league_tables import TableQuery

FIND = "find"
PARTS = ("division", "category", "month", "week", "from", "to")
"""As the API has them."""


@dataclass(frozen=True)
class Choice:
    """A part that can be chosen. value: "" for all of it."""

    value: str
    text: str
    is_chosen: bool


@dataclass(frozen=True)
class Filter:
    """A list to choose from, or without choices something to write. name: of the parameter in the query."""

    name: str
    label: str
    choices: Sequence[Choice] = ()
    kind: str = "search"
    value: str = ""


def asked(told: Mapping[str, str]) -> TableQuery:
    """The part that a query asks for: days that fit all that is said of them. Raises Http404 for what is no day."""
    try:
        spans = [
            *(read(told[name]) for name, read in (("month", month), ("week", week)) if told.get(name)),
            Span(_day(told.get("from")), _day(told.get("to"))),
        ]
    except ValueError:
        raise Http404 from None
    span = _common(spans)
    return TableQuery(
        span=None if span == Span() else span,
        division=told.get("division") or None,
        category=told.get("category") or None,
    )


def _day(text: str | None) -> Date | None:
    """Raises ValueError."""
    return calendar_day(text) if text else None


def _common(spans: Sequence[Span]) -> Span:
    """The days that all of them have."""
    firsts = [span.first for span in spans if span.first is not None]
    lasts = [span.last for span in spans if span.last is not None]
    return Span(max(firsts, default=None), min(lasts, default=None))


def query_of(told: Mapping[str, str], *, more: Sequence[str] = ()) -> str:
    """What of a query is to be kept by links from the page, beginning with a question mark; "" for nothing."""
    kept = {name: told[name] for name in (*PARTS, *more) if told.get(name)}
    return f"?{urlencode(kept)}" if kept else ""


def fits(name: str, find: str) -> bool:
    """Whether a name has the words in it, however they are written."""
    return values_text.comparable(find) in values_text.comparable(name)


def filters(season: Season, days: Iterable[Date | None], told: Mapping[str, str]) -> list[Filter]:
    """What a season can be filtered by."""
    held = [day for day in days if day is not None]
    months = sorted({day.replace(day=1) for day in held})
    lists = (
        ("division", _("Division"), [(division.name, division.name) for division in season.divisions]),
        ("category", _("Category"), [(category.name, category.name) for category in season.categories]),
        ("month", _("Month"), [(f"{day:%Y-%m}", date_format(day, "YEAR_MONTH_FORMAT")) for day in months]),
        ("week", _("Week"), [(week, week) for week in sorted({f"{day:%G-W%V}" for day in held})]),
    )
    chosen = [_filter(name, label, options, told.get(name, "")) for name, label, options in lists if options]
    written = [("from", _("From"), "date"), ("to", _("To"), "date"), (FIND, _("Name"), "search")]
    return [*chosen, *(Filter(name, label, kind=kind, value=told.get(name, "")) for name, label, kind in written)]


def _filter(name: str, label: str, options: Sequence[tuple[str, str]], chosen: str) -> Filter:
    choices = [Choice(value, text, value == chosen) for value, text in [("", _("all")), *options]]
    return Filter(name, label, choices)
