"""What a step would change, before it is taken: in sentences, and in tables of who moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.admin.desk.tournament.desk import Desk
from league.admin.formatting.comparison import Move, moves
from league.admin.formatting.wording import joined
from league.dry_run.effects import changes_of
from league.dry_run.trial import DryRunDone
from league.dry_run.view import ChangedArea, UpcomingSeats


@dataclass(frozen=True)
class SeatLine:
    """Somebody who would sit elsewhere. before, after: tables as they are called, or what else they would do."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class LeaguePart:
    """Who moves in a season's league table. if_closed: as if the tournament were closed as it stands."""

    name: str
    if_closed: bool
    moves: Sequence[Move]


@dataclass(frozen=True)
class Preview:
    """All of it. said: areas, seats and editions in sentences. seats: who would sit at another table."""

    standings: Sequence[Move]
    said: Sequence[str]
    seats: Sequence[SeatLine]
    league_tables: Sequence[LeaguePart]


def preview_of(desk: Desk, done: DryRunDone) -> Preview:
    """The changes by a dry run of a step."""
    changes = changes_of(done)
    said = [*_areas(changes.areas), *([] if changes.seats is None else _seats(changes.seats))]
    if changes.edition is not None:
        said.append(_("The final standings get their edition {number}.").format(number=changes.edition))
    moved = [] if changes.seats is None else changes.seats.moved
    return Preview(
        moves(changes.standings, desk.names),
        said,
        [SeatLine(move.name, _table(desk, move.before), _table(desk, move.after)) for move in moved],
        [
            LeaguePart(table.name, table.if_closed, moves(table.rows, {row.who: row.name for row in table.rows}))
            for table in changes.league_tables
        ],
    )


def _areas(changes: Sequence[ChangedArea]) -> Iterator[str]:
    for change in changes:
        enter, leave = (joined([entry.name for entry in entries]) for entries in (change.enter, change.leave))
        if enter:
            told = ngettext("{names} enters area {area}.", "{names} enter area {area}.", len(change.enter))
            yield told.format(names=enter, area=change.area)
        if leave:
            told = ngettext("{names} leaves area {area}.", "{names} leave area {area}.", len(change.leave))
            yield told.format(names=leave, area=change.area)


def _seats(coming: UpcomingSeats) -> Iterator[str]:
    number = coming.round
    if coming.stays:
        yield _("Round {number} is published already: everybody stays seated.").format(number=number)
        return
    if coming.becomes_stale:
        yield _("The draft of round {number} becomes stale.").format(number=number)
    if coming.refused is not None:
        yield coming.refused.detail
    elif not coming.moved:
        yield _("Everybody sits at the same table in round {number}.").format(number=number)
    elif coming.state == "draft":
        yield _("Drawn again, round {number} seats these otherwise.").format(number=number)
    else:
        yield _("Round {number} seats these otherwise than it would now.").format(number=number)


def _table(desk: Desk, number: int | None) -> str:
    return _("sits out") if number is None else _("table {number}").format(number=desk.table(number))
