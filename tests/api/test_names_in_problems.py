"""A refusal names people in its sentence; its facts have their ids, for programs."""

from __future__ import annotations

from typing import Any

from league.access.audience import CLUB
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
        named = of_entries_in([{"entry": ids[0]}, {"entries": ids[1:]}], CLUB)
    assert named == dict(zip(ids, ("Ada", "Bea", "Cleo"), strict=True))
    with django_assert_num_queries(0):
        assert of_entries_in([{"number": 1, "name": "x" * 36}], CLUB) == {}


def test_the_path_of_a_field_names_whose_score_is_wrong(site: Site) -> None:
    id = site.tournament(game="scoresheet", format={"type": "swiss"}, table_size=PAIRS)["id"]
    first, second = site.entries(id, "Ada", "Bea")
    table = site.round(id)["tables"][0]["id"]
    answer = site.director.send("PUT", f"tables/{table}/result", {"scores": {first: "2.5", second: 1}})
    told: dict[str, Any] = answer.json()
    assert (answer.status_code, told["code"]) == (422, "bad_sheet")
    assert told["detail"] == "Ada: 2.5 is not a whole number."
    assert [error["field"] for error in told["errors"]] == [f"scores.{first}"]


def test_a_wrong_value_is_told_with_the_name_and_the_value(site: Site) -> None:
    id = site.tournament(game="scoresheet", format={"type": "swiss"}, table_size=PAIRS)["id"]
    first, second = site.entries(id, "Ada", "Bea")
    table = site.round(id)["tables"][0]["id"]
    for body, field, sentence in [
        ({"scores": {first: "2,5", second: 1}}, "scores", "Ada: 2,5 is not an exact decimal number."),
        ({"scores": {second: 1, first: None}}, "scores", "Ada: null can't be used here"),
        ({"places": {second: 1, first: "x"}}, "places", "Ada: x is not a whole number."),
        ({"places": {second: 1, first: 0}}, "places", "Ada: 0 is too small."),
        ({"awards": {second: 1, first: "2,5"}}, "awards", "Ada: 2,5 is not a number such as 3, 2.5 or 7/3."),
        ({"places": {first: 1, second: 3}}, "places", ""),
    ]:
        told: dict[str, Any] = site.director.send("PUT", f"tables/{table}/result", body).json()
        (error,) = told["errors"]
        assert error["field"] in (field, f"{field}.{first}")
        assert error["detail"].startswith(sentence)
        assert not any(entry in error["detail"] + told["detail"] for entry in (first, second))
    told = site.director.send("PUT", f"tables/{table}/result", {"scores": {first: 1}}).json()
    assert told["detail"] == "Bea must be in the result too: it names exactly the entries at its table."
    (cleo,) = site.entries(site.tournament()["id"], "Cleo")
    body = {"scores": {first: 1, second: 2, cleo: 3}}
    told = site.director.send("PUT", f"tables/{table}/result", body).json()
    assert told["detail"] == "Cleo can't be in the result: it names exactly the entries at its table."
    sheet = {"type": "record_round", "scores": {first: "1,5", second: 2}}
    told = site.director.send("POST", f"tables/{table}/commands", sheet).json()
    assert told["detail"] == "Ada: 1,5 is not a decimal number."


def test_people_are_called_by_name_too(site: Site) -> None:
    id = site.tournament()["id"]
    ada, bea = site.people("Ada", "Bea")
    assert site.director.send("POST", f"tournaments/{id}/entries", {"person": ada}).status_code == 201
    told = site.director.send("POST", f"tournaments/{id}/entries", [{"person": ada}]).json()
    assert (told["detail"], told["facts"]["person"]) == ("Ada is in this tournament already.", ada)
    season = {"club": str(site.club.id), "name": "S", "scheme": {"points": {"by_place": [3]}}}
    path = f"seasons/{site.director.send('POST', 'seasons', season).json()['id']}/events"
    for body, sentence in [
        ({"places": {ada: 1}, "status": {ada: "DNF"}}, "Ada can't have both a place and a status."),
        ({"places": {ada: 0}}, "Ada: 0 is too small."),
        ({"awards": {ada: "2,5"}}, "Ada: 2,5 is not a number such as 3, 2.5 or 7/3."),
    ]:
        (error,) = site.director.send("POST", path, body).json()["errors"]
        assert (error["detail"], ada in error["field"]) == (sentence, True)
    both = {"places": {ada: 1, bea: 2}}
    for body, sentence in [
        ({**both, "shared": [[ada, bea]]}, "Ada, Bea share a seat: they must have the same place or status."),
        ({**both, "shared": [[ada, ada]]}, "These are listed twice among the shared seats: Ada."),
        ({"places": {ada: 1, ada.upper(): 2}}, "Ada is named twice."),
    ]:
        details = [error["detail"] for error in site.director.send("POST", path, body).json()["errors"]]
        assert sentence in details


def test_a_wrong_member_is_found_among_many_without_reading_all_of_them_again(site: Site) -> None:
    season = {"club": str(site.club.id), "name": "S", "scheme": {"points": {"by_place": [3]}}}
    path = f"seasons/{site.director.send('POST', 'seasons', season).json()['id']}/events"
    places: dict[str, Any] = {f"person-{number}": 1 for number in range(4999)}
    (error,) = site.director.send("POST", path, {"places": {**places, "person-4000": "x"}}).json()["errors"]
    assert error["field"] == "places.person-4000"
