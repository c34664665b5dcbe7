"""The ledger of a season, read from the log: to show, and for seatings that balance over the season."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from games.kernel import REFEREE, Viewer
from league.domain.season.history.ledger import Ledger, ledger, merged
from league.domain.season.state import Season as SeasonState
from league.domain.season.table.span import Span, days
from league.domain.tournament.shown import counted_for
from league.models import Season, Tournament
from league.repository import streams
from league.repository.streams import SEASON, TOURNAMENT


@dataclass(frozen=True)
class LedgerCounts:
    """A season's ledger. tournaments: the number of those with a closed round."""

    tournaments: int
    rows: Ledger


def of_season(
    season: Season, span: Span | None = None, viewer: Viewer = REFEREE, without: Collection[UUID] = ()
) -> LedgerCounts:
    """The ledger of a season, up to the last closed round that the viewer sees.

    span: only tournaments of these days. without: tournaments that the viewer may not see.
    """
    rows = season.tournaments.exclude(pk__in=without).order_by("pk")
    if span is not None:
        rows = rows.filter(pk__in=_within(season, span))
    return _counted(season.club_id, list(rows.values_list("pk", flat=True)), viewer)


def of_tournaments(club: UUID, tournaments: Sequence[UUID]) -> Ledger:
    """The ledger of these tournaments."""
    return _counted(club, list(tournaments)).rows


def other_tournaments(club: UUID, tournament: UUID) -> Ledger:
    """The ledger of the other tournaments in the tournament's seasons, each counted once."""
    others = Tournament.objects.filter(club=club, seasons__tournaments=tournament).exclude(pk=tournament)
    return _counted(club, list(others.order_by("pk").distinct().values_list("pk", flat=True))).rows


def _counted(club: UUID, ids: list[UUID], viewer: Viewer = REFEREE) -> LedgerCounts:
    read = streams.each(TOURNAMENT, [(club, id) for id in ids])
    played = [ledger(counted_for(stream.aggregate.state, viewer)) for stream in read]
    return LedgerCounts(sum(bool(rows) for rows in played), merged(played))


def _within(season: Season, span: Span) -> Collection[UUID]:
    starts = {str(pk): at for pk, at in season.tournaments.values_list("pk", "starts_at")}
    with streams.reading(season.club_id, SEASON, season.pk) as stream:
        state: SeasonState = stream.aggregate.state
        day_of = days(state, starts)
        events = [event for event in state.events.values() if event.tournament and span.holds(day_of[event.id])]
        return [UUID(event.tournament) for event in events if event.tournament]
