"""Another tournament like an earlier one: the same settings, with another name and day. Nobody is entered yet."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext
from msgspec import UNSET, UnsetType

from league.domain.tournament.commands import Create
from league.domain.tournament.formats import Manual, Prescribed
from league.domain.tournament.settings import Settings, SignUpList
from league.domain.values.fields import At, Name, Part
from league.models import Club, Tournament
from league.repository.streams import TOURNAMENT, reading
from league.services import tournaments
from league.services.execution import Done

LONGEST_NAME = 120
STYLES = ("j F Y", "F j, Y", "j F", "F j", "Y-m-d", "d.m.Y", "j.n.Y", "d/m/Y", "d.m.", "j.n.")
"""How names may write a day, as formats of Django; the first is ours."""
NUMBERED = re.compile(r"(?P<text>.*\D)?(?P<number>[0-9]{1,3})", re.DOTALL)
"""A name that ends with a number, which is not a year."""


class AnotherTournament(Part, frozen=True, kw_only=True):
    """A tournament like an earlier one, to be opened.

    name: of the new one; left out, the earlier name with the next number or the new day. starts_at: with its offset;
    left out, today at the earlier time of day; null: no time.
    """

    name: Name | UnsetType = UNSET
    starts_at: At | UnsetType | None = UNSET


def open_again(row: Tournament, wanted: AnotherTournament, *, actor: str, at: datetime) -> Done:
    """Opens a tournament like this one, in the same seasons. Raises what `tournaments.create` raises."""
    return tournaments.create(like(row, settings_of(row), wanted, at), actor=actor, at=at)


def settings_of(row: Tournament) -> Settings:
    """The settings of a tournament, without those of its stages. Raises NoSuchStream."""
    with reading(row.club_id, TOURNAMENT, row.pk) as stream:
        settings: Settings = stream.aggregate.state.settings
    return settings


def like(row: Tournament, settings: Settings, wanted: AnotherTournament, at: datetime) -> Create:
    """The settings for another tournament. An imported plan is not repeated: the director seats the rounds by hand."""
    start = next_start(row.club, settings.starts_at, at) if wanted.starts_at is UNSET else wanted.starts_at
    name = next_name(row.club, settings, start or at) if wanted.name is UNSET else wanted.name
    seasons = tuple(str(season) for season in row.seasons.values_list("pk", flat=True))
    same: dict[str, Any] = {field: getattr(settings, field) for field in Settings.__struct_fields__}
    format = Manual() if isinstance(settings.format, Prescribed) else settings.format
    changed = {"name": name, "starts_at": start, "seasons": seasons, "format": format}
    return Create(club=str(row.club_id), **{**same, **changed, "sign_up": next_list(settings, start)})


def next_start(club: Club, before: datetime | None, at: datetime) -> datetime | None:
    """Today, at the time of day at which the earlier one started; None if that had no time."""
    zone = ZoneInfo(club.time_zone)
    return before and datetime.combine(at.astimezone(zone), before.astimezone(zone).time(), zone)


def next_list(settings: Settings, start: datetime | None) -> SignUpList | UnsetType:
    """The list for sign-ups of the next tournament: open, and closed as long before its start as the earlier one's."""
    if (page := settings.sign_up_page) is None:
        return UNSET
    if page.closes_at is None or settings.starts_at is None or start is None:
        return SignUpList(limit=page.limit)
    return SignUpList(limit=page.limit, closes_at=page.closes_at + (start - settings.starts_at))


def next_name(club: Club, settings: Settings, at: datetime) -> str:
    """The name of the next tournament: with the next number, or the new day in place of the old one."""
    zone, name = ZoneInfo(club.time_zone), settings.name
    day = at.astimezone(zone).date()
    before = settings.starts_at.astimezone(zone).date() if settings.starts_at else day
    for style in STYLES:
        written = in_words(club, before, style)
        if before != day and written in name:
            return name.replace(written, in_words(club, day, style))[:LONGEST_NAME]
        if before == day and name.endswith(written):
            return _ending(name, " 2")
    if found := NUMBERED.fullmatch(name):
        number = str(int(found["number"]) + 1).zfill(len(found["number"]))
        return _ending(found["text"] or "", number)
    return _ending(name, f", {in_words(club, day)}")


def first_name(club: Club, at: datetime, *, is_knockout: bool = False) -> str:
    """The name of a club's first tournament of its kind."""
    with translation.override(club.language):
        kind = gettext("Knockout") if is_knockout else gettext("Club night")
        return _ending(kind, f", {in_words(club, at.astimezone(ZoneInfo(club.time_zone)).date())}")


def in_words(club: Club, day: date, style: str = STYLES[0]) -> str:
    """A day in the club's language, like 8 December 2026."""
    with translation.override(club.language):
        return date_format(day, style)


def _ending(name: str, end: str) -> str:
    """The name with an end, shortened where it would be too long."""
    return f"{name[: LONGEST_NAME - len(end)]}{end}"
