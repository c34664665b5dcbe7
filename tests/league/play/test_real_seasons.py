"""Seasons of Formula 1 in a file come out as official. Data: F1DB, CC BY 4.0 (tests/data/README.md); 1950 is here."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Json
from tests.league.domain.season.formula_1 import TIES, result, scheme, told
from tests.league.play.files import file_of, played

pytestmark = pytest.mark.django_db


def league_table(events: list[Json], **scheme: Any) -> list[Json]:
    season = {"id": "s", "events": [{"id": f"race {n}", **race} for n, race in enumerate(events, 1)], "scheme": scheme}
    rows: list[Json] = played(file_of(seasons=[season]))["seasons"]["s"]["standings"]
    return rows


@pytest.mark.parametrize("year", TIES)
def test_the_official_table_place_by_place_and_point_by_point(year: int) -> None:
    data = told(year)
    rows = league_table(list(map(result, data["rounds"])), **scheme(year, data["rule"]))
    listed = [[row["place"], row["person"], row["points"]] for row in rows][: len(data["official"])]
    assert sorted(listed) == sorted(data["official"])


def race(order: str, fastest: str, **more: Any) -> Json:
    """The first five, a car that two drove with a plus; one point more for the fastest lap."""
    cars = [car.split("+") for car in order.split()]
    places = {driver: place for place, car in enumerate(cars, 1) for driver in car}
    shared = [car for car in cars if len(car) > 1]
    return {"places": places, "shared": shared, "extra": [{"person": fastest, "points": 1}], **more}


def test_the_first_championship_of_1950() -> None:
    """8, 6, 4, 3, 2 and 1 for the fastest lap, a shared car's points in halves, the best four of seven."""
    rows = league_table(
        [
            race("farina fagioli parnell giraud-cabantous rosier", "farina"),
            race("fangio ascari chiron sommer bira", "fangio"),
            race("parsons holland rose green chitwood+bettenhausen", "parsons"),
            race("farina fagioli rosier bira bonetto", "farina"),
            race("fangio fagioli rosier farina ascari", "farina"),
            race("fangio fagioli whitehead manzon etancelin+chaboud", "fangio"),
            race("farina serafini+ascari fagioli rosier etancelin", "fangio", status={"fangio": "DNF"}),
        ],
        points={"by_place": [8, 6, 4, 3, 2]},
        best=4,
        shared_seat="split",
        ties=["count_back_scoring"],
    )
    assert [(row["place"], row["person"], row["points"]) for row in rows[:8]] == [
        (1, "farina", 30), (2, "fangio", 27), (3, "fagioli", 24), (4, "rosier", 13),
        (5, "ascari", 11), (6, "parsons", 9), (7, "holland", 6), (8, "bira", 5),
    ]  # fmt: skip
    assert {row["person"]: row["points"] for row in rows[8:]} == {
        **dict.fromkeys(["parnell", "chiron", "rose", "whitehead"], 4),
        **dict.fromkeys(["giraud-cabantous", "sommer", "green", "manzon", "serafini", "etancelin"], 3),
        "bonetto": 2,
        **dict.fromkeys(["chitwood", "bettenhausen", "chaboud"], 1),
    }  # fmt: skip
    assert {row["person"]: row["gross"] for row in rows if row["dropped"]} == {"fagioli": 28}
