"""Tie-breaks of leagues with several at a table. The table of all methods is at the top of this package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

from league.domain.standings.tie_breaks.among import Groups, grouped
from league.domain.standings.tie_breaks.line import RoundLine
from league.domain.standings.tie_breaks.record import Record, SharedTable
from league.domain.values.numbers import whole


def wins(lines: Sequence[RoundLine], *, shared: bool = True) -> Fraction:
    """First places at tables; of a first place shared by k each has 1/k, or nothing unless `shared`."""
    firsts = Counter(line.sharers for line in lines if line.place == 1)
    return sum((Fraction(times, k) for k, times in firsts.items() if shared or k == 1), Fraction(0))


def last_round(record: Record, entry: str) -> tuple[int, ...]:
    """Points of the last round, then of the one before, and so on to the first, in units; 0 where there are none."""
    points = {line.number: made for line, made in zip(record.lines[entry], record.earned[entry], strict=True)}
    return tuple(points.get(number, 0) for number in range(record.rounds, 0, -1))


def count_back(places: Sequence[int], last: int) -> list[int]:
    """How many first places, how many seconds, and so on to the `last` place; a shared place counts whole."""
    return [places.count(place) for place in range(1, last + 1)]


def game_points(lines: Sequence[RoundLine]) -> Fraction:
    """The sum of the scores that were told."""
    return Fraction(sum(line.score for line in lines if line.score is not None))


def best_game(lines: Sequence[RoundLine], *, low: bool = False) -> Fraction | None:
    """The highest score of a game, or the lowest where `low` scores win; None where none was told."""
    told = [line.score for line in lines if line.score is not None]
    if not told:
        return None
    return Fraction(min(told) if low else max(told))


def rank_average(lines: Sequence[RoundLine]) -> Fraction:
    """The mean of (place - 1) / (size - 1) at the tables: 0 is always first, 1 always last, or at no table.

    An empty seat has its place too.
    """
    behind: Counter[int] = Counter()
    tables = [line for line in lines if line.place is not None]
    for line in tables:
        behind[line.size - 1] += (line.place or 1) - 1
    parts = sum((Fraction(places, most) for most, places in behind.items()), Fraction(0))
    return parts / len(tables) if tables else Fraction(1)


def table_shares(record: Record) -> dict[str, Fraction]:
    """Own score / all scores at the table, summed over the tables.

    Where no score was told, or the lowest wins, the points of the round stand for the scores. Where nobody has any, all
    have the same part.
    """
    of_table: dict[str, list[int]] = {entry: [] for entry in record.lines}
    own: dict[str, list[int]] = {entry: [] for entry in record.lines}
    for sats in record.tables.values():
        counted = _told(sats, by_points=record.low_scores)
        if not (total := sum(counted)):
            counted, total = [1] * len(sats), len(sats)
        for sat, score in zip(sats, counted, strict=True):
            own[sat.entry].append(score)
            of_table[sat.entry].append(total)
    return {entry: _sum_of_parts(scores, of_table[entry]) for entry, scores in own.items()}


def _sum_of_parts(parts: Sequence[int], wholes: Sequence[int]) -> Fraction:
    """The sum of each part by its whole."""
    common = lcm(*wholes)
    return Fraction(sum(part * (common // whole) for part, whole in zip(parts, wholes, strict=True)), common)


def _told(sats: Sequence[SharedTable], *, by_points: bool) -> Sequence[int]:
    """The scores at a table in whole numbers, or the points where there is none; none or less than none is 0."""
    scores = [sat.line.score for sat in sats]
    if by_points or scores.count(None) == len(scores):
        return [max(sat.points, 0) for sat in sats]
    told = [score or 0 for score in scores]
    common = lcm(*(score.denominator for score in told))
    return [max(int(score * common), 0) for score in told]


def opponents(record: Record, floor: Fraction | None = None) -> dict[str, Fraction]:
    """The mean, over all opponents and as often as they were met, of their points per round; 0 where nobody was met.

    Met is who sat at the table in each game of a round. Their rounds are those with a seat, or with a bye that the
    pairing gave. floor: no opponent counts for less.
    """
    rates, common = _rates(record, floor)
    found: dict[str, Fraction] = {}
    for entry, games in record.by_game.meetings.items():
        met = [rates[other] for _, _, others in games for other in others]
        found[entry] = Fraction(sum(met), len(met) * common) if met else Fraction(0)
    return found


def _rates(record: Record, floor: Fraction | None) -> tuple[Mapping[str, int], int]:
    """The points per round of each entry, as so many parts of a point, and how many parts a point has."""
    rates: dict[str, Fraction] = {}
    for entry, lines in record.lines.items():
        rounds = zip(lines, record.earned[entry], strict=True)
        counted = [points for line, points in rounds if line.table is not None or line.bye == "pairing"]
        rate = Fraction(sum(counted), len(counted) * record.unit) if counted else Fraction(0)
        rates[entry] = rate if floor is None else max(rate, floor)
    return whole(rates), lcm(*(rate.denominator for rate in rates.values()))


def mean_places(record: Record, tied: Sequence[str]) -> dict[str, Fraction] | None:
    """The mean of each one's places at the tables that some of the tied shared; None unless all of them have met."""
    among = dict.fromkeys(tied)
    found: dict[str, Fraction] = {}
    for entry in tied:
        places: list[int] = []
        met: dict[str, None] = {}
        for line, _, others in record.meetings[entry]:
            shared = [other for other in others if other in among]
            if shared and line.place is not None:
                places.append(line.place)
                met |= dict.fromkeys(shared)
        if len(met) < len(among) - 1:
            return None
        found[entry] = Fraction(sum(places), len(places))
    return found


def head_to_head(record: Record, tied: Sequence[str]) -> Groups:
    """The tied by their places at the tables that they shared; in one group where that is undecided."""
    means = mean_places(record, tied)
    return [tied] if means is None else grouped(means, sorted(means.values()))
