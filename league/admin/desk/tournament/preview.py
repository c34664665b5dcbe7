"""The changes that a step leads to, in sentences and tables, shown before it is taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.telling import Sentence
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.formatting.comparison import Move, moves
from league.admin.formatting.wording import joined
from league.domain.preview.seats_to_come import AreaChange, RoundPreview, seat_changes
from league.dry_run.effects import LeagueEffect, effects_of
from league.dry_run.trial import DryRunDone
from league.queries import names
from league.queries.transcript import say


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
    """The effects of a dry run."""
    effects = effects_of(done)
    seats = effects.to_come.seats
    sentences = [*_areas(desk, effects.to_come.areas), *([] if seats is None else _seats(desk, seats))]
    if effects.edition is not None:
        sentences.append(_("The final standings get edition {number}.").format(number=effects.edition))
    return Preview(
        moves(effects.standings, desk.names),
        sentences,
        [] if seats is None else list(_moved(desk, seats)),
        [_league_table(effect) for effect in effects.league_tables],
    )


def _areas(desk: TournamentDesk, changes: Sequence[AreaChange]) -> Iterator[str]:
    for change in changes:
        enter, leave = (joined([desk.name(entry) for entry in entries]) for entries in (change.enter, change.leave))
        if enter:
            text = ngettext("{names} enters area {area}.", "{names} enter area {area}.", len(change.enter))
            yield text.format(names=enter, area=change.area)
        if leave:
            text = ngettext("{names} leaves area {area}.", "{names} leave area {area}.", len(change.leave))
            yield text.format(names=leave, area=change.area)


def _seats(desk: TournamentDesk, outlook: RoundPreview) -> Iterator[str]:
    number = outlook.number
    if outlook.stays:
        yield _("Round {number} is already published: everyone stays seated.").format(number=number)
        return
    if outlook.becomes_stale:
        yield _("The draft of round {number} becomes stale.").format(number=number)
    if outlook.refused is not None:
        yield say(Sentence(outlook.refused.template, outlook.refused.facts), desk.names)
    elif not any(_moved(desk, outlook)):
        yield _("Everyone sits at the same table in round {number}.").format(number=number)
    elif outlook.state == "draft":
        yield _("If round {number} is drawn again, these people change tables.").format(number=number)
    else:
        yield _("In round {number} these people sit at other tables than without the change.").format(number=number)


def _moved(desk: TournamentDesk, outlook: RoundPreview) -> Iterator[SeatMove]:
    if outlook.before and outlook.after:
        for change in seat_changes(outlook.before, outlook.after):
            yield SeatMove(desk.name(change.entry), _table(desk, change.before), _table(desk, change.after))


def _table(desk: TournamentDesk, number: int | None) -> str:
    return _("sits out") if number is None else _("table {number}").format(number=desk.table(number))


def _league_table(effect: LeagueEffect) -> LeagueTableMoves:
    people = names.of_people([UUID(one.id) for one in effect.moved]) if effect.moved else {}
    return LeagueTableMoves(effect.name, effect.if_closed, moves(effect.moved, people))
