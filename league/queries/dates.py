"""Days and times as people read them: one format everywhere, in the reader's language and the time zone in force.

| function, filter | for example | where |
| --- | --- | --- |
| `when` | Tuesday 1 December, 19:00 | in sentences and headings |
| `day` | Tuesday 1 December | the same, without the time |
| `in_full` | Tuesday 1 December 2026 | on paper that is kept |
| `soon` | today, 19:00 | where the reader decides whether to come |
| `listed` | Tue 1 Dec 2026, 19:00 | in lists and tables |
| `narrow` | 1 Dec | in columns and plots |

`when`, `day` and `narrow` have the year unless it is this one. Each function is a filter of all templates too, which
turns a time to the zone of `{% timezone %}`.
"""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

register = template.Library()

Day = date | datetime
ONE_DAY = 1


def local(at: datetime, zone: str) -> datetime:
    """The time in a club's zone, for a caller outside of templates."""
    return at.astimezone(ZoneInfo(zone))


@register.filter(expects_localtime=True)
def when(at: datetime) -> str:
    return _("{day}, {time}").format(day=day(at), time=clock(at))


@register.filter(expects_localtime=True)
def day(at: Day) -> str:
    return date_format(at, pgettext("Django's format of a day", "l j F")) if _is_this_year(at) else in_full(at)


@register.filter(expects_localtime=True)
def in_full(at: Day) -> str:
    return date_format(at, pgettext("Django's format of a day", "l j F Y"))


@register.filter(expects_localtime=True)
def soon(at: datetime) -> str:
    """As `when`, with words for today and tomorrow."""
    days = (at.date() - _today(at)).days
    if days == 0:
        return _("today, {time}").format(time=clock(at))
    return _("tomorrow, {time}").format(time=clock(at)) if days == ONE_DAY else when(at)


@register.filter(expects_localtime=True)
def listed(at: Day) -> str:
    """With the year always, since lists reach over years."""
    return date_format(at, "DATETIME_FORMAT" if isinstance(at, datetime) else "DATE_FORMAT")


@register.filter(expects_localtime=True)
def narrow(at: Day) -> str:
    formats = pgettext("Django's format of a day", "j M"), pgettext("Django's format of a day", "j M Y")
    return date_format(at, formats[not _is_this_year(at)])


def clock(at: datetime) -> str:
    """The hour and minute, as in all templates."""
    return date_format(at, "H:i")


def _is_this_year(at: Day) -> bool:
    return at.year == _today(at).year


def _today(at: Day) -> date:
    """Today in the zone of a time; of a day, in the zone in force."""
    return timezone.localdate(timezone=at.tzinfo if isinstance(at, datetime) else None)
