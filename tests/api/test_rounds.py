"""`rounds`: a draft is the staff's; published, started, closed; the clock."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any
from uuid import uuid4

import pytest

from league.models import Event, Table
from league.seating import planning
from tests.api.conftest import Site, sheet, version_in

NAMES = ("A", "B", "C", "D", "E", "F", "G")


def drafted(site: Site, **fields: Any) -> dict[str, Any]:
    tournament = site.tournament(**fields)
    site.entries(tournament["id"], *NAMES)
    return site.round(tournament["id"], start=False) | {"tournament": tournament["id"]}


def test_a_draft_names_everybody_once(site: Site) -> None:
    draft = drafted(site)
    seats = [seat for table in draft["tables"] for seat in table["seats"]]
    assert sorted(seat["name"] for seat in seats) == list(NAMES)
    assert [len(table["seats"]) for table in draft["tables"]] == [4, 3]
    assert [table["number"] for table in draft["tables"]] == [1, 2]
    assert (draft["state"], draft["number"], draft["attempt"], draft["stale"]) == ("draft", 1, 1, False)
    assert (draft["byes"], draft["clock"]["state"]) == ([], "off")
    assert draft["cost"]["repeats"] == 0


def test_a_draft_is_hidden_from_all_but_staff(site: Site) -> None:
    draft = drafted(site)
    for caller in (site.member, site.stranger, site.anonymous):
        assert caller.send("GET", f"rounds/{draft['id']}").status_code == 404
        assert caller.send("GET", f"tables/{draft['tables'][0]['id']}").status_code == 404
        for step in ("redo", "publish", "start", "pause", "resume", "close"):
            answer = caller.send("POST", f"rounds/{draft['id']}/{step}")
            assert answer.status_code == (401 if caller is site.anonymous else 404), step
        assert caller.send("GET", f"tournaments/{draft['tournament']}/rounds").json()["results"] == []
        assert draft["tables"][0]["id"] not in caller.send("GET", f"clubs/{site.club.id}/events").content.decode()
    assert site.referee.send("GET", f"rounds/{draft['id']}").status_code == 200
    for step in ("publish", "start", "close", "redo"):
        assert site.member.send("POST", f"rounds/{draft['id']}/{step}").status_code == 404


def test_a_published_round_is_everybodys_but_for_its_cost(site: Site) -> None:
    draft = drafted(site)
    assert site.director.send("POST", f"rounds/{draft['id']}/publish").json()["state"] == "published"
    shown = site.anonymous.send("GET", f"rounds/{draft['id']}")
    assert (shown.json()["tables"], shown.json()["cost"]) == (draft["tables"], None)
    assert version_in(shown) == shown.json()["version"]


def test_seating_twice_answers_with_the_draft_that_stands(site: Site) -> None:
    draft = drafted(site)
    again = site.director.send("POST", f"tournaments/{draft['tournament']}/rounds")
    assert (again.status_code, again.json()["id"]) == (200, draft["id"])
    assert "Location" not in again
    assert Event.objects.filter(type="tournament.round_seated").count() == 1


def test_a_draft_can_be_drawn_again_and_thrown_away(site: Site) -> None:
    draft = drafted(site)
    second = site.director.send("POST", f"rounds/{draft['id']}/redo").json()
    assert (second["id"], second["attempt"]) == (draft["id"], 2)
    assert Table.objects.count() == len(second["tables"])
    assert site.director.send("DELETE", f"rounds/{draft['id']}").status_code == 204
    assert site.referee.send("GET", f"rounds/{draft['id']}").status_code == 404
    assert site.round(draft["tournament"], start=False)["attempt"] == 3


def test_a_round_that_has_begun_can_not_be_thrown_away(site: Site) -> None:
    draft = drafted(site)
    site.director.send("POST", f"rounds/{draft['id']}/start")
    answer = site.director.send("DELETE", f"rounds/{draft['id']}")
    assert (answer.status_code, answer.json()["code"]) == (422, "round_begun")


def test_a_plan_of_the_directors_own(site: Site) -> None:
    tournament = site.tournament(format={"type": "manual"})["id"]
    entries = site.entries(tournament, *NAMES)
    path = f"tournaments/{tournament}/rounds"
    assert site.director.send("POST", path, {}).json()["code"] == "plan_needed"
    plan: Any
    for plan in ({"tables": [[entries[0], entries[0]]]}, {"tables": [["x", "y"]]}, {"tables": [[1, 99]]}):
        answer = site.director.send("POST", path, {"plan": plan})
        assert (answer.status_code, answer.json()["code"]) == (422, "bad_plan"), plan
    for plan in ({"tables": [["x"]]}, {"tables": []}, {"tables": 7}, {}, {"tables": [[0, 1]]}):
        assert site.director.send("POST", path, {"plan": plan}).status_code == 400, plan
    plan = {"tables": [entries[:4]], "byes": [entries[4]]}
    made = site.director.send("POST", path, {"plan": plan})
    assert made.status_code == 201, made.content
    assert [seat["entry"] for seat in made.json()["tables"][0]["seats"]] == entries[:4]
    assert made.json()["byes"] == [entries[4]]


def test_a_bye_that_was_asked_for_stands_in_the_round_and_pays_its_points(site: Site) -> None:
    two = {"min": 2, "max": 2, "prefer": 2}
    points = {"win": 3, "draw": 1, "loss": 0}
    body = site.tournament(format={"type": "manual"}, table_size=two, points=points)
    assert {"bye": "win", **points}.items() <= body["points"].items()
    ada, bea, cleo, dora = site.entries(body["id"], *NAMES[:4])
    path = f"tournaments/{body['id']}/rounds"
    for terms in ({"entry": cleo, "points": "x"}, {"entry": cleo, "kind": "free"}, {"points": 1}, {"entry": 0}):
        assert site.director.send("POST", path, {"plan": {"tables": [[ada, bea]], "byes": [terms]}}).status_code == 400
    twice = {"tables": [[ada, bea]], "byes": [cleo, {"entry": cleo}]}
    assert site.director.send("POST", path, {"plan": twice}).json()["code"] == "bad_plan"
    plan = {"tables": [[ada, bea]], "byes": [dora, {"entry": cleo, "points": "1/2", "kind": "requested"}]}
    made = site.director.send("POST", path, {"plan": plan}).json()
    assert (made["byes"], made["bye_terms"]) == ([dora, cleo], {cleo: {"points": "1/2", "kind": "requested"}})
    site.director.send("POST", f"rounds/{made['id']}/start")
    site.referee.send("PUT", f"tables/{made['tables'][0]['id']}/result", {"result": "0-1"})
    rows = site.referee.get(f"tournaments/{body['id']}/standings").json()["rows"]
    assert {row["entry"]: row["points"] for row in rows} == {dora: 3, bea: 3, cleo: "0.5", ada: 0}


def test_starting_twice_is_starting_once(site: Site) -> None:
    draft = drafted(site, clock_seconds=600)
    first, second = (site.director.send("POST", f"rounds/{draft['id']}/start").json() for _ in range(2))
    assert (first["state"], second["state"]) == ("running", "running")
    assert first["version"] == second["version"]
    assert first["clock"]["deadline"] == second["clock"]["deadline"]
    assert Event.objects.filter(type="tournament.round_started").count() == 1
    assert Event.objects.filter(kind="game", version=1).count() == 2


def test_the_clock_pauses_and_keeps_the_rest(site: Site) -> None:
    draft = drafted(site, clock_seconds=600)
    clock = site.director.send("POST", f"rounds/{draft['id']}/start").json()["clock"]
    assert clock["state"] == "running"
    assert 590 < clock["remaining_seconds"] <= 600
    paused = site.referee.send("POST", f"rounds/{draft['id']}/pause", {"reason": "pizza"}).json()["clock"]
    assert (paused["state"], paused["deadline"]) == ("paused", None)
    extended = site.referee.send("POST", f"rounds/{draft['id']}/extend", {"seconds": 60}).json()["clock"]
    assert extended["remaining_seconds"] == paused["remaining_seconds"] + 60
    assert extended["extended_seconds"] == 60
    resumed = site.referee.send("POST", f"rounds/{draft['id']}/resume").json()["clock"]
    assert resumed["state"] == "running"
    public = site.anonymous.send("GET", f"tournaments/{draft['tournament']}/events").content.decode()
    assert "pizza" not in public
    for seconds in (0, -5, 1.5, "60", 10**6):
        assert site.referee.send("POST", f"rounds/{draft['id']}/extend", {"seconds": seconds}).status_code == 400


def test_a_round_is_closed_when_every_table_has_reported(site: Site) -> None:
    draft = drafted(site)
    site.director.send("POST", f"rounds/{draft['id']}/start")
    refused = site.director.send("POST", f"rounds/{draft['id']}/close")
    assert (refused.status_code, refused.json()["code"]) == (422, "results_missing")
    assert refused.json()["facts"]["missing"] == [1, 2]
    for table in draft["tables"]:
        seats = [seat["entry"] for seat in table["seats"]]
        sheets = [sheet(seats, number) for number in (1, 2, 3)]
        assert site.referee.send("POST", f"tables/{table['id']}/commands", sheets).status_code == 200
    closed = site.director.send("POST", f"rounds/{draft['id']}/close").json()
    assert closed["state"] == "closed"
    again = site.director.send("POST", f"rounds/{draft['id']}/close")
    assert (again.status_code, again.json()["version"]) == (200, closed["version"])
    late = site.referee.send(
        "POST", f"tables/{draft['tables'][0]['id']}/commands", {"type": "rewind", "to": 1, "reason": "x"}
    )
    assert late.status_code == 422


def test_rounds_are_listed_in_order(site: Site) -> None:
    draft = drafted(site)
    (listed,) = site.referee.send("GET", f"tournaments/{draft['tournament']}/rounds").json()["results"]
    assert listed == site.referee.send("GET", f"rounds/{draft['id']}").json()


def late_comers(site: Site, tournament: str, count: int) -> Callable[..., object]:
    """Plans rounds, while somebody more comes in before each of the first `count` plans is taken."""
    plan, names = planning.plan_next, iter([f"Late {number}" for number in range(count)])

    def planned(*args: Any, **kwargs: Any) -> object:
        made = plan(*args, **kwargs)
        for name in islice(names, 1):
            site.entries(tournament, name)
        return made

    return planned


def test_who_comes_while_a_round_is_planned_is_seated(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = site.tournament()["id"]
    site.entries(tournament, "A", "B", "C")
    monkeypatch.setattr(planning, "plan_next", late_comers(site, tournament, 1))
    answer = site.director.send("POST", f"tournaments/{tournament}/rounds", {}, **{"Idempotency-Key": "seat"})
    assert answer.status_code == 201
    assert len(answer.json()["tables"][0]["seats"]) == 4


def test_a_tournament_that_moves_on_and_on_asks_to_try_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = site.tournament()["id"]
    site.entries(tournament, "A", "B", "C")
    with monkeypatch.context() as busy:
        busy.setattr(planning, "plan_next", late_comers(site, tournament, 100))
        answer = site.director.send("POST", f"tournaments/{tournament}/rounds", {}, **{"Idempotency-Key": "seat"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    again = site.director.send("POST", f"tournaments/{tournament}/rounds", {}, **{"Idempotency-Key": "seat"})
    assert again.status_code == 201
    assert "Idempotency-Replayed" not in again.headers


@pytest.mark.parametrize("played", [0, 1])
def test_a_draft_thrown_away_while_its_round_is_asked_for_is_seated_anew(
    site: Site, monkeypatch: pytest.MonkeyPatch, played: int
) -> None:
    """The planner saw a draft, which is gone before the answer is made."""
    tournament = site.tournament(game="scoresheet")["id"]
    site.entries(tournament, "A", "B", "C")
    for _ in range(played):
        round = site.round(tournament)
        scores = {seat["entry"]: seat["seat"] for seat in round["tables"][0]["seats"]}
        report = {"type": "record_round", "scores": scores}
        site.director.send("POST", f"tables/{round['tables'][0]['id']}/commands", report)
        assert site.director.send("POST", f"rounds/{round['id']}/close").status_code == 200
    planned, saw = planning.plan_next, [None]
    monkeypatch.setattr(planning, "plan_next", lambda *args, **more: saw.pop() if saw else planned(*args, **more))
    answer = site.director.send("POST", f"tournaments/{tournament}/rounds", {})
    assert (answer.status_code, answer.json()["number"]) == (201, played + 1)
    assert not saw


def test_two_change_places_in_a_draft(site: Site) -> None:
    draft = drafted(site)
    first, second = ([seat["entry"] for seat in table["seats"]] for table in draft["tables"])
    body = {"a": first[0], "b": second[0]}
    key = {"Idempotency-Key": "double click"}
    answers = [site.director.send("POST", f"rounds/{draft['id']}/swap", body, **key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content
    shown = answers[0].json()
    tables = [[seat["entry"] for seat in table["seats"]] for table in shown["tables"]]
    assert tables == [[second[0], *first[1:]], [first[0], *second[1:]]]
    assert (shown["state"], shown["attempt"], shown["stale"]) == ("draft", 1, False)
    assert shown["version"] > draft["version"]
    assert site.referee.send("GET", f"rounds/{draft['id']}").json() == shown
    assert Event.objects.filter(type="tournament.draft_changed").count() == 1
    started = site.director.send("POST", f"rounds/{draft['id']}/start").json()
    assert started["tables"] == shown["tables"]
    view = site.referee.send("GET", f"tables/{draft['tables'][0]['id']}").json()["view"]
    assert list(view["tricks_won"]) == tables[0]


def test_an_entry_moves_to_another_table_once(site: Site) -> None:
    draft = drafted(site)
    large, small = draft["tables"]
    entry = large["seats"][0]["entry"]
    body = {"entry": entry, "table": small["id"]}
    first, again = (site.director.send("POST", f"rounds/{draft['id']}/move", body) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert [len(table["seats"]) for table in first.json()["tables"]] == [3, 4]
    assert first.json()["tables"][1]["seats"][-1]["entry"] == entry
    assert Event.objects.filter(type="tournament.draft_changed").count() == 1
    back = {"entry": first.json()["tables"][0]["seats"][0]["entry"], "table": small["id"]}
    site.director.send("POST", f"rounds/{draft['id']}/move", {"entry": entry, "table": large["id"]})
    refused = site.director.send("POST", f"rounds/{draft['id']}/move", {**back, "table": str(uuid4())})
    assert (refused.status_code, refused.json()["code"]) == (422, "unknown_table")
    assert [error["field"] for error in refused.json()["errors"]] == ["table"]


def test_only_a_draft_is_changed_by_hand_and_only_by_staff(site: Site) -> None:
    draft = drafted(site)
    a, b = (seat["entry"] for seat in draft["tables"][0]["seats"][:2])
    table = draft["tables"][1]["id"]
    steps: dict[str, dict[str, str]] = {"swap": {"a": a, "b": b}, "move": {"entry": a, "table": table}}
    for step, body in steps.items():
        assert site.member.send("POST", f"rounds/{draft['id']}/{step}", body).status_code == 404
        assert site.director.send("POST", f"rounds/{draft['id']}/{step}", {**body, "a": "x"}).status_code == 400
    site.director.send("POST", f"rounds/{draft['id']}/publish")
    for step, body in steps.items():
        assert site.member.send("POST", f"rounds/{draft['id']}/{step}", body).status_code == 403
        refused = site.director.send("POST", f"rounds/{draft['id']}/{step}", body)
        assert (refused.status_code, refused.json()["code"]) == (422, "round_published")
