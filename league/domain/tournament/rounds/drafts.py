"""Changes to a draft by hand: two entries swap, or one moves to another table. Its attempt number stays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import UNSET

from games.kernel import N_, Event, Rejected
from league.domain.seating import costs
from league.domain.seating.from_state import problem_of
from league.domain.seating.knockout.corrections import settled
from league.domain.seating.round_robin import ROUNDS_LEFT
from league.domain.tournament.require import draft_of, require_allowed_size, require_going_on, require_in_round
from league.domain.tournament.rounds.commands import Move, Swap
from league.domain.tournament.rounds.events import DraftChanged
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament

Seats = Mapping[str, tuple[str, ...]]
"""The seats of all tables of a round by table id."""


def swap(state: Tournament, command: Swap) -> Iterator[Event]:
    """Swaps two entries; no event if both have byes."""
    require_going_on(state)
    draft = draft_of(state, command.round)
    require_in_round(draft, command.a, "a")
    require_in_round(draft, command.b, "b")
    if command.a == command.b:
        raise Rejected("same_entry", N_("Choose two different entries to swap."), {"entry": command.a}, "b")
    swapped = {command.a: command.b, command.b: command.a}
    seats = {table.id: tuple(swapped.get(entry, entry) for entry in table.seats) for table in draft.tables}
    yield from changed(state, draft, seats, tuple(swapped.get(entry, entry) for entry in draft.byes))


def move(state: Tournament, command: Move) -> Iterator[Event]:
    """Moves an entry to the last seat of another table; no event if it sits there already."""
    require_going_on(state)
    draft = draft_of(state, command.round)
    require_in_round(draft, command.entry, "entry")
    seats = {table.id: table.seats for table in draft.tables}
    if command.table not in seats:
        raise Rejected("unknown_table", N_("There is no table {table} here."), {"table": command.table}, "table")
    if command.entry in seats[command.table]:
        return
    remaining = {id: without(taken, command.entry) for id, taken in seats.items()}
    after = remaining | {command.table: (*remaining[command.table], command.entry)}
    for table in _differing(draft, after):
        require_allowed_size(state, table.number, len(after[table.id]), given=draft.given, field="table")
    yield from changed(state, draft, after, without(draft.byes, command.entry))


def without(entries: tuple[str, ...], entry: str) -> tuple[str, ...]:
    """The entries except one of them."""
    return tuple(other for other in entries if other != entry)


def _differing(draft: Round, seats: Seats) -> list[SeatedTable]:
    """The tables whose seats change, with their new seats."""
    return [
        SeatedTable(table.id, table.number, seats[table.id], table.area)
        for table in draft.tables
        if table.seats != seats[table.id]
    ]


def changed(state: Tournament, draft: Round, seats: Seats, byes: tuple[str, ...]) -> Iterator[Event]:
    """The draft with these seats; no event if nothing changes."""
    tables = _differing(draft, seats)
    if tables or sorted(byes) != sorted(draft.byes):
        cost = cost_by_hand(state, draft, seats)
        replaced = settled(state, draft, seats, byes)
        yield DraftChanged(round=draft.id, tables=tuple(tables), byes=byes, cost=cost, replaced=replaced or UNSET)


def cost_by_hand(state: Tournament, round: Round, seats: Seats) -> dict[str, int]:
    """The cost of a round with these seats. How many rounds are left is known for the format's own seats only."""
    kept = {name: value for name, value in round.cost.items() if name != ROUNDS_LEFT}
    return kept | costs.cost(problem_of(state, ""), list(seats.values()))
