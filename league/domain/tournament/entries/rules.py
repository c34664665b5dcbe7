"""The rules about entries: register, check in, take that back, drop, return, fix a table."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import N_, Event, Rejected, under
from league.domain.tournament.entries.commands import (
    CheckIn,
    Drop,
    FixTable,
    NewEntry,
    Register,
    Return,
    WithdrawCheckIn,
)
from league.domain.tournament.entries.events import (
    CheckInWithdrawn,
    EntryCheckedIn,
    EntryDropped,
    EntryRegistered,
    EntryReturned,
    TableFixed,
)
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.require import entry_of, require_going_on
from league.domain.tournament.state import Tournament


def register(state: Tournament, command: Register) -> Iterator[Event]:
    """Enters all or none. Nobody is entered twice, alone or in a team. A late entry plays from the next round.

    Refused once a final has begun, since new entries could never be in it.
    """
    require_going_on(state)
    if state.stage is not None:
        facts = {"top": state.stage.top}
        raise Rejected("stage_begun", N_("The final of the best {top} has begun: no more entries are accepted."), facts)
    known = dict(state.entry_of)
    ids = set(state.entries)
    for number, entry in enumerate(command.entries):
        with under(number):
            _require_new(entry, known, ids)
    soonest = state.next_number
    for entry in command.entries:
        yield EntryRegistered(
            entry=entry.id,
            person=entry.person,
            members=entry.members,
            from_round=max(entry.from_round or 1, soonest),
            rating=entry.rating,
        )


def _require_new(entry: NewEntry, known: dict[str, str], ids: set[str]) -> None:
    """Refuses an entry without people, or one that exists already; otherwise adds it to `known` and `ids`."""
    if (entry.person is None) == (not entry.members):
        raise Rejected("bad_entry", N_("An entry is either a person or a team of members."), field="person")
    if entry.id in ids:
        raise Rejected("duplicate", N_("There is an entry {entry} already."), {"entry": entry.id})
    ids.add(entry.id)
    for person in entry.members or (entry.person or "",):
        if person in known:
            facts = {"person": person, "entry": known[person]}
            raise Rejected("duplicate", N_("{person} is in this tournament already."), facts)
        known[person] = entry.id


def check_in(state: Tournament, command: CheckIn) -> Iterator[Event]:
    """Notes the arrival once. An entry that has dropped comes back with `return`."""
    require_going_on(state)
    entry = entry_of(state, command.entry)
    _require_not_gone(state, entry)
    if not entry.checked_in:
        yield EntryCheckedIn(entry.id, command.at, command.by)


def withdraw_check_in(state: Tournament, command: WithdrawCheckIn) -> Iterator[Event]:
    """Takes an arrival back. Refused once the entry has a seat or a bye, also in a draft: it drops instead."""
    require_going_on(state)
    entry = entry_of(state, command.entry)
    _require_not_gone(state, entry)
    for round in state.rounds:
        if entry.id in round.byes or any(entry.id in table.seats for table in round.tables):
            facts = {"entry": entry.id, "number": round.number}
            raise Rejected("entry_seated", N_("{entry} is seated in round {number} and can only leave now."), facts)
    if entry.checked_in:
        yield CheckInWithdrawn(entry.id, command.at, command.by)


def _require_not_gone(state: Tournament, entry: Entry) -> None:
    """Refuses an entry that has dropped, also after a round that is over."""
    if entry.left or (entry.dropped_after is not None and entry.dropped_after <= len(state.closed_rounds)):
        raise Rejected("entry_dropped", N_("{entry} has left and has to come back first."), {"entry": entry.id})


def drop(state: Tournament, command: Drop) -> Iterator[Event]:
    """Drops at once, after the rounds begun so far, or after a later round that is not over."""
    require_going_on(state)
    entry = entry_of(state, command.entry)
    begun = len(state.rounds) - (state.draft is not None)
    if command.after_round is None or entry.left:
        after_round, at_once = begun, True
        is_known = entry.left
    else:
        closed = len(state.closed_rounds)
        if command.after_round <= closed:
            facts = {"round": command.after_round}
            raise Rejected("round_closed", N_("Round {round} is over."), facts, "after_round")
        after_round, at_once = command.after_round, False
        is_known = entry.dropped_after == command.after_round
    if not is_known:
        yield EntryDropped(entry=entry.id, after_round=after_round, at_once=at_once, at=command.at, by=command.by)


def return_(state: Tournament, command: Return) -> Iterator[Event]:
    """Returns for the rounds that are not seated yet; missed rounds stay missed."""
    require_going_on(state)
    entry = entry_of(state, command.entry)
    if entry.left or entry.dropped_after is not None:
        yield EntryReturned(entry.id, command.at, command.by)


def fix_table(state: Tournament, command: FixTable) -> Iterator[Event]:
    """Reserves a table unless another entry has it; no event if nothing changes."""
    require_going_on(state)
    entry = entry_of(state, command.entry)
    for holder in state.entries.values():
        if command.table is not None and holder.table == command.table and holder.id != entry.id and not holder.left:
            facts = {"entry": holder.id, "table": command.table}
            raise Rejected("table_taken", N_("Table {table} is reserved for {entry}."), facts, "table")
    if entry.table != command.table:
        yield TableFixed(entry.id, command.table)
