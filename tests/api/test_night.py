"""A night from the first person to the league table, as API.md tells it."""

from __future__ import annotations

from typing import Any

from league.read_models import later
from tests.api.conftest import Site, sheet

NAMES = [f"Player {letter}" for letter in "ABCDEFGHIJKLMN"]


def play_round(site: Site, tournament: str, body: Any = None) -> dict[str, Any]:
    """Seats, starts, reports by round sheets, closes; the round as it is then."""
    made = site.round(tournament, body)
    assert made["state"] == "running"
    for table in made["tables"]:
        entries = [seat["entry"] for seat in table["seats"]]
        for number in (1, 2, 3):
            answer = site.referee.send("POST", f"tables/{table['id']}/commands", sheet(entries, number))
            assert answer.status_code == 200, answer.content
    answer = site.referee.send("POST", f"rounds/{made['id']}/close")
    assert answer.status_code == 200, answer.content
    closed: dict[str, Any] = answer.json()
    return closed


def test_fourteen_people_play_two_rounds_and_stand_in_the_league_table(site: Site) -> None:
    scheme = {"points": {"by_place": [10, 7, 5, 3]}}
    season = site.director.send(
        "POST", "seasons", {"club": str(site.club.id), "name": "Winter", "time_zone": "Europe/Berlin", "scheme": scheme}
    )
    assert season.status_code == 201, season.content
    tournament = site.tournament(
        rounds=2, points={"by_place": [4, 2, 1, 0]}, tie_breaks=["wins", "lot"], seasons=[season.json()["id"]]
    )
    entries = site.entries(tournament["id"], *NAMES)
    first, second = play_round(site, tournament["id"]), play_round(site, tournament["id"])
    assert [len(table["seats"]) for table in first["tables"]] == [5, 5, 4]
    assert (first["number"], second["number"], second["byes"]) == (1, 2, [])
    assert first["tables"][0]["result"]["places"]
    closed = site.director.send("POST", f"tournaments/{tournament['id']}/close")
    assert (closed.status_code, closed.json()["state"]) == (200, "closed")
    assert len(closed.json()["seed"]) == 32

    standings = site.anonymous.send("GET", f"tournaments/{tournament['id']}/standings").json()
    assert {row["entry"] for row in standings["rows"]} == set(entries)
    assert {row["name"] for row in standings["rows"]} == set(NAMES)
    assert standings["after_round"] == 2
    later.follow(site.club.id)
    table = site.anonymous.send("GET", f"seasons/{season.json()['id']}/standings").json()
    winner = standings["rows"][0]["name"]
    assert (table["rows"][0]["name"], table["rows"][0]["points"], table["rows"][0]["place"]) == (winner, 10, 1)
    assert len(table["rows"]) == 14
    assert table["as_of_position"] >= standings["as_of_position"]


def test_the_result_of_a_table_is_the_end_of_its_game(site: Site) -> None:
    tournament = site.tournament(points={"by_place": [4, 2, 1]})
    a, b, c = site.entries(tournament["id"], "A", "B", "C")
    made = site.round(tournament["id"])
    table = made["tables"][0]["id"]
    # a wins 4 tricks of 9: the 4th flip shows the first card again; b 3: the third card; c 2: the second.
    counts = {a: 4, b: 3, c: 2}
    for number in (1, 2, 3):
        site.referee.send("POST", f"tables/{table}/commands", sheet([a, b, c], number, counts))
    shown = site.anonymous.send("GET", f"tables/{table}").json()
    assert shown["state"] == "reported"
    assert shown["result"]["scores"] == {a: 6, b: 18, c: 12}
    assert shown["result"]["places"] == {b: 1, c: 2, a: 3}
    assert shown["result"]["points"] == {b: 4, c: 2, a: 1}
    assert shown["result"]["by"] is None
    assert site.referee.send("GET", f"tables/{table}").json()["result"]["by"] == f"user:{site.referee.user.pk}"
