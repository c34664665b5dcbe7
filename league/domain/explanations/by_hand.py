"""Why somebody sits there: because the director said so, in a plan or by a change after the seating."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.kernel import N_
from games.telling import Sentence
from league.domain.explanations.context import Context
from league.domain.explanations.reasons import Reason
from league.domain.seating.attempts import ManualChange
from league.domain.tournament.formats import Bye, Prescribed
from league.domain.tournament.rounds.events import RoundRepaired

Tables = dict[int, tuple[str, ...]]
"""Seats by the number of their table."""


class Spot(NamedTuple):
    """Where somebody is in a round; a bye has no table."""

    table: int
    seat: int


def why_by_hand(scene: Context) -> Iterator[Reason]:
    """The changes that gave the entry its seat; where it kept its own, those of its table."""
    tables: Tables = {table.number: table.seats for table in scene.drawing.event.tables}
    for change in scene.changes:
        after = _after(tables, change)
        yield from _change(scene, change, tables, after)
        tables = after


def _after(tables: Tables, change: ManualChange) -> Tables:
    event = change.event
    gone = [table.number for table in event.gone] if isinstance(event, RoundRepaired) else []
    stay = {number: seats for number, seats in tables.items() if number not in gone}
    return stay | {table.number: table.seats for table in event.tables}


def _change(scene: Context, change: ManualChange, before: Tables, after: Tables) -> Iterator[Reason]:
    was, is_ = _spot(before, scene.entry), _spot(after, scene.entry)
    rests_on = (change.version, *scene.published)
    if was != is_:
        if not scene.as_drawn:
            yield _own(scene, change, before, after)
    elif is_ is not None and before.get(is_.table) != after[is_.table]:
        template = N_("Who else sits at table {table} was changed by hand.")
        facts = {"entry": scene.entry, "table": is_.table}
        yield Reason("by_hand.table_changed", Sentence(template, facts), rests_on)


def _own(scene: Context, change: ManualChange, before: Tables, after: Tables) -> Reason:
    """The entry itself was given another place."""
    entry, was, is_ = scene.entry, _spot(before, scene.entry), _spot(after, scene.entry)
    rests_on = (change.version, *scene.published)
    facts = {
        "entry": entry,
        "from_table": was.table if was else None,
        "from_seat": was.seat if was else None,
        "table": is_.table if is_ else None,
        "seat": is_.seat if is_ else None,
    }
    other = _exchanged_with(before, after, was, is_)
    if other is not None:
        facts["other"] = other
        rule = "by_hand.repaired" if isinstance(change.event, RoundRepaired) else "by_hand.swapped"
        return Reason(rule, Sentence(N_("{entry} and {other} changed places by hand."), facts), rests_on)
    rule = "by_hand.repaired" if isinstance(change.event, RoundRepaired) else "by_hand.moved"
    if is_ is None:
        return Reason(rule, Sentence(N_("{entry} was taken from its seat by hand."), facts), rests_on)
    return Reason(rule, Sentence(N_("{entry} was moved to table {table} by hand."), facts), rests_on)


def _spot(tables: Tables, entry: str) -> Spot | None:
    for number, seats in tables.items():
        if entry in seats:
            return Spot(number, seats.index(entry) + 1)
    return None


def _exchanged_with(before: Tables, after: Tables, was: Spot | None, is_: Spot | None) -> str | None:
    """Whoever has the old place now and had the new one, or came from it."""
    if was is not None and len(after.get(was.table, ())) == len(before[was.table]):
        return after[was.table][was.seat - 1]
    if was is None and is_ is not None and len(after[is_.table]) == len(before.get(is_.table, ())):
        return before[is_.table][is_.seat - 1]
    return None


def why_given(scene: Context) -> Iterator[Reason]:
    """The director's own plan of the round."""
    template = N_("The director gave the tables of round {number}.")
    facts = {"entry": scene.entry, "number": scene.number}
    yield Reason("by_hand.given", Sentence(template, facts), scene.rests_on)


def why_prescribed(scene: Context, format: Prescribed) -> Iterator[Reason]:
    """The plan of all rounds. place: whom it names, where it does so by the standings."""
    facts = {"entry": scene.entry, "number": scene.number, "place": _named_by_place(scene, format)}
    if facts["place"] is None:
        template = N_("The plan of the rounds puts {entry} here in round {number}.")
        yield Reason("prescribed.plan", Sentence(template, facts), scene.rests_on)
        return
    template = N_("The plan puts place {place} of the standings here in round {number}: that was {entry}.")
    yield Reason("prescribed.place", Sentence(template, facts), (*scene.rests_on, *scene.standing))


def _named_by_place(scene: Context, format: Prescribed) -> int | None:
    planned, event = format.plan[scene.field.number_in_stage - 1], scene.drawing.event
    named = [*(seat for table in planned.tables for seat in table), *planned.byes]
    placed = [*(entry for table in event.tables for entry in table.seats), *event.byes]
    for chosen, entry in zip(named, placed, strict=False):
        if entry == scene.entry:
            who = chosen.entry if isinstance(chosen, Bye) else chosen
            return who if isinstance(who, int) else None
    return None
