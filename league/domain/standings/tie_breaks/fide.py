"""Tie-breaks of FIDE's regulations, for tables of two. See the table of methods in this package.

At larger tables everybody else who played there is an opponent. Numbers are in units of the `Record`.

Unplayed rounds (article 16): a requested bye is a bye that the entry asked for, or a missed round, unless it pays like
a win. Requested byes and forfeit losses are voluntary. For opponents, requested byes at the end of an entry's rounds
count as draws, and other rounds with their points. For the entry itself, an unplayed round is one against a dummy. By
the edition of August 2024 the dummy has the entry's own score. By that of March 2026 it has at most this, at most a
draw in each round, and after a forfeit at most the score of the scheduled opponent. In a round robin (article 15) a
forfeit is a normal game, and a bye has no opponent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.kernel import N_
from league.domain.standings.tie_breaks.among import Groups, grouped
from league.domain.standings.tie_breaks.line import RoundLine
from league.domain.standings.tie_breaks.record import Record
from league.domain.tournament.settings import FideEdition

FIDE_SUMS = ("buchholz", "buchholz_cut1", "median", "sonneborn_berger")
"""The tie-breaks in which the editions differ."""
FIDE_EDITIONS: Mapping[FideEdition, str] = {"2024": N_("August 2024"), "2026": N_("March 2026")}


class Opponent(NamedTuple):
    """An opponent in a round, or the dummy of an unplayed one, and the points made against it.

    score, points: in units. opponent: None for a dummy. is_voluntary: whether it stands for a voluntarily unplayed
    round.
    """

    round: int
    opponent: str | None
    score: int
    points: int
    is_voluntary: bool = False


def is_requested(record: Record, line: RoundLine) -> bool:
    """Whether a round is a bye at the entry's request, paid less than a win (16.1.1)."""
    wished = line.is_missing or line.bye == "requested"
    if not wished or record.win is None:
        return wished
    return line.points > record.win if record.mirrors_fide else line.points < record.win


def is_voluntary(record: Record, line: RoundLine) -> bool:
    """Whether the entry chose not to play (16.1.2): a requested bye, or a forfeit that it lost."""
    return is_requested(record, line) or (line.kind == "forfeit" and not line.is_first)


def score_for_others(record: Record, entry: str) -> int:
    """An entry's score for the tie-breaks of its opponents (16.2, 16.3)."""
    lines, score = record.lines[entry], record.totals[entry]
    if record.fixed or not lines or lines[-1].number < record.rounds:
        return score
    for line in reversed(lines):
        if not is_voluntary(record, line):
            break
        if is_requested(record, line):
            score += record.units(record.draw - line.points)
    return score


def scores_for_others(record: Record) -> dict[str, int]:
    return {entry: score_for_others(record, entry) for entry in record.lines}


def opponents_of(record: Record, entry: str, scores: Mapping[str, int]) -> list[Opponent]:
    """The opponents of an entry in order of rounds, the dummies last. scores: as in `scores_for_others`."""
    met = [
        Opponent(line.number, other, scores[other], points)
        for line, points, others in record.meetings[entry]
        for other in others
    ]
    if record.fixed:
        return met
    rounds = zip(record.lines[entry], record.earned[entry], strict=True)
    dummies = [
        Opponent(line.number, None, dummy_score(record, entry, line, scores), points, is_voluntary(record, line))
        for line, points in rounds
        if line.kind != "played"
    ]
    return [*met, *dummies]


def dummy_score(record: Record, entry: str, line: RoundLine, scores: Mapping[str, int]) -> int:
    """The score of the opponent that stands for an unplayed round of an entry (16.4). scores: as they count for others.

    Where fewer points are better, the limits are the other way round.
    """
    own = record.totals[entry]
    if record.fide == "2024":
        return own
    limits = [own, len(record.lines[entry]) * record.units(record.draw)]
    if line.kind == "forfeit" and line.table is not None:
        scheduled = record.tables[line.number, line.table, line.game]
        limits += [scores[sat.entry] for sat in scheduled if sat.entry != entry]
    return max(limits) if record.low_points else min(limits)


