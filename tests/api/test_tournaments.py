"""`tournaments`: made, shown, listed, closed, cancelled; standings and log."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

import pytest

from league.models import Event, Tournament
from tests.api.conftest import Site, sheet, version_in
from tests.api.test_night import play_round

FROM_THE_CONTRACT = {
    "name": "Tuesday",
    "game": "monster-trick",
    "game_options": {"play": "recorded"},
    "games_per_round": 1,
    "format": {"type": "areas", "k": 4},
    "rounds": 4,
    "table_size": {"min": 3, "max": 5, "prefer": 4},
    "points": {"by_place": [4, 2, 1, 0], "ties": "average", "per_size": {"3": [4, 2, 0]}, "bye": "mean", "missed": 0},
    "tie_breaks": ["wins", "last_round", "count_back", "lot"],
    "clock_seconds": 3000,
    "seasons": [],
    "starts_at": "2026-12-01T19:00:00+01:00",
}


def test_the_body_of_the_contract_comes_back_whole(site: Site) -> None:
    answer = site.director.send("POST", "tournaments", {"club": str(site.club.id), **FROM_THE_CONTRACT})
    made = answer.json()
    assert answer.status_code == 201, made
    assert answer["Location"] == f"/api/v1/tournaments/{made['id']}"
    assert {name: made[name] for name in FROM_THE_CONTRACT if name != "starts_at"} == {
        name: value for name, value in FROM_THE_CONTRACT.items() if name != "starts_at"
    }
    assert made["starts_at"] in ("2026-12-01T19:00:00+01:00", "2026-12-01T18:00:00Z")
    assert (made["state"], made["round"], made["entries"], made["seed"]) == ("open", 0, 0, None)
    assert len(made["seed_hash"]) == 64
    shown = site.anonymous.send("GET", f"tournaments/{made['id']}")
    assert (shown.json(), version_in(shown)) == (made, made["version"])


def test_the_doubled_hour_of_autumn_is_told_apart_by_its_offset(site: Site) -> None:
    summer, winter = (site.tournament(starts_at=f"2026-10-25T02:30:00{offset}") for offset in ("+02:00", "+01:00"))
    begins = [datetime.fromisoformat(made["starts_at"]) for made in (summer, winter)]
    assert begins == [datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, 30, tzinfo=UTC)]
    assert [Tournament.objects.get(id=made["id"]).starts_at for made in (summer, winter)] == begins


def test_the_secret_is_nowhere_before_the_close(site: Site) -> None:
    tournament = site.tournament(points={"by_place": [3, 2, 1]})
    site.entries(tournament["id"], "A", "B", "C")
    play_round(site, tournament["id"])
    secret = Event.objects.get(type="tournament.created").data["secret"]
    for caller in (site.director, site.anonymous):
        for path in ("", "/rounds", "/events", "/standings"):
            assert secret not in caller.send("GET", f"tournaments/{tournament['id']}{path}").content.decode()
    site.director.send("POST", f"tournaments/{tournament['id']}/close")
    assert site.anonymous.send("GET", f"tournaments/{tournament['id']}").json()["seed"] == secret


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"game_options": {"play": "guessed"}}, "game_options.play"),
        ({"name": ""}, "name"),
        ({"rounds": 0}, "rounds"),
        ({"format": {"type": "bracket"}}, "format"),
        ({"table_size": {"min": 2, "max": 12}}, "table_size"),
        ({"points": {"by_place": ["x"]}}, "points.by_place.0"),
        ({"starts_at": "2026-12-01T19:00:00"}, "starts_at"),
        ({"starts_at": "tomorrow"}, "starts_at"),
        ({"seasons": ["x"]}, "seasons.0"),
        ({"tie_breaks": ["koya"]}, "tie_breaks.0"),
        ({"tie_breaks": ["wins", {"name": "wins", "shared": "none"}]}, "tie_breaks"),
        ({"tie_breaks": [{"name": "wins", "shared": "half"}]}, "tie_breaks.0"),
        ({"tie_breaks": [{"name": "opponents"}]}, "tie_breaks.0"),
        ({"tie_breaks": [{"name": "opponents", "floor": "1/0"}]}, "tie_breaks.0"),
        ({"tie_breaks": [{"name": "lot"}]}, "tie_breaks.0"),
        ({"tie_breaks": [7]}, "tie_breaks.0"),
        ({"seasons": ["00000000-0000-7000-8000-000000000000"]}, "seasons.0"),
        ({"club": "x"}, "club"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_settings_that_can_not_be(site: Site, change: dict[str, Any], field: str) -> None:
    answer = site.director.send("POST", "tournaments", {"club": str(site.club.id), **FROM_THE_CONTRACT, **change})
    told = answer.json()
    assert (answer.status_code, told["code"]) == (400, "bad_fields"), told
    assert told["errors"][0]["field"].startswith(field.removesuffix(".0")), told
    assert Event.objects.count() == 0


def test_another_clubs_season_is_refused(site: Site) -> None:
    scheme = {"points": {"by_place": [1]}}
    theirs = site.stranger.send("POST", "seasons", {"club": str(site.elsewhere.id), "name": "S", "scheme": scheme})
    body = {"club": str(site.club.id), **FROM_THE_CONTRACT, "seasons": [theirs.json()["id"]]}
    answer = site.director.send("POST", "tournaments", body)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "unknown_season")


def test_the_list_is_filtered(site: Site) -> None:
    first, second = site.tournament(name="One"), site.tournament(name="Two")
    site.director.send("POST", f"tournaments/{second['id']}/cancel", {"reason": "snow"})
    for query, names in (
        ("", ["One", "Two"]),
        ("?state=open", ["One"]),
        (f"?club={site.elsewhere.id}", []),
        ("?game=monster-trick&ordering=-name", ["Two", "One"]),
    ):
        rows = site.anonymous.send("GET", f"tournaments{query}").json()["results"]
        assert [row["name"] for row in rows] == names
    assert rows[1] == site.anonymous.send("GET", f"tournaments/{first['id']}").json()
    assert site.anonymous.send("GET", "tournaments?club=x").json()["errors"][0]["field"] == "club"


def test_cancelling_twice_is_cancelling_once(site: Site) -> None:
    tournament = site.tournament()
    path = f"tournaments/{tournament['id']}/cancel"
    assert [site.director.send("POST", path, {"reason": "snow"}).json()["state"] for _ in range(2)] == ["cancelled"] * 2
    assert Event.objects.filter(type="tournament.cancelled").count() == 1
    public = site.anonymous.send("GET", f"tournaments/{tournament['id']}/events").json()["results"]
    staff = site.referee.send("GET", f"tournaments/{tournament['id']}/events").json()["results"]
    assert (public[-1]["data"], staff[-1]["data"]) == ({}, {"reason": "snow"})


def test_standings_after_an_earlier_round(site: Site) -> None:
    tournament = site.tournament(points={"by_place": [3, 2, 1]})
    site.entries(tournament["id"], "A", "B", "C")
    path = f"tournaments/{tournament['id']}/standings"
    play_round(site, tournament["id"])
    first = site.anonymous.send("GET", path).json()
    play_round(site, tournament["id"])
    assert site.anonymous.send("GET", f"{path}?after_round=1").json()["rows"] == first["rows"]
    assert {row["points"] for row in site.anonymous.send("GET", f"{path}?after_round=0").json()["rows"]} == {0}
    for query in ("3", "-1", "x", "1.0", "9" * 400):
        assert site.anonymous.send("GET", f"{path}?after_round={query}").status_code == 400


def test_every_tie_break_may_be_named_and_some_have_options(site: Site) -> None:
    chain = [{"name": "wins", "shared": "none"}, {"name": "opponents", "floor": "1/3"}, "head_to_head", "buchholz_cut1"]
    tournament = site.tournament(points={"by_place": [3, 2, 1]}, tie_breaks=chain)
    assert tournament["tie_breaks"] == chain
    assert site.anonymous.send("GET", f"tournaments/{tournament['id']}").json()["tie_breaks"] == chain
    site.entries(tournament["id"], "A", "B", "C")
    play_round(site, tournament["id"])
    path = f"tournaments/{tournament['id']}/standings"
    rows = site.anonymous.send("GET", path).json()["rows"]
    assert [row["tie_breaks"] for row in rows] == [
        {"wins": 1, "opponents": "1.5", "head_to_head": 0, "buchholz_cut1": "1.5"},
        {"wins": 0, "opponents": "2.25", "head_to_head": 2, "buchholz_cut1": 3},
        {"wins": 0, "opponents": "2.25", "head_to_head": 2, "buchholz_cut1": 3},
    ]
    asked = urlencode({"tie_breaks": '["lot", {"name": "opponents", "floor": "2.5"}]'})
    told = site.anonymous.send("GET", f"{path}?{asked}").json()["rows"]
    assert [row["tie_breaks"]["opponents"] for row in told] == ["2.5", "2.75", "2.75"]
    assert site.director.send("POST", f"tournaments/{tournament['id']}/close", {}).status_code == 200
    assert site.anonymous.send("GET", path).json()["rows"] == rows


def test_standings_as_they_would_be(site: Site) -> None:
    """For everybody, and nothing becomes so by it."""
    tournament = site.tournament(points={"by_place": [4, 2, 1]})
    site.entries(tournament["id"], "A", "B", "C")
    path = f"tournaments/{tournament['id']}/standings"
    play_round(site, tournament["id"])
    before = site.anonymous.send("GET", path).json()

    def told(**what_if: str) -> list[tuple[int | str, list[str]]]:
        rows = site.anonymous.send("GET", f"{path}?{urlencode(what_if)}").json()["rows"]
        return [(row["points"], list(row["tie_breaks"])) for row in rows]

    two_share_the_second_place: list[tuple[int | str, list[str]]] = [(9, []), ("7/6", []), ("7/6", [])]
    assert told(points='{"by_place": [9, "7/3"]}') == two_share_the_second_place
    for tie_breaks in ("count_back,lot", '["count_back", "lot"]'):
        assert [row[1] for row in told(tie_breaks=tie_breaks)] == [["count_back", "lot"]] * 3
    assert [row[1] for row in told(tie_breaks="")] == [[]] * 3
    assert site.anonymous.send("GET", path).json() == before


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("points=%7B", "points"),
        ("points=[]", "points"),
        ('points={"by_place":["1/0"]}', "points.by_place.0"),
        ('points={"win":1}', "points.draw"),
        ("tie_breaks=wins,nonsense", "tie_breaks.1"),
        ("tie_breaks=wins,wins", "tie_breaks"),
        ("tie_breaks=[", "tie_breaks"),
    ],
)
def test_a_what_if_that_can_not_be_says_what_is_wrong(site: Site, query: str, field: str) -> None:
    tournament = site.tournament()
    answer = site.anonymous.send("GET", f"tournaments/{tournament['id']}/standings?{query}")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, field)


def test_the_log_of_a_tournament_is_its_own(site: Site) -> None:
    tournament, other = site.tournament(), site.tournament()
    entries = site.entries(tournament["id"], "A", "B", "C")
    made = site.round(tournament["id"])
    site.referee.send("POST", f"tables/{made['tables'][0]['id']}/commands", sheet(entries, 1))
    feed = site.anonymous.send("GET", f"tournaments/{tournament['id']}/events").json()
    assert {event["stream"] for event in feed["results"]} == {tournament["id"]}
    assert [event["version"] for event in feed["results"]] != []
    assert {event["kind"] for event in feed["results"]} == {"tournament"}
    assert "tournament.round_seated" not in {event["type"] for event in feed["results"]}
    staff = site.referee.send("GET", f"tournaments/{tournament['id']}/events").json()
    assert [event["version"] for event in staff["results"]] == list(range(1, len(staff["results"]) + 1))
    assert other["id"] not in {event["stream"] for event in staff["results"]}


def test_a_feed_is_followed_by_position(site: Site) -> None:
    tournament = site.tournament()
    site.entries(tournament["id"], "A", "B", "C")
    site.round(tournament["id"])
    path = f"clubs/{site.club.id}/events"
    whole = site.referee.send("GET", path).json()
    found: list[dict[str, Any]] = []
    after = 0
    while (part := site.referee.send("GET", f"{path}?after={after}&limit=2").json())["next_after"] != after:
        found += part["results"]
        after = part["next_after"]
    assert found == whole["results"]
    assert set(found[0]) == {
        "position",
        "stream",
        "kind",
        "version",
        "type",
        "schema",
        "data",
        "actor",
        "recorded_at",
        "hash",
    }
    assert found[0]["actor"] == f"user:{site.director.user.pk}"
    for query in ("after=-1", "after=x", "limit=0", "limit=1001", "after=" + "9" * 30):
        assert site.referee.send("GET", f"{path}?{query}").status_code == 400, query


def test_points_that_can_hardly_be_intended_are_accepted_with_a_warning(site: Site) -> None:
    made = site.tournament(points={"by_place": [1, 2, 3, 4]})
    warning = {
        "field": "points.by_place",
        "code": "last_above_first",
        "detail": "A last place is worth more than a first, although the highest total wins.",
    }
    assert made["warnings"] == [warning]
    assert site.anonymous.send("GET", f"tournaments/{made['id']}").json()["warnings"] == [warning]
    changed = site.director.send("PATCH", f"tournaments/{made['id']}", {"points": {"win": 1, "draw": 2, "loss": 0}})
    assert [(found["field"], found["code"]) for found in changed.json()["warnings"]] == [("points.draw", "above_win")]
    mended = site.director.send("PATCH", f"tournaments/{made['id']}", {"points": {"by_place": [4, 2, 1, 0]}})
    assert mended.json()["warnings"] == []


def test_scores_as_points_where_the_lowest_total_wins_go_with_the_sheet(site: Site) -> None:
    body = {"club": str(site.club.id), "name": "Golf", "game": "scoresheet", "points": {"raw": {}, "low_wins": True}}
    refused = site.director.send("POST", "tournaments", {**body, "game_options": {"win": "high"}})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "game_options.win")
    for options in ({}, {"win": "low"}):
        made = site.director.send("POST", "tournaments", {**body, "game_options": options})
        assert (made.status_code, made.json()["warnings"]) == (201, [])
