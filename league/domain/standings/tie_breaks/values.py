"""The value of each tie-break for everybody: a key to compare, greater is better, and the displayed value."""

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
from league.domain.values.fields import LARGEST_TABLE
from league.domain.values.numbers import exact, whole, written

ShownValue = int | str | list[int]
Values = Mapping[str, tuple[Key, ShownValue]]
UNTIED: tuple[Key, ShownValue] = (0,), 0
"""For entries that are not tied, where a tie-break only looks at tied ones."""


@dataclass(frozen=True)
class Question:
    """The record that a chain of tie-breaks evaluates. ranked: the entries to rank."""

    record: Record
    ranked: Sequence[str]

    @cached_property
    def met(self) -> Mapping[str, Sequence[fide.Opponent]]:
        """Everybody's opponents for FIDE's sums."""
        scores = fide.scores_for_others(self.record)
        return {entry: fide.opponents_of(self.record, entry, scores) for entry in self.record.lines}

    def each(self, value: Callable[[Sequence[RoundLine]], Fraction]) -> dict[str, Fraction]:
        """A number for each entry from its own games."""
        return {entry: value(lines) for entry, lines in self.record.by_game.lines.items()}


Method = Callable[[Question, "TieBreak", Groups], Values]
"""Evaluates a record with the tie-break's options. The entries of each group are tied so far."""


def wins(question: Question, options: TieBreak, groups: Groups) -> Values:
    shared = getattr(options, "shared", "part") == "part"
    return _numbers(question.each(lambda lines: several.wins(lines, shared=shared)))


def game_points(question: Question, options: TieBreak, groups: Groups) -> Values:
    record = question.record.by_game
    sums = {entry: Fraction(sum(part.value for part in mine)) for entry, mine in several.scores(record).items()}
    return _numbers(sums, low=record.low_scores)


def share(question: Question, options: TieBreak, groups: Groups) -> Values:
    record = question.record.by_game
    if not several.has_low_shares(record):
        return _fine_numbers(several.table_shares(record))
    sums = {entry: Fraction(sum(part.value for part in mine)) for entry, mine in several.low_shares(record).items()}
    return _fine_numbers(sums, low=True)


def opponents(question: Question, options: TieBreak, groups: Groups) -> Values:
    """Entries without an opponent come last, displayed as 0."""
    record, floor = question.record, getattr(options, "floor", None)
    values = _numbers(several.opponents(record, None if floor is None else exact(floor)), low=record.low_points)
    if record.edition == 1:
        return values
    met = record.by_game.meetings
    has_met = {entry: any(others for _, _, others in met[entry]) for entry in values}
    return {entry: ((has_met[entry], *key), shown) for entry, (key, shown) in values.items()}


def head_to_head(question: Question, options: TieBreak, groups: Groups) -> Values:
    """Keys are places among the tied; displayed is the mean place, 0 if undecided or untied."""
    record = question.record.by_game
    values = dict.fromkeys(record.lines, UNTIED)
    for group in groups:
        means = several.mean_places(record, group)
        if means is not None:
            places = places_among(group, lambda part: several.head_to_head(record, part))
            values |= {entry: ((-places[entry],), written(mean)) for entry, mean in means.items()}
    return values


def last_round(question: Question, options: TieBreak, groups: Groups) -> Values:
    """Keys are all rounds, the last one first; displayed is the last."""
    record = question.record
    sign = -1 if record.low_points else 1
    values: dict[str, tuple[Key, ShownValue]] = {}
    for entry in record.lines:
        points = several.last_round(record, entry)
        last = Fraction(points[0], record.unit) if points else Fraction(0)
        values[entry] = tuple(sign * one for one in points), written(last)
    return values


def count_back(question: Question, options: TieBreak, groups: Groups) -> Values:
    """Keys are the counts of each place; displayed without trailing zeros."""
    values: dict[str, tuple[Key, ShownValue]] = {}
    for entry, lines in question.record.by_game.lines.items():
        counts = several.count_back([line.place for line in lines if line.place is not None], LARGEST_TABLE)
        last = max((place for place, count in enumerate(counts, 1) if count), default=0)
        values[entry] = tuple(counts), counts[:last]
    return values


def best_game(question: Question, options: TieBreak, groups: Groups) -> Values:
    """Entries without a score come last, displayed as 0."""
    low = question.record.low_scores
    values: dict[str, tuple[Key, ShownValue]] = {}
    for entry, lines in question.record.by_game.lines.items():
        best = several.best_game(lines, low=low)
        values[entry] = ((0, 0), 0) if best is None else ((1, -best if low else best), written(best))
    return values


def rank_average(question: Question, options: TieBreak, groups: Groups) -> Values:
    return _numbers(question.each(several.rank_average), low=True)


def buchholz(
    question: Question, options: TieBreak, groups: Groups, *, cut_least: bool = False, cut_most: bool = False
) -> Values:
    is_low = question.record.mirrors_fide
    sums = {
        entry: fide.buchholz(met, fide.cuts(met, cut_least=cut_least, cut_most=cut_most, is_low=is_low))
        for entry, met in question.met.items()
    }
    return _units(question.record, sums)


def sonneborn_berger(question: Question, options: TieBreak, groups: Groups) -> Values:
    sums = {entry: fide.sonneborn_berger(met) for entry, met in question.met.items()}
    return _units(question.record, sums, per_point=question.record.unit**2)


def direct_encounter(question: Question, options: TieBreak, groups: Groups) -> Values:
    """Keys are places among the tied; displayed are the points among them, 0 if untied or undecided."""
    record = question.record
    values = dict.fromkeys(record.lines, UNTIED)
    for group in groups:
        places = places_among(group, lambda part: fide.direct_encounter(record, part))
        points = {entry: made.points for entry, made in fide.encounters(record, group).items()}
        for entry, place in places.items():
            is_decisive = all(points[other] == points[entry] for other in group if places[other] == place)
            values[entry] = (-place,), written(points[entry]) if is_decisive else 0
    return values


def progressive(question: Question, options: TieBreak, groups: Groups) -> Values:
    record = question.record
    return _units(record, {entry: fide.progressive(record, entry) for entry in record.lines})


def wins_played(question: Question, options: TieBreak, groups: Groups) -> Values:
    won = {entry: fide.wins_played(question.record, lines) for entry, lines in question.record.lines.items()}
    return {entry: ((games,), games) for entry, games in won.items()}


def lot(question: Question, options: TieBreak, groups: Groups) -> Values:
    drawn = lots.numbered(question.record.secret, question.ranked)
    return {entry: ((-number,), number) for entry, number in drawn.items()}


def _numbers(values: Mapping[str, Fraction], *, low: bool = False) -> Values:
    """Numbers as integer keys, which are faster to compare, and as displayed. low: fewer are better."""
    keys, sign = whole(values), -1 if low else 1
    shown = {key: written(values[entry]) for key, entry in {key: entry for entry, key in keys.items()}.items()}
    return {entry: ((sign * key,), shown[key]) for entry, key in keys.items()}


def _fine_numbers(values: Mapping[str, Fraction], *, low: bool = False) -> Values:
    """Numbers as keys without a common denominator, which could be too large."""
    return {entry: ((-value if low else value,), written(value)) for entry, value in values.items()}


def _units(record: Record, values: Mapping[str, int], per_point: int | None = None) -> Values:
    """Sums in units as keys, displayed in points. per_point: units in a point, by default the record's."""
    shown = {value: written(Fraction(value, per_point or record.unit)) for value in dict.fromkeys(values.values())}
    sign = -1 if record.low_points else 1
    return {entry: ((sign * value,), shown[value]) for entry, value in values.items()}
