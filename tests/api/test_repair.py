"""`rounds/{id}/repair`: what becomes of tables, links and games, and who may ask for what."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from league.log.verify import Tally, verify
from league.models import Event, Table
from league.projections.rebuild import rebuild
from league.repository import streams
from tests.api.conftest import Site, sheet

NAMES = ("A", "B", "C", "D", "E", "F", "G")


def seated(site: Site, *, start: bool, **fields: Any) -> dict[str, Any]:
    """Round 1 at tables of 4 and 3, published or running."""
    tournament = site.tournament(**fields)
    site.entries(tournament["id"], *NAMES)
    round = site.round(tournament["id"], start=start)
    if not start:
        round = site.director.send("POST", f"rounds/{round['id']}/publish").json()
    return round | {"tournament": tournament["id"]}


def repaired(site: Site, round: dict[str, Any], body: Any, **headers: str) -> Any:
    return site.director.send("POST", f"rounds/{round['id']}/repair", body, **headers)


def seats(round: dict[str, Any]) -> list[list[str]]:
    return [[seat["entry"] for seat in table["seats"]] for table in round["tables"]]


def ids(round: dict[str, Any]) -> list[str]:
    return [table["id"] for table in round["tables"]]


def to_the_small_table(round: dict[str, Any]) -> dict[str, str]:
    """The last of the large table goes to the small one."""
    return {"entry": seats(round)[0][3], "table": ids(round)[1]}


def test_in_a_published_round_tables_and_their_slips_stay(site: Site) -> None:
    round = seated(site, start=False)
    slip = site.table_link(ids(round)[1])
    answer = repaired(site, round, to_the_small_table(round) | {"reason": "a late train"})
    assert answer.status_code == 200, answer.content
    large, small = seats(round)
    assert (ids(answer.json()), seats(answer.json())) == (ids(round), [large[:3], [*small, large[3]]])
    assert answer.json()["version"] > round["version"]
    started = site.director.send("POST", f"rounds/{round['id']}/start").json()
    assert (ids(started), seats(started)) == (ids(round), seats(answer.json()))
    report = {"places": {entry: place for place, entry in enumerate(seats(started)[1], 1)}}
    assert slip.send("PUT", f"tables/{ids(started)[1]}/result", report).status_code == 200


def test_in_a_running_round_a_changed_table_is_another_one_with_a_game_of_its_own(site: Site) -> None:
    round = seated(site, start=True, clock_seconds=600)
    site.referee.send("POST", f"rounds/{round['id']}/extend", {"seconds": 60, "table": ids(round)[1]})
    slip = site.table_link(ids(round)[1])
    log = Event.objects.filter(stream=ids(round)[1]).count()
    now = repaired(site, round, to_the_small_table(round)).json()
    assert not set(ids(now)) & set(ids(round))
    assert [(table["number"], table["extra_seconds"]) for table in now["tables"]] == [(1, 0), (2, 60)]
    assert now["clock"]["deadline"] == round["clock"]["deadline"]
    table = site.anonymous.send("GET", f"tables/{ids(now)[1]}").json()
    assert (list(table["view"]["tricks_won"]), table["state"], table["game_version"]) == (seats(now)[1], "playing", 1)
    gone = site.referee.send("GET", f"tables/{ids(round)[1]}")
    assert gone.status_code == 404
    by_slip = slip.send("PUT", f"tables/{ids(round)[1]}/result", {"places": {}})
    assert (by_slip.status_code, by_slip.json()["code"]) == (401, "table_gone")
    assert Event.objects.filter(stream=ids(round)[1]).count() == log == 1
    links = site.referee.send("POST", f"rounds/{round['id']}/links").json()["results"]
    assert [link["table"] for link in links] == ids(now)
    answer = site.referee.send("POST", f"tables/{ids(now)[1]}/commands", sheet(seats(now)[1], 1))
    assert answer.status_code == 200, answer.content
    assert (rebuild(), list(verify(streams.codec().decode, Tally()))) == ([], [])
    assert sorted(str(row) for row in Table.objects.values_list("pk", flat=True)) == sorted(ids(now))


def test_two_tables_become_one_and_the_round_goes_to_its_end(site: Site) -> None:
    round = seated(site, start=True, game="scoresheet", table_size={"min": 3, "max": 8, "prefer": 4})
    now = repaired(site, round, {"merge": ids(round)}).json()
    assert seats(now) == [[*seats(round)[0], *seats(round)[1]]]
    assert [table["number"] for table in now["tables"]] == [1]
    scores = {entry: score for score, entry in enumerate(seats(now)[0])}
    assert site.referee.send("PUT", f"tables/{ids(now)[0]}/result", {"scores": scores}).status_code == 200
    assert site.director.send("POST", f"rounds/{round['id']}/close").status_code == 200
    rows = site.anonymous.send("GET", f"tournaments/{round['tournament']}/standings").json()["rows"]
    assert [row["entry"] for row in rows] == seats(now)[0][::-1]
    assert {row["rounds"][0]["table"] for row in rows} == {1}


def test_two_change_places_once_for_one_key(site: Site) -> None:
    round = seated(site, start=False)
    (a, *_), (b, *_) = seats(round)
    key = {"Idempotency-Key": "double click"}
    first, again = (repaired(site, round, {"swap": [a, b]}, **key) for _ in range(2))
    assert first.content == again.content
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (seats(first.json())[0][0], seats(first.json())[1][0]) == (b, a)


def test_who_comes_late_gets_a_seat_and_the_entry_says_so(site: Site) -> None:
    round = seated(site, start=True)
    (late,) = site.entries(round["tournament"], "Late")
    assert site.anonymous.send("GET", f"entries/{late}").json()["from_round"] == 2
    now = repaired(site, round, {"entry": late, "table": ids(round)[1]}).json()
    assert seats(now)[1] == [*seats(round)[1], late]
    assert ids(now)[0] == ids(round)[0]
    assert site.anonymous.send("GET", f"entries/{late}").json()["from_round"] == 1
    mine = site.entry_link(late).send("GET", f"tables/{ids(now)[1]}")
    assert mine.status_code == 200


def test_everybody_is_told_but_for_the_reason(site: Site) -> None:
    round = seated(site, start=True)
    now = repaired(site, round, to_the_small_table(round) | {"reason": "a late train"}).json()
    path = f"tournaments/{round['tournament']}/events?limit=200"
    public, staff = (
        next(
            event["data"]
            for event in who.send("GET", path).json()["results"]
            if event["type"] == "tournament.round_repaired"
        )
        for who in (site.anonymous, site.referee)
    )
    assert [table["id"] for table in public["tables"]] == ids(now)
    assert [(gone["id"], gone["into"]) for gone in public["gone"]] == list(zip(ids(round), ids(now), strict=True))
    assert (staff["reason"], "reason" in public, "cost" in public) == ("a late train", False, False)


def test_a_table_at_which_something_was_played_stays(site: Site) -> None:
    round = seated(site, start=True)
    table = ids(round)[1]
    sent = site.referee.send("POST", f"tables/{table}/commands", sheet(seats(round)[1], 1))
    assert sent.status_code == 200
    refused = repaired(site, round, to_the_small_table(round))
    assert (refused.status_code, refused.json()["code"], refused.json()["facts"]) == (422, "game_begun", {"number": 2})
    site.referee.send("POST", f"tables/{table}/commands", {"type": "rewind", "to": 1, "reason": "wrong sheet"})
    assert repaired(site, round, to_the_small_table(round)).json()["code"] == "game_begun"


def test_a_table_that_has_told_its_result_stays(site: Site) -> None:
    round = seated(site, start=True)
    places = {entry: place for place, entry in enumerate(seats(round)[1], 1)}
    assert site.referee.send("PUT", f"tables/{ids(round)[1]}/result", {"places": places}).status_code == 200
    refused = repaired(site, round, to_the_small_table(round))
    assert (refused.status_code, refused.json()["code"]) == (422, "already_reported")
    own = {"swap": seats(round)[0][:2]}
    assert repaired(site, round, own).status_code == 200


def test_a_draft_is_not_repaired(site: Site) -> None:
    tournament = site.tournament()
    site.entries(tournament["id"], *NAMES)
    draft = site.round(tournament["id"], start=False)
    refused = repaired(site, draft, {"swap": seats(draft)[0][:2]})
    assert (refused.status_code, refused.json()["code"]) == (422, "round_not_open")
    assert site.member.send("POST", f"rounds/{draft['id']}/repair", {}).status_code == 404


ID = str(uuid4())


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"entry": ID},
        {"table": ID},
        {"entry": ID, "table": "1"},
        {"entry": ID, "table": ID, "merge": [ID, ID]},
        {"merge": [ID, ID], "swap": [ID, ID]},
        {"merge": [ID]},
        {"merge": [ID, ID, ID]},
        {"merge": None},
        {"swap": ID},
        {"swap": [ID, 5]},
        {"swap": [ID, ID], "reason": 5},
        {"swap": [ID, ID], "reason": "x" * 501},
        [],
        "swap",
    ],
)
@pytest.mark.parametrize("start", [False, True])
def test_bodies_that_say_no_repair_are_refused(site: Site, body: Any, start: bool) -> None:
    answer = repaired(site, seated(site, start=start), body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_fields"), answer.content


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"entry": ID, "table": "{table}"}, "unknown_entry", "entry"),
        ({"entry": "{entry}", "table": ID}, "unknown_table", "table"),
        ({"entry": "{large}", "table": "{other}"}, "table_too_small", "entry"),
        ({"merge": ["{table}", ID]}, "unknown_table", "merge"),
        ({"merge": ["{table}", "{table}"]}, "same_table", "merge"),
        ({"merge": ["{table}", "{other}"]}, "tables_too_large", "merge"),
        ({"swap": ["{entry}", ID]}, "not_in_round", "swap"),
        ({"swap": ["{entry}", "{entry}"]}, "same_entry", "swap"),
    ],
)
def test_what_can_not_be_is_refused_with_its_field(site: Site, body: Any, code: str, field: str) -> None:
    round = seated(site, start=True)
    known = {"table": ids(round)[1], "other": ids(round)[0], "entry": seats(round)[0][0], "large": seats(round)[1][0]}
    given = {name: _filled(value, known) for name, value in body.items()}
    answer = repaired(site, round, given)
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.content
    assert [error["field"] for error in answer.json()["errors"]] == [field]
    assert site.referee.send("GET", f"rounds/{round['id']}").json()["version"] == round["version"]


def _filled(value: Any, known: dict[str, str]) -> Any:
    return [one.format(**known) for one in value] if isinstance(value, list) else value.format(**known)


def test_a_table_that_is_gone_is_named_so_and_its_results_are_not_found(site: Site) -> None:
    round = seated(site, start=True)
    repaired(site, round, to_the_small_table(round))
    again = repaired(site, round, to_the_small_table(round))
    assert (again.status_code, again.json()["code"]) == (422, "table_gone")
    for step in ("result", "commands", "confirm", "dispute", "rule", "correct"):
        method = "PUT" if step == "result" else "POST"
        answer = site.referee.send(method, f"tables/{ids(round)[1]}/{step}", {"places": {}, "reason": "x"})
        assert answer.status_code == 404, step


def test_a_dry_run_tells_what_would_be_and_does_nothing(site: Site) -> None:
    round = seated(site, start=True)
    path = f"rounds/{round['id']}/repair?dry_run=true"
    foreseen = site.director.send("POST", path, to_the_small_table(round))
    types = [event["type"] for event in foreseen.json()["events"]]
    assert types == ["tournament.round_repaired", "monster_trick.started", "monster_trick.started"]
    assert ids(site.referee.send("GET", f"rounds/{round['id']}").json()) == ids(round)
    assert site.member.send("POST", path, to_the_small_table(round)).status_code == 403


def test_a_dealt_game_is_opened_with_other_lots_and_has_no_dry_run(site: Site) -> None:
    size = {"min": 3, "max": 4, "prefer": 4}
    round = seated(site, start=True, game_options={"play": "dealt"}, table_size=size)
    path = f"rounds/{round['id']}/repair"
    tried = site.director.send("POST", f"{path}?dry_run=true", to_the_small_table(round))
    assert (tried.status_code, tried.json()["errors"][0]["code"]) == (400, "no_dry_run")
    now = repaired(site, round, to_the_small_table(round)).json()
    repaired(site, round, {"swap": [seats(now)[0][0], seats(now)[1][0]]})
    seeds = [event.data["seed"] for event in Event.objects.filter(kind="game", version=1)]
    assert (len(seeds), len({*seeds})) == (6, 6)
