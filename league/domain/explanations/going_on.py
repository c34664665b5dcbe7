"""Why an entry of a knockout is still in it: what happened at its table in the round before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from games.kernel import N_, Json
from league.domain.explanations.context import Context
from league.domain.explanations.reasons import Reason
from league.domain.seating.knockout import FINAL
from league.domain.seating.knockout.course import TableResult, course
from league.domain.seating.knockout.level import BY_SEED
from league.domain.tournament.formats import Knockout
from league.domain.tournament.rounds.seating import SeatedTable


class Templates(NamedTuple):
    """A sentence about the semi-final, and the same about any other round."""

    semi_final: str
    round: str


WON = Templates(
    N_("{entry} won the semi-final against {others}."), N_("{entry} won in round {before} against {others}.")
)
DREW: Mapping[str, Templates] = {
    "seed": Templates(
        N_("{entry} drew the semi-final against {others} and goes on as the better seed."),
        N_("{entry} drew in round {before} against {others} and goes on as the better seed."),
    ),
    "director": Templates(
        N_("{entry} drew the semi-final against {others}; the director decided."),
        N_("{entry} drew in round {before} against {others}; the director decided."),
    ),
    "play_off": Templates(
        N_("{entry} drew the semi-final against {others} and won the play-off."),
        N_("{entry} drew in round {before} against {others} and won the play-off."),
    ),
    "lot": Templates(
        N_("{entry} drew the semi-final against {others}; decided by lot."),
        N_("{entry} drew in round {before} against {others}; decided by lot."),
    ),
}
"""By what decided a drawn match."""


def why_going_on(context: Context, table: SeatedTable, format: Knockout) -> Iterator[Reason]:
    """What the entry did in the round before, after which it went on."""
    if not context.problem.history:
        return
    at = course(context.problem.history, advance=format.advance, bracketed=False)
    end = next((end for end in at.ends if context.entry in end.on), None)
    if end is None:
        return
    yield _reason(context, end, is_final=table.area == FINAL)


def _reason(context: Context, end: TableResult, *, is_final: bool) -> Reason:
    entry, others = context.entry, [other for other in end.table.seats if other != context.entry]
    facts: Json = {
        "entry": entry,
        "others": others,
        "before": context.problem.history[-1].number,
        "table": end.table.number,
        "is_final": is_final,
    }
    if len(others) > 1:
        template = N_("{entry} went on from table {table} of round {before}, against {others}.")
        return context.reason("knockout.went_on", template, facts, *context.standings)
    if entry not in end.level:
        return context.reason("knockout.won", _of(WON, is_final=is_final), facts, *context.standings)
    facts["decided_by"] = how = _decided_by(context, end)
    return context.reason("knockout.drew", _of(DREW[how], is_final=is_final), facts, *context.standings)


def _decided_by(context: Context, end: TableResult) -> str:
    """What decided between those who were level; before it was recorded, the seeding did."""
    round = context.state.rounds[context.problem.history[-1].number - 1]
    numbers = {table.id: table.number for table in round.tables}
    found = (match.decided_by for match in round.level if numbers.get(match.table) == end.table.number)
    return next(found, BY_SEED)


def _of(templates: Templates, *, is_final: bool) -> str:
    return templates.semi_final if is_final else templates.round
