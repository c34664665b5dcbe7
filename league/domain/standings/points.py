"""Points for a place, exact.

| method | code | source | done |
| --- | --- | --- | --- |
| by place, a list | `by_place` | organisers' schemes (5-3-2-1, 7-5-3-1, 10-7-5-3, 4-2-1-0, ...) | yes |
| by place, a list per table size | `per_size` | the same (three at a table: 7-4-1) | yes |
| linear, n..1 at a table of n | `by_place` left out | the same | yes |
| shared places | `ties`: `average`, `higher`, `lower` | the same | yes |
| bye | `bye`: `mean`, `win` or points | the tournament's design | yes |
| missed round | `missed` | the tournament's design | yes |
| raw scores, alone or added to those of the place | `raw` | riichi and the like | yes |
| share of the table's scores | `share` | usual at tables of uneven sizes | yes |
| win, draw, loss | `win`, `draw`, `loss` | two-player events | yes |
| best games or rounds only | `best` | best n of m | yes |
| several games a round | each game is paid; a round has their sum, and its places follow from that | usual | yes |

A list shorter than the table pays 0 to the rest. Best three of games of 70 and 80 in one round, then 60 and 50: by game
80 + 70 + 60 = 210, by round 150 + 60 + 50 = 260. `bye` and `missed` given as points are those of a whole round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from msgspec import UNSET

from league.domain.standings.tie_breaks.line import RoundLine
from league.domain.tournament.settings import PointScheme, Ties
from league.domain.values.numbers import exact

MEAN, WIN = "mean", "win"


def paid(scheme: PointScheme, size: int) -> list[Fraction]:
    """Points for the places 1..size at a table of `size` seats, if none is shared."""
    if scheme.outcomes is not None:
        win, _, loss = map(exact, scheme.outcomes)
        return [win, *[loss] * (size - 1)]
    if scheme.share is True:
        return [Fraction(1, size)] * size
    if not scheme.pays_places(size):
        return [Fraction(0)] * size
    if (listed := scheme.per_size.get(str(size), scheme.by_place)) is None:
        return [Fraction(points) for points in range(size, 0, -1)]
    return padded([exact(points) for points in listed], size)


def padded(listed: Sequence[Fraction], size: int) -> list[Fraction]:
    """The first `size` points of a list, with 0 beyond its end."""
    return [*listed[:size], *[Fraction(0)] * (size - len(listed))]


def shared(pay: Sequence[Fraction], place: int, sharers: int, ties: Ties) -> Fraction:
    """The points of each of `sharers` entries that share `place`. pay: for the places from 1 on, long enough for all.

    average: the mean of the places that they take together; higher, lower: the best or last of these. If everybody
    shares the last place because nobody came, each is paid for it.
    """
    taken = pay[place - 1 : place - 1 + sharers]
    if ties == "average":
        return sum(taken, Fraction(0)) / len(taken)
    return taken[0] if ties == "higher" else taken[-1]


def place_points(pay: Sequence[Fraction], places: Mapping[str, int], ties: Ties) -> dict[str, Fraction]:
    """The points of everybody in a ranking. places: numbered 1, 1, 3."""
    sharers = Counter(places.values())
    return {name: shared(pay, place, sharers[place], ties) for name, place in places.items()}


def table_points(
    scheme: PointScheme, places: Mapping[str, int], scores: Mapping[str, int | str] | None = None
) -> dict[str, Fraction]:
    """The points of every entry at a table. An entry without a score has only the points for its place."""
    if scheme.share is True:
        return {**dict.fromkeys(places, Fraction(0)), **shares(scores or {})}
    points = _points_by_place(scheme, places)
    for name, score in (scores or {}).items():
        if scheme.raw is not UNSET:
            points[name] += raw_points(exact(score), exact(scheme.raw.minus), exact(scheme.raw.per))
    return points


def shares(scores: Mapping[str, int | str]) -> dict[str, Fraction]:
    """Each score as a share of their sum; scores below 0 count as 0. If the sum is 0, all shares are equal."""
    counted = {name: max(exact(score), Fraction(0)) for name, score in scores.items()}
    total = sum(counted.values(), Fraction(0))
    return {name: score / total if total else Fraction(1, len(counted)) for name, score in counted.items()}


def raw_points(score: Fraction, minus: Fraction, per: Fraction) -> Fraction:
    return (score - minus) / per


def _points_by_place(scheme: PointScheme, places: Mapping[str, int]) -> dict[str, Fraction]:
    if scheme.outcomes is not None:
        win, draw, loss = map(exact, scheme.outcomes)
        return outcome_points(win, draw, loss, places)
    return place_points(paid(scheme, len(places)), places, scheme.ties)


def outcome_points(win: Fraction, draw: Fraction, loss: Fraction, places: Mapping[str, int]) -> dict[str, Fraction]:
    """A sole first place has won, a shared one has drawn, all others have lost."""
    points = win if sum(place == 1 for place in places.values()) == 1 else draw
    return {name: points if place == 1 else loss for name, place in places.items()}


def drawn_and_won(scheme: PointScheme) -> tuple[Fraction, Fraction | None]:
    """Points for a draw and a win at a table of two; None for the win if only scores are paid."""
    if not scheme.pays_places(2):
        return Fraction(0), None
    draw, win = table_points(scheme, {"a": 1, "b": 1}), table_points(scheme, {"a": 1, "b": 2})
    return draw["a"], win["a"]


def worst(scheme: PointScheme, lines: Sequence[RoundLine]) -> list[RoundLine]:
    """The rounds or single games of an entry that don't count if only the best do.

    Of equal ones the later is dropped. A missed round never beats a played one: if the lowest total ranks first, it
    counts only if there is nothing else.
    """
    if scheme.best is UNSET:
        return []
    low = scheme.lowest_first
    counted = lines if scheme.best.of == "round" else [game for line in lines for game in line.games or (line,)]
    best_first = sorted(
        counted,
        key=lambda line: (low and line.is_missing, line.points if low else -line.points, line.number, line.game),
    )
    return sorted(best_first[scheme.best.n :], key=lambda line: (line.number, line.game))


def bye_points(scheme: PointScheme, played: Sequence[Fraction], usual_size: int, games: int = 1) -> Fraction:
    """Points for a bye: a first place in each game at a table of the usual size, fixed points, or a mean.

    The mean is that of the rounds `played`, or of a table of the usual size if there are none. games: in the round of
    the bye.
    """
    if scheme.bye == WIN:
        return games * paid(scheme, usual_size)[0]
    if scheme.bye is not None and scheme.bye != MEAN:
        return exact(scheme.bye)
    return mean(list(played) or [games * points for points in paid(scheme, usual_size)])


def mean(points: Collection[Fraction]) -> Fraction:
    return sum(points, Fraction(0)) / len(points)
