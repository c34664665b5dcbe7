"""`beside=true`: a what-if beside what is, for a tournament and for a season."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from tests.api.conftest import Site
from tests.api.test_queries import crowd, queries
from tests.api.test_season_events import PAY
from tests.api.test_seasons import opened


def played(site: Site) -> tuple[str, list[str]]:
    """Places pay 4, 2, 1: A has 4 and 1, B 2 and 4, C 1 and 2. The tournament and its entries."""
    tournament = site.tournament(game="scoresheet", points={"by_place": [4, 2, 1]}, tie_breaks=["wins"])["id"]
    entries = site.entries(tournament, "A", "B", "C")
    for scores in ((30, 20, 10), (10, 30, 20)):
        round = site.round(tournament)
        body = {"scores": dict(zip(entries, scores, strict=True))}
        site.referee.send("PUT", f"tables/{round['tables'][0]['id']}/result", body)
        site.director.send("POST", f"rounds/{round['id']}/close")
    return tournament, entries


def asked(site: Site, path: str, **query: Any) -> Any:
    told = "&".join(
        f"{name}={quote(value if isinstance(value, str) else json.dumps(value))}" for name, value in query.items()
    )
    return site.anonymous.send("GET", f"{path}?{told}")


def told(row: dict[str, Any]) -> tuple[Any, ...]:
    before = row["before"]
    return (
        row["name"],
        before and before["place"],
        row["place"],
        before and before["points"],
        row["points"],
        row["movement"],
    )


def test_each_row_of_a_tournaments_what_if_tells_how_it_is(site: Site) -> None:
    tournament, entries = played(site)
    path = f"tournaments/{tournament}/standings"
    shown = asked(site, path, points={"by_place": [4, 3, 3]}, beside="true").json()
    # A 4 + 3, B 3 + 4, C 3 + 3, and a first place each of A and B
    assert list(map(told, shown["rows"])) == [("A", 2, 1, 5, 7, 1), ("B", 1, 1, 6, 7, 0), ("C", 3, 3, 3, 6, 0)]
    assert shown["left_out"] == []
    assert shown["rows"][1]["before"] == {"place": 1, "points": 6, "points_display": "6.00", "decided_by": "points"}
    assert shown["rows"][1]["decided_by"] == "shared"
    first = asked(site, path, points={"by_place": [1, 2, 4]}, beside="true", after_round="1").json()
    assert list(map(told, first["rows"])) == [("C", 3, 1, 1, 4, 2), ("B", 2, 2, 2, 2, 0), ("A", 1, 3, 4, 1, -2)]
    alone = asked(site, path, points={"by_place": [4, 3, 3]}).json()
    assert "left_out" not in alone
    assert [{"before", "movement"} & set(row) for row in alone["rows"]] == [set()] * 3
    assert [row["entry"] for row in site.anonymous.send("GET", path).json()["rows"]] == [
        entries[1],
        entries[0],
        entries[2],
    ]


def test_each_row_of_a_league_tables_what_if_tells_how_it_is(site: Site) -> None:
    season = opened(site, scheme=PAY)["id"]
    ann, bob, cy = site.people("Ann", "Bob", "Cy")
    site.season_event(season, {"places": {ann: 1, bob: 2}})
    site.season_event(season, {"places": {bob: 1}, "awards": {cy: 5}})
    path = f"seasons/{season}/standings"
    shown = asked(site, path, scheme={"points": {"by_place": [3, 2]}, "minimum": 2}, beside="true").json()
    # as it is by 10 and 7: Bob 17, Ann 10, Cy 5
    assert list(map(told, shown["rows"])) == [
        ("Bob", 1, 1, 17, 5, 0),
        ("Cy", 3, None, 5, 5, None),
        ("Ann", 2, None, 10, 3, None),
    ]
    assert shown["rows"][2]["before"]["decided_by"] == "points"
    assert shown["left_out"] == []
    assert "before" not in asked(site, path, scheme={"best": 1}).json()["rows"][0]


@pytest.mark.parametrize(
    ("query", "code"),
    [("beside=true", "alone"), ("beside=yes&points={}", "bad_flag"), ("points={}&beside=", "bad_flag")],
)
def test_beside_goes_with_a_what_if(site: Site, query: str, code: str) -> None:
    tournament, _ = played(site)
    answer = site.anonymous.send("GET", f"tournaments/{tournament}/standings?{query}")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, code)


def test_a_league_tables_what_if_beside_what_is_is_no_file(site: Site) -> None:
    season = opened(site, scheme=PAY)["id"]
    for query, code in (
        ("beside=true", "alone"),
        (f"scheme={quote(json.dumps(PAY))}&beside=true&as=csv", "not_a_file"),
    ):
        answer = site.anonymous.send("GET", f"seasons/{season}/standings?{query}")
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, code)


def test_what_can_not_be_is_told_at_its_field(site: Site) -> None:
    tournament, _ = played(site)
    path = f"tournaments/{tournament}/standings"
    answer = asked(site, path, points={"raw": {"per": 0}}, beside="true")
    assert [fault["field"] for fault in answer.json()["errors"]] == ["points.raw.per"]
    assert asked(site, path, tie_breaks="wins,luck", beside="true").status_code == 400


def test_a_crowd_is_compared_by_as_many_queries_as_a_few(site: Site) -> None:
    points = quote(json.dumps({"by_place": [7, 5, 3, 1]}))
    took = []
    for count in (30, 300):
        night = crowd(site, count)
        took.append(queries(site.anonymous, f"tournaments/{night.id}/standings?points={points}&beside=true"))
    assert took[0] == took[1] <= 10
