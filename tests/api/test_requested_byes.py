"""POST `rounds` with `byes`: who asks to sit out; the format seats the rest."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Event, Round
from league.seating.redraw import redraw
from tests.api.conftest import Site
from tests.api.test_prescribed import close, seats

PAIRS = {"min": 2, "max": 2, "prefer": 2}
WON = {"win": 1, "draw": "1/2", "loss": 0}


def opened(site: Site, *names: str, **settings: Any) -> tuple[str, list[str]]:
    made = site.tournament(game="scoresheet", table_size=PAIRS, **{"format": {"type": "swiss"}, **settings})
    return made["id"], site.entries(made["id"], *names)


def test_the_rest_are_seated_and_the_byes_say_what_they_are_worth(site: Site) -> None:
    id, (a, b, *rest) = opened(site, *"ABCDEF", points=WON)
    made = site.round(id, {"byes": [a, {"entry": b, "points": "1/2"}]})
    assert sorted(entry for table in seats(made) for entry in table) == sorted(rest)
    assert made["byes"] == [a, b]
    assert made["bye_terms"] == {a: {"points": 0, "kind": "requested"}, b: {"points": "1/2", "kind": "requested"}}
    close(site, made)
    rows = site.director.send("GET", f"tournaments/{id}/standings").json()["rows"]
    assert {row["entry"]: row["points"] for row in rows if row["entry"] in (a, b)} == {b: "0.5"} | {
        row["entry"]: 0 for row in rows if row["entry"] == a
    }
    why = site.director.send("GET", f"tournaments/{id}/explain?entry={a}&round=1").json()
    assert why["because"][0]["rule"] == "byes.requested"


def test_a_dry_run_shows_it_and_changes_nothing(site: Site) -> None:
    id, (a, *_) = opened(site, *"ABCDE")
    before = Event.objects.count()
    answer = site.director.send("POST", f"tournaments/{id}/rounds?dry_run=true", {"byes": [a]})
    assert answer.status_code == 200, answer.content
    seated = next(event for event in answer.json()["events"] if event["type"] == "tournament.round_seated")
    assert a in seated["data"]["byes"]
    assert Event.objects.count() == before


def test_who_has_no_seat_anyway_is_named(site: Site) -> None:
    id, (a, b, *_) = opened(site, *"ABCDE")
    site.director.send("POST", f"entries/{a}/drop", {})
    answer = site.director.send("POST", f"tournaments/{id}/rounds", {"byes": [a, b]})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_bye")
    assert answer.json()["detail"] == "These would have no seat in round 1 anyway, so they need no bye: A."


@pytest.mark.parametrize("byes", [[1], [{"entry": "x"}], [{"entry": "x", "points": "NaN"}], "a", [None], {"a": 1}])
def test_what_is_no_bye_is_refused(site: Site, byes: Any) -> None:
    id, _ = opened(site, *"ABCDE")
    assert site.director.send("POST", f"tournaments/{id}/rounds", {"byes": byes}).status_code == 400


@pytest.mark.parametrize("bye", ["nobody", "", "01890a5d-ac96-774b-bcce-b302099a8057"])
def test_an_unknown_entry_is_refused(site: Site, bye: str) -> None:
    id, _ = opened(site, *"ABCDE")
    answer = site.director.send("POST", f"tournaments/{id}/rounds", {"byes": [bye]})
    assert answer.status_code in (400, 422)


def test_a_plan_names_its_own_byes(site: Site) -> None:
    id, (a, b, c, *_) = opened(site, *"ABC")
    body = {"byes": [c], "plan": {"tables": [[a, b]], "byes": [c]}}
    answer = site.director.send("POST", f"tournaments/{id}/rounds", body)
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "byes")


def test_a_draft_with_them_is_not_the_answer(site: Site) -> None:
    id, (a, b, *_) = opened(site, *"ABCDEF")
    made = site.round(id, {"byes": [a, b]}, start=False)
    again = site.director.send("POST", f"tournaments/{id}/rounds", {"byes": [a, b]})
    assert (again.status_code, again.json()["id"]) == (200, made["id"])
    refused = site.director.send("POST", f"tournaments/{id}/rounds", {"byes": [made["tables"][0]["seats"][0]["entry"]]})
    assert (refused.status_code, refused.json()["code"]) == (422, "bad_bye")


@pytest.mark.parametrize("publish", [False, True])
def test_who_asked_sits_out_when_the_round_is_drawn_again(site: Site, publish: bool) -> None:
    id, (a, b, *rest) = opened(site, *"ABCDEF")
    made = site.round(id, {"byes": [a, {"entry": b, "points": 1}]}, start=False)
    if publish:
        site.director.send("POST", f"rounds/{made['id']}/publish")
    again = site.director.send("POST", f"rounds/{made['id']}/redo", {}).json()
    assert (again["attempt"], again["byes"], again["bye_terms"]) == (2, [a, b], made["bye_terms"])
    assert sorted(entry for table in seats(again) for entry in table) == sorted(rest)
    assert redraw(Round.objects.get(pk=made["id"])).outcome == "equal"


def test_a_knockout_refuses_it(site: Site) -> None:
    id, (a, *_) = opened(site, *"ABCD", format={"type": "knockout"})
    answer = site.director.send("POST", f"tournaments/{id}/rounds", {"byes": [a]})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_bye")
