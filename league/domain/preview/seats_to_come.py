"""The seats to come, without something that is tried and with it.

A published or running round stays seated. A draft becomes stale, and is told beside the attempt that would be drawn in
its place. Of a round that is not seated yet both seatings are told as they would be drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from games.kernel import N_, Rejected
from league.domain.seating.plan import Plan, PlannedTable
from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.closing.rules import close_round
from league.domain.tournament.fold import EVOLVE
from league.domain.tournament.formats import Areas, Rotation
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament

GOING = ("open", "running")
PlanNext = Callable[[Tournament], Plan]
"""The next round's seating of a tournament, or the next attempt at its draft. Raises Rejected."""


@dataclass(frozen=True)
class Layout:
    """Tables, and who sits out."""

    tables: Sequence[PlannedTable]
    byes: Sequence[str]

    @property
    def at(self) -> dict[str, PlannedTable | None]:
        """The table of each entry; None for who sits out."""
        return {entry: table for table in self.tables for entry in table.seats} | dict.fromkeys(self.byes)


@dataclass(frozen=True)
class RoundPreview:
    """A round. state: its own, or `to_come` for one that is not seated. becomes_stale: whether a draft does by this.

    before, after: its seats without and with what is tried; None where they stay, or can't be told. refused: why not.
    """

    number: int
    state: Literal["to_come", "draft", "published", "running"]
    becomes_stale: bool = False
    before: Layout | None = None
    after: Layout | None = None
    refused: Rejected | None = None

    @property
    def stays(self) -> bool:
        """Whether it stays seated, whatever is tried."""
        return self.state in ("published", "running")


class AreaChange(NamedTuple):
    """Who enters and who leaves an area."""

    area: str
    enter: Sequence[str]
    leave: Sequence[str]


class SeatChange(NamedTuple):
    """An entry that sits at another table. None: it sits out, or does not play."""

    entry: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class SeatsToCome:
    """What changes in the round that is open or comes next, and in the areas of the next one."""

    seats: RoundPreview | None = None
    areas: Sequence[AreaChange] = ()


def preview_seats(before: Tournament, after: Tournament, planned: PlanNext) -> SeatsToCome:
    """What a change from `before` to `after` does to the seats to come; nothing where no seat depends on it."""
    if before.state not in GOING or after.state not in GOING:
        return SeatsToCome()
    if (_id(before.open_round), _id(before.draft)) != (_id(after.open_round), _id(after.draft)):
        return SeatsToCome()
    if (found := after.open_round) is not None:
        seats = RoundPreview(found.number, "running" if found.state == "running" else "published")
        return SeatsToCome(seats, _areas_after_this(before, after, planned))
    if after.moved_at <= before.version or not _has_next(after):
        return SeatsToCome()
    seats = _seated_anew(before, after, planned)
    return SeatsToCome(seats, area_changes(seats.before, seats.after) if seats.before and seats.after else ())


def _has_next(state: Tournament) -> bool:
    """Whether the tournament has the round that comes next."""
    return state.effective_settings.rounds is None or state.next_number <= state.effective_settings.rounds


def _id(found: Round | None) -> str | None:
    return None if found is None else found.id


def _seated_anew(before: Tournament, after: Tournament, planned: PlanNext) -> RoundPreview:
    """The draft beside the attempt that would follow, or the next round as it would be drawn without and with it."""
    draft = before.draft
    stands = None if draft is None else _layout_of(draft)
    stale = after.is_stale and not before.is_stale
    found = RoundPreview(after.next_number, "draft" if draft else "to_come", stale, stands)
    try:
        _require_drawn(after, draft)
        new = _layout(planned(after))
    except Rejected as refused:
        return replace(found, refused=refused)
    return replace(found, before=stands or _layout_or_none(before, planned), after=new)


def _require_drawn(state: Tournament, draft: Round | None) -> None:
    """Refuses rounds whose seats no standings decide."""
    if draft is not None and draft.given:
        raise Rejected("plan_needed", N_("The director sets the tables of this round."), field="plan")
    if isinstance(state.effective_settings.format, Rotation):
        raise Rejected("planned_ahead", N_("The rounds of a rotation are planned ahead, regardless of results."))


def _areas_after_this(before: Tournament, after: Tournament, planned: PlanNext) -> Sequence[AreaChange]:
    """Of areas: who is in which after the running round, if it were closed as it stands; nothing while results lack."""
    if not isinstance(after.effective_settings.format, Areas):
        return ()
    try:
        old, new = (_layout(planned(_as_if_closed(state))) for state in (before, after))
    except Rejected:
        return ()
    return area_changes(old, new)


def _as_if_closed(state: Tournament) -> Tournament:
    """A copy in which the open round is closed. Raises Rejected where it can't be."""
    events = list(close_round(state, CloseRound(_id(state.open_round) or "")))
    told = deepcopy(state)
    for event in events:
        EVOLVE[type(event)](told, event)
    return told


def _layout_or_none(state: Tournament, planned: PlanNext) -> Layout | None:
    try:
        return _layout(planned(state))
    except Rejected:
        return None


def _layout(made: Plan) -> Layout:
    return Layout(made.tables, made.byes)


def _layout_of(draft: Round) -> Layout:
    return Layout([PlannedTable(table.number, table.area, table.seats) for table in draft.tables], draft.byes)


def area_changes(before: Layout, after: Layout) -> list[AreaChange]:
    """The areas that somebody enters or leaves, in their order."""
    old, new = _members(before), _members(after)
    found = []
    for area in sorted({**old, **new}, key=lambda letters: (len(letters), letters)):
        was, is_now = old.get(area, {}), new.get(area, {})
        enter, leave = [entry for entry in is_now if entry not in was], [entry for entry in was if entry not in is_now]
        if enter or leave:
            found.append(AreaChange(area, enter, leave))
    return found


def _members(layout: Layout) -> dict[str, dict[str, None]]:
    found: dict[str, dict[str, None]] = {}
    for table in layout.tables:
        if table.area is not None:
            found.setdefault(table.area, {}).update(dict.fromkeys(table.seats))
    return found


def seat_changes(before: Layout, after: Layout) -> list[SeatChange]:
    """Who sits at another table, or sits out now, or does no more; in the order of the tables to come."""
    old, new = before.at, after.at
    changes = [SeatChange(entry, _number(old.get(entry)), _number(new.get(entry))) for entry in {**new, **old}]
    return [change for change in changes if change.before != change.after]


def _number(table: PlannedTable | None) -> int | None:
    return None if table is None else table.number
