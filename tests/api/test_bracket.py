"""The bracket over the API, and who goes on from a drawn match: by whom, how, and what it leads to."""

from __future__ import annotations

from typing import Any

import pytest

from league.log.verify import Tally, verify
from league.projections.rebuild import rebuild
from league.repository import streams
from tests.api.conftest import Site
from tests.api.test_knockout_corrections import Cup, scores


def draw(cup: Cup, table: dict[str, Any]) -> None:
    level = {"scores": {seat["entry"]: 1 for seat in table["seats"]}}
    assert cup.site.referee.send("PUT", f"tables/{table['id']}/result", level).status_code == 200


def bracket(site: Site, cup: Cup, who: Any = None, query: str = "") -> dict[str, Any]:
    answer = (who or site.anonymous).send("GET", f"tournaments/{cup.id}/bracket{query}")
    assert answer.status_code == 200, answer.content
    known = (who or site.anonymous).send(
        "GET", f"tournaments/{cup.id}/bracket{query}", **{"If-None-Match": answer["ETag"]}
    )
    assert known.status_code == 304
    found: dict[str, Any] = answer.json()
    return found


def test_it_has_the_rounds_that_are_played_and_to_come(site: Site) -> None:
    cup = Cup(site)
    found = bracket(site, cup)
    assert (found["structure"], found["kind"], found["third_place"], found["winner"]) == (1, "bracket", True, None)
    assert [(one["name"], one["of"], one["state"]) for one in found["rounds"]] == [
        ("semi_finals", 4, "running"), ("final", 2, "to_come")
    ]  # fmt: skip
    first, second = found["rounds"][0]["matches"]
    final, small = found["rounds"][1]["matches"]
    assert [side["comes_from"] for side in final["sides"]] == [
        {"match": match["key"], "loser": False} for match in (first, second)
    ]
    assert (small["kind"], [side["comes_from"]["loser"] for side in small["sides"]]) == ("small_final", [True, True])
    assert [match["position"] for match in (first, second, final, small)] == [1, 2, 1, None]
    cup.play(cup.semi)
    cup.play(site.round(cup.id), cup.winner)
    found = bracket(site, cup)
    assert found["winner"] == cup.winner
    assert all(match["state"] == "reported" for one in found["rounds"] for match in one["matches"])
    assert [seed["name"] for seed in found["seeds"]]


def test_without_a_knockout_there_is_none(site: Site) -> None:
    id = site.tournament()["id"]
    answer = site.anonymous.send("GET", f"tournaments/{id}/bracket")
    assert (answer.status_code, answer.json()["code"]) == (422, "no_bracket")
    cup = Cup(site)
    assert site.anonymous.send("GET", f"tournaments/{cup.id}/bracket?stage=1").json()["code"] == "no_bracket"
    assert bracket(site, cup, query="?stage=0")["stage"] == 0


def test_those_at_the_table_say_who_won_the_play_off(site: Site) -> None:
    cup = Cup(site)
    draw(cup, cup.first)
    path = f"tables/{cup.first['id']}/goes-on"
    slip = site.table_link(cup.first["id"])
    assert slip.send("POST", path, {"decided_by": "lot"}).json()["code"] == "staff_decides"
    assert site.anonymous.send("POST", path, {"decided_by": "lot"}).status_code == 401
    other = site.table_link(cup.second["id"])
    won = {"decided_by": "play_off", "goes_on": [cup.loser]}
    assert other.send("POST", path, won).status_code == 403
    answer = slip.send("POST", path, {**won, "as": cup.winner})
    assert answer.status_code == 200, answer.content
    assert slip.send("POST", path, {**won, "as": cup.winner}).status_code == 200
    assert slip.send("POST", path, {**won, "goes_on": [cup.winner]}).json()["code"] == "level_decided"
    (found,) = [match for match in bracket(site, cup)["rounds"][0]["matches"] if match["table"] == cup.first["id"]]
    assert (found["level"], found["decided_by"]) == (False, "play_off")
    level = cup.read(cup.semi)["level"]
    assert [(one["decided_by"], one["on"]) for one in level] == [("play_off", [cup.loser])]


