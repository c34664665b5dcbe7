"""Many at once, all or nothing, each error with its path: results, arrivals, people, entries with new people."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from league.log.verify import Tally, verify
from league.models import Entry, Event, Person
from league.projections.rebuild import rebuild
from league.repository import streams
from tests.api.conftest import Site
from tests.api.test_navigation import night
from tests.league.counted_queries import counted


def hall(site: Site, tables: int = 2, **settings: Any) -> tuple[str, dict[str, Any]]:
    """A tournament and its first round, which is running."""
    tournament, _ = night(site, *(f"P{number}" for number in range(3 * tables)), **settings)
    return tournament, site.round(tournament)


def seats(table: dict[str, Any]) -> list[str]:
    return [seat["entry"] for seat in table["seats"]]


def places(table: dict[str, Any], *given: int) -> dict[str, Any]:
    return {"places": dict(zip(seats(table), given or (1, 2, 3), strict=False))}


def put(site: Site, round: dict[str, Any], body: Any, query: str = "", who: str = "referee", **headers: str) -> Any:
    return getattr(site, who).send("PUT", f"rounds/{round['id']}/results{query}", body, **headers)


def errors(answer: Any) -> list[tuple[str, str]]:
    return [(error["field"], error["code"]) for error in answer.json()["errors"]]


def test_staff_report_all_tables_and_again_nothing_changes(site: Site) -> None:
    _, round = hall(site)
    first, second = round["tables"]
    body = {first["id"]: {"scores": dict(zip(seats(first), (7, 5, 9), strict=True))}, second["id"]: places(second)}
    answer = put(site, round, body)
    assert answer.status_code == 200, answer.content
    shown = {table["id"]: table["result"] for table in answer.json()["tables"]}
    assert list(shown[first["id"]]["places"].values()) == [2, 3, 1]
    assert [result["source"] for result in shown.values()] == ["game", "table"]
    before = Event.objects.count()
    assert put(site, round, body).json()["tables"] == answer.json()["tables"]
    assert Event.objects.count() == before
    close = site.director.send("POST", f"rounds/{round['id']}/close", {})
    assert close.status_code == 200
    assert put(site, round, body).json()["code"] == "round_closed"
    assert list(verify(streams.codec().decode, Tally(), site.club.pk)) == []
    assert rebuild() == []


def test_each_counts_as_a_result_that_staff_send_to_its_table(site: Site) -> None:
    _, round = hall(site)
    first, second = round["tables"]
    for table in (first, second):
        site.table_link(table["id"]).send("PUT", f"tables/{table['id']}/result", places(table))
    answer = put(site, round, {first["id"]: places(first), second["id"]: places(second, 3, 2, 1)}).json()
    assert [table["result"]["state"] for table in answer["tables"]] == ["confirmed", "disputed"]
    alone = site.director.send("PUT", f"tables/{first['id']}/result", places(first)).json()
    assert alone["result"] == site.director.send("GET", f"rounds/{round['id']}").json()["tables"][0]["result"]


def test_what_is_wrong_at_any_table_is_said_with_its_path_and_nothing_is_stored(site: Site) -> None:
    _, round = hall(site, 4)
    one, two, three, four = round["tables"]
    stranger, before = str(uuid4()), Event.objects.count()
    unreadable = {
        one["id"]: {"scores": {seats(one)[0]: "x"}},
        two["id"]: {"nobody": 1},
        "table 3": places(three),
        stranger: places(three),
        four["id"]: {"places": {}, "stand_in": {seats(four)[0]: "nobody"}},
    }
    answer = put(site, round, unreadable)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_fields")
    found = dict(errors(answer))
    assert {f"{two['id']}.nobody", "table 3", stranger} <= set(found)
    assert any(field.startswith(f"{one['id']}.scores") for field in found)
    refused = {
        one["id"]: places(one),
        two["id"]: places(two, 1, 2),
        three["id"]: places(three, 1, 1, 2),
        four["id"]: {},
    }
    answer = put(site, round, refused)
    assert answer.status_code == 422, answer.content
    assert [field.partition(".")[0] for field, _ in errors(answer)] == [two["id"], three["id"], four["id"]]
    assert answer.json()["code"] == errors(answer)[0][1]
    stand_in = {one["id"]: places(one) | {"stand_in": {seats(one)[0]: str(uuid4())}}}
    assert errors(put(site, round, stand_in)) == [(f"{one['id']}.stand_in.{seats(one)[0]}", "unknown_person")]
    assert Event.objects.count() == before


def test_several_games_absent_left_and_a_stand_in(site: Site) -> None:
    _, round = hall(site, games_per_round=2)
    first, second = round["tables"]
    (helper,) = site.people("Helper")
    away = {"places": {seats(second)[0]: 1}, "absent": [seats(second)[1]], "left": [seats(second)[2]]}
    helped = places(first) | {"stand_in": {seats(first)[0]: helper}}
    alone = {first["id"]: places(first), second["id"]: {"games": [away]}}
    assert errors(put(site, round, alone)) == [(f"{id}.games", "wrong_games") for id in (first["id"], second["id"])]
    wrong = {first["id"]: {"games": [places(first), places(first, 1, 2)]}, second["id"]: {"games": [away, away]}}
    assert [field for field, _ in errors(put(site, round, wrong))] == [f"{first['id']}.games.1.places"]
    body = {first["id"]: {"games": [helped, places(first, 3, 2, 1)]}, second["id"]: {"games": [away, away]}}
    answer = put(site, round, body)
    assert answer.status_code == 200, answer.content
    assert all(table["result"]["games"] for table in answer.json()["tables"])
    assert site.director.send("POST", f"rounds/{round['id']}/close", {}).status_code == 200


def test_pairs_and_a_knockout(site: Site) -> None:
    for format_, won in (("swiss", "1/2-1/2"), ("knockout", "½-½")):
        tournament = site.tournament(
            game="scoresheet",
            format={"type": format_},
            points={"win": 1, "draw": "1/2", "loss": 0},
            table_size={"min": 2, "max": 2},
        )
        site.entries(tournament["id"], *(f"{format_} {number}" for number in range(4)))
        round = site.round(tournament["id"])
        first, second = round["tables"]
        answer = put(site, round, {first["id"]: {"result": won}, second["id"]: {"result": "+/-"}})
        assert answer.status_code == 200, answer.content
        assert errors(put(site, round, {first["id"]: {"result": "2-0"}}))[0][0] == f"{first['id']}.result"
    refused = site.director.send("POST", f"rounds/{round['id']}/close", {})
    assert refused.json()["code"] == "level_match"


def test_who_may_and_when(site: Site) -> None:
    tournament, _ = night(site, "A", "B", "C")
    round = site.round(tournament, start=False)
    (table,) = round["tables"]
    body = {table["id"]: places(table)}
    assert put(site, round, body, who="member").status_code == 404
    assert put(site, round, body).json()["code"] == "round_not_running"
    site.director.send("POST", f"rounds/{round['id']}/start")
    holders = (site.table_link(table["id"]), site.entry_link(seats(table)[0]))
    assert [who.send("PUT", f"rounds/{round['id']}/results", body).status_code for who in holders] == [403, 403]
    empty: list[Any] = [{}, [], None, 1]
    assert [put(site, round, wrong).status_code for wrong in empty] == [400] * 4
    dry = put(site, round, body, "?dry_run=true")
    assert [event["type"] for event in dry.json()["events"]] == ["tournament.result_recorded"]
    first = put(site, round, body, **{"Idempotency-Key": "k"})
    again = put(site, round, body, **{"Idempotency-Key": "k"})
    assert (again.content, again["Idempotency-Replayed"]) == (first.content, "true")


def test_queries_do_not_grow_with_the_tables(site: Site) -> None:
    def asked(tables: int) -> int:
        _, round = hall(site, tables, games_per_round=2)
        results = [{"scores": dict(zip(seats(table), (3, 2, 1), strict=True))} for table in round["tables"]]
        body = {table["id"]: {"games": [one, one]} for table, one in zip(round["tables"], results, strict=True)}
        with counted() as queries:
            assert put(site, round, body).status_code == 200
        return len(queries)

    assert asked(8) <= asked(2)


def test_everything_that_keeps_entries_from_arriving_is_said_at_once(site: Site) -> None:
    tournament, entries = night(site)
    site.director.send("POST", f"entries/{entries[1]}/drop", {})
    path = f"tournaments/{tournament}/check-in"
    answer = site.referee.send("POST", path, {"entries": [entries[0], entries[1], str(uuid4())]})
    assert (answer.status_code, answer.json()["code"]) == (422, "entry_dropped")
    assert errors(answer) == [("entries.1", "entry_dropped"), ("entries.2", "unknown_entry")]


def test_a_list_of_people_is_created_whole_or_not_at_all(site: Site) -> None:
    club = str(site.club.pk)
    new = [{"club": club, "name": f"N{number}", "email": f"n{number}@example.org"} for number in range(3)]
    answer = site.director.send("POST", "people", new)
    assert answer.status_code == 201, answer.content
    assert [person["name"] for person in answer.json()["results"]] == ["N0", "N1", "N2"]
    listed = site.director.get(answer["Location"]).json()["results"]
    assert listed == answer.json()["results"]
    before = Person.objects.count()
    wrong = [
        {"club": club, "name": "A", "born": "yesterday"},
        {"club": str(site.elsewhere.pk), "name": "B"},
        {"club": club, "name": "C", "email": "{nobody}"},
        {"club": club, "name": "\u200b"},
    ]
    answer = site.director.send("POST", "people", wrong)
    assert answer.status_code == 400
    assert [field for field, _ in errors(answer)] == ["1.club", "0.born", "2.email", "3.name"]
    assert [site.director.send("POST", "people", body).status_code for body in ([], new * 700, [1], "x")] == [400] * 4
    assert site.referee.send("POST", "people", new).status_code == 403
    unknown = [{"club": str(uuid4()), "name": "A"}]
    assert errors(site.superuser.send("POST", "people", unknown)) == [("0.club", "unknown_club")]
    assert Person.objects.count() == before
    events = Event.objects.filter(type="club.people_added").count()
    assert events == 1


def test_entries_bring_new_people(site: Site) -> None:
    tournament = site.tournament()["id"]
    path = f"tournaments/{tournament}/entries"
    (known,) = site.people("Known")
    one = site.director.send("POST", path, {"new_person": {"name": "Ada", "shown_as": "A."}})
    assert (one.status_code, one.json()["name"], one["Location"]) == (201, "A.", f"/api/v1/entries/{one.json()['id']}")
    made = Person.objects.get(pk=one.json()["person"])
    assert (made.name, made.club) == ("Ada", site.club)
    team = {"team": "Owls", "members": [known, {"new_person": {"name": "Bea"}}], "rating": 1500}
    several = site.director.send("POST", path, [{"new_person": {"name": "Cleo"}}, team])
    assert several.status_code == 201, several.content
    assert [len(entry["members"]) for entry in several.json()["results"]] == [0, 2]
    assert several.json()["results"][1]["members"][0] == known
    assert Person.objects.filter(club=site.club).count() == 4


@pytest.mark.parametrize("is_list", [True, False])
def test_with_a_wrong_new_person_nobody_is_created(site: Site, is_list: bool) -> None:
    tournament = site.tournament()["id"]
    path = f"tournaments/{tournament}/entries"
    wrong = {"team": "Owls", "members": [str(uuid4()), {"new_person": {"name": "Bea", "born": "x"}}]}
    answer = site.director.send("POST", path, [{"new_person": {"name": "Ada"}}, wrong] if is_list else wrong)
    before = "1." if is_list else ""
    assert answer.status_code == 400
    assert {field for field, _ in errors(answer)} == {f"{before}members.0", f"{before}members.1.new_person.born"}
    (known,) = site.people("Known")
    both = {"person": known, "new_person": {"name": "Ada"}}
    assert errors(site.director.send("POST", path, [both] if is_list else both))[0][0].endswith("new_person")
    dry = site.director.send("POST", f"{path}?dry_run=true", {"new_person": {"name": "Ada"}})
    assert dry.status_code == 200, dry.content
    assert (Entry.objects.count(), Person.objects.exclude(pk=known).count()) == (0, 0)
