"""Why an entry sits at a table of the Swiss system: its score, and whom it has met."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import N_
from league.domain.explanations.context import Context
from league.domain.explanations.reasons import Reason
from league.domain.seating.problem import pair_of
from league.domain.tournament.formats import Swiss
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.values.numbers import written


def why_in_score_group(context: Context, table: SeatedTable, format: Swiss) -> Iterator[Reason]:
    facts = {"entry": context.entry, "table": table.number}
    if format.is_dutch:
        template = N_("The FIDE Dutch system, as the package py4swiss computes it, puts {entry} at table {table}.")
        yield context.reason("swiss.dutch", template, facts)
    if context.number > 1:
        yield _score_group(context, table)
        yield _met(context, table)
        return
    rated = {**facts, "rating": context.problem.rating.get(context.entry)}
    if context.problem.place:
        template = N_("Before the first round {entry} and all others are ordered by rating.")
        yield context.reason("swiss.first_round_by_rating", template, rated)
    else:
        template = N_("Nobody has points before the first round: {entry} and all others are ordered by lot.")
        yield context.reason("swiss.first_round_by_lot", template, rated)


def _score_group(context: Context, table: SeatedTable) -> Reason:
    points = {entry: context.rows[entry].points for entry in table.seats if entry in context.rows}
    facts = {
        "entry": context.entry,
        "table": table.number,
        "points": written(points[context.entry]),
        "least": written(min(points.values())),
        "most": written(max(points.values())),
    }
    template = N_("{entry} has {points} points. People with similar points meet: table {table} has {least} to {most}.")
    return context.reason("swiss.score_group", template, facts, *context.standings)


def _met(context: Context, table: SeatedTable) -> Reason:
    met = context.problem.met
    pairs = {other: pair_of(context.entry, other) for other in table.seats if other != context.entry}
    times = {other: met[pair] for other, pair in pairs.items() if pair in met}
    facts = {"entry": context.entry, "table": table.number, "met": times}
    if times:
        template = N_("{entry} has met these before: {met} (times). A table without repeats would have cost more.")
        return context.reason("swiss.repeat", template, facts, *context.standings)
    template = N_("{entry} has met nobody of table {table} before.")
    return context.reason("swiss.no_repeat", template, facts, *context.standings)
