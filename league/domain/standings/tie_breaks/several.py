"""Tie-breaks of leagues with larger tables. See the table of methods in this package."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from league.domain.standings.tie_breaks.among import Groups, grouped
from league.domain.standings.tie_breaks.line import RoundLine
from league.domain.standings.tie_breaks.record import Record, SharedTable
from league.domain.values.numbers import whole


def wins(lines: Sequence[RoundLine], *, shared: bool = True) -> Fraction:
    """First places at tables; one shared by k entries counts 1/k, or nothing unless `shared`."""
    firsts = Counter(line.sharers for line in lines if line.place == 1)
    return sum((Fraction(times, k) for k, times in firsts.items() if shared or k == 1), Fraction(0))


def last_round(record: Record, entry: str) -> tuple[int, ...]:
    """Points of the last round, then of the one before, back to the first, in units; 0 for rounds without any."""
    points = {line.number: made for line, made in zip(record.lines[entry], record.earned[entry], strict=True)}
    return tuple(points.get(number, 0) for number in range(record.rounds, 0, -1))


def count_back(places: Sequence[int], last: int) -> list[int]:
    """The number of first places, of second places, and so on to the `last`; shared places count in full."""
    return [places.count(place) for place in range(1, last + 1)]


class Counted(NamedTuple):
    """A round or game of an entry with the number that counts for it."""

    line: RoundLine
    value: Fraction | int


Numbers = Mapping[str, Sequence[tuple[RoundLine, Fraction | int | None]]]
"""The rounds of each entry, with a number or None."""
Key = tuple[int, int | None, int]


def scores(record: Record) -> Mapping[str, Sequence[Counted]]:
    """The scores of each entry. A round without one counts as in `with_unplayed`."""
    known = {entry: [(line, line.score) for line in lines] for entry, lines in record.lines.items()}
    return with_unplayed(record, known, low=record.low_scores)


def with_unplayed(record: Record, numbers: Numbers, *, low: bool) -> Mapping[str, Sequence[Counted]]:
    """The numbers of each entry, with one for the rounds that have none, unless that is 0.

    Nobody gains by staying away: an absent entry has the worst number of the table, one that missed the round the worst
    of the round, and who had a bye the mean of its own; or 0, where that is worse. low: fewer is better.
    """
    known = {
        entry: [Counted(line, value) for line, value in mine if value is not None] for entry, mine in numbers.items()
    }
    worst = max if low else min
    found: dict[Key, Fraction | int] = {}
    for line, value in (one for mine in known.values() for one in mine):
        if value > 0 if low else value < 0:
            for key in ((line.number, line.table, line.game), (line.number, None, line.game)):
                found[key] = worst(found.get(key, 0), value)
    if not found or record.edition == 1:
        return known
    for entry, mine in numbers.items():
        own = [value for _, value in known[entry]]
        for line in (line for line, value in mine if value is None):
            if instead := worst(0, _instead(record, line, own, found)):
                known[entry].append(Counted(line, instead))
        known[entry].sort(key=lambda one: (one.line.number, one.line.game))
    return known


def _instead(
    record: Record, line: RoundLine, own: Sequence[Fraction | int], found: Mapping[Key, Fraction | int]
) -> Fraction | int:
    """The number of a round without one. found: the worst by round, table or None, and game."""
    if line.is_missing and record.knockout:
        return 0
    if line.kind == "bye" and own and not line.stayed_away:
        return Fraction(sum(own)) / len(own)
    return found.get((line.number, line.table, line.game), 0)


def best_game(lines: Sequence[RoundLine], *, low: bool = False) -> Fraction | None:
    """The highest score of a game, or the lowest if `low`; None without scores."""
    scores = [line.score for line in lines if line.score is not None]
    if not scores:
        return None
    return Fraction(min(scores) if low else max(scores))


def rank_average(lines: Sequence[RoundLine]) -> Fraction:
    """The mean of (place - 1) / (size - 1) over the tables: 0 if always first, 1 if always last or at no table.

    Empty seats have places too.
    """
    behind: Counter[int] = Counter()
    tables = [line for line in lines if line.place is not None]
    for line in tables:
        behind[line.size - 1] += (line.place or 1) - 1
    total = sum((Fraction(places, most) for most, places in behind.items()), Fraction(0))
    return total / len(tables) if tables else Fraction(1)


def table_shares(record: Record) -> dict[str, Fraction]:
    """Own score / all scores at the table, summed over the tables.

    Without reported scores, or if the lowest wins, the points of the round replace them. If all are 0, the shares are
    equal.
    """
    of_table: dict[str, list[int]] = {entry: [] for entry in record.lines}
    own: dict[str, list[int]] = {entry: [] for entry in record.lines}
    for seats in record.tables.values():
        counted, total = _shared_scores(seats, by_points=record.low_scores)
        for seat, score in zip(seats, counted, strict=True):
            own[seat.entry].append(score)
            of_table[seat.entry].append(total)
    return {entry: _sum_of_parts(scores, of_table[entry]) for entry, scores in own.items()}


def has_low_shares(record: Record) -> bool:
    """Whether a smaller share is better: the lowest score wins a table, and the lowest total the tournament."""
    return record.low_points and record.low_scores


def low_shares(record: Record) -> Mapping[str, Sequence[Counted]]:
    """The shares of each entry where a smaller one is better, and for a round without a table as in `with_unplayed`."""
    known: Numbers = {
        entry: [
            (
                line,
                None
                if line.table is None
                else table_share(record, record.tables[line.number, line.table, line.game], entry),
            )
            for line in lines
        ]
        for entry, lines in record.lines.items()
    }
    return with_unplayed(record, known, low=True)


def table_share(record: Record, seats: Sequence[SharedTable], entry: str) -> Fraction:
    """An entry's part of `table_shares` at one table."""
    counted, total = _shared_scores(seats, by_points=record.low_scores)
    return Fraction(next(score for seat, score in zip(seats, counted, strict=True) if seat.entry == entry), total)


