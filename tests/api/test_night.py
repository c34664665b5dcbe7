"""A night from the first person to the league table, as API.md tells it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from league.projections import followers
from tests.api.conftest import Site, sheet, version_in

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
    answer = site.director.send("POST", f"rounds/{made['id']}/close")
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
    followers.follow(site.club.id)
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


def what_stands(site: Site, paths: Sequence[str]) -> dict[str, tuple[int, Any]]:
    """The version of each resource, which is its ETag too, and its body without what only the time changes."""

    def timeless(value: Any) -> Any:
        if isinstance(value, dict):
            of_time = ("version", "remaining_seconds", "now")
            return {name: timeless(part) for name, part in value.items() if name not in of_time}
        return [timeless(part) for part in value] if isinstance(value, list) else value

    found = {}
    for path in paths:
        answer = site.director.send("GET", path)
        assert version_in(answer) == answer.json()["version"]
        found[path] = answer.json()["version"], timeless(answer.json())
    return found


def test_whatever_changes_has_a_higher_version(site: Site) -> None:
    """Tournament, round, tables and entries through a round, from the draft to the second end of the tournament."""
    id = site.tournament(clock_seconds=600)["id"]
    entries = site.entries(id, *NAMES[:6])
    made = site.round(id, start=False)
    round_, (first, second) = f"rounds/{made['id']}", [f"tables/{table['id']}" for table in made["tables"]]
    seats, others = ([seat["entry"] for seat in table["seats"]] for table in made["tables"])
    places = {entry: place for place, entry in enumerate(seats, 1)}
    turned = {entry: place for place, entry in enumerate(reversed(seats), 1)}
    paths = [f"tournaments/{id}", round_, first, second, *(f"entries/{entry}" for entry in entries)]
    steps: list[tuple[str, str, Any]] = [
        ("PATCH", f"tournaments/{id}", {"points": {"by_place": [8, 7]}}),
        ("POST", f"{round_}/publish", None),
        ("POST", f"{round_}/start", None),
        ("POST", f"{round_}/pause", None),
        ("POST", f"{round_}/resume", None),
        ("POST", f"{round_}/extend", {"seconds": 5}),
        ("POST", f"{round_}/extend", {"seconds": 5, "table": made["tables"][0]["id"]}),
        ("POST", f"{round_}/pause", None),
        ("POST", f"{second}/commands", sheet(others, 1)),
        ("PUT", f"{first}/result", {"places": places}),
        ("PATCH", f"tournaments/{id}", {"points": {"by_place": [3, 2]}}),
        ("POST", f"{first}/correct", {"places": turned, "reason": "turned"}),
        ("POST", f"entries/{entries[0]}/drop", {"after_round": 1}),
        ("PUT", f"{second}/result", {"places": {entry: place for place, entry in enumerate(others, 1)}}),
        ("POST", f"{round_}/close", None),
        ("POST", f"{first}/correct", {"places": places, "reason": "turned back"}),
        ("POST", f"tournaments/{id}/penalties", {"entry": entries[1], "points": 1, "reason": "late"}),
        ("POST", f"tournaments/{id}/close", None),
        ("POST", f"tournaments/{id}/reopen", None),
        ("POST", f"tournaments/{id}/cancel", None),
    ]
    before = what_stands(site, paths)
    for method, path, body in steps:
        answer = site.director.send(method, path, body)
        assert answer.status_code in (200, 201), answer.content
        after = what_stands(site, paths)
        for changed in (known for known in paths if after[known][1] != before[known][1]):
            assert after[changed][0] > before[changed][0], (path, changed)
        before = after
