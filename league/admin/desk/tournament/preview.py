"""What a step would change, before it is taken: in sentences, and in tables of who moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.telling import Sentence
from league.admin.desk.tournament.desk import Desk
from league.admin.formatting.comparison import Move, moves
from league.admin.formatting.wording import joined
from league.domain.preview.seats_to_come import AreaChange, RoundPreview, seat_changes
from league.dry_run.effects import LeagueEffect, effects_of
from league.dry_run.trial import DryRunDone
from league.queries import names
from league.queries.transcript import say


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


def preview_of(desk: Desk, tried: DryRunDone) -> Preview:
    """What a trial of a step has come to."""
    effects = effects_of(tried)
    seats = effects.to_come.seats
    said = [*_areas(desk, effects.to_come.areas), *([] if seats is None else _seats(desk, seats))]
    if effects.edition is not None:
        said.append(_("The final standings get their edition {number}.").format(number=effects.edition))
    return Preview(
        moves(effects.standings, desk.names),
        said,
        [] if seats is None else list(_moved(desk, seats)),
        [_league_table(effect) for effect in effects.league_tables],
    )


def _areas(desk: Desk, changes: Sequence[AreaChange]) -> Iterator[str]:
    for change in changes:
        enter, leave = (joined([desk.name(entry) for entry in entries]) for entries in (change.enter, change.leave))
        if enter:
            told = ngettext("{names} enters area {area}.", "{names} enter area {area}.", len(change.enter))
            yield told.format(names=enter, area=change.area)
        if leave:
            told = ngettext("{names} leaves area {area}.", "{names} leave area {area}.", len(change.leave))
            yield told.format(names=leave, area=change.area)


def _seats(desk: Desk, found: RoundPreview) -> Iterator[str]:
    number = found.number
    if found.stays:
        yield _("Round {number} is published already: everybody stays seated.").format(number=number)
        return
    if found.becomes_stale:
        yield _("The draft of round {number} becomes stale.").format(number=number)
    if found.refused is not None:
        yield say(Sentence(found.refused.template, found.refused.facts), desk.names)
    elif not any(_moved(desk, found)):
        yield _("Everybody sits at the same table in round {number}.").format(number=number)
    elif found.state == "draft":
        yield _("Drawn again, round {number} seats these otherwise.").format(number=number)
    else:
        yield _("Round {number} seats these otherwise than it would now.").format(number=number)


def _moved(desk: Desk, found: RoundPreview) -> Iterator[SeatLine]:
    if found.before and found.after:
        for change in seat_changes(found.before, found.after):
            yield SeatLine(desk.name(change.entry), _table(desk, change.before), _table(desk, change.after))


def _table(desk: Desk, number: int | None) -> str:
    return _("sits out") if number is None else _("table {number}").format(number=desk.table(number))


def _league_table(effect: LeagueEffect) -> LeaguePart:
    called = names.of_people([UUID(one.id) for one in effect.moved]) if effect.moved else {}
    return LeaguePart(effect.name, effect.if_closed, moves(effect.moved, called))