def cuts(
    met: Sequence[Opponent], *, cut_least: bool = False, cut_most: bool = False, is_low: bool = False
) -> list[int]:
    """The opponents that a sum leaves out, by their index.

    cut_least: the least significant, which is that of a voluntary round if there is one (14.1, 16.5). cut_most: then
    the greatest remaining one (14.3). is_low: fewer points are better, so that the least is the most points.
    """
    left, sign = list(range(len(met))), -1 if is_low else 1
    cut: list[int] = []
    if cut_least and left:
        voluntary = [at for at in left if met[at].is_voluntary]
        cut.append(min(voluntary or left, key=lambda at: sign * met[at].score))
        left.remove(cut[0])
    if cut_most and left:
        cut.append(max(left, key=lambda at: sign * met[at].score))
    return cut


def buchholz(met: Sequence[Opponent], cut: Sequence[int]) -> int:
    """The sum of the opponents' scores (8.1). cut: as in `cuts`."""
    return sum(one.score for one in met) - sum(met[at].score for at in cut)


def sonneborn_berger(met: Sequence[Opponent]) -> int:
    """The sum of score times points made against it (9.1), in units times units."""
    return sum(one.score * one.points for one in met)


def progressive(record: Record, entry: str) -> int:
    """The sum of the scores after each round (7.5), in units."""
    rounds = zip(record.lines[entry], record.earned[entry], strict=True)
    return sum(points * (record.rounds + 1 - line.number) for line, points in rounds)


def wins_played(record: Record, lines: Sequence[RoundLine]) -> int:
    """Games won over the board (7.2); if staff gave points, those worth a win."""
    won = (line.points == record.win if line.awarded and record.win is not None else line.is_first for line in lines)
    return sum(is_won and line.kind == "played" for is_won, line in zip(won, lines, strict=True))


class Encounter(NamedTuple):
    """An entry's games among the tied. most: its points if it won all unplayed ones; None: no limit."""

    points: Fraction
    has_met_all: bool
    most: Fraction | None


def encounters(record: Record, tied: Sequence[str]) -> dict[str, Encounter]:
    """The games among the tied; repeated meetings count with the mean of their points (6.1)."""
    by_entry: dict[str, Encounter] = {}
    for entry, games in games_among(record, tied).items():
        points = sum((sum(made, Fraction(0)) / len(made) for made in games.values()), Fraction(0))
        unplayed = len(tied) - 1 - len(games)
        most = None if record.win is None else points + unplayed * record.win
        by_entry[entry] = Encounter(points, not unplayed, most if unplayed else points)
    return by_entry


def games_among(record: Record, tied: Sequence[str]) -> dict[str, dict[str, list[Fraction]]]:
    """The points of each tied entry against each other one it has met."""
    among = dict.fromkeys(tied)
    by_entry: dict[str, dict[str, list[Fraction]]] = {entry: {} for entry in tied}
    for entry, games in by_entry.items():
        for line, _, others in record.meetings[entry]:
            for other in others:
                if other in among:
                    games.setdefault(other, []).append(line.points)
    return by_entry


def direct_encounter(record: Record, tied: Sequence[str]) -> Groups:
    """The tied in order of their games among themselves, if all have met. Otherwise only leading entries are

    separated, one by one, as long as nobody below could reach their points in the unplayed games (6.2). Where fewer
    points are better, who leads must have met all: unplayed games would count as won.
    """
    made = encounters(record, tied)
    sign = -1 if record.mirrors_fide else 1
    points = {entry: sign * mine.points for entry, mine in made.items()}
    if all(mine.has_met_all for mine in made.values()):
        return grouped(points, sorted(points.values(), reverse=True))
    order = sorted(tied, key=lambda entry: points[entry], reverse=True)
    first: list[list[str]] = []
    for at, entry in enumerate(order[:-1]):
        if record.mirrors_fide and not made[entry].has_met_all:
            break
        below = [made[other].most for other in order[at + 1 :]]
        if not all(most is not None and sign * most < points[entry] for most in below):
            break
        first.append([entry])
    return [*first, order[len(first) :]]
