"""A tournament of each format over HTTP: opened, three rounds with results, and what is wrong with its fields."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Site

FOURS = {"min": 3, "max": 5, "prefer": 4}
PAIRS = {"min": 2, "max": 2, "prefer": 2}
FORMATS: list[tuple[dict[str, Any], dict[str, int], int]] = [
    ({"type": "swiss"}, FOURS, 13),
    ({"type": "swiss", "repeat_weight": 500, "first": "rating"}, FOURS, 12),
    ({"type": "swiss"}, PAIRS, 9),
    ({"type": "areas", "k": 8, "first": "rating"}, FOURS, 16),
    ({"type": "rotation"}, FOURS, 16),
    ({"type": "rotation"}, FOURS, 11),
    ({"type": "round_robin"}, PAIRS, 7),
    ({"type": "round_robin", "double": True}, PAIRS, 4),
    ({"type": "knockout", "third_place": True}, PAIRS, 7),
    ({"type": "knockout", "advance": 2}, {"min": 4, "max": 4, "prefer": 4}, 16),
]


def opened(site: Site, count: int, **fields: Any) -> tuple[str, list[str]]:
    """A tournament of score sheets and its entries, the first rated best."""
    made = site.tournament(game="scoresheet", tie_breaks=["wins", "lot"], **fields)
    bodies = [
        {"person": person, "rating": 2000 - 10 * at}
        for at, person in enumerate(site.people(*(f"p{n}" for n in range(count))))
    ]
    answer = site.director.send("POST", f"tournaments/{made['id']}/entries", bodies)
    assert answer.status_code == 201, answer.content
    entries = [entry["id"] for entry in answer.json()["results"]]
    for entry in entries:
        assert site.director.send("POST", f"entries/{entry}/check-in").status_code == 200
    return made["id"], entries


def played(site: Site, round: dict[str, Any], order: list[str]) -> None:
    """Results of a round, as each table's game lets them be told: who stands earlier in `order` is ahead."""
    for table in round["tables"]:
        seats = [seat["entry"] for seat in table["seats"]]
        if len(seats) == 2:
            body: dict[str, Any] = {"result": "1-0" if order.index(seats[0]) < order.index(seats[1]) else "0-1"}
        else:
            body = {"scores": {entry: 100 - order.index(entry) for entry in seats}}
        answer = site.referee.send("PUT", f"tables/{table['id']}/result", body)
        assert answer.status_code == 200, answer.content
    assert site.director.send("POST", f"rounds/{round['id']}/close").status_code == 200


@pytest.mark.parametrize(("format", "size", "count"), FORMATS)
def test_three_rounds_of_each_format(site: Site, format: dict[str, Any], size: dict[str, int], count: int):
    id, entries = opened(site, count, format=format, table_size=size, rounds=3)
    shown = site.anonymous.send("GET", f"tournaments/{id}").json()
    assert {**shown["format"], **format} == shown["format"]
    met: list[frozenset[str]] = []
    for number in (1, 2, 3):
        made = site.round(id)
        assert (made["number"], made["state"]) == (number, "running")
        placed = [seat["entry"] for table in made["tables"] for seat in table["seats"]] + made["byes"]
        assert len(dict.fromkeys(placed)) == len(placed)
        if format["type"] != "knockout":
            assert sorted(placed) == sorted(entries)
        if size == PAIRS:
            met += [frozenset(seat["entry"] for seat in table["seats"]) for table in made["tables"]]
        played(site, made, entries)
    assert len(dict.fromkeys(met)) == len(met) or format["type"] == "knockout"
    rows = site.anonymous.send("GET", f"tournaments/{id}/standings").json()["rows"]
    if format["type"] == "knockout" and size == PAIRS:
        assert [row["entry"] for row in rows[:4]] == entries[:4], "the best seed wins all, the third plays for it"
    answer = site.director.send("POST", f"tournaments/{id}/rounds", {})
    assert (answer.status_code, answer.json()["code"]) == (422, "no_more_rounds")


def test_a_format_is_chosen_anew_before_the_first_round(site: Site):
    id, _ = opened(site, 8, format={"type": "swiss"}, table_size=FOURS)
    for format, size, _count in FORMATS:
        answer = site.director.send("PATCH", f"tournaments/{id}", {"format": format, "table_size": size})
        assert answer.status_code == 200, answer.content
        assert {**answer.json()["format"], **format} == answer.json()["format"]


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"format": {"type": "swiss", "repeat_weight": -1}}, "format.repeat_weight"),
        ({"format": {"type": "swiss", "system": "london"}}, "format.system"),
        ({"format": {"type": "swiss", "first": "age"}}, "format.first"),
        ({"format": {"type": "swiss", "k": 4}}, "format.k"),
        ({"format": {"type": "swiss", "system": "dutch"}, "table_size": FOURS}, "table_size.max"),
        ({"format": {"type": "areas", "k": 1}}, "format.k"),
        ({"format": {"type": "areas", "k": 7}, "table_size": {"min": 4, "max": 5, "prefer": 4}}, "format.k"),
        ({"format": {"type": "rotation", "rounds": 3}}, "format.rounds"),
        ({"format": {"type": "round_robin", "double": 2}}, "format.double"),
        ({"format": {"type": "round_robin"}, "table_size": FOURS}, "table_size.min"),
        ({"format": {"type": "knockout", "advance": 0}}, "format.advance"),
        ({"format": {"type": "knockout", "advance": 3}, "table_size": FOURS}, "format.advance"),
        ({"format": {"type": "knockout", "third_place": "yes"}}, "format.third_place"),
        ({"format": {"type": "ladder"}}, "format.type"),
        ({"format": {}}, "format.type"),
        ({"format": "swiss"}, "format"),
        ({"apart": {"household": "never"}}, "apart.household"),
        ({"apart": {"club": None}}, "apart.club"),
        ({"apart": {"family": "hard"}}, "apart.family"),
        ({"hall": {"labels": [""]}}, "hall.labels.0"),
        ({"hall": {"labels": ["x" * 41]}}, "hall.labels.0"),
        ({"hall": {"labels": "Window"}}, "hall.labels"),
        ({"hall": {"rotate": 1}}, "hall.rotate"),
    ],
)
def test_a_wrong_field_is_named(site: Site, fields: dict[str, Any], wrong: str):
    body = {"club": str(site.club.id), "name": "Tuesday", "game": "scoresheet", **fields}
    answer = site.director.send("POST", "tournaments", body)
    assert answer.status_code == 400, answer.content
    assert [error["field"] for error in answer.json()["errors"]] == [wrong]
    id = site.tournament(game="scoresheet")["id"]
    answer = site.director.send("PATCH", f"tournaments/{id}", fields)
    assert answer.status_code == 400, answer.content
    assert [error["field"] for error in answer.json()["errors"]] == [wrong]


