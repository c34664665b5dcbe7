"""What a bye pays: points of its own, those that the scheme sets, or a mean.

Who asks for a bye without points stays away: they never have more than anybody with a seat in the round.

The mean is the entry's over all rounds that it has played in the tournament, before the bye or after it, as they are
known now; the close of the tournament decides it. Before its first such round it is the scheme's mean or, where scores
are points, the mean that the tables of the bye's round pay. Two kinds of rounds don't count: those of a later stage,
since the standings before a stage are frozen, and those whose tables were paid by another scheme.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from league.domain.standings.absences import worst
from league.domain.standings.points import MEAN, bye_points, mean
from league.domain.tournament.results.scores import RoundScore
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.settings import PointScheme
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import exact


class CountedRound(NamedTuple):
    """A closed round, and the entries with a seat in it that played no game."""

    round: Round
    idle: Collection[str]


@dataclass(frozen=True)
class Byes:
    """The byes of a tournament. closed: the rounds that count."""

    state: Tournament
    closed: Sequence[Round]
    _counted: dict[tuple[int, int], Sequence[CountedRound]] = field(default_factory=dict)
    _means: dict[tuple[str, int, int], Fraction | None] = field(default_factory=dict)

    def pays(self, round: Round, entry: str, score: RoundScore) -> Fraction:
        """The points of a bye. score: of its round, with the tables that have reported."""
        own, scheme = round.terms_of(entry).points, self._scheme(round, score)
        size = self.state.settings_in_round(round.number).table_size.prefer
        if own is not None:
            return worst(scheme, [exact(own), *score.points.values()]) if self._stays_away(round, entry) else exact(own)
        if self.state.edition == 1:
            known = [points for _, points in played(before(self.state, round), entry)]
            return bye_points(scheme, known, size, round.games)
        if scheme.bye == MEAN and (mine := self._mean(round, scheme, entry)) is not None:
            return mine
        if scheme.bye == MEAN and scheme.raw is not UNSET and score.points:
            return mean(score.points.values())
        return bye_points(scheme, (), size, round.games)

    def recalculated(self) -> dict[int, dict[str, Fraction]]:
        """The points of the byes in the closed rounds that depend on results, by round number and entry."""
        return {
            round.number: {
                entry: self.pays(round, entry, round.score)
                for entry in round.score.byes
                if self._depends_on_results(round, entry, self._scheme(round, round.score))
            }
            for round in self.closed
            if round.score is not None and round.score.byes
        }

    def _depends_on_results(self, round: Round, entry: str, scheme: PointScheme) -> bool:
        pays_mean = scheme.bye == MEAN and round.terms_of(entry).points is None
        return pays_mean or self._stays_away(round, entry)

    def _stays_away(self, round: Round, entry: str) -> bool:
        """Whether the entry asked for a bye without points, which is paid like a missed round."""
        return self.state.edition > 1 and round.terms_of(entry).stays_away

    def _scheme(self, round: Round, score: RoundScore) -> PointScheme:
        return score.scheme or self.state.settings_in_round(round.number).points

    def _mean(self, bye: Round, scheme: PointScheme, entry: str) -> Fraction | None:
        """The mean of the rounds that the entry has played; None before the first."""
        stage = self.state.stage_of(bye.number)
        number = 0 if stage is None else stage.number
        key = entry, number, id(scheme)
        if key not in self._means:
            rounds = [each.round for each in self._rounds_for(number, scheme) if entry not in each.idle]
            points = [points for _, points in played(rounds, entry)]
            self._means[key] = mean(points) if points else None
        return self._means[key]

    def _rounds_for(self, stage: int, scheme: PointScheme) -> Sequence[CountedRound]:
        """The rounds that count for the mean of a bye. stage: its number. scheme: that of the bye's round."""
        key = stage, id(scheme)
        if key not in self._counted:
            later = [begun.from_round for begun in self.state.stages if begun.number > stage]
            end, pay = min(later, default=len(self.state.rounds) + 1), _table_pay(scheme)
            self._counted[key] = [
                CountedRound(each, {entry for table in each.tables for entry in table.idle})
                for each in self.closed
                if each.number < end and each.score and _table_pay(self._scheme(each, each.score)) == pay
            ]
        return self._counted[key]


def _table_pay(scheme: PointScheme) -> PointScheme:
    """The scheme with only what it pays at tables."""
    return msgspec.structs.replace(scheme, bye=0, missed=0, best=UNSET)


def recalculated_byes(
    state: Tournament, corrected: Round, points: Mapping[str, Fraction]
) -> dict[str, dict[str, Fraction]]:
    """New points of byes in later closed rounds, if a table of `corrected` has these `points`; by round and entry.

    Only byes that pay a mean, and only if it changes. A bye with points of its own stays. Only in edition 1: later
    editions calculate them whenever they are read.
    """
    changed: dict[str, dict[str, Fraction]] = {}
    for later in state.closed_rounds[corrected.number :] if state.edition == 1 else ():
        score = later.score
        if score is None or score.scheme is None or score.scheme.bye != MEAN:
            continue
        for entry in points:
            if entry in score.byes and later.terms_of(entry).points is None:
                known = played(before(state, later), entry)
                new = [points[entry] if found is corrected else earned for found, earned in known]
                size = state.settings_in_round(later.number).table_size.prefer
                paid = bye_points(score.scheme, new, size, later.games)
                if paid != score.byes[entry]:
                    changed.setdefault(later.id, {})[entry] = paid
    return changed


def before(state: Tournament, round: Round) -> list[Round]:
    """The closed rounds before a round, in its stage."""
    stage = state.stage_of(round.number)
    first = 1 if stage is None else stage.from_round
    return [earlier for earlier in state.closed_rounds if first <= earlier.number < round.number]


def played(rounds: Sequence[Round], entry: str) -> list[tuple[Round, Fraction]]:
    """The closed rounds in which an entry had a seat, with its points."""
    return [(round, round.score.points[entry]) for round in rounds if round.score and entry in round.score.points]
