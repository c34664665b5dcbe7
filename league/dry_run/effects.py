"""The view of a dry run, worked out after it, outside of its transaction: drawing seats takes its time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from uuid import UUID

from games.kernel import Json
from games.telling import Sentence
from league.access.audience import CLUB
from league.domain.preview.seats_to_come import Layout, RoundPreview, preview_seats, seat_changes
from league.domain.season.table.outcomes import FinalEntry, final_entries
from league.domain.standings.comparison import Compared, changed_rows
from league.domain.tournament.closing.rules import counted_attendance, final_places
from league.domain.tournament.state import Tournament
from league.dry_run.trial import DryRunDone, Touched
from league.dry_run.view import (
    ChangedArea,
    ChangedLeagueTable,
    ChangedSeat,
    Changes,
    DryRunAnswer,
    MovedEntry,
    MovedPerson,
    NamedEntry,
    Placing,
    PlannedSeat,
    PlannedSeating,
    PlannedTable,
    Refusal,
    UpcomingSeats,
)
from league.models import Season
from league.projections import league_tables
from league.queries import names
from league.queries.transcript import say
from league.repository.streams import TOURNAMENT
from league.seating import planning

CLOSED, CANCELLED = "closed", "cancelled"


def view_of(done: DryRunDone, *, has_standings: bool = True) -> DryRunAnswer:
    """The whole view: the events, the standings or the league table without and with them, and the changes.

    has_standings: without it both standings are empty; the changes name who moves.
    """
    if not has_standings:
        return DryRunAnswer(done.events, [], [], changes_of(done))
    called = _called(done)
    before, after = ([_with_name(row, called) for row in rows] for rows in (done.before, done.after))
    return DryRunAnswer(done.events, before, after, changes_of(done))


def _called(done: DryRunDone) -> Mapping[str, str]:
    """The names in the rows: of the tournament's entries, or of the people in the league table."""
    if done.touched is not None and done.touched.kind == TOURNAMENT:
        return names.of_entries(done.touched.id, CLUB)
    return names.of_people({UUID(row["person"]) for row in (*done.before, *done.after)}, CLUB)


def _with_name(row: Json, called: Mapping[str, str]) -> Json:
    return {**row, "name": called.get(row["entry"] if "entry" in row else row["person"], "")}


def changes_of(done: DryRunDone) -> Changes:
    """The changes by a dry run; none next to its rows where it would open the tournament or season itself."""
    touched = done.touched
    if touched is None:
        return Changes([], [], None, [], None)
    rows = changed_rows(done.before, done.after)
    if touched.kind != TOURNAMENT:
        seasons = Season.objects.filter(pk=touched.id)
        return Changes([], [], None, [_league_table(season, rows, if_closed=False) for season in seasons], None)
    called = names.of_entries(touched.id, CLUB)
    changes = Changes([_entry(row, called) for row in rows], [], None, [], None)
    if touched.before is not None and touched.after is not None and done.events:
        _add_what_follows(changes, done.club, touched, touched.before, touched.after, called)
    return changes


def _add_what_follows(
    changes: Changes, club: UUID, touched: Touched, before: Tournament, after: Tournament, called: Mapping[str, str]
) -> None:
    """Adds the seats to come, the league tables, and the edition of closed standings."""
    known = planning.season_counts(club, touched.id)
    coming = preview_seats(before, after, lambda state: planning.plan_on(state, known))
    changes.areas = [
        ChangedArea(change.area, _named(change.enter, called), _named(change.leave, called)) for change in coming.areas
    ]
    changes.seats = None if coming.seats is None else _seats(coming.seats, called)
    changes.league_tables = list(_in_seasons(touched.id, before, after))
    if after.revised and after.revised != before.revised:
        changes.edition = after.revised.number


def _in_seasons(id: UUID, before: Tournament, after: Tournament) -> Iterator[ChangedLeagueTable]:
    """The league tables that the tournament counts in: as they are, or if neither is closed as if it were."""
    is_real = after.state == CANCELLED or CLOSED in (before.state, after.state)
    finals = [_final(state, is_real=is_real) for state in (before, after)]
    for season in Season.objects.filter(tournaments=id).order_by("pk"):
        rows: Sequence[Compared] = ()
        if finals[0] != finals[1]:
            alternatives: list[Mapping[str, Sequence[FinalEntry] | None]] = [{str(id): final} for final in finals]
            rows = changed_rows(*league_tables.with_finals(season, *alternatives))
        yield _league_table(season, rows, if_closed=not is_real)


def _final(state: Tournament, *, is_real: bool) -> Sequence[FinalEntry] | None:
    """The entries that a season takes, or would take, from the tournament; None while it is not closed."""
    if is_real:
        return final_entries(state) if state.state == CLOSED else None
    came = counted_attendance(state)
    return final_entries(replace(state, final=final_places(state), attended=came or {}))


def _league_table(season: Season, rows: Sequence[Compared], *, if_closed: bool) -> ChangedLeagueTable:
    called = names.of_people([UUID(row.id) for row in rows], CLUB) if rows else {}
    moved = [MovedPerson(UUID(row.id), called.get(row.id, ""), *_both(row)) for row in rows]
    return ChangedLeagueTable(season.pk, season.name, if_closed, moved)


def _entry(row: Compared, called: Mapping[str, str]) -> MovedEntry:
    return MovedEntry(UUID(row.id), called.get(row.id, ""), *_both(row))


def _both(row: Compared) -> tuple[Placing | None, Placing | None, int | None]:
    return placing(row.before), placing(row.after), row.movement


def placing(row: Json | None) -> Placing | None:
    """The place, points and criterion of a row of standings or of a league table."""
    if row is None:
        return None
    return Placing(
        place=row["place"],
        points=row["points"],
        points_display=row["points_display"],
        decided_by=row["decided_by"],
    )


def _named(entries: Iterable[str], called: Mapping[str, str]) -> list[NamedEntry]:
    return [NamedEntry(UUID(entry), called.get(entry, "")) for entry in entries]


def _seats(found: RoundPreview, called: Mapping[str, str]) -> UpcomingSeats:
    before, after, refused = found.before, found.after, found.refused
    moves = seat_changes(before, after) if before and after else ()
    return UpcomingSeats(
        round=found.number,
        state=found.state,
        stays=found.stays,
        becomes_stale=found.becomes_stale,
        before=None if before is None else _seating(before, called),
        after=None if after is None else _seating(after, called),
        moved=[ChangedSeat(UUID(move.entry), called.get(move.entry, ""), move.before, move.after) for move in moves],
        refused=None
        if refused is None
        else Refusal(refused.code, say(Sentence(refused.template, refused.facts), called)),
    )


def _seating(layout: Layout, called: Mapping[str, str]) -> PlannedSeating:
    tables = [PlannedTable(table.number, table.area, _seated(table.seats, called)) for table in layout.tables]
    return PlannedSeating(tables, [UUID(entry) for entry in layout.byes])


def _seated(seats: Sequence[str], called: Mapping[str, str]) -> list[PlannedSeat]:
    return [PlannedSeat(seat, UUID(entry), called.get(entry, "")) for seat, entry in enumerate(seats, 1)]