def _shared_scores(seats: Sequence[SharedTable], *, by_points: bool) -> tuple[Sequence[int], int]:
    """The scores at a table and their sum; 1 each if the sum is 0."""
    counted = _reported_scores(seats, by_points=by_points)
    total = sum(counted)
    return (counted, total) if total else ([1] * len(seats), len(seats))


def _sum_of_parts(parts: Sequence[int], wholes: Sequence[int]) -> Fraction:
    """The sum of each part divided by its whole."""
    common = lcm(*wholes)
    return Fraction(sum(part * (common // whole) for part, whole in zip(parts, wholes, strict=True)), common)


def _reported_scores(seats: Sequence[SharedTable], *, by_points: bool) -> Sequence[int]:
    """The scores at a table as integers, or the points if there are none; missing or negative ones are 0."""
    scores = [sat.line.score for sat in seats]
    if by_points or scores.count(None) == len(scores):
        return [max(sat.points, 0) for sat in seats]
    reported = [score or 0 for score in scores]
    common = lcm(*(score.denominator for score in reported))
    return [max(int(score * common), 0) for score in reported]


def opponents(record: Record, floor: Fraction | None = None) -> dict[str, Fraction]:
    """The mean points per round of all opponents, once per meeting; 0 without opponents.

    Everybody at the table of a game is an opponent. Their rounds are those with a seat or a pairing bye. floor: an
    opponent counts for at least this.
    """
    rates, common = rates_of(record, floor)
    means: dict[str, Fraction] = {}
    for entry, games in record.by_game.meetings.items():
        met = [rates[other] for _, _, others in games for other in others]
        means[entry] = Fraction(sum(met), len(met) * common) if met else Fraction(0)
    return means


def rates_of(record: Record, floor: Fraction | None) -> tuple[Mapping[str, int], int]:
    """The points per round of each entry as integers, and the number of units in a point."""
    rates: dict[str, Fraction] = {}
    for entry, lines in record.lines.items():
        rounds = zip(lines, record.earned[entry], strict=True)
        counted = [points for line, points in rounds if line.table is not None or line.bye == "pairing"]
        rate = Fraction(sum(counted), len(counted) * record.unit) if counted else Fraction(0)
        rates[entry] = rate if floor is None else max(rate, floor)
    return whole(rates), lcm(*(rate.denominator for rate in rates.values()))


def mean_places(record: Record, tied: Sequence[str]) -> dict[str, Fraction] | None:
    """The mean place of each tied entry at tables that it shared with others of them; None unless all have met."""
    among = dict.fromkeys(tied)
    means: dict[str, Fraction] = {}
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
        means[entry] = Fraction(sum(places), len(places))
    return means


def head_to_head(record: Record, tied: Sequence[str]) -> Groups:
    """The tied in order of their places at shared tables; one group if undecided."""
    means = mean_places(record, tied)
    return [tied] if means is None else grouped(means, sorted(means.values()))
