"""The plan of the next round, computed on a loaded tournament; a command carries it and says what it was based on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from typing import TypeVar

from games.kernel import N_, Rejected
from league.domain.seating.costs import cost
from league.domain.seating.formats import FormatResult, SeatingOptions, seat_round
from league.domain.seating.from_state import by_standing, problem_of
from league.domain.seating.lots import attempt_seed
from league.domain.seating.problem import Problem
from league.domain.seating.table_numbers import count_moved, number_tables
from league.domain.tournament.formats import STAYS_AWAY, Bye, ByeTerms, Manual, Prescribed
from league.domain.tournament.require import require_seatable
from league.domain.tournament.rounds.commands import Redo, Seat
from league.domain.tournament.rounds.seating import RotationPlan, SeasonCounts, SeatedTable, SeparationGroup
from league.domain.tournament.settings import TableSize
from league.domain.tournament.state import Tournament

S = TypeVar("S", bound=Seat)


@dataclass(frozen=True)
class PlannedTable:
    """A table before it has an id. seats: entries from seat 1 on."""

    number: int
    area: str | None
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """A seating. based_on: version of the tournament that it was computed on. cost: by name, see `costs`.

    game: None is the tournament's. bye_terms: of the byes that count otherwise than as the scheme pays them.
    apart: who was not to meet. rotation: the plan of the rounds to come, where it is a new one. counted: in the season.
    """

    number: int
    attempt: int
    based_on: int
    tables: tuple[PlannedTable, ...]
    byes: tuple[str, ...]
    cost: Mapping[str, int]
    given: bool = False
    game: str | None = None
    bye_terms: Mapping[str, ByeTerms] = dataclass_field(default_factory=dict)
    apart: tuple[SeparationGroup, ...] | None = None
    rotation: RotationPlan | None = None
    counted: SeasonCounts | None = None


@dataclass(frozen=True)
class GivenTable:
    """A table as a director gives it: its seats from 1 on, entry ids or places in the standings."""

    seats: Sequence[str | int]


def plan(
    state: Tournament,
    secret: str,
    size: TableSize | None = None,
    apart: Sequence[SeparationGroup] | None = None,
    means: SeatingOptions = SeatingOptions(),
    away: Sequence[str] = (),
    counted: SeasonCounts | None = None,
) -> Plan:
    """The next round, or the next attempt of it while it is a draft.

    size: of the tables, where the game of the round asks for narrower bounds than the tournament. apart: who is of one
    household or club. counted: what was counted in the season. None of these two: as it was for the last seating.
    means: what it may use beside the log. away: who asked for a bye in this round, for nothing; a plan that is
    prescribed says itself who sits out.
    Raises Rejected: `round_open`, `no_more_rounds`, `too_few_entries`, `plan_needed` (format manual, or prescribed and
    the plan has come to its end), `bad_plan` (prescribed), `apart` (who is never to meet has to), and
    `tournament_closed` or `tournament_cancelled`.
    """
    require_seatable(state)
    format = state.effective_settings.format
    if isinstance(format, Manual):
        raise Rejected("plan_needed", N_("The director gives the tables of this tournament."), field="plan")
    if isinstance(format, Prescribed):
        return _prescribed(state, format)
    attempt = state.attempts.get(state.next_number, 0) + 1
    problem = problem_of(state, attempt_seed(secret, state.next_number, attempt), size, apart, away, counted)
    made = _planned_round(state, attempt, problem, seat_round(state, problem, means), apart)
    made = replace(made, byes=(*made.byes, *away), bye_terms=dict.fromkeys(away, STAYS_AWAY))
    return made if counted == state.counted else replace(made, counted=counted)


def _planned_round(
    state: Tournament, attempt: int, problem: Problem, found: FormatResult, apart: Sequence[SeparationGroup] | None
) -> Plan:
    """A format's seating as the plan of the round."""
    made = found.seating
    numbers = number_tables(problem, made.tables, rotate=state.settings.furniture.rotate)
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
    """The next round as its director gives it, in whatever format. Raises Rejected as `plan`, and `bad_plan`.

    What is wrong with the seats themselves (twice, unknown) the command finds that carries the plan.
    """
    require_seatable(state)
    return _as_named(state, [table.seats for table in tables], byes, given=True)


def _prescribed(state: Tournament, format: Prescribed) -> Plan:
    """The next round by its part of the plan; that everybody is named, the command finds that carries it."""
    number, stage = state.next_number, state.stage
    at = number if stage is None else number - stage.from_round + 1
    if at > len(format.plan):
        template = N_("The plan ends before round {number}: the director gives its tables.")
        raise Rejected("plan_needed", template, {"number": number}, "plan")
    planned = format.plan[at - 1]
    return _as_named(state, planned.tables, planned.byes, given=False)


def _as_named(
    state: Tournament, tables: Sequence[Sequence[str | int]], byes: Sequence[str | int | Bye], *, given: bool
) -> Plan:
    """The next round with whoever is named, by entry or by place in the standings."""
    number, attempt = state.next_number, state.attempts.get(state.next_number, 0) + 1
    order = by_standing(state)
    planned = tuple(
        PlannedTable(table, None, tuple(_named(order, seat) for seat in seats)) for table, seats in enumerate(tables, 1)
    )
    out = [bye if isinstance(bye, Bye) else Bye(bye) for bye in byes]
    named = tuple(_named(order, bye.entry) for bye in out)
    costs = cost(problem_of(state, ""), [table.seats for table in planned])
    terms = {entry: bye.terms for entry, bye in zip(named, out, strict=True) if bye.terms != ByeTerms()}
    return Plan(number, attempt, state.version, planned, named, costs, given, None, terms)


def seat_command(made: Plan, round_id: str, table_ids: Sequence[str]) -> Seat:
    """The command that takes a plan as a draft; ids are the caller's, one for each table."""
    return _carrying(Seat, made, round_id, table_ids)


def redo_command(made: Plan, round_id: str, table_ids: Sequence[str]) -> Redo:
    """The command that takes a plan in place of the draft `round_id`."""
    return _carrying(Redo, made, round_id, table_ids)


def _carrying(command: type[S], made: Plan, round_id: str, table_ids: Sequence[str]) -> S:
    return command(
        round=round_id,
        number=made.number,
        attempt=made.attempt,
        based_on=made.based_on,
        tables=_seated(made, table_ids),
        byes=made.byes,
        cost=dict(made.cost),
        given=made.given,
        game=made.game,
        bye_terms=dict(made.bye_terms),
        apart=made.apart,
        rotation=made.rotation,
        counted=made.counted,
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
