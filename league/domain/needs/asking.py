"""How a question is answered: counted where it can be, looked at outcome by outcome where not, sampled where that is
too much. What is told so, the package says.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple

from games.kernel import N_, Rejected
from league.domain.needs.counting import Rivals, Steps, TooMany, Ways, bounds, combined, rivals, ways_of
from league.domain.needs.endings import Option, after, open_tables, option_of, rotated, ways_with
from league.domain.needs.found import Method, Need, Needs, Parted, Tally, Verdict, proved, tried
from league.domain.needs.goals import Goal, Top, race_of
from league.domain.needs.keys import SCORED, Keys, cut, keys_of, ranked
from league.domain.needs.trying import Case, all_told, some_told
from league.domain.numbers import exact
from league.domain.tournament.require import placed
from league.domain.tournament.settings import Settings, TableSize
from league.domain.tournament.state import Round, Table, Tournament

COUNTED, LOOKED_AT, ENUMERATED = 200_000, 400_000, 20_000
"""Steps of counting for a place, of looking at outcomes for all places, and how many outcomes are looked at at most."""
MOST_SCORES = 240
Seen = tuple[bool, bool]
"""Whether an outcome is proved that brings the goal, and one that does not."""


def needs(state: Tournament, found: Round, entry: str, goal: Goal, size: TableSize) -> Needs:
    """What the entry needs in the last round of the tournament, which is not over. size: of tables in the next one.

    Raises Rejected: `not_in_round`, `several_games`, and what a goal that can't be is refused with.
    """
    placed(found, entry, "entry")
    held = state.held_in(found.number)
    if held.games_per_round > 1:
        raise Rejected("several_games", N_("Several games are played at each table: places alone decide nothing."))
    case, keys = _case(state, found, entry, goal, size)
    own = next((table for table in found.tables if entry in table.seats), None)
    options: list[Option | None] = [None] if case.sits is None else [*case.sits.options]
    parted = _parted(case, goal, held)
    steps = LOOKED_AT // len(options)
    return Needs(
        entry,
        found.number,
        None if own is None else own.number,
        own is not None and own.result is not None,
        parted,
        tuple(_need(case, keys, option, own, parted, Steps(steps)) for option in options),
    )


def _case(state: Tournament, found: Round, entry: str, goal: Goal, size: TableSize) -> tuple[Case, Keys | None]:
    """The case, and the keys of everybody, where places bound the points and no bracket is before these."""
    held, tables = state.held_in(found.number), open_tables(state, found)
    scored = held.points.pays_scores or any(name in SCORED for name in held.chain)
    pool = _pool(state, found) if scored else ()
    parts = cut(held.tie_breaks, with_scores=bool(pool))
    if held.points.pays_scores:
        parts = parts._replace(own=(), own_end="others" if pool else "scores")
    keyed = held.knockout is None and (held.points.share is True or not held.points.pays_scores)
    keys = keys_of(state, found, tables, parts.own) if keyed else None
    known = after(state, found, next(rotated(tables)), ())
    there = [row.entry for row in ranked(known)] if keys is None else list(keys)
    if entry not in there:
        facts = {"entry": entry, "number": found.number}
        raise Rejected("not_in_round", N_("{entry} has no place in round {number}."), facts, "entry")
    race = race_of(goal, known, entry, there, size)
    sits = next((table for table in tables if entry in table.table.seats), None)
    low = state.game_of(found).low_wins
    return Case(state, found, entry, race, tables, sits, parts, pool, low), keys


def _pool(state: Tournament, found: Round) -> Sequence[Fraction]:
    """Scores that were told in this tournament of the game of the round; of many some, spread evenly."""
    game = state.game_of(found)
    told = sorted(
        exact(score)
        for earlier in state.rounds
        if state.game_of(earlier) == game
        for table in earlier.tables
        if table.result is not None
        for score in (table.result.scores or {}).values()
    )
    return [told[at * len(told) // MOST_SCORES] for at in range(MOST_SCORES)] if len(told) > MOST_SCORES else told


def _parted(case: Case, goal: Goal, held: Settings) -> Parted | None:
    if case.cut.end == "scores" or (held.points.pays_scores and not case.pool):
        return "scores"
    return None if case.cut.end == "shared" and isinstance(goal, Top) else "lot"


class Answer(NamedTuple):
    """A verdict with the outcomes that were counted or tried, if any were."""

    verdict: Verdict
    tally: Tally | None = None
    method: Method = "exact"


def _need(
    case: Case, keys: Keys | None, option: Option | None, own: Table | None, parted: Parted | None, steps: Steps
) -> Need:
    shown = option
    if option is None and own is not None and own.result is not None:
        places = tuple(own.result.places[entry] for entry in own.seats)
        shown = option_of(places, own.seats.index(case.entry))
    verdict, tally, method = _answered(case, keys, option, parted, steps)
    place, shared = (None, False) if shown is None else shown
    counted = (None, None, None) if tally is None else (tally.outcomes, tally.reached, tally.undecided)
    return Need(place, shared, verdict, method, *counted)


def _answered(case: Case, keys: Keys | None, option: Option | None, parted: Parted | None, steps: Steps) -> Answer:
    """The verdict on a place."""
    if keys is None:
        if parted == "scores" and not case.pool:
            return Answer("open")
        return _looked_at(case, option, None, parted, steps, _outcomes(case, option))
    against = rivals(case.race, keys, keys[case.entry][option])
    counting = Steps(COUNTED)
    try:
        tables = [
            ways_of(found, against, counting, (case.entry, option) if found is case.sits and option else None)
            for found in case.tables
        ]
    except TooMany:
        return _looked_at(case, option, against, parted, steps, _outcomes(case, option))
    try:
        tally = _tally(case, combined(tables, against.resting, case.race, counting))
    except TooMany:
        return _bounded(case, option, against, tables, parted, steps)
    if case.cut.own_end != "others" or not tally.undecided:
        return Answer(proved(tally, parted), tally)
    seen = tally.reached > 0, tally.missed > 0
    return _looked_at(case, option, against, parted, steps, tally.undecided, seen)


def _outcomes(case: Case, option: Option | None) -> int:
    return prod(ways_with(found, option) if found is case.sits and option else found.ways for found in case.tables)


def _tally(case: Case, ways: Ways) -> Tally:
    tally = Tally()
    for counts, times in ways.items():
        tally.add(case.race.told(counts, shared=case.cut.own_end == "shared"), times)
    return tally


def _bounded(
    case: Case, option: Option | None, against: Rivals, tables: Sequence[Ways], parted: Parted | None, steps: Steps
) -> Answer:
    """The verdict where the outcomes are too many to count: by the best and the worst case of each table."""
    race = case.race
    if len(race.groups) > 1 or race.start > 0:
        return _looked_at(case, option, against, parted, steps, _outcomes(case, option))
    at = bounds(tables, against.resting)
    levels_share = race.shares and case.cut.own_end == "shared"
    most, least = (at.most_before, at.least_before) if levels_share else (at.most_both, at.least_both)
    if most < race.stop:
        return Answer("sure")
    if at.least_before >= race.stop:
        return Answer("impossible")
    seen = least < race.stop, at.most_before >= race.stop
    if all(seen) or (parted == "lot" and case.cut.own_end != "others"):
        return Answer("possible")
    if case.cut.own_end == "scores":
        return Answer("possible" if seen[0] else "open")
    return _looked_at(case, option, against, parted, steps, _outcomes(case, option), seen)


def _looked_at(
    case: Case,
    option: Option | None,
    against: Rivals | None,
    parted: Parted | None,
    steps: Steps,
    unclear: int,
    seen: Seen = (False, False),
) -> Answer:
    """The verdict by outcomes: by all where that takes few steps and no scores have to be drawn, else by some.

    unclear: how many of them take a look at the standings.
    """
    outcomes = _outcomes(case, option)
    few = outcomes <= ENUMERATED and unclear * case.cost + outcomes * len(case.tables) <= steps.left
    if few and not case.pool:
        tally = all_told(case, option, against)
        return Answer(proved(tally, parted), tally)
    tally = some_told(case, option, against, steps)
    return Answer("possible" if all(seen) else tried(tally, parted), tally, "sampled")
