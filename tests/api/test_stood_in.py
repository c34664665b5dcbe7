"""Somebody who only stood in has a record, a rating and attendance; the same person is not twice in a round."""

from __future__ import annotations

from tests.api.conftest import Site
from tests.api.test_season_events import table
from tests.api.test_seasons import opened


def test_who_only_stood_in_has_a_record_and_attendance_and_the_owner_of_the_seat_has_not(site: Site) -> None:
    season = opened(site, scheme={"points": {"by_place": [10, 7, 5]}, "attendance": 1})
    made = site.tournament(game="scoresheet", seasons=[season["id"]], table_size={"min": 2, "max": 4, "prefer": 3})
    ann, bob, cy, zoe = site.people("Ann", "Bob", "Cy", "Zoe")
    answer = site.director.send(
        "POST", f"tournaments/{made['id']}/entries", [{"person": one} for one in (ann, bob, cy)]
    )
    entries = [entry["id"] for entry in answer.json()["results"]]
    for entry in entries:
        site.director.send("POST", f"entries/{entry}/check-in")
    round = site.round(made["id"])
    body = {"places": dict(zip(entries, (1, 2, 3), strict=True)), "stand_in": {entries[1]: zoe}}
    assert site.referee.send("PUT", f"tables/{round['tables'][0]['id']}/result", body).status_code == 200
    assert site.director.send("POST", f"rounds/{round['id']}/close", {}).status_code == 200
    assert site.director.send("POST", f"tournaments/{made['id']}/close", {}).status_code == 200
    records = {id: site.member.send("GET", f"people/{id}/record").json()["all_time"] for id in (ann, bob, zoe)}
    assert {id: (known["events"], known["tables"], known["places"]) for id, known in records.items()} == {
        ann: (1, 1, {"1": 1}), bob: (0, 0, {}), zoe: (1, 1, {}),
    }  # fmt: skip
    table(site, season["id"])
    shown = site.anonymous.send("GET", f"seasons/{season['id']}/standings").json()["rows"]
    rows = {row["person"]: row for row in shown}
    assert {id: (row["points"], row["played"], row["attendance"]) for id, row in rows.items()} == {
        ann: (11, 1, 1), bob: (7, 0, 0), cy: (6, 1, 1), zoe: (1, 1, 1),
    }  # fmt: skip
    position = site.director.send("GET", f"clubs/{site.club.id}/events").json()["next_after"]
    then = site.anonymous.send("GET", f"seasons/{season['id']}/standings?as_of={position}").json()["rows"]
    assert {row["person"]: row["played"] for row in then} == {id: row["played"] for id, row in rows.items()}