def test_a_lot_is_in_the_log_with_its_label(site: Site) -> None:
    cup = Cup(site)
    draw(cup, cup.first)
    attention = site.referee.send("GET", f"tournaments/{cup.id}/attention").json()["results"]
    assert [(want["kind"], want["table"]) for want in attention] == [("level", cup.first["id"])]
    path = f"tables/{cup.first['id']}/goes-on"
    for _ in range(2):
        assert site.referee.send("POST", path, {"decided_by": "lot"}).status_code == 200
    assert site.referee.send("GET", f"tournaments/{cup.id}/attention").json()["results"] == []
    events = site.anonymous.send("GET", f"tournaments/{cup.id}/events?sentences=en").json()["results"]
    (event,) = [event for event in events if event["type"] == "tournament.level_decided"]
    assert event["data"]["lot"] == "1:1:level:1"
    assert "The lot decided who goes on" in event["sentence"]
    assert "by" not in event["data"]
    cup.site.director.send("PUT", f"tables/{cup.second['id']}/result", {"scores": scores(cup.second, "")})
    body = {"level": {cup.second["id"]: {"decided_by": "director", "goes_on": [cup.second["seats"][0]["entry"]]}}}
    refused = site.director.send("POST", f"rounds/{cup.semi['id']}/close", body)
    assert refused.json()["errors"][0]["field"] == f"level.{cup.second['id']}.reason"
    body["level"][cup.second["id"]]["reason"] = "a coin"
    closed = site.director.send("POST", f"rounds/{cup.semi['id']}/close", body)
    assert closed.status_code == 200, closed.content
    assert {one["decided_by"] for one in closed.json()["level"]} == {"lot", "director"}
    assert (rebuild(), list(verify(streams.codec().decode, Tally()))) == ([], [])


def test_reasons_are_for_staff(site: Site) -> None:
    cup = Cup(site)
    draw(cup, cup.first)
    body = {"decided_by": "director", "goes_on": [cup.loser], "reason": "longer arms"}
    assert site.referee.send("POST", f"tables/{cup.first['id']}/goes-on", body).status_code == 200
    path = f"tournaments/{cup.id}/events"
    assert "longer arms" not in site.anonymous.send("GET", path).content.decode()
    assert "longer arms" in site.referee.send("GET", path).content.decode()


@pytest.mark.parametrize("shown", ["rounds", "hide_last"])
def test_nothing_tells_of_a_hidden_draw(site: Site, shown: str) -> None:
    cup = Cup(site, standings_shown=shown)
    found = cup.semi
    if shown == "hide_last":
        cup.play(cup.semi)
        found = site.round(cup.id)
    paths = [f"tournaments/{cup.id}/bracket", f"rounds/{found['id']}", f"tournaments/{cup.id}/events?limit=200"]
    for table in found["tables"]:
        draw(cup, table)
    before = [site.anonymous.send("GET", path).json() for path in paths]
    main = next(table for table in found["tables"] if table["area"] != "small-final")
    decided = site.referee.send("POST", f"tables/{main['id']}/goes-on", {"decided_by": "lot"})
    assert decided.status_code == 200, decided.content
    after = [site.anonymous.send("GET", path).json() for path in paths]
    for one, other in zip(before, after, strict=True):
        for told in (one, other):
            told.pop("version", None)
            told.pop("head", None)
            told.pop("next_after", None)
            for table in told.get("tables", ()):
                table.pop("version", None)
        assert one == other
    assert bracket(site, cup, site.referee)["rounds"][-1 if shown == "hide_last" else 0]["matches"][0]["decided_by"]


def test_a_correction_may_draw_a_lot(site: Site) -> None:
    cup = Cup(site)
    cup.play(cup.semi)
    body: dict[str, Any] = {"scores": {cup.winner: 1, cup.loser: 1}, "reason": "a draw", "decided_by": "lot"}
    answer = site.director.send("POST", f"tables/{cup.first['id']}/correct", body)
    assert answer.status_code == 200, answer.content
    assert [one["decided_by"] for one in cup.read(cup.semi)["level"]] == ["lot"]


def test_it_is_printed(site: Site) -> None:
    cup = Cup(site)
    answer = site.director.send("GET", f"tournaments/{cup.id}/paper?sheet=bracket")
    assert (answer.status_code, answer.content[:5]) == (200, b"%PDF-")
    assert (
        site.director.send("GET", f"tournaments/{site.tournament()['id']}/paper?sheet=bracket").json()["code"]
        == "no_bracket"
    )
