"""Points of those who were not there: absent from their table, gone before its end, or without a seat in a round.

docs/who-was-not-there.md has the whole table. Nobody who was absent is paid more than anybody who played at the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction

from msgspec import UNSET

from league.domain.standings.points import outcome_points, paid, place_points, raw_points, shares, table_points
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.settings import PointScheme
from league.domain.values.numbers import exact

Points = dict[str, Fraction]
"""By entry."""


def result_points(scheme: PointScheme, claim: Claim, edition: int, others: Iterable[Claim] = ()) -> Points:
    """The points of everybody at a table: its awards as they were given, else what the scheme pays.

    edition: of the tournament; the first paid absentees for their place and score like everybody. others: what the
    other tables of the round have reported, needed where scores are the points and nobody has one.
    """
    if claim.awards is not None:
        return {entry: exact(points) for entry, points in claim.awards.items()}
    if edition == 1 or not (claim.absent or claim.left):
        return table_points(scheme, claim.places, claim.scores)
    if scheme.pays_scores and not claim.scores:
        scored = [other for other in others if other.scores or other.awards]
        played = [points for other in scored for points in result_points(scheme, other, edition).values()]
        return dict.fromkeys(claim.places, worst(scheme, [exact(scheme.missed), *played]))
    if len(claim.absent) == len(claim.places):
        return dict.fromkeys(claim.places, _for_last_places(scheme, claim))
    return _paid_to_who_came(scheme, claim)


def missed_points(scheme: PointScheme, played: Collection[Fraction]) -> Fraction:
    """The points for a round without a seat. played: the points of everybody with a seat in it.

    `missed`, but never better than anybody with a seat. Where the highest total ranks first and scores are not the
    points, a `missed` above 0 stays as the organiser has set it.
    """
    missed = exact(scheme.missed)
    is_a_consolation = missed > 0 and not scheme.lowest_first and scheme.raw is UNSET
    return missed if is_a_consolation else worst(scheme, [missed, *played])


def worst(scheme: PointScheme, points: Iterable[Fraction]) -> Fraction:
    """The points that rank last."""
    return max(points) if scheme.lowest_first else min(points)


def _paid_to_who_came(scheme: PointScheme, claim: Claim) -> Points:
    """The points at a table to which somebody came.

    Those who came share places among themselves alone. Somebody without a score takes the worst one, or `missed` where
    that is worse; absentees also take the least of the last places.
    """
    scored = _for_scores(scheme, claim)
    last_score = worst(scheme, scored.values()) if scored else Fraction(0)
    missed = [exact(scheme.missed)] if scheme.pays_scores else []
    points = {
        entry: for_place + scored[entry] if entry in scored else worst(scheme, [for_place + last_score, *missed])
        for entry, for_place in _for_places(scheme, claim).items()
    }
    absent = worst(scheme, [_for_last_places(scheme, claim) + last_score, *missed, *points.values()])
    return {**points, **dict.fromkeys(claim.absent, absent)}


def _for_places(scheme: PointScheme, claim: Claim) -> Points:
    """What the places of those who came pay."""
    there = {entry: place for entry, place in claim.places.items() if entry not in claim.absent}
    if scheme.outcomes is not None:
        win, draw, loss = map(exact, scheme.outcomes)
        return outcome_points(win, draw, loss, there)
    if scheme.share is True:
        return dict.fromkeys(there, Fraction(0))
    return place_points(paid(scheme, len(claim.places)), there, scheme.ties)


def _for_last_places(scheme: PointScheme, claim: Claim) -> Fraction:
    """The least that the last places pay, one for each absentee."""
    if scheme.share is True:
        return Fraction(0)
    return worst(scheme, paid(scheme, len(claim.places))[-len(claim.absent) :])


def _for_scores(scheme: PointScheme, claim: Claim) -> Mapping[str, Fraction]:
    """What the scores pay, of everybody who has one."""
    scores = claim.scores or {}
    if scheme.share is True:
        return shares(scores)
    if scheme.raw is UNSET:
        return {}
    minus, per = exact(scheme.raw.minus), exact(scheme.raw.per)
    return {entry: raw_points(exact(score), minus, per) for entry, score in scores.items()}
