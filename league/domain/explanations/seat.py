"""Why an entry has its seat in a round, or has none: the rules that decided it, and what else it could have been.

| rules | where |
| --- | --- |
| `by_hand.`, `prescribed.` | why_by_hand |
| `areas.` | why_areas |
| `swiss.` | why_swiss |
| `rotation.`, `round_robin.`, `knockout.` | why_planned |
| `byes.`, `absent.` | why_out |
| `season.` | why_season |
| `seats.`, `tables.`, `table.`, `apart.`, `costs.` | here |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from games.kernel import N_, Event, Json
from games.telling import Sentence
from league.domain.explanations.alternatives import Alternative, At, alternatives
from league.domain.explanations.areas import why_in_area
from league.domain.explanations.by_hand import why_by_hand, why_given, why_prescribed
from league.domain.explanations.context import Context, SizeOf, context_of
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
class Explained:
    """Why, and the nearest alternatives, the cheapest first."""

    because: Sequence[Reason]
    alternatives: Sequence[Alternative]


def why_seated(
    events: Sequence[Event], now: Tournament, found: Round, entry: str, size_of: SizeOf, *, for_staff: bool
) -> Explained:
    """Why the entry sits where it does in a round of `now`, that `events` fold into; or why it has no seat there.

    for_staff: who is of which household is told to nobody else, nor what it costs.
    """
    seen = context_of(events, now, found, entry, size_of)
    if not for_staff:
        seen = replace(seen, field=replace(seen.field, apart=()))
    byes = [other for other in found.byes if found.terms_of(other).kind != REQUESTED]
    tables = [At(table.number, table.seats) for table in found.tables]
    return Explained(list(_reasons(seen)), alternatives(seen.field, tables, byes, entry))


def _reasons(seen: Context) -> Iterator[Reason]:
    yield from why_by_hand(seen)
    if seen.as_drawn:
        yield from _as_seated(seen)
    if seen.table is not None:
        yield from _apart(seen, seen.table)
        yield _costs(seen, seen.table)


def _as_seated(seen: Context) -> Iterator[Reason]:
    """What gave the seat, where nobody changed it after."""
    format, table = seen.before.effective_settings.format, seen.seated_at
    if table is None and seen.entry not in seen.drawing.event.byes:
        yield from why_absent(seen)
    elif seen.drawing.event.given:
        yield from why_given(seen)
    elif isinstance(format, Prescribed):
        yield from why_prescribed(seen, format)
    elif table is None:
        yield from why_bye(seen)
        yield _sizes(seen)
    else:
        yield from _by_format(seen, table)
        yield from _seat(seen, table)
        yield from why_in_season(seen, table)
        yield _sizes(seen)
        yield from _furniture(seen, table)


def _by_format(seen: Context, table: SeatedTable) -> Iterator[Reason]:
    match seen.before.effective_settings.format:
        case Areas():
            yield from why_in_area(seen)
        case Swiss() as format:
            yield from why_in_score_group(seen, table, format)
        case Rotation():
            yield from why_in_rotation(seen)
        case RoundRobin() as format:
            yield from why_in_round_robin(seen, table, format)
        case Knockout():
            yield from why_in_knockout(seen, table)


def _seat(seen: Context, table: SeatedTable) -> Iterator[Reason]:
    """The seat at the table, where it is given out round by round."""
    if not isinstance(seen.before.effective_settings.format, Areas | Swiss):
        return
    seat = table.seats.index(seen.entry) + 1
    had = {entry: seen.field.seats_had[entry][seat] for entry in table.seats if entry in seen.field.seats_had}
    facts: Json = {"entry": seen.entry, "seat": seat, "had": had.get(seen.entry, 0), "fewest": min(had.values())}
    template = N_(
        "Seat {seat}: {entry} has had it {had} times before, and nobody at the table fewer than {fewest} times."
    )
    yield Reason("seats.balanced", Sentence(template, facts), (*seen.rests_on, *seen.standing))


def _sizes(seen: Context) -> Reason:
    event, bounds = seen.drawing.event, seen.field.bounds
    sizes = [len(table.seats) for table in event.tables]
    byes = len(event.byes) - len(seen.drawing.away)
    facts = {
        "entries": sum(sizes) + byes,
        "sizes": sorted(sizes, reverse=True),
        "byes": byes,
        "min": bounds.min,
        "max": bounds.max,
        "prefer": bounds.prefer,
    }
    template = N_(
        "{entries} entries at tables of {min} to {max}, best of {prefer}, make tables of {sizes}; {byes} sit out."
    )
    return Reason("tables.sizes", Sentence(template, facts), seen.rests_on)


def _furniture(seen: Context, table: SeatedTable) -> Iterator[Reason]:
    """Why it is this table of the hall."""
    fixed, facts = seen.field.fixed, {"entry": seen.entry, "table": table.number}
    own = fixed.get(seen.entry)
    others = [entry for entry in table.seats if entry != seen.entry and fixed.get(entry) == table.number]
    if own == table.number:
        template = N_("{entry} always sits at table {table}.")
        yield Reason("table.fixed", Sentence(template, facts), seen.rests_on)
    elif own is not None:
        template = N_("{entry} should always sit at table {own}, which others of this table or another had a claim to.")
        yield Reason("table.taken", Sentence(template, {**facts, "own": own}), seen.rests_on)
    elif others:
        template = N_("{other} always sits at table {table}.")
        yield Reason("table.fixed_for", Sentence(template, {**facts, "other": others[0]}), seen.rests_on)
    elif seen.before.settings.furniture.rotate:
        template = N_("The tables of the hall go round, so that nobody is long at one of them: table {table}.")
        yield Reason("table.rotated", Sentence(template, facts), seen.rests_on)


def _apart(seen: Context, table: Table) -> Iterator[Reason]:
    """Whom the entry is not to meet."""
    for group in seen.field.apart:
        if seen.entry not in group.entries:
            continue
        others = [entry for entry in group.entries if entry != seen.entry]
        together = [entry for entry in others if entry in table.seats]
        facts = {"entry": seen.entry, "others": together or others, "kind": group.kind, "hard": group.hard}
        if together:
            template = N_("{entry} sits with {others}, whom it is rather not to meet.")
            yield Reason("apart.met", Sentence(template, facts), seen.rests_on)
        else:
            template = N_("{entry} is kept apart from {others}.")
            yield Reason("apart.kept", Sentence(template, facts), seen.rests_on)


def _costs(seen: Context, table: Table) -> Reason:
    """What the table costs; `short` counts where it is smaller than another."""
    costs = cost(seen.field, [table.seats])
    largest = max(len(other.seats) for other in seen.found.tables)
    if len(table.seats) < largest:
        costs["short"] = sum(seen.field.short_had[entry] for entry in table.seats)
        costs |= season_cost(seen.field, [table.seats], largest)
    del costs["repeats_bound"]
    if not seen.field.apart:
        del costs[APART]
    told = {COSTS[name]: value for name, value in costs.items()}
    facts = {"entry": seen.entry, "table": table.number, "cost": costs, "costs": told}
    return Reason("costs.table", Sentence(N_("What table {table} costs: {costs}."), facts), seen.rests_on)
