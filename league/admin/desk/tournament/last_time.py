"""Those of last time on the page about people: names to tick off."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from league.admin.desk.tournament import arrival, entries
from league.admin.desk.tournament.desk import TournamentDesk
from league.queries.last_time import LastEntry, last_time

MOST_SHOWN = 150


@dataclass(frozen=True)
class Tick:
    """A name to tick off. id: of the entry of last time. is_here: whether it is ticked.

    step: the address of the step that ticks it, or takes that back; "" for somebody who is seated. who: what the step
    needs to know.
    """

    id: str
    name: str
    is_here: bool
    step: str
    who: str


@dataclass(frozen=True)
class Last:
    """Those of last time. name: of that tournament. more: people who are not shown. all: takes all of them."""

    name: str
    ticks: Sequence[Tick]
    more: int
    all: arrival.AllOfLastTime
    is_open: bool


def last(desk: TournamentDesk) -> Last | None:
    """Those of last time; None if there was none."""
    found = last_time(desk.row)
    if found is None:
        return None
    shown = found.entries[:MOST_SHOWN]
    return Last(
        name=found.tournament.name,
        ticks=[_tick(desk, one) for one in shown],
        more=len(found.entries) - len(shown),
        all=arrival.AllOfLastTime(desk),
        is_open=not desk.state.rounds,
    )


def ticks(desk: TournamentDesk, changed: Collection[str]) -> list[Tick]:
    """The ticks of people whose entries have changed."""
    found = last_time(desk.row)
    shown = found.entries[:MOST_SHOWN] if found else []
    return [_tick(desk, one) for one in shown if arrival.entry_of(desk, one) in changed]


def _tick(desk: TournamentDesk, one: LastEntry) -> Tick:
    entry = arrival.entry_of(desk, one)
    is_here = bool(entry) and desk.state.entries[entry].checked_in and not arrival.has_left(desk, entry)
    if not is_here:
        return Tick(one.id, one.name, False, desk.address(arrival.Arrive.name), entry or one.id)
    step = "" if entry in desk.seated else desk.address(entries.WithdrawCheckIn.name, entry)
    return Tick(one.id, one.name, True, step, "")
