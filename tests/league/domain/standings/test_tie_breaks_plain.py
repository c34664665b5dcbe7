"""Sums over many rounds by the plain definitions, without any of the short cuts: value by value, and the order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from league.domain.standings.standings import standings
from league.domain.tournament.results.commands import RecordResult
from league.domain.values.numbers import display, exact, written
from tests.league.domain.night import EVENING, Night

SUMS = ["wins", "game_points", "share", "opponents", "rank_average", "sonneborn_berger", "best_game"]
LEAST_FIRST = ("rank_average", "lot")
PEOPLE, ROUNDS = [f"p{number:02}" for number in range(22)], 6


class Sat(NamedTuple):
    """Somebody's table in a round: everybody's places, scores and points at it."""

    places: Mapping[str, int]
    scores: Mapping[str, Fraction]
    points: Mapping[str, Fraction]

    def others(self, name: str) -> list[str]:
        return [other for other in self.places if other != name]


def played(lot: Random, chain: Sequence[str]) -> tuple[Night, dict[str, list[Sat]]]:
    """Rounds at tables of four and three, with scores in halves and thirds; nobody sits out."""
    night = Night(*PEOPLE, tie_breaks=list(chain), points={"by_place": [2, 1, 0, 0]})
    sat: dict[str, list[Sat]] = {name: [] for name in PEOPLE}
    for _ in range(ROUNDS):
        order = lot.sample(PEOPLE, len(PEOPLE))
        tables = [order[at : at + 4] for at in range(0, 16, 4)] + [order[16:19], order[19:]]
        night.give(*(" ".join(seats) for seats in tables))
        night.start()
        for table, seats in zip(night.last.tables, tables, strict=True):
            scores = {name: Fraction(lot.randrange(12), lot.choice([1, 2, 3])) for name in seats}
            places = {name: 1 + sum(other > mine for other in scores.values()) for name, mine in scores.items()}
            told = {name: written(score) for name, score in scores.items()}
            night.send(RecordResult(table.id, places, EVENING, scores=told))
            for name in seats:
                sat[name].append(Sat(places, scores, paid(places)))
        night.close_round()
    return night, sat


def paid(places: Mapping[str, int]) -> dict[str, Fraction]:
    """Each the mean of what the places pay that are shared."""
    scheme = [Fraction(2), Fraction(1), Fraction(0), Fraction(0)]
    sharers = {name: list(places.values()).count(place) for name, place in places.items()}
    return {name: sum(scheme[place - 1 : place - 1 + sharers[name]], Fraction(0)) / sharers[name]
            for name, place in places.items()}  # fmt: skip


def mean(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)


def plain(sat: Mapping[str, Sequence[Sat]]) -> dict[str, dict[str, Fraction]]:
    """The values by name of the tie-break, of everybody."""
    total = {name: sum((one.points[name] for one in mine), Fraction(0)) for name, mine in sat.items()}
    return {
        name: {
            "points": total[name],
            "wins": sum(
                (Fraction(1, list(one.places.values()).count(1)) for one in mine if one.places[name] == 1), Fraction(0)
            ),
            "game_points": sum((one.scores[name] for one in mine), Fraction(0)),
            "share": sum(
                (one.scores[name] / all_ if (all_ := sum(one.scores.values())) else Fraction(1, len(one.scores))
                 for one in mine),
                Fraction(0),
            ),
            "opponents": mean([total[other] / ROUNDS for one in mine for other in one.others(name)]),
            "rank_average": mean([Fraction(one.places[name] - 1, len(one.places) - 1) for one in mine]),
            "sonneborn_berger": sum(
                (total[other] * one.points[name] for one in mine for other in one.others(name)), Fraction(0)
            ),
            "best_game": max(one.scores[name] for one in mine),
        }
        for name, mine in sat.items()
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_every_value_and_the_order_are_those_of_the_definitions(seed: int) -> None:
    lot = Random(seed)
    chain = [*lot.sample(SUMS, len(SUMS)), "lot"]
    night, sat = played(lot, chain)
    values, rows = plain(sat), standings(night.state)
    for row in rows:
        found = values[row["entry"]]
        assert row["points"] == written(found["points"])
        assert row["points_display"] == display(found["points"])
        for name in SUMS:
            assert row["tie_breaks"][name] == written(found[name]), name

    def key(row: dict[str, object]) -> list[Fraction]:
        told = {**values[str(row["entry"])], "lot": exact(row["tie_breaks"]["lot"])}  # type: ignore[index]
        return [-told[name] if name in LEAST_FIRST else told[name] for name in ("points", *chain)]

    assert rows == sorted(rows, key=key, reverse=True)
    assert [row["place"] for row in rows] == list(range(1, len(PEOPLE) + 1))
    decided = [next(at for at, one in enumerate(key(row)) if one != key(other)[at]) for row, other in pairwise(rows)]
    around = zip([0, *decided], [*decided, 0], strict=True)
    assert [row["decided_by"] for row in rows] == [("points", *chain)[max(pair)] for pair in around]
    assert len(set(decided)) > 1
