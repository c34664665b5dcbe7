"""The changes that a step leads to, in sentences and tables, shown before it is taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.formatting.comparison import Move, moves
from league.dry_run.effects import changes_of
from league.dry_run.trial import DryRunDone
from league.dry_run.view import ChangedArea, UpcomingSeats
from league.queries.wording import joined


@dataclass(frozen=True)
class SeatMove:
    """A person who would sit at another table. before, after: names of tables, or that the person sits out."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class LeagueTableMoves:
    """Moves in a season's league table. if_closed: as if the tournament were closed now."""

    name: str
    if_closed: bool
    moves: Sequence[Move]


@dataclass(frozen=True)
class Preview:
    """The changes. sentences: about areas, seats and editions. seats: moves to another table."""

    standings: Sequence[Move]
    sentences: Sequence[str]
    seats: Sequence[SeatMove]
    league_tables: Sequence[LeagueTableMoves]


def preview_of(desk: TournamentDesk, done: DryRunDone) -> Preview:
    """The changes that a dry run led to."""
    changes = changes_of(done)
    sentences = [*_areas(changes.areas), *([] if changes.seats is None else _seats(changes.seats))]
    if changes.edition is not None:
        sentences.append(_("The final standings get edition {number}.").format(number=changes.edition))
    moved = [] if changes.seats is None else changes.seats.moved
    return Preview(
        moves(changes.standings, desk.names),
        sentences,
        [SeatMove(move.name, _table(desk, move.before), _table(desk, move.after)) for move in moved],
        [
            LeagueTableMoves(table.name, table.if_closed, moves(table.rows, {row.id: row.name for row in table.rows}))
            for table in changes.league_tables
        ],
    )


def _areas(changes: Sequence[ChangedArea]) -> Iterator[str]:
    for change in changes:
        enter, leave = (joined([entry.name for entry in entries]) for entries in (change.enter, change.leave))
        if enter:
            text = ngettext("{names} enters area {area}.", "{names} enter area {area}.", len(change.enter))
            yield text.format(names=enter, area=change.area)
        if leave:
            text = ngettext("{names} leaves area {area}.", "{names} leave area {area}.", len(change.leave))
            yield text.format(names=leave, area=change.area)


def _seats(coming: UpcomingSeats) -> Iterator[str]:
    number = coming.round
    if coming.stays:
        yield _("Round {number} is already published: everyone stays seated.").format(number=number)
        if coming.becomes_stale:
            yield _(
                "Somebody in round {number} will be in another’s place: the desk will offer to put the right person in."
            ).format(number=number)
        return
    if coming.becomes_stale:
        yield _("The draft of round {number} no longer fits: seat it again, or publish it as it is.").format(
            number=number
        )
    if coming.refused is not None:
        yield coming.refused.detail
    elif not coming.moved:
        yield _("Everyone sits at the same table in round {number}.").format(number=number)
    elif coming.state == "draft":
        yield _("If round {number} is seated again, these people change tables.").format(number=number)
    else:
        yield _("In round {number} these people sit at other tables than without the change.").format(number=number)


def _table(desk: TournamentDesk, number: int | None) -> str:
    return _("sits out") if number is None else _("table {number}").format(number=desk.table(number))
