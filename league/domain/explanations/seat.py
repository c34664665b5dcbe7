"""Why an entry has its seat in a round, or has none: the rules that decided it, and the nearest alternatives.

| rules | where |
| --- | --- |
| `by_hand.`, `prescribed.` | by_hand |
| `areas.` | areas |
| `swiss.` | swiss |
| `rotation.`, `round_robin.`, `knockout.` | planned |
| `byes.`, `absent.` | sitting_out |
| `season.` | season |
| `knockout.won`, `knockout.drew`, `knockout.went_on` | going_on |
| `knockout.corrected`, `knockout.played_before_correction` | knockout |
| `seats.`, `tables.`, `table.`, `apart.`, `costs.` | here |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from games.kernel import N_, Event, Json
from league.domain.explanations.alternatives import Alternative, CurrentTable, alternatives
from league.domain.explanations.areas import why_in_area
from league.domain.explanations.by_hand import why_by_hand, why_given, why_prescribed
from league.domain.explanations.context import Context, SizeOf, context_of
from league.domain.explanations.going_on import why_going_on
from league.domain.explanations.knockout import why_corrected
from league.domain.explanations.planned import why_in_knockout, why_in_rotation, why_in_round_robin
from league.domain.explanations.reasons import COSTS, Reason
from league.domain.explanations.season import why_in_season
from league.domain.explanations.sitting_out import REQUESTED, why_absent, why_bye
from league.domain.explanations.swiss import why_in_score_group
from league.domain.seating.costs import cost, season_cost
from league.domain.tournament.formats import Areas, Knockout, Prescribed, Rotation, RoundRobin, Swiss
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament

APART = "apart"


@dataclass(frozen=True)
class SeatExplanation:
    """The reasons, and the nearest alternatives, cheapest first."""

    because: Sequence[Reason]
    alternatives: Sequence[Alternative]


def why_seated(
    events: Sequence[Event], now: Tournament, round: Round, entry: str, size_of: SizeOf, *, for_staff: bool
) -> SeatExplanation:
    """Why the entry has its seat, or none, in a round of `now`. events: its whole log.

    for_staff: only staff may see who is kept apart from whom, and what that costs.
    """
    context = context_of(events, now, round, entry, size_of)
    if not for_staff:
        context = replace(context, problem=replace(context.problem, separated=(), mates=()))
    byes = [other for other in round.byes if round.terms_of(other).kind != REQUESTED]
    tables = [CurrentTable(table.number, table.seats) for table in round.tables]
    because = [*_reasons(context), *why_corrected(now, events, round, entry)]
    return SeatExplanation(because, alternatives(context.problem, tables, byes, entry))


def _reasons(context: Context) -> Iterator[Reason]:
    yield from why_by_hand(context)
    if context.is_unchanged:
        yield from _as_seated(context)
    if context.table is not None:
        yield from _separations(context, context.table)
        yield _costs(context, context.table)


def _as_seated(context: Context) -> Iterator[Reason]:
    table, event = context.seated_at, context.attempt.event
    if table is None and context.entry not in event.byes:
        yield why_absent(context)
    elif event.given:
        yield why_given(context)
    elif isinstance(context.format, Prescribed):
        yield why_prescribed(context, context.format)
    elif table is None:
        yield from why_bye(context)
        yield _sizes(context)
    else:
        yield from _by_format(context, table)
        yield from _seat(context, table)
        yield from why_in_season(context, table)
        yield _sizes(context)
        yield from _table_number(context, table)


def _by_format(context: Context, table: SeatedTable) -> Iterator[Reason]:
    match context.format:
        case Areas():
            yield from why_in_area(context)
        case Swiss() as format:
            yield from why_in_score_group(context, table, format)
        case Rotation():
            yield from why_in_rotation(context)
        case RoundRobin() as format:
            yield why_in_round_robin(context, table, format)
        case Knockout() as format:
            yield from why_in_knockout(context, table)
            yield from why_going_on(context, table, format)


def _seat(context: Context, table: SeatedTable) -> Iterator[Reason]:
    """The seat at the table, in formats that balance seats round by round."""
    if not isinstance(context.format, Areas | Swiss):
        return
    seat = table.seats.index(context.entry) + 1
    seats_had = context.problem.seats_had
    had = {entry: seats_had[entry][seat] for entry in table.seats if entry in seats_had}
    facts: Json = {"entry": context.entry, "seat": seat, "had": had.get(context.entry, 0), "fewest": min(had.values())}
    template = N_("{entry} had not sat in seat {seat} yet.")
    if not any(had.values()):
        template = N_("Nobody at the table had sat in seat {seat} yet.")
    elif facts["had"]:
        template = N_("Times in seat {seat} before: {entry} {had}, the fewest at the table {fewest}.")
    yield context.reason("seats.balanced", template, facts, *context.standings)


def _sizes(context: Context) -> Reason:
    event, bounds = context.attempt.event, context.problem.bounds
    sizes = [len(table.seats) for table in event.tables]
    byes = len(event.byes) - len(context.attempt.away)
    facts = {
        "entries": sum(sizes) + byes,
        "sizes": sorted(sizes, reverse=True),
        "byes": byes,
        "min": bounds.min,
        "max": bounds.max,
        "prefer": bounds.prefer,
    }
    template = N_(
        "With {entries} entries and tables of {min} to {max}, preferably {prefer}, the table sizes are {sizes}. Byes: "
        "{byes}."
    )
    return context.reason("tables.sizes", template, facts)


def _table_number(context: Context, table: SeatedTable) -> Iterator[Reason]:
    fixed, facts = context.problem.fixed, {"entry": context.entry, "table": table.number}
    own = fixed.get(context.entry)
    others = [entry for entry in table.seats if entry != context.entry and fixed.get(entry) == table.number]
    if own == table.number:
        yield context.reason("table.fixed", N_("{entry} always sits at table {table}."), facts)
    elif own is not None:
        template = N_("{entry} always sits at table {own}, but others with a fixed table came first.")
        yield context.reason("table.taken", template, {**facts, "own": own})
    elif others:
        template = N_("{other} always sits at table {table}.")
        yield context.reason("table.fixed_for", template, {**facts, "other": others[0]})
    elif context.state.settings.furniture.rotate:
        template = N_("The tables of the hall rotate, so that nobody stays long at one of them: table {table}.")
        yield context.reason("table.rotated", template, facts)


def _separations(context: Context, table: Table) -> Iterator[Reason]:
    for group in context.problem.separated:
        if context.entry not in group.entries:
            continue
        others = [entry for entry in group.entries if entry != context.entry]
        together = [entry for entry in others if entry in table.seats]
        facts = {"entry": context.entry, "others": together or others, "kind": group.kind, "hard": group.hard}
        if together:
            template = N_("{entry} sits with {others}, although they should be kept apart.")
            yield context.reason("apart.met", template, facts)
        else:
            yield context.reason("apart.kept", N_("{entry} is kept apart from {others}."), facts)


def _costs(context: Context, table: Table) -> Reason:
    """The costs of the table; `short` counts where it is smaller than another."""
    costs = cost(context.problem, [table.seats])
    largest = max(len(other.seats) for other in context.round.tables)
    if len(table.seats) < largest:
        costs["short"] = sum(context.problem.short_had[entry] for entry in table.seats)
        costs |= season_cost(context.problem, [table.seats], largest)
    del costs["repeats_bound"]
    if not context.problem.separated:
        del costs[APART]
    in_words = {COSTS[name]: value for name, value in costs.items() if value}
    facts = {"entry": context.entry, "table": table.number, "cost": costs, "costs": in_words}
    template = N_("Against table {table}: {costs}.") if in_words else N_("Nothing speaks against table {table}.")
    return context.reason("costs.table", template, facts)
