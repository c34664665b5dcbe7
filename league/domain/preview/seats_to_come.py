"""The seats of the open or next round, with and without a change.

A published or running round keeps its seats, but one of a knockout may have somebody in another's place then. A draft
becomes stale, and is shown next to the attempt that would replace it. For a round that is not seated yet, both seatings
are computed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from games.kernel import N_, Rejected
from league.domain.seating.knockout.corrections import replacements
from league.domain.seating.plan import Plan, PlannedTable
from league.domain.tournament.closing.commands import CloseRound
from league.domain.tournament.closing.rules import close_round
from league.domain.tournament.fold import EVOLVE
from league.domain.tournament.formats import Areas, Rotation
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament

GOING = ("open", "running")
PlanNext = Callable[[Tournament], Plan]
"""Plans a tournament's next round, or the next attempt at its draft. Raises Rejected."""


@dataclass(frozen=True)
class Layout:
    """Tables and byes."""

    tables: Sequence[PlannedTable]
    byes: Sequence[str]

    @property
    def at(self) -> dict[str, PlannedTable | None]:
        """The table of each entry; None for a bye."""
        return {entry: table for table in self.tables for entry in table.seats} | dict.fromkeys(self.byes)


@dataclass(frozen=True)
class RoundPreview:
    """A round. state: `to_come` if it is not seated. becomes_stale: whether the change makes a draft stale, or puts
    somebody in a round of a knockout in another's place.

    before, after: seats without and with the change; None if they stay or can't be computed. refused: the reason why
    not.
    """

    number: int
    state: Literal["to_come", "draft", "published", "running"]
    becomes_stale: bool = False
    before: Layout | None = None
    after: Layout | None = None
    refused: Rejected | None = None

    @property
    def stays(self) -> bool:
        return self.state in ("published", "running")


class AreaChange(NamedTuple):
    """Entries that enter or leave an area."""

    area: str
    enter: Sequence[str]
    leave: Sequence[str]


class SeatChange(NamedTuple):
    """An entry that sits at another table. None: a bye, or not playing."""

    entry: str
    before: int | None
    after: int | None


@dataclass(frozen=True)
class SeatsToCome:
    """Changes of seats in the open or next round, and of areas in the next one."""

    seats: RoundPreview | None = None
    areas: Sequence[AreaChange] = ()


def preview_seats(before: Tournament, after: Tournament, plan: PlanNext) -> SeatsToCome:
    """The effect of a change from `before` to `after` on later seats; empty if no seat depends on it."""
    if before.state not in GOING or after.state not in GOING:
        return SeatsToCome()
    if (_id(before.open_round), _id(before.draft)) != (_id(after.open_round), _id(after.draft)):
        return SeatsToCome()
    if (round := after.open_round) is not None:
        stale = _is_marked(after, round) and not _is_marked(before, before.open_round)
        seats = RoundPreview(round.number, "running" if round.state == "running" else "published", stale)
        return SeatsToCome(seats, _areas_after_this(before, after, plan))
    if after.moved_at <= before.version or not _has_next(after):
        return SeatsToCome()
    seats = _seated_again(before, after, plan)
    return SeatsToCome(seats, area_changes(seats.before, seats.after) if seats.before and seats.after else ())


def _is_marked(state: Tournament, round: Round | None) -> bool:
    """Whether somebody in a round of a knockout is in another's place, at a table without a result."""
    return round is not None and any(not found.played for found in replacements(state, round))


def _has_next(state: Tournament) -> bool:
    """Whether the tournament has another round."""
    return state.effective_settings.rounds is None or state.next_number <= state.effective_settings.rounds


def _id(round: Round | None) -> str | None:
    return None if round is None else round.id


def _seated_again(before: Tournament, after: Tournament, plan: PlanNext) -> RoundPreview:
    """The draft and the attempt that would follow, or the next round without and with the change."""
    draft = before.draft
    current = None if draft is None else _layout_of(draft)
    stale = after.is_stale and not before.is_stale
    preview = RoundPreview(after.next_number, "draft" if draft else "to_come", stale, current)
    try:
        _require_drawn(after, draft)
        new = _layout(plan(after))
    except Rejected as refused:
        return replace(preview, refused=refused)
    return replace(preview, before=current or _layout_or_none(before, plan), after=new)


def _require_drawn(state: Tournament, draft: Round | None) -> None:
    """Refuses rounds whose seats don't depend on the standings."""
    if draft is not None and draft.given:
        raise Rejected("plan_needed", N_("The director sets the tables of this round."), field="plan")
    if isinstance(state.effective_settings.format, Rotation):
        raise Rejected("planned_ahead", N_("The rounds of a rotation are planned ahead, regardless of results."))


def _areas_after_this(before: Tournament, after: Tournament, plan: PlanNext) -> Sequence[AreaChange]:
    """Changes of areas after the open round, if it closed as it is; empty while results are missing."""
    if not isinstance(after.effective_settings.format, Areas):
        return ()
    try:
        old, new = (_layout(plan(_as_if_closed(state))) for state in (before, after))
    except Rejected:
        return ()
    return area_changes(old, new)


def _as_if_closed(state: Tournament) -> Tournament:
    """A copy in which the open round is closed. Raises Rejected if it can't be."""
    events = list(close_round(state, CloseRound(_id(state.open_round) or "")))
    copy = deepcopy(state)
    for event in events:
        EVOLVE[type(event)](copy, event)
    return copy


def _layout_or_none(state: Tournament, plan: PlanNext) -> Layout | None:
    try:
        return _layout(plan(state))
    except Rejected:
        return None


def _layout(made: Plan) -> Layout:
    return Layout(made.tables, made.byes)


def _layout_of(draft: Round) -> Layout:
    return Layout([PlannedTable(table.number, table.area, table.seats) for table in draft.tables], draft.byes)


def area_changes(before: Layout, after: Layout) -> list[AreaChange]:
    """The areas with entries that enter or leave, in order."""
    old, new = _members(before), _members(after)
    changes = []
    for area in sorted({**old, **new}, key=lambda letters: (len(letters), letters)):
        was, is_now = old.get(area, {}), new.get(area, {})
        enter, leave = [entry for entry in is_now if entry not in was], [entry for entry in was if entry not in is_now]
        if enter or leave:
            changes.append(AreaChange(area, enter, leave))
    return changes


def _members(layout: Layout) -> dict[str, dict[str, None]]:
    members: dict[str, dict[str, None]] = {}
    for table in layout.tables:
        if table.area is not None:
            members.setdefault(table.area, {}).update(dict.fromkeys(table.seats))
    return members


def seat_changes(before: Layout, after: Layout) -> list[SeatChange]:
    """Entries at another table, or with a new or former bye, in the order of the new tables."""
    old, new = before.at, after.at
    changes = [SeatChange(entry, _number(old.get(entry)), _number(new.get(entry))) for entry in {**new, **old}]
    return [change for change in changes if change.before != change.after]


def _number(table: PlannedTable | None) -> int | None:
    return None if table is None else table.number
