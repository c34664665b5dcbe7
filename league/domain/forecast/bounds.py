"""What everybody will be ordered by, for each place at their table, as far as their own rounds alone decide it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from league.domain.forecast.outcomes import Open, Option, Outcome, after, option_of, rotated
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
"""Tie-breaks that look at an entry's own rounds, and at places and points alone."""
SCORED = ("game_points", "share", "best_game")
"""Those that look at scores."""
LOT = "lot"
End = Literal["shared", "lot", "scores", "others"]
"""What comes after a part of the chain: nothing, a lot, scores, or a tie-break that looks at others too."""
Span = tuple[tuple[Key, ...], tuple[Key, ...]]
"""The least and the greatest key that somebody may have; both are the same where places tell it."""
Keys = Mapping[str, Mapping[Option | None, Span]]
"""By entry and by what it comes to; None: it has no seat at a table that is still to report."""


class Cut(NamedTuple):
    """The chain as far as something is known of it. own: as far as one's own rounds decide. known: up to a lot, or to
    scores that are not known. Each with what comes after.
    """

    own: TieBreaks
    own_end: End
    known: TieBreaks
    end: End


def cut(chain: TieBreaks, *, with_scores: bool) -> Cut:
    """The chain cut. with_scores: those of the tables are known."""
    kinds = [_kind(tie_breaks.name_of(each), with_scores=with_scores) for each in chain]
    own = next((at for at, kind in enumerate(kinds) if kind != "own"), len(kinds))
    known = next((at for at, kind in enumerate(kinds) if kind in (LOT, "scores")), len(kinds))
    return Cut(chain[:own], _end(kinds, own), chain[:known], _end(kinds, known))


def _kind(name: str, *, with_scores: bool) -> End | Literal["own"]:
    if name == LOT:
        return "lot"
    if name in SCORED and not with_scores:
        return "scores"
    return "own" if name in OWN else "others"


def _end(kinds: Sequence[End | Literal["own"]], at: int) -> End:
    end = kinds[at] if at < len(kinds) else "shared"
    return "shared" if end == "own" else end


def keys_of(state: Tournament, found: Round, tables: Sequence[Open], chain: TieBreaks, before: ClosedRounds) -> Keys:
    """The keys of whom the standings order after the round, the greater the better.

    chain: of tie-breaks that look at one's own rounds. before: the rounds before this one.
    Each row of a few outcomes is one of somebody who came to that.
    """
    seat_of = {entry: (table.table.id, seat) for table in tables for seat, entry in enumerate(table.table.seats)}
    told: dict[str, tuple[str, Option | None, StandingsRow]] = {}
    for number, ends in enumerate(_few(state, found, tables)):
        for row in ranked(after(state, found, ends, ()), before):
            told[f"{row.entry} {number}"] = row.entry, _came_to(ends, seat_of.get(row.entry)), row
    by_name = _keys(after(state, found, {}, ()), {name: row for name, (_, _, row) in told.items()}, chain)
    keys: dict[str, dict[Option | None, Span]] = {}
    for name, (entry, option, _) in told.items():
        key, known = by_name[name], keys.setdefault(entry, {})
        least, greatest = known.get(option, (key, key))
        known[option] = min(least, key), max(greatest, key)
    return keys


def _few(state: Tournament, found: Round, tables: Sequence[Open]) -> Iterator[Mapping[str, Outcome]]:
    """Outcomes in which everybody comes to everything; where shares are paid, with the least and the most of them."""
    if state.settings_in_round(found.number).points.share is not True:
        yield from rotated(tables)
        return
    low = state.game_of(found).low_wins
    for ends in rotated(tables):
        for most in (False, True):
            yield {id: _shared(ending, low=low, most=most) for id, ending in ends.items()}


def _shared(ending: Outcome, *, low: bool, most: bool) -> Outcome:
    """The ending with the least, or the most, of the scores that each may have as its part."""
    size = len(ending.places)
    ranks = [size + 1 - place if low else place for place in ending.places]
    if most:
        return ending._replace(awards=tuple(Fraction(1, rank) for rank in ranks))
    return ending._replace(awards=tuple(Fraction(1, size) if rank == 1 else Fraction(0) for rank in ranks))


def ranked(known: Tournament, before: ClosedRounds) -> list[StandingsRow]:
    """The rows of those whom results order: in a stage of those who are in it. before: its first rounds."""
    part = stage_parts.part_at(known, None)
    return [row for row in rows(known, before=before) if part.stage is None or row.entry in part.stage.entries]


def _came_to(ends: Mapping[str, Outcome], seat: tuple[str, int] | None) -> Option | None:
    return None if seat is None else option_of(ends[seat[0]].places, seat[1])


def _keys(known: Tournament, by_name: Mapping[str, StandingsRow], chain: TieBreaks) -> Mapping[str, tuple[Key, ...]]:
    part = stage_parts.part_at(known, None)
    draw, win = drawn_and_won(part.settings.points)
    lines: dict[str, Sequence[RoundLine]] = {name: part.tie_break_lines(row.lines) for name, row in by_name.items()}
    record = Record(lines, len(known.rounds), win, draw, low_points=part.sign < 0)
    points: dict[str, Fraction] = {name: row.points for name, row in by_name.items()}
    first = {name: ((part.sign * counted,),) for name, counted in whole(points).items()}
    return tie_breaks.break_ties(chain, record, first)[0]
