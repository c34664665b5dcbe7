"""`seasons`: a league and its table."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Event
from league.projections import followers
from tests.api.conftest import Site, version_in
from tests.api.test_night import play_round

SCHEME = {"points": {"by_place": [10, 7, 5, 3]}, "best": 6, "attendance": 1, "minimum": 0, "ties": ["count_back"]}


def opened(site: Site, **fields: Any) -> dict[str, Any]:
    body = {"club": str(site.club.id), "name": "Winter", "time_zone": "Europe/Berlin", "scheme": SCHEME, **fields}
    answer = site.director.send("POST", "seasons", body)
    assert answer.status_code == 201, answer.content
    made: dict[str, Any] = answer.json()
    return made


def test_a_season_has_the_body_of_the_contract(site: Site) -> None:
    made = opened(site)
    assert (made["name"], made["time_zone"], made["club"], made["events"]) == (
        "Winter",
        "Europe/Berlin",
        str(site.club.id),
        [],
    )
    assert made["scheme"]["points"]["by_place"] == [10, 7, 5, 3]
    assert {name: made["scheme"][name] for name in ("best", "attendance", "minimum", "ties", "places")} == {
        "best": 6,
        "attendance": 1,
        "minimum": 0,
        "ties": ["count_back"],
        "places": "1224",
    }
    shown = site.anonymous.send("GET", f"seasons/{made['id']}")
    assert (shown.json(), version_in(shown)) == (made, made["version"])
    assert site.anonymous.send("GET", f"seasons?club={site.club.id}").json()["results"] == [made]


def test_the_scheme_of_the_contract_is_taken_to_the_letter(site: Site) -> None:
    scheme = {
        "points": {"by_place": [10, 7, 5, 3]},
        "best": 6,
        "drop_worst": 0,
        "splits": None,
        "attendance": 1,
        "minimum": 3,
        "ties": ["count_back"],
        "places": "1224",
    }
    shown = opened(site, scheme=scheme)["scheme"]
    assert {**shown, "points": {"by_place": shown["points"]["by_place"]}} == {**scheme, "shared_seat": "full"}


def test_a_tournament_is_taken_into_a_season_once(site: Site) -> None:
    season, tournament = opened(site), site.tournament()
    path = f"seasons/{season['id']}/events"
    body = {"tournament": tournament["id"], "date": "2026-12-01"}
    first, second = site.director.send("POST", path, body), site.director.send("POST", path, body)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    assert site.anonymous.send("GET", path).json()["results"] == [first.json()]
    assert site.anonymous.send("GET", f"tournaments/{tournament['id']}").json()["seasons"] == [season["id"]]
    assert Event.objects.filter(type="season.tournament_added").count() == 1


def test_another_clubs_tournament_is_refused(site: Site) -> None:
    season = opened(site)
    theirs = site.stranger.send(
        "POST", "tournaments", {"club": str(site.elsewhere.id), "name": "T", "game": "scoresheet"}
    )
    answer = site.director.send("POST", f"seasons/{season['id']}/events", {"tournament": theirs.json()["id"]})
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "unknown_tournament")


def test_a_change_of_the_scheme_moves_the_table(site: Site) -> None:
    season = opened(site)
    tournament = site.tournament(seasons=[season["id"]], points={"by_place": [3, 2, 1]}, tie_breaks=["lot"])
    site.entries(tournament["id"], "A", "B", "C")
    play_round(site, tournament["id"])
    site.director.send("POST", f"tournaments/{tournament['id']}/close")
    followers.follow(site.club.id)
    path = f"seasons/{season['id']}"
    rows = site.anonymous.send("GET", f"{path}/standings").json()["rows"]
    assert [(row["place"], row["points"], row["played"]) for row in rows] == [(1, 11, 1), (2, 8, 1), (3, 6, 1)]
    scheme = {"points": {"by_place": [5, "2.5"]}}
    assert site.director.send("PATCH", path, {"scheme": scheme, "name": "Spring"}).json()["name"] == "Spring"
    followers.follow(site.club.id)
    rows = site.anonymous.send("GET", f"{path}/standings").json()["rows"]
    assert [row["points"] for row in rows] == [5, "2.5", 0]
    assert {row["name"] for row in rows} == {"A", "B", "C"}


def test_a_season_without_closed_tournaments_has_an_empty_table(site: Site) -> None:
    season = opened(site)
    assert site.anonymous.send("GET", f"seasons/{season['id']}/standings").json() == {
        "season": season["id"],
        "as_of_position": 0,
        "rows": [],
    }


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"time_zone": "Mars/Base"}, "time_zone"),
        ({"time_zone": "../etc"}, "time_zone"),
        ({"name": ""}, "name"),
        ({"scheme": {"points": {}}}, "scheme.points.by_place"),
        ({"scheme": {"points": 3}}, "scheme.points"),
        ({"scheme": {"points": {"by_place": []}}}, "scheme.points.by_place"),
        ({"scheme": {**SCHEME, "drop_worst": 1}}, "scheme.drop_worst"),
        ({"club": None}, "club"),
    ],
)
def test_seasons_that_can_not_be(site: Site, change: dict[str, Any], field: str) -> None:
    body = {"club": str(site.club.id), "name": "Winter", "time_zone": "Europe/Berlin", "scheme": SCHEME, **change}
    answer = site.director.send("POST", "seasons", body)
    assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (400, [field])
    assert Event.objects.count() == 0
