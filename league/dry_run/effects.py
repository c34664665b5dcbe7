"""What a trial would change: places and points, areas, the seats to come, league tables, the edition of what is closed.

It is worked out after the trial, outside of its transaction: drawing seats takes its time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from league.domain.preview.seats_to_come import SeatsToCome, preview_seats
from league.domain.season.table.outcomes import FinalEntry, final_entries
from league.domain.standings.comparison import Compared, changed_rows
from league.domain.tournament.closing.rules import final_places
from league.domain.tournament.state import Tournament
from league.dry_run.trial import DryRunDone
from league.models import Season
from league.projections import league_tables
from league.repository.streams import TOURNAMENT
from league.seating import planning

CLOSED, CANCELLED = "closed", "cancelled"


@dataclass(frozen=True)
class LeagueEffect:
    """Who moves in a season's league table. if_closed: as if the tournament were closed with the standings of now."""

    season: UUID
    name: str
    if_closed: bool
    moved: Sequence[Compared]


@dataclass(frozen=True)
class Effects:
    """What would change. standings: who moves in the tournament. edition: the next one of closed standings, if any."""

    standings: Sequence[Compared] = ()
    to_come: SeatsToCome = field(default_factory=SeatsToCome)
    league_tables: Sequence[LeagueEffect] = ()
    edition: int | None = None


def effects_of(tried: DryRunDone) -> Effects:
    """What the trial would change; nothing beside rows where it would open what it is about."""
    touched = tried.touched
    if touched is None:
        return Effects()
    if touched.kind != TOURNAMENT:
        rows = changed_rows(tried.before, tried.after)
        return Effects(league_tables=[_of_season(season, rows) for season in Season.objects.filter(pk=touched.id)])
    standings = changed_rows(tried.before, tried.after)
    before, after = touched.before, touched.after
    if before is None or after is None or not tried.events:
        return Effects(standings)
    known = planning.season_counts(tried.club, touched.id)
    return Effects(
        standings,
        preview_seats(before, after, lambda state: planning.plan_on(state, known)),
        list(_in_seasons(touched.id, before, after)),
        after.revised.number if after.revised and after.revised != before.revised else None,
    )


def _of_season(season: Season, rows: Sequence[Compared]) -> LeagueEffect:
    return LeagueEffect(season.pk, season.name, if_closed=False, moved=rows)


def _in_seasons(id: UUID, before: Tournament, after: Tournament) -> Iterator[LeagueEffect]:
    """The league tables that the tournament counts in: as they are, or if neither is closed as if it were."""
    is_real = after.state == CANCELLED or CLOSED in (before.state, after.state)
    finals = [_final(state, is_real=is_real) for state in (before, after)]
    for season in Season.objects.filter(tournaments=id).order_by("pk"):
        rows: Sequence[Compared] = ()
        if finals[0] != finals[1]:
            alternatives: list[Mapping[str, Sequence[FinalEntry] | None]] = [{str(id): final} for final in finals]
            rows = changed_rows(*league_tables.with_finals(season, *alternatives))
        yield LeagueEffect(season.pk, season.name, not is_real, rows)


def _final(state: Tournament, *, is_real: bool) -> Sequence[FinalEntry] | None:
    """What a season takes, or would take, from the tournament; None: nothing, since it is not closed."""
    if is_real:
        return final_entries(state) if state.state == CLOSED else None
    return final_entries(replace(state, final=final_places(state)))
