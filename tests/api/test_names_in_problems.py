"""A refusal names people in its sentence; its facts have their ids, for programs."""

from __future__ import annotations

from typing import Any

from league.queries.names import of_entries_in
from tests.api.conftest import Site

PAIRS = {"min": 2, "max": 2}


def in_household(site: Site, name: str, household: str) -> str:
    body = {"club": str(site.club.id), "name": name, "household": household}
    person: str = site.director.send("POST", "people", body).json()["id"]
    return person


def test_a_round_that_would_break_a_household_up_is_refused_with_the_names(site: Site) -> None:
    id = site.tournament(format={"type": "swiss"}, table_size=PAIRS, apart={"household": "hard"})["id"]
    people = [{"person": in_household(site, name, "Elm Street 3")} for name in ("Ada", "Bea")]
    entries = [
        entry["id"] for entry in site.director.send("POST", f"tournaments/{id}/entries", people).json()["results"]
    ]
    for entry in entries:
        site.director.send("POST", f"entries/{entry}/check-in")
    told = site.director.send("POST", f"tournaments/{id}/rounds", {}).json()
    assert told["code"] == "apart"
    assert "Ada" in told["detail"]
    assert "Bea" in told["detail"]
    assert not any(entry in told["detail"] for entry in entries)
    assert set(told["facts"]["entries"]) == set(entries)


def test_whoever_is_not_in_the_round_is_called_by_name(site: Site) -> None:
    id = site.tournament(format={"type": "swiss"}, table_size=PAIRS)["id"]
    first, _second = site.entries(id, "Ada", "Bea")
    round = site.round(id, start=False)
    (late,) = site.entries(id, "Cleo")
    answer = site.director.send("POST", f"rounds/{round['id']}/swap", {"a": first, "b": late})
    told: dict[str, Any] = answer.json()
    assert (answer.status_code, told["detail"]) == (422, "Cleo has neither a seat nor a bye in round 1.")
    assert [error["detail"] for error in told["errors"]] == [told["detail"]]
    assert told["facts"]["entry"] == late


def test_namesakes_are_told_apart_as_everywhere(site: Site) -> None:
    id = site.tournament(format={"type": "swiss"}, table_size=PAIRS)["id"]
    first, _second, third = site.entries(id, "Ada", "Bea", "Ada")
    site.director.send("POST", f"entries/{third}/drop", {})
    round = site.round(id, start=False)
    told = site.director.send("POST", f"rounds/{round['id']}/swap", {"a": first, "b": third}).json()
    assert told["detail"] == "Ada (2) has neither a seat nor a bye in round 1."


def test_an_id_that_is_unknown_here_stays_as_it_was_sent(site: Site) -> None:
    here, elsewhere = site.tournament()["id"], site.tournament()["id"]
    site.entries(here, "Ada", "Bea")
    (other,) = site.entries(elsewhere, "Ada")
    answer = site.anonymous.get(f"tournaments/{here}/explain?entry={other}")
    assert (answer.status_code, answer.json()["detail"]) == (404, f"There is no entry {other} here.")


def test_names_cost_one_query_and_none_without_ids(site: Site, django_assert_num_queries: Any) -> None:
    ids = [site.entries(site.tournament()["id"], name)[0] for name in ("Ada", "Bea", "Cleo")]
    with django_assert_num_queries(1):
        named = of_entries_in([{"entry": ids[0]}, {"entries": ids[1:]}])
    assert named == dict(zip(ids, ("Ada", "Bea", "Cleo"), strict=True))
    with django_assert_num_queries(0):
        assert of_entries_in([{"number": 1, "name": "x" * 36}]) == {}


def test_the_path_of_a_field_names_whose_score_is_wrong(site: Site) -> None:
    id = site.tournament(game="scoresheet", format={"type": "swiss"}, table_size=PAIRS)["id"]
    first, second = site.entries(id, "Ada", "Bea")
    table = site.round(id)["tables"][0]["id"]
    answer = site.director.send("PUT", f"tables/{table}/result", {"scores": {first: "2.5", second: 1}})
    told: dict[str, Any] = answer.json()
    assert (answer.status_code, told["code"]) == (422, "bad_sheet")
    assert told["detail"] == "The field scores.Ada is wrong: not a whole number."
    assert [error["field"] for error in told["errors"]] == [f"scores.{first}"]
