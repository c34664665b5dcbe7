"""The nights of a club: tonight, the next ones, those that are over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import F, Q, QuerySet

from league.access.programs import Anybody
from league.access.roles import Caller, caller
from league.access.visibility import listed
from league.domain.values.text import as_uuid
from league.models import Club, Person, Season, Tournament
from league.projections import standings
from league.queries import names
from league.queries.wording import game_name
from league.web import night
from league.web.night import Night

RECENT = timedelta(hours=12)
"""How long after its start a night is still tonight."""
MOST_TONIGHT, MOST_NEXT, A_PAGE = 5, 12, 50


@dataclass(frozen=True)
class Past:
    """A night that is over. winners: the names in first place."""

    row: Tournament
    game: str
    winners: Sequence[str]


def of_club(club: Club, user: Anybody) -> QuerySet[Tournament]:
    """The tournaments of a club that lists show to the user, with club and code."""
    return listed(Tournament.objects.filter(club=club).select_related("club", "public_code"), user)


def tonight(club: Club, user: Anybody, now: datetime) -> list[Night]:
    """What is running, and what starts today or has started in the last hours; as the user may see it."""
    near = Q(starts_at__gt=now - RECENT, starts_at__lt=_end_of_day(club, now))
    rows = of_club(club, user).filter(Q(state="running") | near).order_by(F("starts_at").desc(nulls_last=True), "-pk")
    who = caller(user, club)
    return [night.read(row, who, now) for row in rows[:MOST_TONIGHT]]


def coming(club: Club, user: Anybody, now: datetime) -> QuerySet[Tournament]:
    """The nights after today, the next one first, also those that were cancelled; at last those without a date."""
    later = Q(starts_at__gte=_end_of_day(club, now), state__in=("open", "cancelled"))
    undated = Q(starts_at=None, state="open")
    return of_club(club, user).filter(later | undated).order_by(F("starts_at").asc(nulls_last=True), "pk")


def _end_of_day(club: Club, now: datetime) -> datetime:
    day = now.astimezone(ZoneInfo(club.time_zone))
    return day.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)


def over(club: Club, user: Anybody) -> QuerySet[Tournament]:
    """The nights that are closed, the newest first."""
    return of_club(club, user).filter(state="closed").order_by(F("starts_at").desc(nulls_last=True), "-pk")


def with_winners(rows: Sequence[Tournament], who: Caller) -> list[Past]:
    """Closed nights with those who won them, as the reader may name them."""
    finals = standings.finals(rows)
    first = {row.pk: [entry.entry for entry in finals[row.pk] if entry.place == 1] for row in rows}
    called = names.of_entries_in([entry for entries in first.values() for entry in entries], who.audience)
    return [
        Past(row, game_name(row.game), [called[entry] for entry in first[row.pk] if entry in called]) for row in rows
    ]


def by_year(found: Sequence[Past], zone: ZoneInfo) -> list[tuple[int | None, list[Past]]]:
    """The nights by the year in which they started, in their order; None: the day is not known."""

    def year(past: Past) -> int | None:
        return past.row.starts_at.astimezone(zone).year if past.row.starts_at else None

    return [(key, list(group)) for key, group in groupby(found, key=year)]


def seasons(club: Club) -> list[Season]:
    """The seasons of a club: first the one in which somebody played last."""
    found = list(Season.objects.filter(club=club).prefetch_related("tournaments").order_by("-pk"))
    return sorted(found, key=_last_played, reverse=True)


def _last_played(season: Season) -> tuple[bool, float]:
    played = [row for row in season.tournaments.all() if row.state in ("running", "closed")]
    starts = [row.starts_at.timestamp() for row in played if row.starts_at]
    return bool(played), max(starts, default=0)


@dataclass(frozen=True)
class Player:
    """A person of the club. nights: how many they have played. has_page: whether they may be named in public."""

    id: UUID
    name: str
    nights: int
    has_page: bool


def players(club: Club, user: Anybody) -> list[Player]:
    """Everybody who has come to a closed night that lists show to the user, and whom the user may name; by name."""
    audience = caller(user, club).audience
    finals = standings.finals(list(over(club, user)))
    came = Counter(person for entries in finals.values() for entry in entries for person in set(entry.came))
    rows = Person.objects.current().filter(club=club)
    known = {row.pk: row.may_be_named for row in rows if audience.is_club or row.may_be_named}
    ids = {person: id for person in came if (id := as_uuid(person)) is not None and id in known}
    called = names.of_people(ids.values(), audience)
    return [
        Player(ids[person], called[person], came[person], known[ids[person]]) for person in names.in_order(ids, called)
    ]
