"""A round that everybody sees, repaired by hand: somebody takes a free seat, two tables become one, two change places.

| round | what a changed table is afterwards |
| --- | --- |
| published | the same table, so that its printed slip stays good |
| running | another table of that number, since the game opened at it has other players; clock and extra time go on |

No table that is touched has a result. That nothing has been played at it either is for the caller to see, who has its
game: the games at the tables that are `gone` with the event.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.kernel import N_, Event, Rejected
from league.domain.seating.costs import cost
from league.domain.seating.from_state import problem_of
from league.domain.tournament.require import require_admitted, require_going_on, require_in_round, round_of, table_gone
from league.domain.tournament.rounds.commands import Repair, RepairMerge, RepairSeat, RepairSwap
from league.domain.tournament.rounds.events import GoneTable, RoundRepaired
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.settings import TableSize
from league.domain.tournament.state import Tournament

Seats = Mapping[str, tuple[str, ...]]
"""The seats of all tables of the round by table id, as they are to be."""


def seat(state: Tournament, command: RepairSeat) -> Iterator[Event]:
    """Gives an entry the last seat of a table; nothing where it sits there already.

    It comes from a table that keeps enough, from a bye, or from nowhere: then it is here, and plays from this round on
    whatever it was entered for.
    """
    found = _open_round(state, command)
    table = _table(state, found, command.table, "table")
    if command.entry in table.seats:
        return
    _require_present(state, found, command.entry)
    left = {other.id: _without(other.seats, command.entry) for other in found.tables}
    after = left | {table.id: (*table.seats, command.entry)}
    least, most = _bounds(state, found, command)
    if len(after[table.id]) > most:
        facts = {"number": table.number, "most": most}
        raise Rejected("table_full", N_("Table {number} is full: it has at most {most} seats."), facts, "table")
    for other in found.tables:
        if command.entry in other.seats and len(after[other.id]) < least:
            facts = {"number": other.number, "seats": len(after[other.id]), "least": least}
            template = N_("Table {number} would have {seats} players of at least {least}: merge two tables instead.")
            raise Rejected("table_too_small", template, facts, "entry")
    yield _repaired(state, found, after, _without(found.byes, command.entry), command)


def merge(state: Tournament, command: RepairMerge) -> Iterator[Event]:
    """Makes two tables one: the lower number stays, and who sat there keeps the first seats."""
    found = _open_round(state, command)
    first, second = sorted((_table(state, found, id, "merge") for id in command.tables), key=lambda table: table.number)
    if first.id == second.id:
        raise Rejected("same_table", N_("Choose two different tables to merge."), {"number": first.number}, "merge")
    seats = (*first.seats, *second.seats)
    _, most = _bounds(state, found, command)
    if len(seats) > most:
        facts = {"number": first.number, "other": second.number, "seats": len(seats), "most": most}
        template = N_("Tables {number} and {other} have {seats} players together: a table has at most {most} seats.")
        raise Rejected("tables_too_large", template, facts, "merge")
    after = {table.id: table.seats for table in found.tables if table is not second} | {first.id: seats}
    yield _repaired(state, found, after, found.byes, command, into={second.id: first.id})


def swap(state: Tournament, command: RepairSwap) -> Iterator[Event]:
    """Lets two entries change places; nothing where both sit out."""
    found = _open_round(state, command)
    for entry in (command.a, command.b):
        require_in_round(found, entry, "swap")
    if command.a == command.b:
        raise Rejected("same_entry", N_("Choose two different entries to swap."), {"entry": command.a}, "swap")
    other = {command.a: command.b, command.b: command.a}
    after = {table.id: tuple(other.get(entry, entry) for entry in table.seats) for table in found.tables}
    if any(table.seats != after[table.id] for table in found.tables):
        yield _repaired(state, found, after, tuple(other.get(entry, entry) for entry in found.byes), command)


def _open_round(state: Tournament, command: Repair) -> Round:
    """The round, if it is published or running."""
    require_going_on(state)
    found = round_of(state, command.round)
    if found.state == "draft":
        template = N_("Round {number} is a draft: use swap or move to change its seats.")
        raise Rejected("round_not_open", template, {"number": found.number})
    if found.state == "closed":
        raise Rejected("round_closed", N_("Round {number} is closed."), {"number": found.number})
    return found


def _table(state: Tournament, found: Round, table_id: str, field: str) -> Table:
    """The table of the round that a command names."""
    for table in found.tables:
        if table.id == table_id:
            return table
    if table_id in state.gone:
        raise table_gone(state, table_id, field)
    raise Rejected("unknown_table", N_("There is no table {table} here."), {"table": table_id}, field)


def _require_present(state: Tournament, found: Round, entry_id: str) -> None:
    """Refuses an entry that is not here for this round; one that came late may have been entered for the next."""
    entry = state.entries.get(entry_id)
    if entry is None:
        raise Rejected("unknown_entry", N_("There is no entry {entry} here."), {"entry": entry_id}, "entry")
    if entry.left or (entry.dropped_after is not None and entry.dropped_after < found.number):
        raise Rejected("entry_dropped", N_("{entry} has dropped and must return first."), {"entry": entry.id}, "entry")
    require_admitted(state, found.number, entry.id)
    if not entry.checked_in:
        raise Rejected("not_checked_in", N_("{entry} has not checked in."), {"entry": entry.id}, "entry")


def _bounds(state: Tournament, found: Round, command: Repair) -> tuple[int, int]:
    """The fewest and the most seats of a table of the round; one of a plan that was given has those of its game."""
    size = TableSize() if found.given else state.settings_in_round(found.number).table_size
    return max(size.min, command.fewest), min(size.max, command.most)


def _without(entries: tuple[str, ...], entry: str) -> tuple[str, ...]:
    return tuple(other for other in entries if other != entry)


def _repaired(
    state: Tournament,
    found: Round,
    after: Seats,
    byes: tuple[str, ...],
    command: Repair,
    into: Mapping[str, str] | None = None,
) -> RoundRepaired:
    """The event that makes the round's seats so. into: where the seats of a table went that is in `after` no more."""
    changed = [table for table in found.tables if after.get(table.id) != table.seats]
    for table in changed:
        if any(game.result is not None for game in table.games):
            raise Rejected("already_reported", N_("Table {number} has a result already."), {"number": table.number})
    stay = [table for table in changed if table.id in after]
    running = found.state == "running"
    ids = {table.id: command.fresh[at] if running else table.id for at, table in enumerate(stay)}
    gone = [table for table in changed if running or table.id not in after]
    moved = into or {}
    return RoundRepaired(
        round=found.id,
        tables=tuple(SeatedTable(ids[table.id], table.number, after[table.id], table.area) for table in stay),
        gone=tuple(GoneTable(table.id, table.number, ids[moved.get(table.id, table.id)]) for table in gone),
        byes=byes,
        joined=_joined(state, found, after),
        cost=found.cost | cost(problem_of(state, ""), list(after.values())),
        reason=command.reason,
    )


def _joined(state: Tournament, found: Round, after: Seats) -> tuple[str, ...]:
    """Who has a seat in the round though it was entered for a later one."""
    seated = (entry for seats in after.values() for entry in seats)
    return tuple(entry for entry in seated if state.entries[entry].from_round > found.number)
