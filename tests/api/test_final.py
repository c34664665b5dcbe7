"""`tournaments/{id}/final`: the best go on alone, with what rules, who may say so, and what is refused."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from league.models import Event
from league.projections import followers
from league.projections.rebuild import rebuild
from tests.api.conftest import Site

NAMES = [f"Player {letter}" for letter in "ABCDEFGH"]
FOURS = {"min": 4, "max": 4, "prefer": 4}
SCHEME = {"points": {"by_place": [10, 7, 5, 3]}}


def played(site: Site, id: str) -> dict[str, Any]:
    """A round in which who has a lower seat has the better place."""
    round = site.round(id)
    for table in round["tables"]:
        places = {seat["entry"]: seat["seat"] for seat in table["seats"]}
        assert site.referee.send("PUT", f"tables/{table['id']}/result", {"places": places}).status_code == 200
    assert site.director.send("POST", f"rounds/{round['id']}/close").status_code == 200
    return round


def night(site: Site, **fields: Any) -> str:
    """Eight at tables of four have played a round; its id."""
    made = site.tournament(table_size=FOURS, points={"by_place": [4, 2, 1, 0]}, **fields)
    site.entries(made["id"], *NAMES)
    played(site, made["id"])
    id: str = made["id"]
    return id


def final(site: Site, id: str, query: str = "", **body: Any) -> Any:
    return site.director.send("POST", f"tournaments/{id}/final{query}", {"top": 4, "carry": "none"} | body)


def table_of(site: Site, id: str) -> dict[str, Any]:
    """The standings, by entry."""
    rows = site.anonymous.send("GET", f"tournaments/{id}/standings").json()["rows"]
    return {row["entry"]: row for row in rows}


def test_four_of_eight_play_one_final_and_the_season_has_the_whole_standings(site: Site) -> None:
    body = {"club": str(site.club.id), "name": "Winter", "scheme": SCHEME}
    season = site.director.send("POST", "seasons", body).json()["id"]
    id = night(site, seasons=[season], rounds=1)
    before = table_of(site, id)
    answer = final(site, id)
    assert answer.status_code == 200, answer.content
    (stage,) = answer.json()["stages"]
    assert {name: stage[name] for name in ("number", "from_round", "top", "carry", "game", "rounds")} == {
        "number": 1, "from_round": 2, "top": 4, "carry": "none", "game": "monster-trick", "rounds": None
    }  # fmt: skip
    assert (stage["format"], stage["table_size"]) == ({"type": "areas", "k": None}, FOURS)
    assert set(stage["entries"]) == {entry for entry, row in before.items() if row["place"] <= 4}
    round = played(site, id)
    assert [{seat["entry"] for seat in table["seats"]} for table in round["tables"]] == [set(stage["entries"])]
    assert round["byes"] == []
    places = {entry: row["place"] for entry, row in table_of(site, id).items()}
    assert {places[entry] for entry in stage["entries"]} <= {1, 2, 3, 4}
    assert {row["place"] for entry, row in table_of(site, id).items() if entry not in stage["entries"]} == {5, 7}
    closed = site.director.send("POST", f"tournaments/{id}/close").json()
    assert closed["state"] == "closed"
    assert {entry: row["place"] for entry, row in table_of(site, id).items()} == places
    followers.follow(site.club.id)
    league = site.anonymous.send("GET", f"seasons/{season}/standings").json()["rows"]
    assert [row["points"] for row in league] == [10, 7, 5, 3, 0, 0, 0, 0]
    assert rebuild() == []


def test_its_rounds_are_played_and_paid_by_its_rules(site: Site) -> None:
    id = night(site)
    pairs = {"min": 2, "max": 2, "prefer": 2}
    answer = final(
        site, id, game="scoresheet", points={"win": 3, "draw": 1, "loss": 0}, table_size=pairs, rounds=1, carry="all"
    )
    assert answer.status_code == 200, answer.content
    before = table_of(site, id)
    round = site.round(id)
    assert (round["game"], [len(table["seats"]) for table in round["tables"]]) == ("scoresheet", [2, 2])
    for table in round["tables"]:
        assert site.referee.send("PUT", f"tables/{table['id']}/result", {"result": "1-0"}).status_code == 200
    assert site.director.send("POST", f"rounds/{round['id']}/close").status_code == 200
    winner = round["tables"][0]["seats"][0]["entry"]
    assert table_of(site, id)[winner]["points"] == before[winner]["points"] + 3
    over = site.director.send("POST", f"tournaments/{id}/rounds", {})
    assert (over.status_code, over.json()["code"]) == (422, "no_more_rounds")


def test_where_no_tables_are_named_they_are_as_the_game_allows(site: Site) -> None:
    made = site.tournament(game="scoresheet", game_options={}, table_size={"min": 2, "max": 8, "prefer": 3})
    site.entries(made["id"], *NAMES)
    played(site, made["id"])
    fewer = final(site, made["id"], game="monster-trick").json()["stages"][0]
    assert fewer["table_size"] == {"min": 2, "max": 5, "prefer": 3}


def test_sent_again_it_adds_nothing_and_before_a_round_it_is_undone(site: Site) -> None:
    id = night(site)
    first = final(site, id)
    assert final(site, id).json() == first.json()
    assert final(site, id, game="monster-trick").json() == first.json()
    assert Event.objects.filter(type="tournament.stage_begun").count() == 1
    other = final(site, id, carry="all")
    assert (other.status_code, other.json()["code"]) == (422, "stage_waits")
    draft = site.round(id, start=False)
    refused = site.director.send("DELETE", f"tournaments/{id}/final")
    assert (refused.status_code, refused.json()["code"]) == (422, "stage_seated")
    site.director.send("DELETE", f"rounds/{draft['id']}")
    for _ in range(2):
        assert site.director.send("DELETE", f"tournaments/{id}/final").status_code == 204
    assert Event.objects.filter(type="tournament.stage_undone").count() == 1
    assert site.anonymous.send("GET", f"tournaments/{id}").json()["stages"] == []
    assert sum(len(table["seats"]) for table in site.round(id)["tables"]) == 8


def test_a_dry_run_tells_who_would_go_on(site: Site) -> None:
    id = night(site)
    told = final(site, id, "?dry_run=true").json()
    assert [event["type"] for event in told["events"]] == ["tournament.stage_begun"]
    assert [row["points"] for row in told["standings_after"]][:4] == [0, 0, 0, 0]
    assert site.anonymous.send("GET", f"tournaments/{id}").json()["stages"] == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"top": 1}, "top"),
        ({"top": "4"}, "top"),
        ({"top": 2001}, "top"),
        ({"carry": "some"}, "carry"),
        ({"carry": None}, "carry"),
        ({"format": {"type": "chess"}}, "format.type"),
        ({"format": {"type": "areas", "k": 6}}, "format.k"),
        ({"game": "no-such-game"}, "game"),
        ({"game": ""}, "game"),
        ({"table_size": {"min": 2, "max": 12}}, "table_size"),
        ({"points": {"win": 1}}, "points.draw"),
        ({"points": {"raw": {}, "low_wins": True}, "carry": "all"}, "carry"),
        ({"rounds": 0}, "rounds"),
        ({"secret": 1}, "secret"),
    ],
)
def test_bodies_that_make_no_final_are_refused_field_by_field(site: Site, body: dict[str, Any], field: str) -> None:
    id = night(site)
    answer = final(site, id, **body)
    assert answer.status_code == 400, answer.content
    assert field in [error["field"] for error in answer.json()["errors"]]
    assert Event.objects.filter(type="tournament.stage_begun").count() == 0


def test_what_stands_against_it(site: Site) -> None:
    made = site.tournament(table_size=FOURS)
    site.entries(made["id"], *NAMES)
    codes = [final(site, made["id"]).json()["code"]]
    round = site.round(made["id"])
    codes.append(final(site, made["id"]).json()["code"])
    site.director.send("POST", f"tournaments/{made['id']}/cancel")
    codes.append(final(site, made["id"]).json()["code"])
    id = night(site)
    codes += [final(site, id, top=top).json()["code"] for top in (3, 9)]
    assert codes == ["no_rounds", "round_open", "tournament_cancelled", "bad_top", "bad_top"]
    assert round["number"] == 1
    for caller, status in ((site.referee, 403), (site.stranger, 403), (site.anonymous, 401)):
        for method in ("POST", "DELETE"):
            assert caller.send(method, f"tournaments/{id}/final", {"top": 4, "carry": "none"}).status_code == status


def test_nobody_is_entered_after_it_began(site: Site) -> None:
    id = night(site)
    final(site, id)
    (late,) = site.people("Late")
    refused = site.director.send("POST", f"tournaments/{id}/entries", {"person": late})
    assert (refused.status_code, refused.json()["code"]) == (422, "stage_begun")


def test_a_plan_that_seats_somebody_who_is_out_is_refused(site: Site) -> None:
    id = night(site)
    stage = final(site, id).json()["stages"][0]
    outside = next(entry for entry in table_of(site, id) if entry not in stage["entries"])
    plan = {"tables": [[outside, *stage["entries"][1:]]]}
    refused = site.director.send("POST", f"tournaments/{id}/rounds", {"plan": plan})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_plan")


def test_a_correction_of_what_is_frozen_tells_the_reason_to_staff_alone(site: Site) -> None:
    id = night(site)
    round = site.anonymous.send("GET", f"tournaments/{id}/rounds").json()["results"][0]
    final(site, id, carry="all")
    table = round["tables"][0]
    places = {seat["entry"]: 5 - seat["seat"] for seat in table["seats"]}
    body = {"places": places, "reason": "read upside down"}
    assert site.referee.send("POST", f"tables/{table['id']}/correct", body).status_code == 200
    assert Event.objects.filter(type="tournament.stage_revised").count() == 1
    path = f"tournaments/{id}/events?limit=200"
    assert "read upside down" not in site.anonymous.send("GET", path).content.decode()
    assert "read upside down" in site.referee.send("GET", path).content.decode()
    changed = site.anonymous.send("GET", f"tournaments/{id}/standings?tie_breaks=lot")
    assert changed.status_code == 200
    patched = site.director.send("PATCH", f"tournaments/{id}", {"tie_breaks": ["wins", "lot"]})
    assert patched.status_code == 200
    assert len(table_of(site, id)) == 8


def test_two_who_begin_it_at_once_have_begun_one(live_site: Site) -> None:
    id = night(live_site)

    def begin(_: int) -> Any:
        try:
            return final(live_site, id)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(begin, range(2)))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert len(answers[0].json()["stages"]) == len(answers[1].json()["stages"]) == 1
    assert Event.objects.filter(type="tournament.stage_begun").count() == 1


def test_a_repeated_request_with_its_key_is_answered_once(site: Site) -> None:
    id = night(site)
    body = {"top": 4, "carry": "none"}
    first, again = (
        site.director.send("POST", f"tournaments/{id}/final", body, **{"Idempotency-Key": "k"}) for _ in range(2)
    )
    assert first.json() == again.json()
    assert again["Idempotency-Replayed"] == "true"


def test_a_draft_in_the_way_is_called_one_and_can_be_thrown_away(site: Site) -> None:
    id = night(site)
    draft = site.round(id, start=False)
    told = "Round 2 is a draft: discard it or play it first."
    for answer in (final(site, id), site.director.send("POST", f"tournaments/{id}/close")):
        assert (answer.status_code, answer.json()["code"], answer.json()["detail"]) == (422, "round_open", told)
    assert site.director.send("POST", f"rounds/{draft['id']}/publish").status_code == 200
    assert final(site, id).json()["detail"] == "Round 2 is not closed yet."
