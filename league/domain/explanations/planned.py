"""Why an entry sits at a table that no standings decide: rotation, round robin, knockout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.kernel import N_, Json
from league.domain.explanations.context import Context
from league.domain.explanations.reasons import Reason
from league.domain.seating import knockout
from league.domain.seating.from_state import problem_of
from league.domain.seating.knockout import FINAL, SMALL_FINAL, spread
from league.domain.seating.knockout.course import seeds_of
from league.domain.seating.lots import attempt_seed
from league.domain.seating.problem import PastRound, PastTable, Problem
from league.domain.seating.round_robin import ROUNDS_LEFT
from league.domain.seating.round_robin.berger import rounds_of
from league.domain.tournament.formats import RoundRobin
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.tournament.settings import TableSize

PAIR = 2


def why_in_rotation(context: Context) -> Iterator[Reason]:
    if (plan := context.state.rotation) is None:
        return
    facts = {
        "entry": context.entry,
        "first": plan.first,
        "last": plan.first + len(plan.rounds) - 1,
        "method": plan.method,
        "steps": plan.steps,
        "repeats": plan.repeats,
        "bound": plan.bound,
    }
    template = N_(
        "Rounds {first} to {last} were planned together, so that seats are shared as evenly as possible. Repeated "
        "meetings in the plan: {repeats}; no plan has fewer than {bound}."
    )
    yield context.reason("rotation.planned", template, facts)


def why_in_round_robin(context: Context, table: SeatedTable, format: RoundRobin) -> Reason:
    number, left = context.problem.number_in_stage, context.attempt.event.cost.get(ROUNDS_LEFT)
    facts: Json = {
        "entry": context.entry,
        "opponent": next(entry for entry in table.seats if entry != context.entry),
        "number": number,
        "starts": table.seats[0],
    }
    if left is None:  # seated by 0.5.0 or before
        facts["rounds"] = rounds_of(len(context.problem.players), format.double)
        template = N_("In round {number} of the round robin {entry} meets {opponent}, and {starts} starts.")
        return context.reason("round_robin.berger", template, facts)
    template = N_(
        "In round {number} of the round robin {entry} meets {opponent}, a game that was still open, and {starts} "
        "starts. Rounds needed after it: {left}."
    )
    return context.reason("round_robin.open_game", template, {**facts, "rounds": number + left, "left": left})


def why_in_knockout(context: Context, table: SeatedTable) -> Iterator[Reason]:
    rule, template = _knockout_rule(context, table)
    facts = {"entry": context.entry, "number": context.number, "table": table.number, "seed": seed_of(context)}
    yield context.reason(rule, template, facts, *context.standings)
    yield from why_spread(context)


def why_spread(context: Context) -> Iterator[Reason]:
    """What the first round of a knockout has done about people of one club or household."""
    drawn = _as_drawn(context)
    if not drawn.mates or (seed := seed_of(context)) is None:
        return
    seeds = list(knockout.seeding(drawn))
    before = seeds.index(context.entry) + 1
    if before != seed:
        template = N_(
            "By place, rating and lot {entry} would be seed {before}. As seed {seed}, people of one club or household "
            "meet later."
        )
        facts: Json = {"entry": context.entry, "before": before, "seed": seed}
        yield context.reason("knockout.spread", template, facts)
    if context.problem.mates and (mates := spread.mates_of(drawn, seeds, context.entry)):
        yield _mates_meet(context, mates)


def _mates_meet(context: Context, mates: Sequence[str]) -> Reason:
    """When the first of these mates may meet the entry."""
    facts: Json = {"entry": context.entry, "others": list(mates)}
    seeds = seeds_of(_as_past_round(context))
    if context.problem.bounds.max == PAIR:
        rounds = (len(seeds) - 1).bit_length()
        own = seeds.index(context.entry)
        first = min(spread.meeting_round(own, seeds.index(other), rounds) for other in mates if other in seeds)
        template = N_(
            "{entry} is of one club or household with {others}. They meet in round {round} of {rounds} at the earliest."
        )
        return context.reason("knockout.mates", template, {**facts, "round": first, "rounds": rounds})
    table = context.seated_at
    if table is not None and any(other in table.seats for other in mates):
        template = N_("{entry} is of one club or household with {others}. Not all of them could be kept apart.")
        return context.reason("knockout.mates_met", template, facts)
    template = N_("{entry} is of one club or household with {others}. None of them is at the same table.")
    return context.reason("knockout.mates", template, facts)


def _as_drawn(context: Context) -> Problem:
    """The problem of the round with the lots of its attempt."""
    size, attempt = TableSize(*context.problem.bounds), context.attempt
    seed = attempt_seed(context.state.secret, context.number, attempt.event.attempt)
    return problem_of(context.state, seed, size, away=attempt.away)


def _knockout_rule(context: Context, table: SeatedTable) -> tuple[str, str]:
    if table.area == FINAL:
        return "knockout.final", N_("{entry} has reached the final, at table {table}.")
    if table.area == SMALL_FINAL:
        return "knockout.small_final", N_(
            "{entry} lost in the round before and plays the small final, at table {table}."
        )
    if context.problem.bounds.max == PAIR:
        return "knockout.bracket", N_("{entry} is seed {seed}, and the bracket decides who meets.")
    return "knockout.heats", N_("{entry} is seed {seed}, and the heats are dealt by seed, back and forth.")


def seed_of(context: Context) -> int | None:
    """The entry's number in the seeding, from 1, as the first round of the knockout was seated."""
    seeds = list(seeds_of(context.problem.history[0] if context.problem.history else _as_past_round(context)))
    return seeds.index(context.entry) + 1 if context.entry in seeds else None


def _as_past_round(context: Context) -> PastRound:
    event = context.attempt.event
    tables = tuple(PastTable(table.number, table.seats, table.area) for table in event.tables)
    return PastRound(event.number, tables, event.byes)
