"""The plan of the next round, computed on a loaded tournament; a command carries it and says what it was based on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.kernel import N_, Rejected, draw
from league.domain.seating.areas import fill
from league.domain.seating.byes import sit_out
from league.domain.seating.lots import attempt_seed, seat_order
from league.domain.seating.sizes import table_sizes
from league.domain.standings import rows
from league.domain.tournament.commands import Redo, Seat, SeatedTable
from league.domain.tournament.meetings import repeats
from league.domain.tournament.rounds import require_seatable
from league.domain.tournament.settings import Bye, ByeTerms, Manual, Prescribed, TableSize
from league.domain.tournament.state import Tournament


@dataclass(frozen=True)
class PlannedTable:
    """A table before it has an id. seats: entries from seat 1 on."""

    number: int
    area: str | None
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """A seating. based_on: version of the tournament that it was computed on. cost: `repeats`, pairs who have met.

    game: None is the tournament's. bye_terms: of the byes that count otherwise than as the scheme pays them.
    """

    number: int
    attempt: int
    based_on: int
    tables: tuple[PlannedTable, ...]
    byes: tuple[str, ...]
    cost: Mapping[str, int]
    given: bool = False
    game: str | None = None
    bye_terms: Mapping[str, ByeTerms] = field(default_factory=dict)


@dataclass(frozen=True)
class GivenTable:
    """A table as a director gives it: its seats from 1 on, entry ids or places in the standings."""

    seats: Sequence[str | int]


def plan(state: Tournament, secret: str, size: TableSize | None = None) -> Plan:
    """The next round, or the next attempt of it while it is a draft.

    size: of the tables, where the game of the round asks for narrower bounds than the tournament.
    Raises Rejected: `round_open`, `no_more_rounds`, `too_few_entries`, `plan_needed` (format manual, or prescribed and
    the plan has come to its end), `bad_plan` (prescribed), and `tournament_closed` or `tournament_cancelled`.
    """
    require_seatable(state)
    settings = state.settings
    if isinstance(settings.format, Manual):
        raise Rejected("plan_needed", N_("The director gives the tables of this tournament."), field="plan")
    if isinstance(settings.format, Prescribed):
        return _prescribed(state, settings.format)
    number, attempt = state.next_number, state.attempts.get(state.next_number, 0) + 1
    seed = attempt_seed(secret, number, attempt)
    size = size or settings.table_size
    players = [entry.id for entry in state.players(number)]
    byes = table_sizes(len(players), size.min, size.max, size.prefer).byes
    drawn = draw(seed, "order", players)
    place = {row.entry: row.place for row in rows(state)} if number > 1 else {}
    out = sit_out(drawn, byes, _byes_had(state), place)
    order = sorted((entry for entry in drawn if entry not in out), key=lambda entry: place.get(entry, 0))
    groups = fill(order, settings.format.k, (size.min, size.max, size.prefer), seed)
    starts = Counter(table.seats[0] for found in state.closed_rounds for table in found.tables)
    tables = tuple(
        PlannedTable(table, group.area, seat_order(seed, table, group.entries, starts))
        for table, group in enumerate(groups, 1)
    )
    return Plan(number, attempt, state.version, tables, out, _cost(state, tables))


def given_plan(state: Tournament, tables: Sequence[GivenTable], byes: Sequence[str | int | Bye]) -> Plan:
    """The next round as its director gives it, in whatever format. Raises Rejected as `plan`, and `bad_plan`.

    What is wrong with the seats themselves (twice, unknown) the command finds that carries the plan.
    """
    require_seatable(state)
    return _as_named(state, [table.seats for table in tables], byes, given=True)


def _prescribed(state: Tournament, format: Prescribed) -> Plan:
    """The next round by its part of the plan; that everybody is named, the command finds that carries it."""
    number = state.next_number
    if number > len(format.plan):
        template = N_("The plan ends before round {number}: the director gives its tables.")
        raise Rejected("plan_needed", template, {"number": number}, "plan")
    planned = format.plan[number - 1]
    return _as_named(state, planned.tables, planned.byes, given=False)


def _as_named(
    state: Tournament, tables: Sequence[Sequence[str | int]], byes: Sequence[str | int | Bye], *, given: bool
) -> Plan:
    """The next round with whoever is named, by entry or by place in the standings."""
    number, attempt = state.next_number, state.attempts.get(state.next_number, 0) + 1
    order = [row.entry for row in rows(state)]
    planned = tuple(
        PlannedTable(table, None, tuple(_named(order, seat) for seat in seats)) for table, seats in enumerate(tables, 1)
    )
    out = [bye if isinstance(bye, Bye) else Bye(bye) for bye in byes]
    named = tuple(_named(order, bye.entry) for bye in out)
    terms = {entry: bye.terms for entry, bye in zip(named, out, strict=True) if bye.terms != ByeTerms()}
    return Plan(number, attempt, state.version, planned, named, _cost(state, planned), given, None, terms)


def seat_command(made: Plan, round_id: str, table_ids: Sequence[str]) -> Seat:
    """The command that takes a plan as a draft; ids are the caller's, one for each table."""
    return Seat(*_planned(made, round_id, table_ids))


def redo_command(made: Plan, round_id: str, table_ids: Sequence[str]) -> Redo:
    """The command that takes a plan in place of the draft `round_id`."""
    return Redo(*_planned(made, round_id, table_ids))


def _planned(made: Plan, round_id: str, table_ids: Sequence[str]) -> tuple[Any, ...]:
    """A plan as the fields of the command that carries it."""
    return (
        round_id,
        made.number,
        made.attempt,
        made.based_on,
        _seated(made, table_ids),
        made.byes,
        dict(made.cost),
        made.given,
        made.game,
        dict(made.bye_terms),
    )


def _seated(made: Plan, ids: Sequence[str]) -> tuple[SeatedTable, ...]:
    return tuple(
        SeatedTable(table_id, table.number, table.seats, table.area)
        for table_id, table in zip(ids, made.tables, strict=True)
    )


def _named(order: Sequence[str], given: str | int) -> str:
    """The entry that is named by its id or by its place in the standings."""
    if isinstance(given, str):
        return given
    if not 1 <= given <= len(order):
        raise Rejected("bad_plan", N_("There is no place {place} in the standings."), {"place": given}, "plan")
    return order[given - 1]


def _byes_had(state: Tournament) -> Mapping[str, int]:
    """How many byes the pairing has given each entry."""
    return Counter(
        entry
        for found in state.closed_rounds
        if found.score
        for entry in found.score.byes
        if found.terms_of(entry).kind == "pairing"
    )


def _cost(state: Tournament, tables: Sequence[PlannedTable]) -> dict[str, int]:
    return {"repeats": repeats(state, [table.seats for table in tables])}
