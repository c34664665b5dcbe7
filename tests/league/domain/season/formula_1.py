"""Seasons of Formula 1 as bare results and a scheme. Data: F1DB, CC BY 4.0 (tests/data/README.md)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]
TIES = {1964: "count_back_scoring", 1988: "count_back_scoring", 2010: "count_back"}


def told(year: int) -> Json:
    data: Json = json.loads((Path(__file__).parents[3] / "data" / f"season-f1-{year}.json").read_text())
    return data


def result(race: Json) -> Json:
    """A race as a bare result. Of somebody listed twice, in an own car and in a shared one, the place counts."""
    places: dict[str, int] = {}
    status: dict[str, str] = {}
    shared: dict[int | str, set[str]] = {}
    for place, driver, _, *is_shared in race["results"]:
        if isinstance(place, int):
            places[driver] = place
        else:
            status[driver] = place
        if is_shared:
            shared.setdefault(place, set()).add(driver)
    return {
        "places": places,
        "status": {driver: code for driver, code in status.items() if driver not in places},
        "shared": [sorted(drivers) for place, drivers in shared.items() if isinstance(place, int) and len(drivers) > 1],
    }


def scheme(year: int, rule: Json) -> Json:
    return {
        "points": {"by_place": rule["points_by_place"]},
        "best": rule["best"],
        "ties": [TIES[year]],
        "shared_seat": "none" if rule["shared_car"] else "full",
    }
