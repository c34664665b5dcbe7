"""Folds the events about entries."""

from __future__ import annotations

from league.domain.tournament.entries import events as e
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.folding import changed_entry, folds
from league.domain.tournament.state import Tournament


@folds(e.EntryRegistered)
def _registered(state: Tournament, event: e.EntryRegistered) -> None:
    entry = Entry(event.entry, event.person, event.members, event.from_round, state.version, event.rating)
    entry.entered = state.version
    state.entries[entry.id] = entry
    for person in entry.people:
        state.entry_of[person] = entry.id


@folds(e.EntryCheckedIn)
def _checked_in(state: Tournament, event: e.EntryCheckedIn) -> None:
    entry = changed_entry(state, event.entry)
    entry.checked_in = True
    _arrived(state, entry, event)


def _arrived(state: Tournament, entry: Entry, event: e.EntryCheckedIn | e.EntryReturned) -> None:
    entry.arrived, entry.arrived_at = state.version, event.at or None


@folds(e.CheckInWithdrawn)
def _withdrawn(state: Tournament, event: e.CheckInWithdrawn) -> None:
    changed_entry(state, event.entry).checked_in = False


@folds(e.EntryDropped)
def _dropped(state: Tournament, event: e.EntryDropped) -> None:
    entry = changed_entry(state, event.entry)
    entry.left, entry.dropped_after = event.at_once, event.after_round
    entry.says_it_leaves, entry.leaving_at = (state.version if event.by == entry.actor else 0), event.at or None


@folds(e.EntryReturned)
def _returned(state: Tournament, event: e.EntryReturned) -> None:
    entry = changed_entry(state, event.entry)
    entry.checked_in, entry.left, entry.dropped_after = True, False, None
    entry.says_it_leaves, entry.leaving_at = 0, None
    _arrived(state, entry, event)


@folds(e.TableFixed)
def _table_fixed(state: Tournament, event: e.TableFixed) -> None:
    changed_entry(state, event.entry).table = event.table
