"""`seasons/{id}/events`: tournaments and bare results, in and out again; a season's end."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID, uuid4

import pytest

from league.models import Event, LeagueTableRow, Person
from league.projections import followers
from league.projections.rebuild import rebuild
from tests.api.conftest import Site
from tests.api.test_seasons import opened

PAY = {"points": {"by_place": [10, 7, 5, 3]}}


def table(site: Site, season: str, query: str = "") -> list[tuple[int | None, str, Any]]:
    """Place, name and points of each row, once the table has followed the log."""
    followers.follow(site.club.id)
    rows = site.anonymous.send("GET", f"seasons/{season}/standings{query}").json()["rows"]
    return [(row["place"], row["name"], row["points"]) for row in rows]


def test_a_bare_result_counts_and_is_shown_as_given(site: Site) -> None:
    """The example of the documents, with a multiplier and extra points: 10 × 2, 6 × 2 + 1, 6 × 2, 0."""
    season = opened(site, scheme=PAY)
    kurt, ada, olga, emile = site.people("Kurt", "Ada", "Olga", "Émile")
    body = {
        "name": "Away",
        "date": "2026-12-08",
        "places": {kurt: 1, ada: 2, olga: 2},
        "status": {emile: "DNF"},
        "awards": {},
        "awards_only": False,
        "multiplier": 2,
        "extra": [{"person": ada, "points": 1, "for": "best costume"}],
        "shared": [],
    }
    answer = site.director.send("POST", f"seasons/{season['id']}/events", body)
    assert answer.status_code == 201, answer.content
    made = answer.json()
    assert {**made, "id": None} == {**body, "id": None, "version": 2, "tournament": None}
    assert answer["Location"].endswith(f"/seasons/{season['id']}/events/{made['id']}")
    assert site.anonymous.send("GET", answer["Location"]).json() == made
    assert table(site, season["id"]) == [(1, "Kurt", 20), (2, "Ada", 13), (3, "Olga", 12), (4, "Émile", 0)]
    (row,) = (row.data for row in LeagueTableRow.objects.filter(person=UUID(emile)))
    assert row["counted"] == [{"event": made["id"], "place": None, "points": 0, "status": "DNF"}]


@pytest.mark.parametrize("field", ["places", "status", "awards", "extra", "shared"])
def test_somebody_whom_the_club_does_not_know(site: Site, field: str) -> None:
    season = opened(site)
    (known,) = site.people("Ann")
    theirs = str(Person.objects.create(club=site.elsewhere, name="Zoe").id)
    fields: dict[str, Any] = {
        "places": {theirs: 1},
        "status": {theirs: "DNF"},
        "awards": {theirs: 1},
        "extra": [{"person": theirs, "points": 1}],
        "shared": [[known, theirs]],
    }
    body = {"awards": {known: 1}, field: fields[field]}
    answer = site.director.send("POST", f"seasons/{season['id']}/events", body)
    paths = {"extra": "extra.0.person", "shared": "shared.0.1"}
    error = answer.json()["errors"][0]
    assert (answer.status_code, error["field"], error["code"]) == (
        400, paths.get(field, f"{field}.{theirs}"), "unknown_person"
    )  # fmt: skip
    assert Event.objects.filter(type="season.result_added").count() == 0


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "places"),
        ({"places": {"nobody": 1}}, "places.nobody"),
        ({"places": {"PERSON": 0}}, "places.PERSON"),
        ({"places": {"PERSON": 1}, "status": {"PERSON": "DNF"}}, "status.PERSON"),
        ({"places": {"PERSON": 1}, "multiplier": "-1/2"}, "multiplier"),
        ({"places": {"PERSON": 1}, "multiplier": 0.5}, "multiplier"),
        ({"places": {"PERSON": 1, "SHOUTED": 2}}, "places"),
        ({"places": {"PERSON": 1}, "points": 3}, "points"),
        ({"places": {"PERSON": 1}, "date": "2026-02-30"}, "date"),
        ({"tournament": "00000000-0000-0000-0000-000000000000"}, "tournament"),
        ({"tournament": "x", "places": {}}, "tournament places"),
        ([], ""),
        ("t1", ""),
    ],
)
def test_events_that_can_not_be(site: Site, body: Any, field: str) -> None:
    season, person = opened(site), site.people("Ann")[0]

    def named(value: Any) -> Any:
        if isinstance(value, dict):
            return {named(key): named(below) for key, below in value.items()}
        return {"PERSON": person, "SHOUTED": person.upper()}.get(value, value) if isinstance(value, str) else value

    answer = site.director.send("POST", f"seasons/{season['id']}/events", named(body))
    errors = [error["field"] for error in answer.json()["errors"]]
    assert (answer.status_code, errors) == (400, field.replace("PERSON", person).split(" "))


def test_an_event_is_taken_out_and_the_table_follows(site: Site) -> None:
    season = opened(site, scheme=PAY)
    ann, bob = site.people("Ann", "Bob")
    first = site.season_event(season["id"], {"places": {ann: 1}})
    site.season_event(season["id"], {"places": {bob: 1, ann: 2}})
    assert table(site, season["id"]) == [(1, "Ann", 17), (2, "Bob", 10)]
    path = f"seasons/{season['id']}/events/{first}"
    assert site.director.send("DELETE", path).status_code == 204
    assert table(site, season["id"]) == [(1, "Bob", 10), (2, "Ann", 7)]
    assert rebuild() == []
    assert [site.director.send(method, path).status_code for method in ("GET", "DELETE")] == [404, 404]


def test_a_tournament_taken_out_can_be_taken_in_again(site: Site) -> None:
    season, tournament = opened(site), site.tournament()
    path, body = f"seasons/{season['id']}/events", {"tournament": tournament["id"]}
    first = site.season_event(season["id"], body)
    changed = site.director.send("POST", path, {**body, "multiplier": 2})
    assert (changed.status_code, changed.json()["code"]) == (409, "duplicate")
    assert site.director.send("DELETE", f"{path}/{first}").status_code == 204
    assert site.anonymous.send("GET", f"tournaments/{tournament['id']}").json()["seasons"] == []
    assert site.season_event(season["id"], {**body, "multiplier": 2}) != first


def test_the_day_of_a_tournament_follows_its_start_in_the_seasons_time_zone(site: Site) -> None:
    """Half past midnight in Berlin is the evening before in UTC, and the afternoon before in Honolulu."""
    season = opened(site)
    tournament = site.tournament(seasons=[season["id"]], starts_at="2026-12-01T23:30:00Z")
    path = f"seasons/{season['id']}"

    def day() -> Any:
        return site.anonymous.send("GET", path).json()["events"][0]["date"]

    assert day() == "2026-12-02"
    site.director.send("PATCH", path, {"time_zone": "Pacific/Honolulu"})
    assert day() == "2026-12-01"
    site.director.send("PATCH", f"tournaments/{tournament['id']}", {"starts_at": "2026-12-24T23:30:00Z"})
    assert day() == "2026-12-24"
    site.director.send("PATCH", f"tournaments/{tournament['id']}", {"starts_at": None})
    assert day() is None


@pytest.mark.parametrize(
    ("zone", "begins", "sunday"),
    [
        ("Europe/Berlin", "2026-07-05T21:30:00Z", "2026-07-05"),
        ("Europe/Berlin", "2026-12-06T22:30:00Z", "2026-12-06"),
        ("America/Los_Angeles", "2026-07-06T06:30:00Z", "2026-07-05"),
        ("America/Los_Angeles", "2026-12-07T07:30:00Z", "2026-12-06"),
    ],
)
def test_sunday_half_past_eleven_at_night_is_sunday_where_the_league_is(
    site: Site, zone: str, begins: str, sunday: str
) -> None:
    """Summer and winter; the server runs in UTC, where that night in Los Angeles is Monday already."""
    season = opened(site, time_zone=zone)
    site.tournament(seasons=[season["id"]], starts_at=begins)
    (event,) = site.anonymous.send("GET", f"seasons/{season['id']}").json()["events"]
    assert (event["date"], date.fromisoformat(sunday).isoweekday()) == (sunday, 7)


def test_a_season_that_is_removed_is_nowhere_but_in_the_log(site: Site) -> None:
    season, tournament = opened(site, scheme=PAY), site.tournament()
    site.season_event(season["id"], {"places": {site.people("Ann")[0]: 1}})
    site.season_event(season["id"], {"tournament": tournament["id"]})
    assert table(site, season["id"]) == [(1, "Ann", 10)]
    path = f"seasons/{season['id']}"
    assert site.director.send("DELETE", path).status_code == 204
    followers.follow(site.club.id)
    assert rebuild() == []
    for method, below, body in (
        ("GET", "", None),
        ("DELETE", "", None),
        ("PATCH", "", {"name": "Again"}),
        ("GET", "/events", None),
        ("POST", "/events", {"tournament": tournament["id"]}),
        ("GET", "/standings", None),
        ("GET", "/standings?as_of=1", None),
    ):
        assert site.director.send(method, path + below, body).status_code == 404, (method, below)
    assert site.anonymous.send("GET", "seasons").json()["results"] == []
    assert site.anonymous.send("GET", f"tournaments/{tournament['id']}").json()["seasons"] == []
    opening = {"club": str(site.club.id), "name": "T", "game": "scoresheet", "seasons": [season["id"]]}
    assert site.director.send("POST", "tournaments", opening).status_code == 400
    feed = site.anonymous.send("GET", f"clubs/{site.club.id}/events?limit=1000").json()["results"]
    types = [event["type"] for event in feed if event["stream"] == season["id"]]
    assert types == ["season.created", "season.result_added", "season.tournament_added", "season.removed"]
    assert LeagueTableRow.objects.count() == 0


def test_what_the_contract_says_of_schemes_is_taken(site: Site) -> None:
    season = opened(site)
    for scheme in (
        {"points": {"by_place": [10, "7.5"], "ties": "lower"}, "best": 6},
        {
            "points": {
                "low_point": {"codes": {"DNF": "starters+1", "RDG": 4}, "undroppable": ["DSQ"]},
                "ties": "average",
            }
        },
        {"drop_worst": [[5, 1], [9, 2]], "shared_seat": "none"},
        {"splits": [{"events": [1, 8], "best": 4}, {"events": [9, 16], "best": 4}]},
        {"ties": ["count_back", "count_back_scoring", "best_last", "lower_gross", "first_to_reach"], "places": "dense"},
    ):
        answer = site.director.send("PATCH", f"seasons/{season['id']}", {"scheme": scheme})
        assert answer.status_code == 200, answer.content
        shown = site.anonymous.send("GET", f"seasons/{season['id']}").json()["scheme"]
        assert {name: shown[name] for name in scheme} == scheme


def test_an_event_sent_twice_with_one_key_counts_once(site: Site) -> None:
    season = opened(site)
    body = {"places": {site.people("Ann")[0]: 1}}
    path, headers = f"seasons/{season['id']}/events", {"Idempotency-Key": str(uuid4())}
    answers = [site.director.send("POST", path, body, **headers) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert Event.objects.filter(type="season.result_added").count() == 1


def test_an_abandoned_event_is_shown_and_counts_for_nothing(site: Site) -> None:
    season = opened(site, scheme={**PAY, "attendance": 1})
    ada, kurt = site.people("Ada", "Kurt")
    path = f"seasons/{season['id']}/events"
    site.director.send("POST", path, {"name": "Home", "places": {ada: 1, kurt: 2}})
    made = site.director.send("POST", path, {"name": "Storm", "places": {kurt: 1, ada: 2}, "abandoned": True}).json()
    assert made["abandoned"] is True
    assert table(site, season["id"]) == [(1, "Ada", 11), (2, "Kurt", 8)]
    rows = site.anonymous.send("GET", f"seasons/{season['id']}/standings").json()["rows"]
    assert [row["abandoned"] for row in rows] == [[{"event": made["id"], "place": place}] for place in (2, 1)]
    assert site.director.send("PATCH", f"{path}/{made['id']}", {"abandoned": False}).json().get("abandoned") is None
    assert table(site, season["id"]) == [(1, "Ada", 19), (1, "Kurt", 19)]


def test_the_same_result_twice_is_refused_until_it_is_meant(site: Site) -> None:
    season = opened(site, scheme=PAY)
    ada, kurt = site.people("Ada", "Kurt")
    body: dict[str, Any] = {"name": "Away", "date": "2026-12-08", "places": {ada: 1, kurt: 2}}
    path = f"seasons/{season['id']}/events"
    first = site.director.send("POST", path, body).json()
    for query in ("", "?dry_run=true"):
        refused = site.director.send("POST", path + query, body)
        assert (refused.status_code, refused.json()["code"]) == (422, "same_result")
        assert refused.json()["facts"] == {"event": first["id"]}
    assert table(site, season["id"]) == [(1, "Ada", 10), (2, "Kurt", 7)]
    assert site.director.send("POST", path, {**body, "again": True}).status_code == 201
    assert table(site, season["id"]) == [(1, "Ada", 20), (2, "Kurt", 14)]
    csv = f"event,date,name,place\nAway,2026-12-08,{ada},1\n,,{kurt},2\n".encode()
    assert site.director.send("POST", path, csv).json()["code"] == "same_result"
    assert site.director.send("POST", f"{path}?again=true", csv).status_code == 201


def test_a_file_without_a_name_and_a_day_is_pointed_out_too(site: Site) -> None:
    """A body without them may be another evening with the same outcome; the same file again hardly is."""
    season = opened(site, scheme=PAY)
    ada, kurt = site.people("Ada", "Kurt")
    path, csv = f"seasons/{season['id']}/events", f"name,place\n{ada},1\n{kurt},2\n".encode()
    assert [site.director.send("POST", path, csv).status_code for _ in range(2)] == [201, 422]
    assert site.director.send("POST", path, {"places": {ada: 1, kurt: 2}}).status_code == 201
    assert site.director.send("POST", f"{path}?again=true", csv).status_code == 201


def test_results_without_a_name_and_a_day_that_come_twice_count_and_are_flagged(site: Site) -> None:
    season = opened(site, scheme=PAY)
    ada, kurt = site.people("Ada", "Kurt")
    path, body = f"seasons/{season['id']}/events", {"places": {ada: 1, kurt: 2}}
    first = site.director.send("POST", path, body).json()
    assert "possible_duplicate_of" not in first
    checked = site.director.send("POST", path, {**body, "again": False})
    assert (checked.json()["code"], checked.json()["facts"]) == ("same_result", {"event": first["id"]})
    second = site.director.send("POST", path, body)
    assert (second.status_code, second.json()["possible_duplicate_of"]) == (201, first["id"])
    csv = f"name,place\n{ada},1\n{kurt},2\n".encode()
    (third,) = site.director.send("POST", f"{path}?again=true", csv).json()["results"]
    shown = site.anonymous.send("GET", f"seasons/{season['id']}").json()["events"]
    assert [event.get("possible_duplicate_of") for event in shown] == [None, first["id"], first["id"]]
    assert table(site, season["id"]) == [(1, "Ada", 30), (2, "Kurt", 21)]

    named = site.director.send("PATCH", f"{path}/{second.json()['id']}", {"name": "The evening after"}).json()
    assert "possible_duplicate_of" not in named
    assert site.director.send("DELETE", f"{path}/{first['id']}").status_code == 204
    assert "possible_duplicate_of" not in site.anonymous.send("GET", f"{path}/{third['id']}").json()


def test_results_of_people_who_turn_out_to_be_the_same_are_flagged(site: Site) -> None:
    season = opened(site, scheme=PAY)
    ada, other, kurt = site.people("Ada", "Ada L.", "Kurt")
    path = f"seasons/{season['id']}/events"
    events = [site.season_event(season["id"], {"places": {person: 1, kurt: 2}}) for person in (ada, other)]
    assert "possible_duplicate_of" not in site.anonymous.send("GET", f"{path}/{events[1]}").json()
    assert site.director.send("POST", f"people/{other}/merge", {"into": ada}).status_code == 200
    assert site.anonymous.send("GET", f"{path}/{events[1]}").json()["possible_duplicate_of"] == events[0]


def test_after_a_disqualification_the_others_move_up_where_the_scheme_says_so(site: Site) -> None:
    season = opened(site, scheme={**PAY, "move_up": ["DSQ"]})
    ada, kurt, olga = site.people("Ada", "Kurt", "Olga")
    path = f"seasons/{season['id']}/events"
    body: dict[str, Any] = {"places": {ada: 1, kurt: 2, olga: 3}, "status": {ada: "DSQ"}}
    assert site.director.send("POST", path, body).status_code == 201
    assert table(site, season["id"]) == [(1, "Kurt", 10), (2, "Olga", 7), (3, "Ada", 0)]
    refused = site.director.send("POST", path, {**body, "status": {ada: "DNF"}})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, f"status.{ada}")
    csv = f"event,name,place,status\nHome,{ada},1,\n,{kurt},2,DSQ\n,{olga},3,\n".encode()
    assert site.director.send("POST", path, csv).status_code == 201
    assert table(site, season["id"]) == [(1, "Olga", 14), (2, "Ada", 10), (2, "Kurt", 10)]
