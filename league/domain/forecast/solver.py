"""Answers a question by counting where possible, else by ranking every outcome, else by a sample (see the package)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.kernel import N_, Rejected
from league.domain.forecast.answer import Method, Need, Needs, Tally, Undecided, Verdict, verdict_of
from league.domain.forecast.bounds import for_seating
from league.domain.forecast.context import Context
from league.domain.forecast.counting import Rivals, Steps, TooMany, Ways, combined, extremes, rivals_of, ways_of
from league.domain.forecast.goals import Goal, Race, Top, race_of
from league.domain.forecast.outcomes import Option, option_of
from league.domain.forecast.sampling import Question, every, some, tally_of
from league.domain.tournament.require import require_in_round
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.settings import TableSize

COUNTED, LOOKED_AT, ENUMERATED = 200_000, 200_000, 20_000
"""Budgets: steps to count one option, steps to look at outcomes of all options, and outcomes enumerated at most."""
Examples = tuple[bool, bool]
"""Whether there is proof of an outcome that reaches the goal, and of one that does not."""


class Answer(NamedTuple):
    """A verdict with the outcomes that were counted or sampled, if any."""

    verdict: Verdict
    tally: Tally | None = None
    method: Method = "exact"


def needs(context: Context, entry: str, goal: Goal, size: TableSize) -> Needs:
    """What the entry needs in the round. size: of tables in the next round.

    Raises Rejected: `not_in_round`, and the refusals of `race_of`.
    """
    round = context.round
    require_in_round(round, entry, "entry")
    if entry not in context.ranked:
        facts = {"entry": entry, "number": round.number}
        raise Rejected("not_in_round", N_("{entry} has no place in round {number}."), facts, "entry")
    race = race_of(goal, context.example, entry, context.ranked, size)
    table = next((table for table in round.tables if entry in table.seats), None)
    undecided_by = _undecided_by(context, goal)
    return Needs(
        entry=entry,
        round=round.number,
        table=None if table is None else table.number,
        reported=table is not None and table.result is not None,
        undecided_by=undecided_by,
        needs=tuple(_needs(list(_questions(context, entry, race)), table, undecided_by)),
    )


def _undecided_by(context: Context, goal: Goal) -> Undecided | None:
    pays_scores = context.state.settings_in_round(context.round.number).points.pays_scores
    if context.chain.end == "scores" or (pays_scores and not context.pool):
        return "scores"
    return None if context.chain.end == "shared" and isinstance(goal, Top) else "lot"


def _questions(context: Context, entry: str, race: Race) -> Iterator[Question]:
    """One question for each place at the entry's table, best first."""
    own = next((table for table in context.tables if entry in table.table.seats), None)
    options: list[Option | None] = [None] if own is None else [*own.options]
    keys = for_seating(context.keys) if context.keys is not None and race.is_seating else context.keys
    for option in options:
        rivals = None if keys is None else rivals_of(race, keys, keys[entry][option])
        yield Question(context, entry, race, own, option, rivals)


def _needs(questions: Sequence[Question], table: Table | None, undecided_by: Undecided | None) -> Iterator[Need]:
    """Answers all questions; what one leaves of its share of the budget goes to the others."""
    budget = Steps(LOOKED_AT)
    for left, question in zip(range(len(questions), 0, -1), questions, strict=True):
        steps = budget.share(left, question.context.seats + question.context.cost)
        answer = _answer(question, undecided_by, steps)
        budget.left += steps.left
        yield _need(question.option or _reported(table, question.entry), answer)


def _reported(table: Table | None, entry: str) -> Option | None:
    """The option that the entry has got at a table with a result."""
    if table is None or table.result is None:
        return None
    places = tuple(table.result.places[each] for each in table.seats)
    return option_of(places, table.seats.index(entry))


def _need(option: Option | None, answer: Answer) -> Need:
    place, shared = (None, False) if option is None else option
    if (tally := answer.tally) is None:
        return Need(place, shared, answer.verdict, answer.method)
    return Need(place, shared, answer.verdict, answer.method, tally.total(), tally["yes"], tally["open"])


def _answer(question: Question, undecided_by: Undecided | None, steps: Steps) -> Answer:
    """The verdict by counting, if there are keys and the outcomes are few enough."""
    context, rivals = question.context, question.rivals
    if rivals is None:
        if undecided_by == "scores" and not context.pool:
            return Answer("open")
        return _looked_at(question, undecided_by, steps)
    counting = Steps(COUNTED)
    try:
        tables = [
            ways_of(table, rivals, counting, question.entry, question.option_at(table)) for table in context.tables
        ]
    except TooMany:
        return _looked_at(question, undecided_by, steps)
    try:
        tally = _tally(question, combined(tables, rivals.resting, question.race, counting))
    except TooMany:
        return _bounded(question, rivals, tables, undecided_by, steps)
    if context.chain.own_end != "others" or not tally["open"]:
        return Answer(verdict_of(tally, undecided_by, exact=True), tally)
    return _looked_at(question, undecided_by, steps, tally["open"], (tally["yes"] > 0, tally["no"] > 0))


def _tally(question: Question, ways: Ways) -> Tally:
    tally = Tally()
    for counts, times in ways.items():
        tally[question.race.decide(counts, shared=question.context.chain.own_end == "shared")] += times
    return tally


def _bounded(
    question: Question, rivals: Rivals, tables: Sequence[Ways], undecided_by: Undecided | None, steps: Steps
) -> Answer:
    """The verdict where there are too many outcomes to count: from the best and the worst case of each table."""
    race, end = question.race, question.context.chain.own_end
    if len(race.groups) > 1 or race.start > 0:
        return _looked_at(question, undecided_by, steps)
    least_ahead, most_ahead = extremes(tables, rivals.resting, level=False)
    least, most = extremes(tables, rivals.resting, level=not (race.shares and end == "shared"))
    if most < race.stop:
        return Answer("sure")
    if least_ahead >= race.stop:
        return Answer("impossible")
    examples = least < race.stop, most_ahead >= race.stop
    if all(examples) or (undecided_by == "lot" and end != "others"):
        return Answer("possible")
    if end == "scores":
        return Answer("possible" if examples[0] else "open")
    return _looked_at(question, undecided_by, steps, examples=examples)


def _looked_at(
    question: Question,
    undecided_by: Undecided | None,
    steps: Steps,
    unclear: int | None = None,
    examples: Examples = (False, False),
) -> Answer:
    """The verdict by all outcomes if that takes few steps and needs no scores, else by a sample.

    unclear: the number of outcomes that have to be ranked; None: all of them.
    """
    context, outcomes = question.context, question.outcomes
    ranking = (outcomes if unclear is None else unclear) * context.cost
    if outcomes <= ENUMERATED and ranking + outcomes * context.seats <= steps.left and not context.pool:
        tally = tally_of(question, every(question), Steps(outcomes * (context.seats + context.cost)))
        return Answer(verdict_of(tally, undecided_by, exact=True), tally)
    tally = tally_of(question, some(question), steps)
    if all(examples) or (examples[0] and not tally):
        return Answer("possible", tally, "sampled")
    return Answer(verdict_of(tally, undecided_by, exact=False), tally, "sampled")
