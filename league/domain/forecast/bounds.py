"""Bounds of each entry's sort key in the standings, for each option at its table, from its own rounds alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from league.domain.forecast.outcomes import OpenTable, Option, Outcome, Outcomes, closed_with, covering, option_of
from league.domain.standings import stage_parts, tie_breaks
from league.domain.standings.points import drawn_and_won
from league.domain.standings.ranking import Key
from league.domain.standings.standings import ClosedRounds, StandingsRow, rows
from league.domain.standings.tie_breaks import Record, RoundLine
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.settings import TieBreaks
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import whole

OWN = ("wins", "last_round", "count_back", "rank_average", "progressive", "wins_played")
"""Tie-breaks that use only an entry's own rounds, and only places and points."""
SCORED = ("game_points", "share", "best_game")
"""Tie-breaks that use scores."""
LOT = "lot"
End = Literal["shared", "lot", "scores", "others"]
"""What follows a part of the chain: nothing (level entries share a place), a lot, scores, or a tie-break that uses
other entries' results."""
KeyRange = tuple[tuple[Key, ...], tuple[Key, ...]]
"""The least and the greatest key; they are equal where places determine it."""
Keys = Mapping[str, Mapping[Option | None, KeyRange]]
"""By entry and option; the option is None for an entry without a seat at an open table."""


class ChainParts(NamedTuple):
    """Parts of the tie-break chain, each with what follows it.

    own: the tie-breaks before the first that needs more than an entry's own rounds. known: those before a lot, or
    before unknown scores.
    """

    own: TieBreaks
    own_end: End
    known: TieBreaks
    end: End


def chain_parts(chain: TieBreaks, *, with_scores: bool) -> ChainParts:
    """with_scores: scores can be sampled."""
    kinds = [_kind(tie_breaks.name_of(each), with_scores=with_scores) for each in chain]
    own = next((at for at, kind in enumerate(kinds) if kind != "own"), len(kinds))
    known = next((at for at, kind in enumerate(kinds) if kind in (LOT, "scores")), len(kinds))
    return ChainParts(chain[:own], _end(kinds, own), chain[:known], _end(kinds, known))


def _kind(name: str, *, with_scores: bool) -> End | Literal["own"]:
    if name == LOT:
        return "lot"
    if name in SCORED and not with_scores:
        return "scores"
    return "own" if name in OWN else "others"


def _end(kinds: Sequence[End | Literal["own"]], at: int) -> End:
    end = kinds[at] if at < len(kinds) else "shared"
    return "shared" if end == "own" else end


def keys_of(
    state: Tournament, round: Round, tables: Sequence[OpenTable], chain: TieBreaks, earlier: ClosedRounds
) -> Keys:
    """The key ranges of all entries in the standings after the round; a greater key ranks higher.

    chain: tie-breaks that use only an entry's own rounds. earlier: the rounds before this one.
    An entry's rows from all covering outcomes are ranked together, each under a name of its own. Entries without a
    place come last.
    """
    seat_of = {entry: (table.table.id, seat) for table in tables for seat, entry in enumerate(table.table.seats)}
    cases: dict[str, tuple[str, Option | None, StandingsRow]] = {}
    for number, outcomes in enumerate(_extreme_outcomes(state, round, tables)):
        for row in ranked(closed_with(state, round, outcomes, ()), earlier):
            cases[f"{row.entry} {number}"] = row.entry, _option_in(outcomes, seat_of.get(row.entry)), row
    key_of = _sort_keys(closed_with(state, round, {}, ()), {name: row for name, (_, _, row) in cases.items()}, chain)
    keys: dict[str, dict[Option | None, KeyRange]] = {}
    for name, (entry, option, _) in cases.items():
        key, known = key_of[name], keys.setdefault(entry, {})
        least, greatest = known.get(option, (key, key))
        known[option] = min(least, key), max(greatest, key)
    return keys


def _extreme_outcomes(state: Tournament, round: Round, tables: Sequence[OpenTable]) -> Iterator[Outcomes]:
    """Outcomes that cover all options; where shares of scores are paid, with the smallest and the largest shares."""
    if state.settings_in_round(round.number).points.share is not True:
        yield from covering(tables)
        return
    low = state.game_of(round).low_wins
    for outcomes in covering(tables):
        for most in (False, True):
            yield {id: _with_shares(outcome, low=low, most=most) for id, outcome in outcomes.items()}


def _with_shares(outcome: Outcome, *, low: bool, most: bool) -> Outcome:
    """The outcome with the smallest, or the largest, share of the scores that each place may bring."""
    size = len(outcome.places)
    ranks = [size + 1 - place if low else place for place in outcome.places]
    if most:
        return outcome._replace(awards=tuple(Fraction(1, rank) for rank in ranks))
    return outcome._replace(awards=tuple(Fraction(1, size) if rank == 1 else Fraction(0) for rank in ranks))


def for_seating(keys: Keys) -> Keys:
    """The keys by which a seating orders entries: without the part that puts those without a place last."""
    return {
        entry: {option: (least[1:], greatest[1:]) for option, (least, greatest) in known.items()}
        for entry, known in keys.items()
    }


def ranked(state: Tournament, earlier: ClosedRounds, *, all_placed: bool = False) -> list[StandingsRow]:
    """The standings rows that results order: in a stage, those of its entries. earlier: the first rounds."""
    part = stage_parts.part_at(state, None)
    listed = rows(state, before=earlier, all_placed=all_placed)
    return [row for row in listed if part.stage is None or row.entry in part.stage.entries]


def _option_in(outcomes: Outcomes, seat: tuple[str, int] | None) -> Option | None:
    return None if seat is None else option_of(outcomes[seat[0]].places, seat[1])


def _sort_keys(
    state: Tournament, by_name: Mapping[str, StandingsRow], chain: TieBreaks
) -> Mapping[str, tuple[Key, ...]]:
    part = stage_parts.part_at(state, None)
    draw, win = drawn_and_won(part.settings.points)
    lines: dict[str, Sequence[RoundLine]] = {
        name: [line.counted for line in part.tie_break_lines(row.lines)] for name, row in by_name.items()
    }
    record = Record(lines, len(state.rounds), win, draw, low_points=part.sign < 0)
    points: dict[str, Fraction] = {name: row.points for name, row in by_name.items()}
    first = {
        name: ((by_name[name].place is not None,), (part.sign * number,)) for name, number in whole(points).items()
    }
    return tie_breaks.break_ties(chain, record, first)[0]
