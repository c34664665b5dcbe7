"""Three official tables of Formula 1, place by place, point by point. Data: F1DB, CC BY 4.0 (tests/data/README.md)."""

from __future__ import annotations

import pytest

from tests.league.domain.season.formula_1 import TIES, result, scheme, told
from tests.league.domain.season.seasons import rows_of


@pytest.mark.parametrize("year", TIES)
def test_the_official_table(year: int) -> None:
    """Those without a point are in the official table of 2010 alone, up to the last who was ever classified."""
    data = told(year)
    rows = rows_of(scheme(year, data["rule"]), *map(result, data["rounds"]))
    listed = [[row["place"], row["person"], row["points"]] for row in rows][: len(data["official"])]
    assert sorted(listed) == sorted(data["official"])
    assert all(row["points"] == 0 for row in rows[len(data["official"]) :])


@pytest.mark.parametrize("year", TIES)
def test_gross_is_what_the_races_awarded(year: int) -> None:
    data = told(year)
    awarded: dict[str, int] = {}
    for race in data["rounds"]:
        for _, driver, points, *_ in race["results"]:
            awarded[driver] = awarded.get(driver, 0) + points
    rows = rows_of(scheme(year, data["rule"]), *map(result, data["rounds"]))
    assert {row["person"]: row["gross"] for row in rows} == awarded


def test_the_gross_leader_of_1988_was_second() -> None:
    """Best 11 of 16: Senna 90 of 94, Prost 87 of 105; dropped are the worst of those that were run."""
    data = told(1988)
    first, second = rows_of(scheme(1988, data["rule"]), *map(result, data["rounds"]))[:2]
    assert (first["person"], first["points"], first["gross"]) == ("ayrton-senna", 90, 94)
    assert (second["person"], second["points"], second["gross"]) == ("alain-prost", 87, 105)
    assert sorted(event["points"] for event in second["dropped"])[-3:] == [6, 6, 6]


def test_four_drivers_of_1964_share_the_last_place() -> None:
    rows = rows_of(scheme(1964, told(1964)["rule"]), *map(result, told(1964)["rounds"]))
    assert {row["person"] for row in rows if row["place"] == 19} == {
        "mike-hailwood", "phil-hill", "trevor-taylor", "pedro-rodriguez"
    }  # fmt: skip
