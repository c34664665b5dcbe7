"""What needs the director now: disputes, calls, people who came late, people who leave.

`wanted` lists it, but for level tables of a knockout, which the seating knows (`knockout.level.wanted_level`).
A dispute goes away by a ruling or by its author, a call by its answer, an entry by `NoticeEntry`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from league.domain.tournament.desk.state import Call
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.results.state import Dispute
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament

Kind = Literal["dispute", "level", "call", "late", "leave"]


@dataclass(frozen=True, slots=True)
class Item:
    """Something that needs the director.

    table: the id of its table. entry: who disputes (the last one, if known), calls, came or leaves. since: None for
    what was recorded without a time. note: what they say. game: of a dispute, the number of the game at the table.
    disputes: all of that game. call: the id of a call. after_round: the last round of somebody who leaves.
    """

    kind: Kind
    table: str | None
    entry: str | None
    since: datetime | None
    note: str | None = None
    game: int = 1
    disputes: Sequence[Dispute] = ()
    call: str | None = None
    after_round: int | None = None


def wanted(state: Tournament) -> list[Item]:
    """Everything that needs the director: disputes, calls, late arrivals, leaves; each kind from the oldest on."""
    calls = (_call(state, call) for call in state.calls.values() if call.is_open)
    if state.state in ("closed", "cancelled"):
        return list(calls)
    late = [_late(entry) for entry in state.entries.values() if is_late(state, entry)]
    leaves = [_leave(state, entry) for entry in state.entries.values() if is_leaving(state, entry)]
    return [*_disputes(state), *calls, *late, *leaves]


def is_wanted(state: Tournament, entry: Entry) -> bool:
    """Whether an entry came late or leaves, and the director has not noticed."""
    return is_late(state, entry) or is_leaving(state, entry)


def is_late(state: Tournament, entry: Entry) -> bool:
    """Whether an entry arrived, or came back, after the open round was seated, without a place in it."""
    round = state.open_round
    if round is None or not entry.is_here or entry.arrived <= max(round.based_on, entry.noticed):
        return False
    return (
        entry.id in state.admitted(round.number) and _table_in(round, entry.id) is None and entry.id not in round.byes
    )


def is_leaving(state: Tournament, entry: Entry) -> bool:
    """Whether an entry has said by its own link that it leaves, and the director has not noticed."""
    return entry.says_it_leaves > entry.noticed


def table_now(state: Tournament, entry: str) -> Table | None:
    """The table of an entry in the open round."""
    return None if state.open_round is None else _table_in(state.open_round, entry)


def _table_in(round: Round, entry: str) -> Table | None:
    return next((table for table in round.tables if entry in table.seats), None)


def _id_of_table_now(state: Tournament, entry: str) -> str | None:
    table = table_now(state, entry)
    return None if table is None else table.id


def _disputes(state: Tournament) -> list[Item]:
    tables = state.open_round.tables if state.open_round else ()
    found = [_dispute(game) for table in tables for game in table.games if game.result and game.result.disputes]
    return sorted(found, key=lambda item: item.disputes[0].at)


def _dispute(game: Table) -> Item:
    disputes = game.result.disputes if game.result else ()
    last = disputes[-1]
    return Item(
        "dispute",
        table=game.id,
        entry=_entry_of_voice(last.voice),
        since=disputes[0].at,
        note=last.note,
        game=game.game,
        disputes=disputes,
    )


def _entry_of_voice(voice: str | None) -> str | None:
    kind, _separator, id = (voice or "").partition(":")
    return id if kind == "entry" else None


def _call(state: Tournament, call: Call) -> Item:
    entry = call.entry or call.as_entry or _entry_of_voice(call.by)
    table = _standing(state, call.table) or (None if entry is None else _id_of_table_now(state, entry))
    return Item("call", table=table, entry=entry, since=call.at, note=call.note, call=call.id)


def _standing(state: Tournament, table: str | None) -> str | None:
    """The table, or the one that took its place, if there is one."""
    while table is not None and table not in state.tables:
        table = state.moved_to.get(table)
    return table


def _late(entry: Entry) -> Item:
    return Item("late", table=None, entry=entry.id, since=entry.arrived_at)


def _leave(state: Tournament, entry: Entry) -> Item:
    return Item(
        "leave",
        table=_id_of_table_now(state, entry.id),
        entry=entry.id,
        since=entry.leaving_at,
        after_round=entry.dropped_after,
    )
