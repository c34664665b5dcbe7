"""Random nights with absences, byes, missed rounds and penalties, against a plain calculation of what they come to."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from games.kernel import Json
from tests.league.play.files import file_of, night, played, points_of

pytestmark = pytest.mark.django_db

PEOPLE = tuple("abcdefghi")
PAY = (7, 4, 2, 1)
ROUNDS = 4
Points = dict[str, Fraction]


def random_round(chance: random.Random) -> tuple[Json, Json]:
    """A table of three and one of four or five; one has a bye, another may have missed the round."""
    people = list(PEOPLE)
    chance.shuffle(people)
    bye, rest = people[0], people[1:]
    tables = [rest[:3], rest[3 : chance.choice([7, 8])]]
    given = []
    for seats in tables:
        absent = [seat for seat in seats[1:] if chance.random() < 0.25]
        scores = {seat: chance.randrange(-4, 9) for seat in seats if seat not in absent}
        given.append({"seats": seats, "scores": scores, **({"absent": absent} if absent else {})})
    return {"tables": given, "byes": [bye]}, {"bye": bye, "tables": given}


def table_points(table: Json, scheme: str, *, low: bool) -> Points:
    """What each at a table has; who was absent has the worst."""
    scores, absent = table["scores"], table.get("absent", [])
    if scheme == "raw":
        points = {seat: Fraction(score) for seat, score in scores.items()}
        return {**points, **dict.fromkeys(absent, worst(points, low=low))}
    pay = [*PAY, 0][: len(table["seats"])] if not low else list(range(1, len(table["seats"]) + 1))
    points = {}
    for seat, score in scores.items():
        better = sum(other < score if low else other > score for other in scores.values())
        level = sum(other == score for other in scores.values())
        points[seat] = Fraction(sum(pay[better : better + level]), level)
    return {**points, **dict.fromkeys(absent, Fraction(pay[-1]))}


def worst(points: Points, *, low: bool) -> Fraction:
    """The worst of these points, or 0, which `missed` is, where that is worse."""
    nothing = Fraction(0)
    return max(nothing, *points.values()) if low else min(nothing, *points.values())


def expected(rounds: Sequence[Json], scheme: str, penalties: Mapping[str, int], *, low: bool) -> Points:
    paid = [
        {seat: own for table in told["tables"] for seat, own in table_points(table, scheme, low=low).items()}
        for told in rounds
    ]
    total = dict.fromkeys(PEOPLE, Fraction(0))
    for person in PEOPLE:
        mine = [
            points[person]
            for told, points in zip(rounds, paid, strict=True)
            if any(person in table["scores"] and len(table["scores"]) > 1 for table in told["tables"])
        ]
        for told, points in zip(rounds, paid, strict=True):
            if person == told["bye"]:
                seats = len(points)
                before = Fraction(sum(points.values()), seats) if scheme == "raw" else mean_of_four(low=low)
                total[person] += sum(mine, Fraction(0)) / len(mine) if mine else before
            else:
                total[person] += points.get(person, worst(points, low=low))
        total[person] += penalties.get(person, 0) if low else -penalties.get(person, 0)
    return total


def mean_of_four(*, low: bool) -> Fraction:
    return Fraction(10, 4) if low else Fraction(sum(PAY), 4)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("scheme", "low"), [("raw", False), ("raw", True), ("place", False), ("place", True)])
def test_a_random_night_comes_to_what_is_calculated(seed, scheme, low):
    chance = random.Random(f"{seed} {scheme} {low}")
    made = [random_round(chance) for _ in range(ROUNDS)]
    penalties = {"a": 3, "d": 2}
    points: dict[str, Any] = {"raw": {}} if scheme == "raw" else {"by_place": list(range(1, 6)) if low else list(PAY)}
    told = night(
        list(PEOPLE),
        [given for given, _ in made],
        points={**points, **({"low_wins": True} if low else {})},
        table_size={"min": 2, "max": 12, "prefer": 4},
        penalties=[{"entry": entry, "points": off, "after_round": 2} for entry, off in penalties.items()],
        **({"game_options": {"win": "low"}} if low and scheme == "place" else {}),
    )
    rows = played(file_of(told))["tournaments"]["t"]["standings"]
    calculated = expected([kept for _, kept in made], scheme, penalties, low=low)
    assert {entry: Fraction(own) for entry, own in points_of(rows).items()} == calculated
    order = [calculated[row["entry"]] for row in rows]
    assert order == sorted(order, reverse=not low)