@pytest.mark.parametrize("rating", [-1, 10_001, 1.5, "1500", True, 10**18])
def test_a_rating_is_a_whole_number(site: Site, rating: Any):
    id = site.tournament()["id"]
    body = {"person": site.people("Ada")[0], "rating": rating}
    answer = site.director.send("POST", f"tournaments/{id}/entries", body)
    assert answer.status_code == 400, answer.content
    assert [error["field"] for error in answer.json()["errors"]] == ["rating"]


def test_the_tables_of_the_hall_are_shown_by_their_labels(site: Site):
    id, entries = opened(site, 8, hall={"labels": ["Window", "Bar"], "rotate": True}, apart={"club": "hard"})
    shown = site.anonymous.send("GET", f"tournaments/{id}").json()
    assert shown["hall"] == {"labels": ["Window", "Bar"], "rotate": True}
    assert shown["apart"] == {"household": "soft", "club": "hard"}
    first = site.round(id)
    assert sorted((table["number"], table["label"]) for table in first["tables"]) == [(1, "Window"), (2, "Bar")]
    answer = site.director.send("POST", f"entries/{entries[3]}/table", {"table": 2})
    assert answer.json()["table"] == 2
    played(site, first, entries)
    second = site.round(id)
    table = next(table for table in second["tables"] if entries[3] in [seat["entry"] for seat in table["seats"]])
    assert (table["number"], table["label"]) == (2, "Bar")


def test_who_may_never_meet_is_named_in_the_refusal(site: Site):
    id = site.tournament(game="scoresheet", apart={"household": "hard"}, format={"type": "swiss"})["id"]
    people = site.people(*"abcdef")
    for person in people[:3]:
        assert site.director.send("PATCH", f"people/{person}", {"household": "Noether"}).status_code == 200
    bodies = [{"person": person} for person in people]
    made = site.director.send("POST", f"tournaments/{id}/entries", bodies).json()["results"]
    for entry in made:
        assert site.director.send("POST", f"entries/{entry['id']}/check-in").status_code == 200
    answer = site.director.send("POST", f"tournaments/{id}/rounds", {})
    assert (answer.status_code, answer.json()["code"]) == (422, "apart")
    assert sorted(answer.json()["facts"]["entries"]) == sorted(entry["id"] for entry in made[:3])


def test_a_knockout_ends(site: Site):
    id, entries = opened(site, 5, format={"type": "knockout"}, table_size=PAIRS)
    for _ in range(3):
        played(site, site.round(id), entries)
    answer = site.director.send("POST", f"tournaments/{id}/rounds", {})
    assert (answer.status_code, answer.json()["code"]) == (422, "no_more_rounds")


def test_a_round_robin_ends_when_everybody_has_met(site: Site):
    id, entries = opened(site, 4, format={"type": "round_robin"}, table_size=PAIRS)
    for _ in range(3):
        played(site, site.round(id), entries)
    answer = site.director.send("POST", f"tournaments/{id}/rounds", {})
    assert (answer.status_code, answer.json()["code"]) == (422, "no_more_rounds")


def steps_of(site: Site, id: str) -> list[int]:
    """The steps of each plan that stands in a tournament's log."""
    found = site.director.send("GET", f"tournaments/{id}/events?limit=200").json()["results"]
    return [event["data"]["plan"]["steps"] for event in found if event["type"] == "tournament.rotation_planned"]


def test_a_rotation_is_searched_for_as_long_as_is_asked(site: Site):
    """Seven rounds of 20 at tables of four have repeats that no search avoids; so every step is made."""
    id, _ = opened(site, 20, format={"type": "rotation"}, table_size={"min": 4, "max": 4, "prefer": 4}, rounds=8)
    made = site.round(id, {"steps": 3000}, start=False)
    assert made["cost"]["repeats_planned"] >= made["cost"]["repeats_bound"] > 0
    again = site.director.send("POST", f"rounds/{made['id']}/redo", {"steps": 5000})
    assert again.json()["attempt"] == 2
    assert steps_of(site, id) == [3000, 5000]


@pytest.mark.parametrize("steps", [0, -1, 10_000_001, "many", 1.5])
def test_a_search_has_some_steps_and_not_too_many(site: Site, steps: Any):
    id, _ = opened(site, 8, format={"type": "rotation"}, table_size=FOURS)
    for path in (f"tournaments/{id}/rounds", f"rounds/{site.round(id, start=False)['id']}/redo"):
        answer = site.director.send("POST", path, {"steps": steps})
        assert answer.status_code == 400, answer.content
        assert [error["field"] for error in answer.json()["errors"]] == ["steps"]
