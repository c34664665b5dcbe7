"""Each tie-break of everybody: the key to compare by, the greater the better, and the value as shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from league.domain.standings.ranking import Key
from league.domain.standings.tie_breaks import fide, lots, several
from league.domain.standings.tie_breaks.among import Groups, places_among
from league.domain.standings.tie_breaks.line import RoundLine
from league.domain.standings.tie_breaks.record import Record
from league.domain.tournament.settings import TieBreak
from league.domain.values.numbers import exact, whole, written

LARGEST_TABLE = 12
ShownValue = int | str | list[int]
Values = Mapping[str, tuple[Key, ShownValue]]
UNTIED: tuple[Key, ShownValue] = (0,), 0
"""Of somebody whom a tie-break among the tied was not asked of."""


@dataclass(frozen=True)
class Question:
    """A record that a chain of tie-breaks is asked of. ranked: whom it is to order."""

    record: Record
    ranked: Sequence[str]

    @cached_property
    def met(self) -> Mapping[str, fide.OpponentScores]:
        """What FIDE's sums over opponents are made of."""
        scores = fide.scores_for_others(self.record)
        return {entry: fide.opponent_scores(self.record, entry, scores) for entry in self.record.lines}

    def each(self, value: Callable[[Sequence[RoundLine]], Fraction]) -> dict[str, Fraction]:
        """A number of everybody's own games."""
        return {entry: value(lines) for entry, lines in self.record.by_game.lines.items()}


Method = Callable[[Question, "TieBreak", Groups], Values]
"""Asked of a record, with its options, where those of each group are equal so far."""


def wins(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """First places."""
    shared = getattr(options, "shared", "part") == "part"
    return _numbers(asked.each(lambda lines: several.wins(lines, shared=shared)))


def game_points(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """Scores, summed."""
    return _numbers(asked.each(several.game_points), low=asked.record.low_scores)


def share(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """Parts of the scores at tables, summed."""
    shares = several.table_shares(asked.record.by_game)
    return _fine_numbers(shares, low=asked.record.low_points and asked.record.low_scores)


def opponents(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """The opponents' points per round."""
    floor = getattr(options, "floor", None)
    found = several.opponents(asked.record, None if floor is None else exact(floor))
    return _numbers(found, low=asked.record.low_points)


def head_to_head(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """Places among the tied as keys; shown is the mean place, 0 where it is undecided or nobody is tied."""
    record = asked.record.by_game
    found = dict.fromkeys(record.lines, UNTIED)
    for group in groups:
        means = several.mean_places(record, group)
        if means is not None:
            places = places_among(group, lambda part: several.head_to_head(record, part))
            found |= {entry: ((-places[entry],), written(mean)) for entry, mean in means.items()}
    return found


def last_round(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """All rounds from the last back; shown is the last."""
    record = asked.record
    sign = -1 if record.low_points else 1
    found: dict[str, tuple[Key, ShownValue]] = {}
    for entry in record.lines:
        points = several.last_round(record, entry)
        last = Fraction(points[0], record.unit) if points else Fraction(0)
        found[entry] = tuple(sign * one for one in points), written(last)
    return found


def count_back(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """How often each place; shown without the zeros at the end."""
    found: dict[str, tuple[Key, ShownValue]] = {}
    for entry, lines in asked.record.by_game.lines.items():
        counts = several.count_back([line.place for line in lines if line.place is not None], LARGEST_TABLE)
        last = max((place for place, count in enumerate(counts, 1) if count), default=0)
        found[entry] = tuple(counts), counts[:last]
    return found


def best_game(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """The best score; who has none comes last, shown as 0."""
    low = asked.record.low_scores
    found: dict[str, tuple[Key, ShownValue]] = {}
    for entry, lines in asked.record.by_game.lines.items():
        best = several.best_game(lines, low=low)
        found[entry] = ((0, 0), 0) if best is None else ((1, -best if low else best), written(best))
    return found


def rank_average(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """The mean place by size of table, lowest first."""
    return _numbers(asked.each(several.rank_average), low=True)


def buchholz(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """The opponents' scores."""
    return _units(asked.record, {entry: fide.buchholz(met) for entry, met in asked.met.items()})


def buchholz_cut1(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """The opponents' scores without the least significant."""
    return _units(asked.record, {entry: fide.buchholz(met, cut_least=True) for entry, met in asked.met.items()})


def median(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """The opponents' scores without the least and the most significant."""
    cut = {entry: fide.buchholz(met, cut_least=True, cut_most=True) for entry, met in asked.met.items()}
    return _units(asked.record, cut)


def sonneborn_berger(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """The opponents' scores times the points against them."""
    sums = {entry: met.weighted for entry, met in asked.met.items()}
    return _units(asked.record, sums, per_point=asked.record.unit**2)


def direct_encounter(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """Places among the tied as keys; shown are the points among them, 0 where nobody is tied or they decide nothing."""
    record = asked.record
    found = dict.fromkeys(record.lines, UNTIED)
    for group in groups:
        places = places_among(group, lambda part: fide.direct_encounter(record, part))
        points = {entry: made.points for entry, made in fide.encounters(record, group).items()}
        for entry, place in places.items():
            is_told = all(points[other] == points[entry] for other in group if places[other] == place)
            found[entry] = (-place,), written(points[entry]) if is_told else 0
    return found


def progressive(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """The scores after each round."""
    record = asked.record
    return _units(record, {entry: fide.progressive(record, entry) for entry in record.lines})


def wins_played(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """Games won over the board."""
    won = {entry: fide.wins_played(asked.record, lines) for entry, lines in asked.record.lines.items()}
    return {entry: ((games,), games) for entry, games in won.items()}


def lot(asked: Question, options: TieBreak, groups: Groups) -> Values:
    """The lot, lowest first."""
    drawn = lots.numbered(asked.record.secret, asked.ranked)
    return {entry: ((-number,), number) for entry, number in drawn.items()}


def _numbers(values: Mapping[str, Fraction], *, low: bool = False) -> Values:
    """Numbers as keys, whole ones that are faster to compare, and as shown. low: fewer are better."""
    keys, sign = whole(values), -1 if low else 1
    shown = {key: written(values[entry]) for key, entry in {key: entry for entry, key in keys.items()}.items()}
    return {entry: ((sign * key,), shown[key]) for entry, key in keys.items()}


def _fine_numbers(values: Mapping[str, Fraction], *, low: bool = False) -> Values:
    """Numbers as they are, where a denominator of all of them would be too large."""
    return {entry: ((-value if low else value,), written(value)) for entry, value in values.items()}


def _units(record: Record, values: Mapping[str, int], per_point: int | None = None) -> Values:
    """Sums of points in units, of which a point has so many: by default the record's."""
    shown = {value: written(Fraction(value, per_point or record.unit)) for value in dict.fromkeys(values.values())}
    sign = -1 if record.low_points else 1
    return {entry: ((sign * value,), shown[value]) for entry, value in values.items()}
