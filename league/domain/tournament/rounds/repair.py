"""Repairs of a published or running round: a free seat is taken, tables are merged, entries swap or are replaced.

Before it begins, a seat may be emptied too.

| round | a changed table afterwards |
| --- | --- |
| published | the same table, so that its printed slip stays valid |
| running | a new table with the old number, since the open game has other players; clock and extra time go on |

A table with a result can't be changed. The caller has the games and checks that nothing was played at the tables in
`gone`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from games.kernel import N_, Event, Rejected
from league.domain.seating.knockout.corrections import settled
from league.domain.tournament.require import (
    entry_of,
    require_admitted,
    require_going_on,
    require_in_round,
    require_not_closed,
    round_of,
    table_gone,
)
from league.domain.tournament.results.stand_ins import require_not_standing_in
from league.domain.tournament.rounds.commands import (
    Repair,
    RepairEmpty,
    RepairMerge,
    RepairReplace,
    RepairSeat,
    RepairSwap,
)
from league.domain.tournament.rounds.drafts import Seats, changed, cost_by_hand, without
from league.domain.tournament.rounds.events import GoneTable, RoundRepaired
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.settings import TableSize
from league.domain.tournament.state import Tournament
from league.domain.values.fields import SMALLEST_TABLE


def seat(state: Tournament, command: RepairSeat) -> Iterator[Event]:
    """Gives an entry the last seat of a table; no event if it sits there already.

    It comes from a table that keeps enough players, from a bye, or from outside the round: then it must be present, and
    plays from this round on, even if it was entered for a later one.
    """
    round = _open_round(state, command)
    table = _table(state, round, command.table, "table")
    if command.entry in table.seats:
        return
    _require_present(state, round, command.entry)
    left = {other.id: without(other.seats, command.entry) for other in round.tables}
    after = left | {table.id: (*table.seats, command.entry)}
    least, most = _bounds(state, round, command)
    if len(after[table.id]) > most:
        facts = {"number": table.number, "most": most}
        raise Rejected("table_full", N_("Table {number} is full: it has at most {most} seats."), facts, "table")
    for other in round.tables:
        if command.entry in other.seats and len(after[other.id]) < least:
            facts = {"number": other.number, "seats": len(after[other.id]), "least": least}
            template = N_("Table {number} would have {seats} players and needs {least}: merge two tables instead.")
            raise Rejected("table_too_small", template, facts, "entry")
    yield _repaired(state, round, after, without(round.byes, command.entry), command)


def merge(state: Tournament, command: RepairMerge) -> Iterator[Event]:
    """Merges two tables: the lower number stays, and its players keep the first seats."""
    round = _open_round(state, command)
    first, second = sorted((_table(state, round, id, "merge") for id in command.tables), key=lambda table: table.number)
    if first.id == second.id:
        raise Rejected("same_table", N_("Choose two different tables to merge."), {"number": first.number}, "merge")
    seats = (*first.seats, *second.seats)
    _, most = _bounds(state, round, command)
    if len(seats) > most:
        facts = {"number": first.number, "other": second.number, "seats": len(seats), "most": most}
        template = N_("Tables {number} and {other} have {seats} players together: a table has at most {most} seats.")
        raise Rejected("tables_too_large", template, facts, "merge")
    after = {table.id: table.seats for table in round.tables if table is not second} | {first.id: seats}
    yield _repaired(state, round, after, round.byes, command, into={second.id: first.id})


def swap(state: Tournament, command: RepairSwap) -> Iterator[Event]:
    """Swaps two entries; no event if both have byes."""
    round = _open_round(state, command)
    for entry in (command.a, command.b):
        require_in_round(round, entry, "swap")
    if command.a == command.b:
        raise Rejected("same_entry", N_("Choose two different entries to swap."), {"entry": command.a}, "swap")
    swapped = {command.a: command.b, command.b: command.a}
    after = {table.id: tuple(swapped.get(entry, entry) for entry in table.seats) for table in round.tables}
    if any(table.seats != after[table.id] for table in round.tables):
        yield _repaired(state, round, after, tuple(swapped.get(entry, entry) for entry in round.byes), command)


def replace(state: Tournament, command: RepairReplace) -> Iterator[Event]:
    """Puts an entry in the place of another in a round of a knockout, even a draft; no event if that is done.

    An entry of the small final changes places with the other.
    """
    require_going_on(state)
    round = round_of(state, command.round)
    if state.settings_in_round(round.number).knockout is None:
        template = N_("Round {number} is not of a knockout: use a swap or a free seat to change its seats.")
        raise Rejected("not_knockout", template, {"number": round.number}, "replace")
    if command.replace == command.by:
        raise Rejected("same_entry", N_("Choose two different entries to swap."), {"entry": command.by}, "by")
    if _is_replaced(round, command):
        return
    require_in_round(round, command.replace, "replace")
    other = {command.replace: command.by}
    if _is_in_small_final(round, command.by) and not _is_in_small_final(round, command.replace):
        other |= {command.by: command.replace}
    elif _is_in(round, command.by):
        template = N_("{entry} has a place in round {number} already: swap the two instead.")
        raise Rejected("already_seated", template, {"entry": command.by, "number": round.number}, "by")
    else:
        _require_present(state, round, command.by)
    seats = {table.id: tuple(other.get(entry, entry) for entry in table.seats) for table in round.tables}
    byes = tuple(other.get(entry, entry) for entry in round.byes)
    if round.state == "draft":
        yield from changed(state, round, seats, byes)
    else:
        yield _repaired(state, _open_round(state, command), seats, byes, command)


def _is_replaced(round: Round, command: RepairReplace) -> bool:
    """Whether the one is in the round and the other is not, or only in the small final, where the first is not."""
    if not _is_in(round, command.by):
        return False
    if not _is_in(round, command.replace):
        return True
    return _is_in_small_final(round, command.replace) and not _is_in_small_final(round, command.by)


def _is_in(round: Round, entry: str) -> bool:
    return entry in round.byes or any(entry in table.seats for table in round.tables)


def _is_in_small_final(round: Round, entry: str) -> bool:
    return any(entry in table.seats for table in round.tables if table.is_small_final)


def empty(state: Tournament, command: RepairEmpty) -> Iterator[Event]:
    """Takes an entry out of a round that has not begun; no event if it has neither a seat nor a bye.

    The table keeps as many seats as the game needs.
    """
    round = _open_round(state, command)
    entry_of(state, command.entry)
    if round.state == "running":
        template = N_("Round {number} has begun: report {entry} as absent.")
        raise Rejected("round_begun", template, {"number": round.number, "entry": command.entry}, "empty")
    after = {table.id: without(table.seats, command.entry) for table in round.tables}
    for table in round.tables:
        if after[table.id] != table.seats and len(after[table.id]) < max(command.fewest, SMALLEST_TABLE):
            facts = {"number": table.number, "seats": len(after[table.id]), "least": command.fewest}
            template = N_("Table {number} would have {seats} players and needs {least}: seat the round again.")
            raise Rejected("table_too_small", template, facts, "empty")
    byes = without(round.byes, command.entry)
    if byes != round.byes or any(after[table.id] != table.seats for table in round.tables):
        yield _repaired(state, round, after, byes, command)


def _open_round(state: Tournament, command: Repair) -> Round:
    """The round, if it is published or running."""
    require_going_on(state)
    round = round_of(state, command.round)
    if round.state == "draft":
        template = N_("Round {number} is a draft: use swap or move to change its seats.")
        raise Rejected("round_not_open", template, {"number": round.number})
    require_not_closed(round)
    return round


def _table(state: Tournament, round: Round, table_id: str, field: str) -> Table:
    """The table of the round that a command names."""
    for table in round.tables:
        if table.id == table_id:
            return table
    if table_id in state.gone:
        raise table_gone(state, table_id, field)
    raise Rejected("unknown_table", N_("There is no table {table} here."), {"table": table_id}, field)


def _require_present(state: Tournament, round: Round, entry_id: str) -> None:
    """Refuses an entry that is not present. A late one may be entered for a later round."""
    entry = state.entries.get(entry_id)
    if entry is None:
        raise Rejected("unknown_entry", N_("There is no entry {entry} here."), {"entry": entry_id}, "entry")
    if entry.left or (entry.dropped_after is not None and entry.dropped_after < round.number):
        template = N_("{entry} has left and has to come back first.")
        raise Rejected("entry_dropped", template, {"entry": entry.id}, "entry")
    require_admitted(state, round.number, entry.id)
    if not entry.checked_in:
        raise Rejected("not_checked_in", N_("{entry} has not checked in."), {"entry": entry.id}, "entry")


def _bounds(state: Tournament, round: Round, command: Repair) -> tuple[int, int]:
    """The smallest and largest allowed table; a plan given by the director only has the bounds of the game."""
    size = TableSize() if round.given else state.settings_in_round(round.number).table_size
    return max(size.min, command.fewest), min(size.max, command.most)


def _repaired(
    state: Tournament,
    round: Round,
    after: Seats,
    byes: tuple[str, ...],
    command: Repair,
    into: Mapping[str, str] | None = None,
) -> RoundRepaired:
    """The event for these new seats. into: the table that takes the seats of a table missing from `after`."""
    changed = [table for table in round.tables if after.get(table.id) != table.seats]
    for table in changed:
        if any(game.result is not None for game in table.games):
            raise Rejected("already_reported", N_("Table {number} has a result already."), {"number": table.number})
    require_not_standing_in(state, round, _newly_seated(round, after))
    replaced = settled(state, round, after, byes)
    kept_tables = [table for table in changed if table.id in after]
    running = round.state == "running"
    ids = {table.id: command.fresh[at] if running else table.id for at, table in enumerate(kept_tables)}
    gone = [table for table in changed if running or table.id not in after]
    merged = into or {}
    return RoundRepaired(
        round=round.id,
        tables=tuple(SeatedTable(ids[table.id], table.number, after[table.id], table.area) for table in kept_tables),
        gone=tuple(GoneTable(table.id, table.number, ids[merged.get(table.id, table.id)]) for table in gone),
        byes=byes,
        joined=_joined(state, round, after),
        cost=cost_by_hand(state, round, after),
        reason=command.reason,
        replaced=replaced or UNSET,
    )


def _newly_seated(round: Round, after: Seats) -> list[str]:
    """Entries with a seat now that had none in the round."""
    before = {entry for table in round.tables for entry in table.seats}
    return [entry for seats in after.values() for entry in seats if entry not in before]


def _joined(state: Tournament, round: Round, after: Seats) -> tuple[str, ...]:
    """Entries with a seat in the round that were entered for a later one."""
    seated = (entry for seats in after.values() for entry in seats)
    return tuple(entry for entry in seated if state.entries[entry].from_round > round.number)
