"""The plan of the next round, computed from a tournament. A command carries it, with the version it was based on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TypeVar

from games.kernel import N_, Rejected
from league.domain.seating.costs import cost
from league.domain.seating.formats import FormatResult, SeatingOptions, seat_round
from league.domain.seating.from_state import by_standing, problem_of
from league.domain.seating.lots import attempt_seed
from league.domain.seating.problem import Problem
from league.domain.seating.requested_byes import requested_in, require_may_sit_out
from league.domain.seating.table_numbers import count_moved, number_tables
from league.domain.tournament.formats import Bye, ByeTerms, Manual, Prescribed
from league.domain.tournament.require import require_seatable
from league.domain.tournament.rounds.commands import Redo, Seat
from league.domain.tournament.rounds.seating import RotationPlan, SeasonCounts, SeatedTable, SeparationGroup
from league.domain.tournament.settings import TableSize
from league.domain.tournament.state import Tournament

C = TypeVar("C", Seat, Redo)


@dataclass(frozen=True)
class PlannedTable:
    """A table without an id yet. seats: entries from seat 1 on."""

    number: int
    area: str | None
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """A seating. based_on: version of the tournament that it was computed from. cost: by name, see `costs`.

    game: None: the tournament's. bye_terms: of byes that count in another way than the scheme says. apart: the
    separation groups. rotation: the plan of the following rounds, if it is new. counted: the season's counts.
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
    apart: tuple[SeparationGroup, ...] | None = None
    rotation: RotationPlan | None = None
    counted: SeasonCounts | None = None


@dataclass(frozen=True)
class GivenTable:
    """A table from the director: its seats from 1 on, as entry ids or places in the standings."""

    seats: Sequence[str | int]


def plan(
    state: Tournament,
    secret: str,
    size: TableSize | None = None,
    apart: Sequence[SeparationGroup] | None = None,
    options: SeatingOptions = SeatingOptions(),
    away: Mapping[str, ByeTerms] | None = None,
    counted: SeasonCounts | None = None,
) -> Plan:
    """The next round, or the next attempt at it while it is a draft.

    size: of the tables, if the round's game needs narrower bounds than the tournament. apart: the separation groups.
    counted: the season's counts. None for either of these: as in the last seating. away: entries that asked for a bye
    in this round, see `requested_byes`; None: those of the draft. A prescribed plan names its own byes. Raises
    Rejected: `round_open`, `no_more_rounds`, `too_few_entries`, `plan_needed` (format manual, or a prescribed plan that
    has ended), `bad_plan` (prescribed), `bad_bye`, `apart` (a hard separation can't be kept), and `tournament_closed`
    or `tournament_cancelled`.
    """
    require_seatable(state)
    format = state.effective_settings.format
    if away is None:
        away = requested_in(state, state.draft)
    else:
        require_may_sit_out(state, away)
    if isinstance(format, Manual):
        raise Rejected("plan_needed", N_("The director gives the tables of this tournament."), field="plan")
    if isinstance(format, Prescribed):
        return _prescribed(state, format)
    attempt = state.attempts.get(state.next_number, 0) + 1
    problem = problem_of(state, attempt_seed(secret, state.next_number, attempt), size, apart, away, counted)
    made = _planned_round(state, attempt, problem, seat_round(state, problem, options), apart)
    made = replace(made, byes=(*made.byes, *away), bye_terms=dict(away))
    return made if counted == state.counted else replace(made, counted=counted)


def _planned_round(
    state: Tournament, attempt: int, problem: Problem, found: FormatResult, apart: Sequence[SeparationGroup] | None
) -> Plan:
    made = found.seating
    hall = state.settings.furniture
    numbers = number_tables(problem, made.tables, rotate=hall.rotate, hall=len(hall.labels))
    tables = tuple(
        PlannedTable(number, table.area, table.seats) for number, table in zip(numbers, made.tables, strict=True)
    )
    costs = cost(problem, [table.seats for table in tables]) | {"moved": count_moved(problem, made.tables, numbers)}
    kept = None if apart is None else tuple(apart)
    return Plan(
        problem.number,
        attempt,
        state.version,
        tables,
        made.byes,
        {**costs, **made.cost},
        apart=kept,
        rotation=found.rotation,
    )


def given_plan(state: Tournament, tables: Sequence[GivenTable], byes: Sequence[str | int | Bye]) -> Plan:
    """The next round as its director gives it, in any format. Raises Rejected as `plan`, and `bad_plan`.

    The command that carries the plan checks the seats themselves (named twice, unknown).
    """
    require_seatable(state)
    return _as_named(state, [table.seats for table in tables], byes, given=True)


def _prescribed(state: Tournament, format: Prescribed) -> Plan:
    """The next round from the prescribed plan; the command that carries it checks that everybody is named."""
    number, stage = state.next_number, state.stage
    at = number if stage is None else number - stage.from_round + 1
    if at > len(format.plan):
        template = N_("The plan ends before round {number}. The director gives its tables.")
        raise Rejected("plan_needed", template, {"number": number}, "plan")
    planned = format.plan[at - 1]
    return _as_named(state, planned.tables, planned.byes, given=False)


def _as_named(
    state: Tournament, tables: Sequence[Sequence[str | int]], byes: Sequence[str | int | Bye], *, given: bool
) -> Plan:
    """The next round, with entries named by id or by place in the standings."""
    number, attempt = state.next_number, state.attempts.get(state.next_number, 0) + 1
    out = [bye if isinstance(bye, Bye) else Bye(bye) for bye in byes]
    chosen = [*chain.from_iterable(tables), *(bye.entry for bye in out)]
    order = by_standing(state) if any(isinstance(seat, int) for seat in chosen) else []
    planned = tuple(
        PlannedTable(table, None, tuple(_named(order, seat) for seat in seats)) for table, seats in enumerate(tables, 1)
    )
    named = tuple(_named(order, bye.entry) for bye in out)
    costs = cost(problem_of(state, ""), [table.seats for table in planned])
    terms = {entry: bye.terms for entry, bye in zip(named, out, strict=True) if bye.terms != ByeTerms()}
    return Plan(number, attempt, state.version, planned, named, costs, given, None, terms)


def seat_command(plan: Plan, round_id: str, table_ids: Sequence[str]) -> Seat:
    """The command that makes the plan a draft. table_ids: one for each table."""
    return _command(Seat, plan, round_id, table_ids)


def redo_command(plan: Plan, round_id: str, table_ids: Sequence[str]) -> Redo:
    """The command that replaces the draft `round_id` by the plan."""
    return _command(Redo, plan, round_id, table_ids)


def _command(kind: type[C], plan: Plan, round_id: str, table_ids: Sequence[str]) -> C:
    return kind(
        round=round_id,
        number=plan.number,
        attempt=plan.attempt,
        based_on=plan.based_on,
        tables=tuple(
            SeatedTable(table_id, table.number, table.seats, table.area)
            for table_id, table in zip(table_ids, plan.tables, strict=True)
        ),
        byes=plan.byes,
        cost=dict(plan.cost),
        given=plan.given,
        game=plan.game,
        bye_terms=dict(plan.bye_terms),
        apart=plan.apart,
        rotation=plan.rotation,
        counted=plan.counted,
    )


def _named(order: Sequence[str], given: str | int) -> str:
    """The entry that is named by its id or by its place in the standings."""
    if isinstance(given, str):
        return given
    if not 1 <= given <= len(order):
        raise Rejected("bad_plan", N_("There is no place {place} in the standings."), {"place": given}, "plan")
    return order[given - 1]
