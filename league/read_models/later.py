"""Read models that follow the log: each has a stored position in each club, moved with what it wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from uuid import UUID

import structlog
from django.db import transaction

from games.kernel import Json
from league import history, streams
from league.domain.season import refuse_scheme
from league.domain.season.league_table import FinalEntry, final_entries, league_table
from league.domain.season.scheme import Scheme
from league.domain.season.state import Season as SeasonState
from league.log import store
from league.log.store import Stored, writing
from league.models import Club, FollowerPosition, LeagueTableRow, Season, Tournament
from league.read_models.ratings import RATINGS, follow_ratings
from league.streams import SEASON, TOURNAMENT

LEAGUE_TABLES = "league tables"
BATCH = 500
CLOSED = "closed"
MOVES_A_TABLE = (
    "tournament.closed",
    "tournament.reopened",
    "tournament.cancelled",
    "tournament.standings_revised",
)
log = structlog.get_logger(__name__)


def follow(club: UUID | None = None) -> int:
    """Brings what follows the log of a club, or of all clubs, up to the newest event; how many events were read.

    Of all clubs, one whose log can't be followed does not hold up the others.
    """
    if club:
        return _follow_club(club)
    read = 0
    for club_id in Club.objects.values_list("pk", flat=True):
        try:
            read += _follow_club(club_id)
        except Exception:
            log.exception("club left to the next time", club=str(club_id))
    return read


def _follow_club(club: UUID) -> int:
    """Each follower reads to the end, though another fails; then the first fault is raised."""
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
    """Reads the next events; their effect and the new position are written together. A second follower waits."""
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
    """Writes the league tables anew that these events, the next of the log, may have moved."""
    for season in _moved(club, events):
        write_league_table(season)


Take = Callable[[UUID, Sequence[Stored]], None]
FOLLOWERS: dict[str, Take] = {LEAGUE_TABLES: follow_league_tables, RATINGS: follow_ratings}
"""By permanent name, what each makes of the next events of a club."""


def _moved(club: UUID, events: Sequence[Stored]) -> Iterable[Season]:
    """The seasons whose league table these events may have moved, in the order of their ids."""
    tournaments = [event.stream for event in events if event.type in MOVES_A_TABLE]
    seasons = [event.stream for event in events if event.kind == SEASON]
    named = Season.objects.filter(club=club, pk__in=seasons) | Season.objects.filter(
        club=club, tournaments__in=tournaments
    )
    return named.distinct().order_by("pk")


def write_league_table(season: Season) -> None:
    """Writes the rows of a season's league table anew; of one that was removed meanwhile there are none."""
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
            for order, row in enumerate(current_league_table(season), 1)
        )


def current_league_table(season: Season, scheme: Scheme | None = None) -> list[Json]:
    """The league table as its streams say now. scheme: instead of the season's own. Raises BadFields for its faults."""
    finals = {str(id): _final(season.club_id, id) for id in closed_tournaments(season)}
    with streams.reading(season.club_id, SEASON, season.pk) as stream:
        return _table(stream.aggregate.state, finals, scheme)


def league_table_then(season: Season, then: int | datetime, scheme: Scheme | None = None) -> list[Json]:
    """The league table as it was known at a position or a time: the season's decisions and the final standings of then.

    Raises NoSuchStream where there was no season, BadFields for faults of the scheme.
    """
    state: SeasonState = history.as_of(season.club_id, SEASON, season.pk, then).aggregate.state
    finals = {}
    for event in state.events.values():
        with suppress(streams.NoSuchStream):
            if event.tournament is not None:
                known = history.as_of(season.club_id, TOURNAMENT, UUID(event.tournament), then).aggregate.state
                if known.state == CLOSED:
                    finals[event.tournament] = final_entries(known)
    return _table(state, finals, scheme)


def _table(state: SeasonState, finals: Mapping[str, Sequence[FinalEntry]], scheme: Scheme | None) -> list[Json]:
    if scheme is not None:
        refuse_scheme(state, scheme)
    return league_table(state, finals, scheme)


def closed_tournaments(season: Season) -> list[UUID]:
    """The season's tournaments that count already."""
    return list(Tournament.objects.filter(seasons=season, state=CLOSED).values_list("pk", flat=True))


def _final(club: UUID, tournament: UUID) -> list[FinalEntry]:
    with streams.reading(club, TOURNAMENT, tournament) as stream:
        return final_entries(stream.aggregate.state)
