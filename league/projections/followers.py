"""Followers: read models that follow the log. Each has a position in each club, which moves with its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from uuid import UUID

import structlog
from django.db import transaction

from league.log import store
from league.log.store import Stored, writing
from league.models import Club, FollowerPosition, LeagueTableRow, Season
from league.projections import league_tables
from league.projections.league_tables import TableQuery
from league.projections.ratings import MOVES_PEOPLE, RATINGS, follow_ratings
from league.repository.streams import SEASON

LEAGUE_TABLES = "league tables"
BATCH = 5000
MOVES_A_TABLE = (
    "tournament.closed",
    "tournament.reopened",
    "tournament.cancelled",
    "tournament.standings_revised",
)
log = structlog.get_logger(__name__)


def follow(club: UUID | None = None) -> int:
    """Brings the followers of a club, or of all clubs, up to the newest event; returns the number of events read.

    Of all clubs, an error in one is logged and does not stop the others.
    """
    if club:
        return _follow_club(club)
    return sum(follow_or_log(club_id) for club_id in Club.objects.values_list("pk", flat=True))


def follow_or_log(club: UUID) -> int:
    """As `follow` of a club, but an error is logged."""
    try:
        return _follow_club(club)
    except Exception:
        log.exception("club left to the next time", club=str(club))
        return 0


def _follow_club(club: UUID) -> int:
    """Each follower reads to the end, even if another fails; then the first error is raised."""
    read, faults = 0, []
    for name, take in FOLLOWERS.items():
        try:
            while events := _follow_some(club, name, take):
                read += events
        except Exception as fault:
            log.exception("follower left to the next time", follower=name, club=str(club))
            faults.append(fault)
    if faults:
        raise faults[0]
    return read


def _follow_some(club: UUID, name: str, take: Take) -> int:
    """Reads the next events; rows and position are written together. A second run of the follower waits."""
    after = FollowerPosition.objects.filter(club=club, name=name).values_list("position", flat=True).first()
    if not store.feed(club, after or 0, 1):
        return 0
    with writing():
        FollowerPosition.objects.get_or_create(club_id=club, name=name)
        mark = FollowerPosition.objects.select_for_update().get(club=club, name=name)
        events = store.feed(club, mark.position, BATCH)
        if events:
            take(club, events)
            mark.position = events[-1].position
            mark.save()
    return len(events)


def follow_league_tables(club: UUID, events: Sequence[Stored]) -> None:
    """Writes the league tables that these events may have changed."""
    for season in _moved(club, events):
        write_league_table(season)


Take = Callable[[UUID, Sequence[Stored]], None]
FOLLOWERS: dict[str, Take] = {LEAGUE_TABLES: follow_league_tables, RATINGS: follow_ratings}
"""By permanent name, the function that takes the next events of a club."""


def _moved(club: UUID, events: Sequence[Stored]) -> Iterable[Season]:
    """The seasons whose league table these events may have changed, in the order of their ids."""
    tournaments = [event.stream for event in events if event.type in MOVES_A_TABLE]
    if any(event.type in MOVES_PEOPLE for event in events):
        return Season.objects.filter(club=club).order_by("pk")
    seasons = [event.stream for event in events if event.kind == SEASON]
    named = Season.objects.filter(club=club, pk__in=seasons) | Season.objects.filter(
        club=club, tournaments__in=tournaments
    )
    return named.distinct().order_by("pk")


def write_league_table(season: Season) -> None:
    """Writes the rows of a season's league table again; none for a season that was removed meanwhile."""
    with transaction.atomic():
        if not Season.objects.select_for_update().filter(pk=season.pk):
            return
        LeagueTableRow.objects.filter(season=season).delete()
        LeagueTableRow.objects.bulk_create(
            LeagueTableRow(
                club_id=season.club_id,
                season=season,
                person_id=UUID(row["person"]),
                order=order,
                place=row["place"],
                points=str(row["points"]),
                data=row,
            )
            for order, row in enumerate(league_tables.table(season, TableQuery()).rows, 1)
        )
