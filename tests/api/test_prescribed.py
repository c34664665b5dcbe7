"""Format `prescribed`: a plan for all rounds, given ahead, by entries and by places."""

from __future__ import annotations

from typing import Any

from league.models import Event
from tests.api.conftest import Site

SIZES = {"min": 2, "max": 4, "prefer": 4}


def prescribed(*plan: Any) -> dict[str, Any]:
    return {"type": "prescribed", "plan": list(plan)}


def seats(round: dict[str, Any]) -> list[list[str]]:
    return [[seat["entry"] for seat in table["seats"]] for table in round["tables"]]


def close(site: Site, round: dict[str, Any]) -> None:
    """Ends a round; at each table the lower seat has the better place."""
    missing = {
        table["id"]: {"places": {seat["entry"]: seat["seat"] for seat in table["seats"]}} for table in round["tables"]
    }
    answer = site.director.send("POST", f"rounds/{round['id']}/close", {"missing": missing})
    assert answer.status_code == 200, answer.content


def test_two_rounds_by_the_plan(site: Site) -> None:
    plan = [{"tables": [[4, 2, 1, 3]]}, {"tables": [[1, 4], [3, 2]], "byes": []}]
    made = site.tournament(game="scoresheet", table_size=SIZES, format=prescribed(*plan))
    assert made["format"] == {"type": "prescribed", "plan": [{"byes": [], **part} for part in plan]}
    entries = site.entries(made["id"], "A", "B", "C", "D")
    first = site.round(made["id"])
    (order,) = seats(first)
    assert sorted(order) == sorted(entries)
    close(site, first)
    second = site.round(made["id"])
    a, b, c, d = order
    assert seats(second) == [[a, d], [c, b]]
    close(site, second)
    answer = site.director.send("POST", f"tournaments/{made['id']}/rounds", {})
    assert (answer.status_code, answer.json()["code"]) == (422, "plan_needed")


def test_a_plan_that_does_not_fit_changes_nothing_and_can_be_mended(site: Site) -> None:
    made = site.tournament(game="scoresheet", table_size=SIZES, format=prescribed({"tables": [["x", "y"]]}))
    a, b, c = site.entries(made["id"], "A", "B", "C")
    path = f"tournaments/{made['id']}"
    for tables in ([["x", "y"]], [[a, b]], [[a, 1, 2, 3]], [[a, b, c, 9]]):
        answer = site.director.send("PATCH", path, {"format": prescribed({"tables": tables})})
        assert answer.status_code == 200, answer.content
        stands = Event.objects.count()
        refused = site.director.send("POST", f"{path}/rounds", {})
        assert (refused.status_code, refused.json()["code"]) == (422, "bad_plan"), tables
        assert Event.objects.count() == stands
    site.director.send("PATCH", path, {"format": prescribed({"tables": [[c, a]], "byes": [b]})})
    round = site.round(made["id"], start=False)
    assert (seats(round), round["byes"]) == ([[c, a]], [b])
    refused = site.director.send("PATCH", path, {"format": prescribed({"tables": [[a, c]], "byes": [b]})})
    assert (refused.status_code, refused.json()["code"]) == (422, "round_seated")


def test_what_can_be_no_plan_is_a_400_with_its_field(site: Site) -> None:
    base = {"club": str(site.club.id), "name": "T", "game": "monster-trick"}
    told: tuple[tuple[Any, str], ...] = (
        ({"type": "prescribed"}, "format.plan"),
        (prescribed(), "format.plan"),
        (prescribed({"tables": [[1, 2, 3, 4, 5, 6, 7, 8]]}), "format.plan.0.tables.0"),
        (prescribed({"tables": [[1, 2, 2]]}), "format.plan.0"),
        (prescribed({"tables": [[1, 2, 3]], "seats": 1}), "format.plan.0.seats"),
    )
    for format, field in told:
        answer = site.director.send("POST", "tournaments", {**base, "format": format})
        assert answer.status_code == 400, format
        assert answer.json()["errors"][0]["field"].startswith(field.removesuffix(".seats")), answer.content


def test_a_plan_of_places_for_one_round_of_any_format(site: Site) -> None:
    made = site.tournament(game="scoresheet", table_size=SIZES)
    site.entries(made["id"], "A", "B", "C", "D")
    first = site.round(made["id"])
    close(site, first)
    (order,) = seats(first)
    second = site.round(made["id"], {"plan": {"tables": [[4, order[0]]], "byes": [2, order[2]]}})
    assert (seats(second), second["byes"]) == ([[order[3], order[0]]], [order[1], order[2]])
