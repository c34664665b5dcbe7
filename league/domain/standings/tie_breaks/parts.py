"""The parts of an entry's tie-break: the numbers of single rounds that its value is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from league.domain.standings.tie_breaks import fide, several
from league.domain.standings.tie_breaks.line import RoundLine
from league.domain.standings.tie_breaks.record import Record
from league.domain.tournament.settings import TieBreak, name_of
from league.domain.values.numbers import exact


class Part(NamedTuple):
    """What one round, or one opponent in it, adds. opponent: None for the round itself or a dummy.

    is_cut: whether the tie-break leaves it out.
    """

    round: int
    opponent: str | None
    value: Fraction
    is_cut: bool = False


def parts(record: Record, tie_break: TieBreak, entry: str, tied: Sequence[str]) -> list[Part]:
    """The parts in order of rounds; none for a lot. tied: the entries that are equal before this tie-break."""
    name = name_of(tie_break)
    if name in _CUTS:
        return list(_opponents_of(record, entry, *_CUTS[name]))
    if name == "sonneborn_berger":
        return list(_opponents_of(record, entry, is_weighted=True))
    if name == "opponents":
        floor = getattr(tie_break, "floor", None)
        return list(_rates(record, entry, None if floor is None else exact(floor)))
    if name in ("head_to_head", "direct_encounter"):
        return list(_among(record, name, entry, tied))
    if name == "wins":
        return list(_wins(record, entry, shared=getattr(tie_break, "shared", "part") == "part"))
    return _OF_ROUNDS[name](record, entry) if name in _OF_ROUNDS else []


def _opponents_of(
    record: Record, entry: str, cut_least: bool = False, cut_most: bool = False, *, is_weighted: bool = False
) -> Iterator[Part]:
    """The scores of the opponents and dummies, for FIDE's sums."""
    scores = fide.scores_for_others(record)
    met = fide.opponents_of(record, entry, scores)
    cut = fide.cuts(met, cut_least=cut_least, cut_most=cut_most, is_low=record.mirrors_fide)
    for at, one in enumerate(met):
        value = Fraction(one.score, record.unit)
        yield Part(
            one.round, one.opponent, value * Fraction(one.points, record.unit) if is_weighted else value, at in cut
        )


def _rates(record: Record, entry: str, floor: Fraction | None) -> Iterator[Part]:
    """The points per round of each opponent, of which the value is the mean."""
    rates, common = several.rates_of(record, floor)
    for line, _, others in record.by_game.meetings[entry]:
        for other in others:
            yield Part(line.number, other, Fraction(rates[other], common))


def _among(record: Record, name: str, entry: str, tied: Sequence[str]) -> Iterator[Part]:
    """The places, or the points, in the games against others of the tied."""
    among = dict.fromkeys(tied)
    games = record.by_game if name == "head_to_head" else record
    for line, points, others in games.meetings[entry]:
        for other in others:
            if other in among:
                place = name == "head_to_head"
                yield Part(line.number, other, Fraction(line.place or 0) if place else Fraction(points, record.unit))


def _wins(record: Record, entry: str, *, shared: bool) -> Iterator[Part]:
    for line in record.by_game.lines[entry]:
        if line.place == 1 and (shared or line.sharers == 1):
            yield Part(line.number, None, Fraction(1, line.sharers))


def _scores(record: Record, entry: str) -> list[Part]:
    return [Part(line.number, None, Fraction(value)) for line, value in several.scores(record.by_game)[entry]]


def _best(record: Record, entry: str) -> list[Part]:
    """The first of the best scores."""
    lines = record.by_game.lines[entry]
    best = several.best_game(lines, low=record.low_scores)
    return [Part(line.number, None, best) for line in lines if best is not None and line.score == best][:1]


def _shares(record: Record, entry: str) -> list[Part]:
    by_game = record.by_game
    if several.has_low_shares(by_game):
        return [Part(line.number, None, Fraction(value)) for line, value in several.low_shares(by_game)[entry]]
    tables = {key: sats for key, sats in by_game.tables.items() if any(sat.entry == entry for sat in sats)}
    return [
        Part(number, None, several.table_share(by_game, sats, entry))
        for (number, _, _), sats in sorted(tables.items(), key=lambda table: table[0])
    ]


def _places(record: Record, entry: str) -> list[Part]:
    lines = record.by_game.lines[entry]
    return [Part(line.number, None, Fraction(line.place)) for line in lines if line.place is not None]


def _relative_places(record: Record, entry: str) -> list[Part]:
    """(place - 1) / (size - 1) at each table, of which the value is about the mean."""
    lines = [line for line in record.by_game.lines[entry] if line.place is not None and line.size > 1]
    return [Part(line.number, None, Fraction((line.place or 1) - 1, line.size - 1)) for line in lines]


def _points(record: Record, entry: str) -> list[Part]:
    return [Part(line.number, None, line.points) for line in record.lines[entry]]


def _last_first(record: Record, entry: str) -> list[Part]:
    return _points(record, entry)[::-1]


def _running_scores(record: Record, entry: str) -> list[Part]:
    """The score after each round that is over."""
    points: Mapping[int, Fraction] = {line.number: line.points for line in record.lines[entry]}
    totals = accumulate(points.get(number, Fraction(0)) for number in range(1, record.rounds + 1))
    return [Part(number, None, total) for number, total in enumerate(totals, 1)]


def _wins_played(record: Record, entry: str) -> list[Part]:
    lines: Sequence[RoundLine] = record.lines[entry]
    return [Part(line.number, None, Fraction(1)) for line in lines if fide.wins_played(record, [line])]


_CUTS = {"buchholz": (False, False), "buchholz_cut1": (True, False), "median": (True, True)}
_OF_ROUNDS: Mapping[str, Callable[[Record, str], list[Part]]] = {
    "game_points": _scores,
    "best_game": _best,
    "share": _shares,
    "count_back": _places,
    "rank_average": _relative_places,
    "last_round": _last_first,
    "progressive": _running_scores,
    "wins_played": _wins_played,
}
