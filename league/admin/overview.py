"""The admin's first page: the newest league tables and tournaments, and webhooks that do not work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, QuerySet
from django.http import HttpRequest

from league.access.actions import Action
from league.admin.desk.opening import newest
from league.admin.scope import clubs_for, clubs_seen, may
from league.models import Club, LeagueTableRow, OffBecause, Season, Tournament, Webhook, WebhookState
from league.queries.wording import Points, game_name, points, state_name

SHOWN, LEADERS = 6, 3


class Leader(NamedTuple):
    place: int | None
    is_shared: bool
    name: str
    points: Points


class SeasonCard(NamedTuple):
    season: Season
    first: Sequence[Leader]


class TournamentCard(NamedTuple):
    """A tournament with its state, the title of its game and the number of entries."""

    tournament: Tournament
    state_name: str
    game: str
    entries: int


def context(request: HttpRequest) -> dict[str, Any]:
    """The template's variables, for the clubs that the caller may see."""
    clubs = clubs_seen(request)
    return {
        "many_clubs": len(clubs[:2]) > 1,
        "may_open_tournament": may(request, Action.TOURNAMENTS),
        "again": newest(clubs_for(request, Action.TOURNAMENTS)),
        "may_open_season": may(request, Action.SEASONS),
        "seasons": list(_seasons(clubs)),
        "tournaments": list(_tournaments(clubs)),
        "webhooks_off": list(_webhooks_off(request)),
    }


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


def _tournaments(clubs: QuerySet[Club]) -> Iterator[TournamentCard]:
    newest = Tournament.objects.filter(club__in=clubs).select_related("club").annotate(entered=Count("entries"))
    for row in newest.order_by("-id")[:SHOWN]:
        yield TournamentCard(row, state_name(row.state), game_name(row.game), int(vars(row)["entered"]))
