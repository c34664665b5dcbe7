"""`tournaments/{id}/explain`: why a seat, why a place, and what of it whom."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from league.models import Event, Person
from league.queries.transcript import ISOLATE, POP
from tests.api.conftest import Site, Visitor, sheet

FOURS = {"min": 4, "max": 4, "prefer": 4}


def asked(who: Visitor, tournament: str, **query: Any) -> Any:
    return who.send("GET", f"tournaments/{tournament}/explain?" + "&".join(f"{k}={v}" for k, v in query.items()))


def evening(site: Site, **fields: Any) -> tuple[str, list[str]]:
    """Eight at two tables, round 1 played: whoever was entered earlier has won."""
    made = site.tournament(table_size=FOURS, format={"type": "areas"}, **fields)
    entries = site.entries(made["id"], *(f"P{number}" for number in range(1, 9)))
    found = site.round(made["id"])
    for table in found["tables"]:
        seats = [seat["entry"] for seat in table["seats"]]
        places = {entry: at for at, entry in enumerate(sorted(seats, key=entries.index), 1)}
        assert site.director.send("PUT", f"tables/{table['id']}/result", {"places": places}).status_code == 200
    assert site.director.send("POST", f"rounds/{found['id']}/close", {}).status_code == 200
    return made["id"], entries


def test_a_seat_is_explained_to_everybody(site: Site) -> None:
    tournament, entries = evening(site)
    site.round(tournament)
    for who in (site.anonymous, site.director):
        body = asked(who, tournament, entry=entries[0], round=2).json()
        assert body["subject"] == {"entry": entries[0], "round": 2}
        first = body["because"][0]
        assert (first["rule"], first["facts"]["place"], first["facts"]["area"]) == ("areas.top_four", 1, "A")
        assert first["detail"].replace(ISOLATE, "").replace(POP, "").startswith("P1 has place 1 with")
        types = list(Event.objects.filter(position__in=first["events"]).values_list("type", flat=True))
        expected = ["tournament.round_closed", "tournament.round_published"]
        assert sorted(types) == (expected if who is site.anonymous else [*expected, "tournament.round_seated"])
    other = body["alternatives"]
    assert 0 < len(other) <= 12
    assert set(other[0]) == {"table", "seat", "extra_cost"}
    assert all(value for line in other for value in line["extra_cost"].values())


def test_a_place_is_explained(site: Site) -> None:
    tournament, entries = evening(site, tie_breaks=["wins"])
    site.penalty(tournament, entries[0], 1)
    body = asked(site.anonymous, tournament, entry=entries[0]).json()
    assert body["subject"] == {"entry": entries[0]}
    assert body["alternatives"] == []
    rules = [reason["rule"] for reason in body["because"]]
    assert rules[0] == "standings.points"
    assert {"standings.penalties", "tie_breaks.wins"} <= set(rules)
    assert all(reason["detail"] and "{" not in reason["detail"] for reason in body["because"])
    assert "late" not in str(body), "a penalty's reason is the staff's"


def test_a_draft_is_the_staffs(site: Site) -> None:
    tournament, entries = evening(site)
    draft = site.director.send("POST", f"tournaments/{tournament}/rounds", {})
    assert draft.json()["state"] == "draft"
    assert asked(site.referee, tournament, entry=entries[0], round=2).status_code == 200
    for who in (site.anonymous, site.member, site.stranger):
        answer = asked(who, tournament, entry=entries[0], round=2)
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_round")
        assert answer.json()["code"] == asked(who, tournament, entry=entries[0], round=3).json()["code"]


def test_what_can_not_be_asked(site: Site) -> None:
    tournament, entries = evening(site)
    for query, status, code in (
        ({}, 400, "required"),
        ({"entry": "x"}, 400, "bad_id"),
        ({"entry": entries[0], "round": "0"}, 400, "bad_number"),
        ({"entry": entries[0], "round": "one"}, 400, "bad_number"),
        ({"entry": entries[0], "round": "9" * 400}, 400, "bad_number"),
        ({"entry": entries[0], "round": 9}, 404, "unknown_round"),
        ({"entry": uuid4()}, 404, "unknown_entry"),
        ({"entry": uuid4(), "round": 1}, 404, "unknown_entry"),
    ):
        answer = asked(site.director, tournament, **query)
        assert answer.status_code == status, query
        problem = answer.json()
        assert code in (problem["code"], *(error["code"] for error in problem["errors"])), query
    assert asked(site.director, str(uuid4()), entry=entries[0]).status_code == 404


def test_an_entry_of_another_tournament_is_not_there(site: Site) -> None:
    tournament, _ = evening(site)
    other = site.tournament()
    (entry, *_) = site.entries(other["id"], "A", "B", "C")
    assert asked(site.director, tournament, entry=entry).status_code == 404


def test_who_is_of_one_household_is_told_to_the_staff_alone(site: Site) -> None:
    made = site.tournament(table_size=FOURS, format={"type": "swiss"})
    entries = site.entries(made["id"], *(f"P{number}" for number in range(1, 9)))
    Person.objects.filter(name__in=("P1", "P2")).update(household="one")
    site.round(made["id"])
    of_staff = asked(site.referee, made["id"], entry=entries[0], round=1).json()
    assert "apart.kept" in [reason["rule"] for reason in of_staff["because"]]
    assert any("apart" in other["extra_cost"] for other in of_staff["alternatives"])
    public = asked(site.anonymous, made["id"], entry=entries[0], round=1).json()
    assert not [reason for reason in public["because"] if reason["rule"].startswith("apart.")]
    assert "'apart'" not in str(public), "neither of the table's costs nor of an alternative's"
    assert "pairs that are not to meet" not in str(public)


def test_a_seat_that_was_changed_by_hand_says_so(site: Site) -> None:
    tournament, _ = evening(site)
    draft = site.director.send("POST", f"tournaments/{tournament}/rounds", {}).json()
    one, other = (table["seats"][0]["entry"] for table in draft["tables"])
    assert site.director.send("POST", f"rounds/{draft['id']}/swap", {"a": one, "b": other}).status_code == 200
    assert site.director.send("POST", f"rounds/{draft['id']}/publish").status_code == 200
    body = asked(site.anonymous, tournament, entry=one, round=2).json()
    assert body["because"][0]["rule"] == "by_hand.swapped"
    assert body["because"][0]["facts"]["other"] == other
    seen = Event.objects.filter(position__in=body["because"][0]["events"]).values_list("type", flat=True)
    assert list(seen) == ["tournament.round_published"]


def test_a_game_of_a_round_can_be_explained_after_sheets_were_played(site: Site) -> None:
    made = site.tournament()
    entries = site.entries(made["id"], "A", "B", "C")
    found = site.round(made["id"])
    seats = [seat["entry"] for seat in found["tables"][0]["seats"]]
    assert site.director.send("POST", f"tables/{found['tables'][0]['id']}/commands", sheet(seats, 1)).status_code == 200
    assert asked(site.anonymous, made["id"], entry=entries[0], round=1).status_code == 200
