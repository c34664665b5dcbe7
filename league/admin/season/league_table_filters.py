"""The filters of a league table: a division, a category, days, and words from names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date as Date  # noqa: N812

from django.http import Http404
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.admin.filters import FIND, Choice, Filter, query_string
from league.domain.season.state import Season
from league.domain.season.table.span import Span, calendar_day, month, week
from league.projections.league_tables import TableQuery

PARTS = ("division", "category", "month", "week", "from", "to")
"""Parameters that name a part of a season, as in the API."""


def table_query(query: Mapping[str, str]) -> TableQuery:
    """The part that a query names; its days satisfy every parameter. Raises Http404 for an invalid day."""
    try:
        spans = [
            *(read(query[name]) for name, read in (("month", month), ("week", week)) if query.get(name)),
            Span(_day(query.get("from")), _day(query.get("to"))),
        ]
    except ValueError:
        raise Http404 from None
    span = _intersection(spans)
    return TableQuery(
        span=None if span == Span() else span,
        division=query.get("division") or None,
        category=query.get("category") or None,
    )


def _day(text: str | None) -> Date | None:
    """Raises ValueError."""
    return calendar_day(text) if text else None


def _intersection(spans: Sequence[Span]) -> Span:
    firsts = [span.first for span in spans if span.first is not None]
    lasts = [span.last for span in spans if span.last is not None]
    return Span(max(firsts, default=None), min(lasts, default=None))


def query_of(query: Mapping[str, str]) -> str:
    """The parameters that name a part, for links from the page."""
    return query_string(**{name: query.get(name) for name in PARTS})


def filters(season: Season, days: Iterable[Date | None], query: Mapping[str, str]) -> list[Filter]:
    """The filters that a season offers. days: of its events."""
    known = [day for day in days if day is not None]
    months = sorted({day.replace(day=1) for day in known})
    lists = (
        ("division", _("Division"), [(division.name, division.name) for division in season.divisions]),
        ("category", _("Category"), [(category.name, category.name) for category in season.categories]),
        ("month", _("Month"), [(f"{day:%Y-%m}", date_format(day, "YEAR_MONTH_FORMAT")) for day in months]),
        ("week", _("Week"), [(week, week) for week in sorted({f"{day:%G-W%V}" for day in known})]),
    )
    chosen = [_list(name, label, options, query.get(name, "")) for name, label, options in lists if options]
    inputs = [("from", _("From"), "date"), ("to", _("To"), "date"), (FIND, _("Name"), "search")]
    return [*chosen, *(Filter(name, label, kind=kind, value=query.get(name, "")) for name, label, kind in inputs)]


def _list(name: str, label: str, options: Sequence[tuple[str, str]], chosen: str) -> Filter:
    choices = [Choice(value, text, value == chosen) for value, text in [("", _("all")), *options]]
    return Filter(name, label, choices)
