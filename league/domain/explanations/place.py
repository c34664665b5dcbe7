"""Why an entry has its place in the standings: points, tie-breaks, and what decided against its neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.kernel import N_, Event, Json
from games.telling import Sentence
from league.domain.explanations.knockout import why_corrected, why_level
from league.domain.explanations.reasons import Reason, in_words, numbers
from league.domain.standings import stage_parts
from league.domain.standings.knockout import reached
from league.domain.standings.ranking import SHARED
from league.domain.standings.stage_parts import StagePart
from league.domain.standings.standings import (
    KNOCKOUT,
    POINTS,
    STAGE,
    StandingsRow,
    ranking_points,
    rounds_over,
    rows,
    tie_break_record,
)
from league.domain.standings.tie_breaks import ShownValue, break_ties, name_of
from league.domain.standings.tie_breaks.chain import Keys
from league.domain.standings.tie_breaks.fide import FIDE_EDITIONS, FIDE_SUMS
from league.domain.standings.tie_breaks.parts import Part, parts
from league.domain.tournament.closing.events import RoundClosed, TournamentClosed
from league.domain.tournament.results.events import PenaltyGiven
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import written


class Decider(NamedTuple):
    """The criterion that separates two rows, and the value of each if it is a single one."""

    by: str
    upper: ShownValue | None = None
    lower: ShownValue | None = None


def decided_between(state: Tournament, upper: StandingsRow, lower: StandingsRow) -> Decider:
    """The first criterion in which two rows differ: `stage` if only one is in the stage; `shared` if none differs."""
    if upper.place == lower.place:
        return Decider(SHARED)
    part = stage_parts.part_at(state, None)
    if part.stage is not None and (upper.entry in part.stage.entries) != (lower.entry in part.stage.entries):
        return Decider(STAGE)
    far = reached(state, part, state.rounds)
    if far.get(upper.entry) != far.get(lower.entry):
        return Decider(KNOCKOUT, far.get(upper.entry), far.get(lower.entry))
    more, fewer = (ranking_points(state, row) for row in (upper, lower))
    if more != fewer:
        return Decider(POINTS, written(more), written(fewer))
    for name in state.settings.chain:
        own, other = upper.tie_breaks.get(name), lower.tie_breaks.get(name)
        if own != other:
            return Decider(name, own, other)
        if name == "last_round" and _rounds_differ(state, part, upper, lower):
            return Decider(name)
    return Decider(lower.decided_by)


def _rounds_differ(state: Tournament, part: StagePart, upper: StandingsRow, lower: StandingsRow) -> bool:
    over = rounds_over(state, state.begun_rounds)
    own, other = (
        {line.number: line.points for line in part.tie_break_lines(row.lines) if line.number <= over}
        for row in (upper, lower)
    )
    return any(own.get(number, 0) != other.get(number, 0) for number in {**own, **other})


def why_placed(state: Tournament, events: Sequence[Event], entry: str) -> list[Reason]:
    """Why the entry has its place now. events: the whole log of `state`."""
    listed = rows(state)
    at = next((at for at, row in enumerate(listed) if row.entry == entry), None)
    if at is None:
        return [Reason("standings.not_listed", Sentence(N_("{entry} is not in the standings yet."), {"entry": entry}))]
    return list(_reasons(state, events, listed, at))


def _reasons(state: Tournament, events: Sequence[Event], listed: Sequence[StandingsRow], at: int) -> Iterator[Reason]:
    row = listed[at]
    yield _points(state, events, row, len(listed))
    if row.place is not None:
        yield from _neighbours(state, [other for other in listed if other.place is not None], at)
    yield from _tie_breaks(state, listed, row)
    yield from _adjustments(events, row)
    for round in state.closed_rounds:
        yield from why_corrected(state, events, round, row.entry)
        yield from why_level(events, round, row.entry)


def _neighbours(state: Tournament, placed: Sequence[StandingsRow], at: int) -> Iterator[Reason]:
    """What decided between a row and the ones around it. placed: the rows with a place."""
    if at > 0:
        yield _neighbour(state, placed[at - 1], placed[at], placed[at])
    if at + 1 < len(placed):
        yield _neighbour(state, placed[at], placed[at + 1], placed[at])


def _tie_breaks(state: Tournament, listed: Sequence[StandingsRow], row: StandingsRow) -> Iterator[Reason]:
    """The value of each tie-break with its parts. The chain of an entry below a final is not known any more."""
    part = stage_parts.part_at(state, None)
    is_outside = part.stage is not None and row.entry not in part.stage.entries
    chain = {name_of(tie_break): tie_break for tie_break in state.settings.tie_breaks}
    record = tie_break_record(state)
    ranked = [other for other in listed if part.stage is None or other.entry in part.stage.entries]
    far = reached(state, part, state.begun_rounds)
    leading: Keys = {other.entry: ((far.get(other.entry, 0),), (ranking_points(state, other),)) for other in ranked}
    if any(name in FIDE_SUMS for name in row.tie_breaks):
        facts: Json = {"edition": FIDE_EDITIONS[state.fide_edition]}
        yield Reason("tie_breaks.fide", Sentence(N_("Unplayed rounds count by FIDE's tie-breaks of {edition}."), facts))
    keys, _ = break_ties(list(chain.values()), record, leading)
    for name, value in row.tie_breaks.items():
        facts = {"entry": row.entry, "criterion": in_words(name), "value": value}
        if is_outside or name not in chain:
            yield Reason(f"tie_breaks.{name}", Sentence(N_("{entry} has this value for {criterion}: {value}."), facts))
            continue
        before = len(leading[row.entry]) + list(chain).index(name)
        tied = [other for other, key in keys.items() if key[:before] == keys[row.entry][:before]]
        yield _in_parts(name, facts, parts(record, chain[name], row.entry, tied))


def _in_parts(name: str, facts: Json, made_of: Sequence[Part]) -> Reason:
    """A tie-break with its parts by round: an opponent with a number, or the number alone."""
    counted = [part for part in made_of if not part.is_cut]
    facts |= {"parts": _by_round(counted)}
    template = N_("{entry} has this value for {criterion}: {value}. By round: {parts}.")
    if not counted:
        template = N_("{entry} has this value for {criterion}: {value}.")
    if left_out := _by_round([part for part in made_of if part.is_cut]):
        facts |= {"cut": left_out}
        template = N_("{entry} has this value for {criterion}: {value}. By round: {parts}. Left out: {cut}.")
    return Reason(f"tie_breaks.{name}", Sentence(template, facts))


def _by_round(made_of: Sequence[Part]) -> list[tuple[int, str | None, int | str]]:
    """(round, opponent or None, number) for each part."""
    return [(part.round, part.opponent, written(part.value)) for part in made_of]


def _points(state: Tournament, events: Sequence[Event], row: StandingsRow, rows_: int) -> Reason:
    facts = {
        "entry": row.entry,
        "place": row.place,
        "points": written(row.points),
        "rows": rows_,
        "played": sum(line.kind == "played" and not line.struck for line in row.lines),
        "rounds": {str(line.number): written(line.points) for line in row.lines},
    }
    template = N_("{entry} has place {place} of {rows} with {points} points.")
    kinds = (RoundClosed, TournamentClosed)
    if row.place is None:
        template = N_("{entry} has no place with {points} points: it was absent in every round.")
        return Reason("standings.no_place", Sentence(template, facts), numbers(events, kinds))
    return Reason("standings.points", Sentence(template, facts), numbers(events, kinds))


def _neighbour(state: Tournament, upper: StandingsRow, lower: StandingsRow, own: StandingsRow) -> Reason:
    """What decided between two neighbours. own: one of them."""
    decider = decided_between(state, upper, lower)
    facts = {
        "upper": upper.entry,
        "lower": lower.entry,
        "decided_by": decider.by,
        "criterion": in_words(decider.by),
        "upper_value": decider.upper,
        "lower_value": decider.lower,
    }
    rule = "standings.above" if lower is own else "standings.below"
    if decider.by == SHARED:
        return Reason("standings.shared", Sentence(N_("{upper} and {lower} are equal in every criterion."), facts))
    if decider.upper is None or decider.lower is None:
        return Reason(rule, Sentence(N_("{upper} is ahead of {lower} by {criterion}."), facts))
    template = N_("{upper} is ahead of {lower} by {criterion}: {upper_value} to {lower_value}.")
    return Reason(rule, Sentence(template, facts))


def _adjustments(events: Sequence[Event], row: StandingsRow) -> Iterator[Reason]:
    """Penalties, byes, missed rounds, and results that don't count."""
    facts = {"entry": row.entry}
    if row.penalties:
        taken, given = N_("{entry} lost {points} points by penalties."), N_("{entry} was given {points} points.")
        if row.penalties_are_added:
            taken = N_("Penalties added {points} points to the total of {entry}.")
            given = N_("{points} points were taken off the total of {entry}.")
        sentence = Sentence(taken if row.penalties > 0 else given, {**facts, "points": written(abs(row.penalties))})
        about = numbers(events, (PenaltyGiven,), lambda event: getattr(event, "entry", None) == row.entry)
        yield Reason("standings.penalties", sentence, about)
    if byes := [line for line in row.lines if line.kind == "bye"]:
        paid = {str(line.number): written(line.points) for line in byes}
        template = N_("{entry} sat out and got these points, by round: {byes}.")
        yield Reason("standings.byes", Sentence(template, {**facts, "byes": paid}))
    if missed := [line.number for line in row.lines if line.kind == "missed"]:
        yield Reason(
            "standings.missed", Sentence(N_("{entry} missed these rounds: {rounds}."), {**facts, "rounds": missed})
        )
    if gone := [line.number for line in row.lines if line.kind == "out"]:
        template = N_("{entry} was out of the knockout before round {round}.")
        yield Reason("standings.out", Sentence(template, {**facts, "round": gone[0]}))
    if struck := [line.number for line in row.lines if line.struck]:
        template = N_(
            "Games of somebody who left before half of them count for nobody. Such rounds of {entry}: {rounds}."
        )
        yield Reason("standings.struck", Sentence(template, {**facts, "rounds": struck}))
    if row.dropped:
        template = N_("Only the best rounds count. These rounds of {entry} do not: {rounds}.")
        yield Reason("standings.dropped", Sentence(template, {**facts, "rounds": list(row.dropped)}))
    if row.dropped_games:
        template = N_("Only the best games count. These games of {entry} do not: {games}.")
        games = ", ".join(f"{number}.{game}" for number, game in row.dropped_games)
        yield Reason("standings.dropped_games", Sentence(template, {**facts, "games": games}))
