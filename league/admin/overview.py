"""The admin's first page: tonight. What runs now with its next step, what comes next, the leaders of the seasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest
from django.utils import timezone

from league.access.actions import Action
from league.access.roles import caller
from league.access.visibility import listed_clubs
from league.admin import first_steps
from league.admin.desk.opening import newest
from league.admin.desk.tournament import bar, steps
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.scope import clubs_for, clubs_seen, may
from league.log.time import steady
from league.models import (
    Club,
    LeagueTableRow,
    OffBecause,
    Season,
    SignUp,
    SignUpState,
    Tournament,
    User,
    Webhook,
    WebhookState,
)
from league.queries.wording import Points, game_name, points, state_name
from league.services import demo

SHOWN, LEADERS, MOST_OPEN = 6, 3, 50
MOST_CLUBS = 3
"""Clubs whose public pages are linked."""
LATE = timedelta(hours=12)
"""A tournament that was to begin longer ago, and has not, is not of tonight."""


class Leader(NamedTuple):
    place: int | None
    is_shared: bool
    name: str
    points: Points


class SeasonCard(NamedTuple):
    season: Season
    first: Sequence[Leader]


class TournamentCard(NamedTuple):
    """A tournament with its state, the title of its game and the number of entries. waiting: sign-ups to accept."""

    tournament: Tournament
    state_name: str
    game: str
    entries: int
    waiting: int


class TonightCard(NamedTuple):
    """A tournament of tonight. bar: its round, clock and next step, as at its desk. here: how many people play."""

    tournament: Tournament
    state_name: str
    game: str
    entries: int
    waiting: int
    here: int
    bar: bar.Bar
    desk: str


def context(request: HttpRequest) -> dict[str, Any]:
    """The template's variables, for the clubs that the caller may see."""
    clubs, now = clubs_seen(request), steady(timezone.now())
    waiting = SignUp.objects.filter(tournament=OuterRef("pk"), state=SignUpState.WAITING).order_by()
    counted = waiting.values("tournament").annotate(n=Count("pk")).values("n")
    rows = Tournament.objects.filter(club__in=clubs).select_related("club").annotate(entered=Count("entries"))
    rows = rows.annotate(waiting=Coalesce(Subquery(counted), 0))
    running = list(rows.filter(state="running").order_by(F("starts_at").desc(nulls_last=True), "-id")[:SHOWN])
    opened = list(rows.filter(state="open").order_by(F("starts_at").asc(nulls_first=True), "id")[:MOST_OPEN])
    today = [row for row in opened if _is_today(row, now)]
    shown_demo = demo.of(request.user) if isinstance(request.user, User) else None
    return {
        "many_clubs": len(clubs[:2]) > 1,
        "may_open_tournament": may(request, Action.TOURNAMENTS),
        "again": newest(clubs_for(request, Action.TOURNAMENTS).filter(is_demo=False)),
        "may_open_season": may(request, Action.SEASONS),
        "public_clubs": listed_clubs(clubs.filter(is_demo=False), AnonymousUser())[:MOST_CLUBS],
        "first_steps": first_steps.of(request),
        "tonight": list(_tonight(request, [*running, *today][:SHOWN], now)),
        "next": [_card(row) for row in opened if row.starts_at and row.starts_at > now and row not in today][:SHOWN],
        "last": [_card(row) for row in _last(rows, now)],
        "seasons": list(_seasons(clubs)),
        "demo": shown_demo,
        "again_in_demo": newest([shown_demo]) if shown_demo else None,
        "webhooks_off": list(_webhooks_off(request)),
    }


def _is_today(row: Tournament, now: datetime) -> bool:
    """Whether an open tournament may begin today, in its club's time zone; one without a start may."""
    if row.starts_at is None:
        return True
    zone = ZoneInfo(row.club.time_zone)
    return row.starts_at > now - LATE and row.starts_at.astimezone(zone).date() <= now.astimezone(zone).date()


def _tonight(request: HttpRequest, rows: Sequence[Tournament], now: datetime) -> Iterator[TonightCard]:
    assert isinstance(request.user, User)
    for row in rows:
        desk = TournamentDesk(row, caller(request.user, row.club_id))
        try:
            here, shown = len(desk.state.players(desk.state.next_number)), bar.bar(desk, steps.offered(desk, now), now)
        except Http404:  # the log of a club that is just being imported
            continue
        yield TonightCard(*_card(row), here, shown, desk.tab())


def _last(rows: QuerySet[Tournament], now: datetime) -> QuerySet[Tournament]:
    """The tournaments that are over, and those that never began."""
    over = Q(state__in=("closed", "cancelled")) | Q(state="open", starts_at__lte=now - LATE)
    return rows.filter(over).order_by("-id")[:SHOWN]


def _card(row: Tournament) -> TournamentCard:
    entered, waiting = int(vars(row)["entered"]), int(vars(row)["waiting"])
    return TournamentCard(row, state_name(row.state), game_name(row.game), entered, waiting)


def _webhooks_off(request: HttpRequest) -> QuerySet[Webhook]:
    """The webhooks that went off by themselves, in clubs where the caller may switch them on."""
    mine = Webhook.objects.filter(club__in=clubs_for(request, Action.WEBHOOKS), state=WebhookState.OFF)
    return mine.exclude(off_because=OffBecause.SWITCHED_OFF).select_related("club")


def _seasons(clubs: QuerySet[Club]) -> Iterator[SeasonCard]:
    seasons = list(Season.objects.filter(club__in=clubs).select_related("club").order_by("-id")[:SHOWN])
    rows = LeagueTableRow.objects.filter(season__in=seasons, order__lte=LEADERS).select_related("person")
    leaders: dict[UUID, list[LeagueTableRow]] = {}
    for row in rows.order_by("order"):
        leaders.setdefault(row.season_id, []).append(row)
    for season in seasons:
        yield SeasonCard(season, list(_leaders(leaders.get(season.pk, []))))


def _leaders(rows: Sequence[LeagueTableRow]) -> Iterator[Leader]:
    sharers = Counter(row.place for row in rows)
    for row in rows:
        yield Leader(row.place, sharers[row.place] > 1, str(row.person), points(row.data["points"]))
