"""`tournaments/{id}/check-in`: several entries arrive at once, all of them or none."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from league.models import Event
from tests.api.conftest import Site


def registered(site: Site, tournament: str, *names: str) -> list[str]:
    """The entries of new people who are not here yet."""
    body = [{"person": person} for person in site.people(*names)]
    answer = site.director.send("POST", f"tournaments/{tournament}/entries", body)
    return [entry["id"] for entry in answer.json()["results"]]


def check_in(site: Site, tournament: str, entries: Any, query: str = "") -> Any:
    return site.referee.send("POST", f"tournaments/{tournament}/check-in{query}", {"entries": entries})


def states(site: Site, tournament: str) -> dict[str, str]:
    rows = site.anonymous.send("GET", f"tournaments/{tournament}/entries").json()["results"]
    return {row["id"]: row["state"] for row in rows}


def arrivals(tournament: str) -> int:
    return Event.objects.filter(stream=tournament, type="tournament.entry_checked_in").count()


def test_those_who_are_named_are_here_and_the_answer_has_them_in_that_order(site: Site) -> None:
    tournament = site.tournament()["id"]
    ada, bea, cleo = registered(site, tournament, "Ada", "Bea", "Cleo")
    answer = check_in(site, tournament, [cleo, ada])
    assert answer.status_code == 200, answer.json()
    assert [(row["id"], row["name"], row["state"]) for row in answer.json()["results"]] == [
        (cleo, "Cleo", "checked_in"),
        (ada, "Ada", "checked_in"),
    ]
    assert states(site, tournament) == {ada: "checked_in", bea: "registered", cleo: "checked_in"}


def test_whoever_is_here_already_or_is_named_twice_arrives_once(site: Site) -> None:
    tournament = site.tournament()["id"]
    ada, bea = registered(site, tournament, "Ada", "Bea")
    for _ in range(2):
        answer = check_in(site, tournament, [ada, bea, ada])
        assert [row["id"] for row in answer.json()["results"]] == [ada, bea]
    assert arrivals(tournament) == 2


def test_all_are_those_who_are_expected_and_have_not_left(site: Site) -> None:
    tournament = site.tournament()["id"]
    ada, bea, cleo, dan = registered(site, tournament, "Ada", "Bea", "Cleo", "Dan")
    check_in(site, tournament, [ada])
    site.director.send("POST", f"entries/{bea}/drop", {})
    answer = check_in(site, tournament, "all")
    assert [row["id"] for row in answer.json()["results"]] == [cleo, dan]
    assert states(site, tournament)[bea] == "dropped"
    assert check_in(site, tournament, "all").json() == {"results": []}


@pytest.mark.parametrize("query", ["", "?dry_run=true"])
def test_one_who_has_left_or_is_unknown_is_refused_by_number_and_nobody_arrives(site: Site, query: str) -> None:
    tournament = site.tournament()["id"]
    ada, bea = registered(site, tournament, "Ada", "Bea")
    site.director.send("POST", f"entries/{bea}/drop", {})
    for wrong, code in ((bea, "entry_dropped"), (str(uuid4()), "unknown_entry")):
        answer = check_in(site, tournament, [ada, wrong], query)
        assert (answer.status_code, answer.json()["code"]) == (422, code)
        assert answer.json()["errors"][0]["field"] == "entries.1"
    assert arrivals(tournament) == 0


def test_a_dry_run_shows_the_arrivals_and_writes_none(site: Site) -> None:
    tournament = site.tournament()["id"]
    registered(site, tournament, "Ada", "Bea")
    events = check_in(site, tournament, "all", "?dry_run=true").json()["events"]
    assert [event["type"] for event in events] == ["tournament.entry_checked_in"] * 2
    assert arrivals(tournament) == 0


@pytest.mark.parametrize("entries", [[], "some", None, ["nobody"], 1, [None]])
def test_a_body_that_is_neither_a_list_nor_all_is_a_wrong_field(site: Site, entries: Any) -> None:
    tournament = site.tournament()["id"]
    answer = check_in(site, tournament, entries)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_fields")
    assert answer.json()["errors"][0]["field"].startswith("entries")
