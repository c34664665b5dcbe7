"""Why an entry sits where the director put it, by a plan or by a change after the seating."""

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
"""Seats by table number."""


class Spot(NamedTuple):
    table: int
    seat: int


def why_by_hand(context: Context) -> Iterator[Reason]:
    """The changes that gave the entry its seat; if it kept its own, those of its table."""
    tables: Tables = {table.number: table.seats for table in context.attempt.event.tables}
    for change in context.changes:
        changed = _changed(tables, change)
        yield from _reasons(context, change, tables, changed)
        tables = changed


def _changed(tables: Tables, change: ManualChange) -> Tables:
    event = change.event
    removed = [table.number for table in event.gone] if isinstance(event, RoundRepaired) else []
    kept = {number: seats for number, seats in tables.items() if number not in removed}
    return kept | {table.number: table.seats for table in event.tables}


def _reasons(context: Context, change: ManualChange, old: Tables, new: Tables) -> Iterator[Reason]:
    old_spot, new_spot = _spot(old, context.entry), _spot(new, context.entry)
    if old_spot != new_spot:
        if not context.is_unchanged:
            yield _own_change(context, change, old, new)
    elif new_spot is not None and old.get(new_spot.table) != new[new_spot.table]:
        facts = {"entry": context.entry, "table": new_spot.table}
        sentence = Sentence(N_("The director changed who else sits at table {table}."), facts)
        yield Reason("by_hand.table_changed", sentence, (change.version, *context.published))


def _own_change(context: Context, change: ManualChange, old: Tables, new: Tables) -> Reason:
    entry, was, now = context.entry, _spot(old, context.entry), _spot(new, context.entry)
    facts = {
        "entry": entry,
        "from_table": was.table if was else None,
        "from_seat": was.seat if was else None,
        "table": now.table if now else None,
        "seat": now.seat if now else None,
    }
    rule, template = "by_hand.moved", N_("The director moved {entry} to table {table}.")
    if (other := _swapped_with(old, new, was, now)) is not None:
        facts["other"] = other
        rule, template = "by_hand.swapped", N_("The director swapped {entry} and {other}.")
    elif now is None:
        template = N_("The director took {entry} from its seat.")
    if isinstance(change.event, RoundRepaired):
        rule = "by_hand.repaired"
    return Reason(rule, Sentence(template, facts), (change.version, *context.published))


def _spot(tables: Tables, entry: str) -> Spot | None:
    for number, seats in tables.items():
        if entry in seats:
            return Spot(number, seats.index(entry) + 1)
    return None


def _swapped_with(old: Tables, new: Tables, was: Spot | None, now: Spot | None) -> str | None:
    """The entry that now has the old seat; for an entry without one, the entry that lost the new seat."""
    if was is not None and len(new.get(was.table, ())) == len(old[was.table]):
        return new[was.table][was.seat - 1]
    if was is None and now is not None and len(new[now.table]) == len(old.get(now.table, ())):
        return old[now.table][now.seat - 1]
    return None


def why_given(context: Context) -> Reason:
    template = N_("The director gave the tables of round {number}.")
    return context.reason("by_hand.given", template, {"entry": context.entry, "number": context.number})


def why_prescribed(context: Context, format: Prescribed) -> Reason:
    place = _place_in_plan(context, format)
    facts = {"entry": context.entry, "number": context.number, "place": place}
    if place is None:
        template = N_("The plan of the rounds puts {entry} here in round {number}.")
        return context.reason("prescribed.plan", template, facts)
    template = N_("The plan of round {number} names place {place} of the standings here, which was {entry}.")
    return context.reason("prescribed.place", template, facts, *context.standings)


def _place_in_plan(context: Context, format: Prescribed) -> int | None:
    """The place in the standings by which the plan names the entry; None if it names the entry itself."""
    planned, event = format.plan[context.problem.number_in_stage - 1], context.attempt.event
    named = [*(seat for table in planned.tables for seat in table), *planned.byes]
    seated = [*(entry for table in event.tables for entry in table.seats), *event.byes]
    chosen = next((chosen for chosen, entry in zip(named, seated, strict=False) if entry == context.entry), None)
    name = chosen.entry if isinstance(chosen, Bye) else chosen
    return name if isinstance(name, int) else None
