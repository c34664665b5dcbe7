"""`seasons/{id}/standings`: what was known then, and what if."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import pytest

from league.models import Event, Person
from league.projections import followers
from league.projections.rebuild import rebuild
from tests.api.conftest import Site
from tests.api.test_night import play_round
from tests.api.test_season_events import PAY, table
from tests.api.test_seasons import opened


def last_position(site: Site) -> int:
    return Event.objects.filter(club=site.club.id).latest("position").position


def what_if(scheme: Any) -> str:
    return f"?scheme={quote(json.dumps(scheme))}"


def test_rows_say_how_far_they_have_moved_since_the_last_event(site: Site) -> None:
    """Kept, worked out and rebuilt alike: Cy goes past both, Dan is new; of one category he was alone before."""
    categories = [{"type": "club", "name": "North", "club": "North"}]
    season = opened(site, scheme=PAY, categories=categories)
    ann, bob, cy, dan = site.people("Ann", "Bob", "Cy", "Dan")
    Person.objects.filter(pk__in=[cy, ann]).update(home_club="North")

    def moves(query: str = "") -> list[tuple[str, int | None, bool]]:
        rows = site.anonymous.send("GET", f"seasons/{season['id']}/standings{query}").json()["rows"]
        return [(row["name"], row["moved"], row.get("new", False)) for row in rows]

    site.season_event(season["id"], {"places": {ann: 1, bob: 2, cy: 3}})
    followers.follow(site.club.pk)
    assert moves() == [("Ann", None, False), ("Bob", None, False), ("Cy", None, False)]
    site.season_event(season["id"], {"places": {cy: 1, dan: 2}})
    followers.follow(site.club.pk)
    assert moves() == [("Cy", 2, False), ("Ann", -1, False), ("Bob", -1, False), ("Dan", None, True)]
    assert moves(f"?as_of={last_position(site)}") == moves()
    assert moves("?category=North") == [("Cy", 1, False), ("Ann", -1, False)]
    assert rebuild() == []


def test_the_table_as_it_was_known_at_a_position_or_a_time(site: Site) -> None:
    """First one result, then another, then twice the points; each time stays as it was."""
    season = opened(site, scheme=PAY)
    ann, bob = site.people("Ann", "Bob")
    known = []

    def note() -> None:
        known.append((last_position(site), table(site, season["id"])))

    note()
    first = site.season_event(season["id"], {"places": {ann: 1}})
    note()
    site.season_event(season["id"], {"places": {bob: 1, ann: 2}})
    note()
    site.director.send("PATCH", f"seasons/{season['id']}", {"scheme": {"points": {"by_place": [20, 14]}}})
    note()
    site.director.send("DELETE", f"seasons/{season['id']}/events/{first}")
    note()
    assert [rows for _, rows in known] == [
        [],
        [(1, "Ann", 10)],
        [(1, "Ann", 17), (2, "Bob", 10)],
        [(1, "Ann", 34), (2, "Bob", 20)],
        [(1, "Bob", 20), (2, "Ann", 14)],
    ]
    for position, rows in known:
        answer = site.anonymous.send("GET", f"seasons/{season['id']}/standings?as_of={position}").json()
        assert answer["as_of_position"] == position
        assert table(site, season["id"], f"?as_of={position}") == rows
        at = Event.objects.get(position=position).recorded_at.isoformat()
        assert table(site, season["id"], f"?as_of={quote(at)}") == rows


def test_a_tournament_counts_from_its_close_on(site: Site) -> None:
    season = opened(site, scheme=PAY)
    tournament = site.tournament(seasons=[season["id"]])
    site.entries(tournament["id"], "A", "B", "C")
    play_round(site, tournament["id"])
    before = last_position(site)
    site.director.send("POST", f"tournaments/{tournament['id']}/close")
    after = last_position(site)
    assert table(site, season["id"], f"?as_of={before}") == []
    assert table(site, season["id"], f"?as_of={after}") == table(site, season["id"]) != []


def test_what_if_the_season_added_up_otherwise(site: Site) -> None:
    season = opened(site, scheme=PAY)
    ann, bob = site.people("Ann", "Bob")
    site.season_event(season["id"], {"places": {ann: 1, bob: 2}})
    position = last_position(site)
    site.season_event(season["id"], {"places": {bob: 1}, "status": {ann: "DNF"}})
    low = {"points": {"low_point": {"codes": {"DNF": "starters+1"}}}}
    assert table(site, season["id"], what_if(low)) == [(1, "Bob", 3), (2, "Ann", 4)]
    assert table(site, season["id"], f"{what_if(low)}&as_of={position}") == [(1, "Ann", 1), (2, "Bob", 2)]
    assert table(site, season["id"]) == [(1, "Bob", 17), (2, "Ann", 10)]
    assert last_position(site) == Event.objects.latest("position").position


def test_the_table_of_a_what_if_is_that_of_the_log_not_of_the_follower(site: Site) -> None:
    season = opened(site, scheme=PAY)
    followers.follow(site.club.id)
    site.season_event(season["id"], {"places": {site.people("Ann")[0]: 1}})
    path = f"seasons/{season['id']}/standings"
    assert site.anonymous.send("GET", path).json()["rows"] == []
    answer = site.anonymous.send("GET", path + what_if(PAY)).json()
    assert (answer["as_of_position"], [row["points"] for row in answer["rows"]]) == (last_position(site), [10])


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("?as_of=yesterday", "as_of"),
        ("?as_of=2026-12-01", "as_of"),
        ("?as_of=2026-12-01T19:00:00", "as_of"),
        ("?as_of=0001-01-01T00:00:00%2B23:59", "as_of"),
        ("?as_of=round:1", "as_of"),
        ("?as_of=0", "as_of"),
        ("?as_of=99999999999999999999", "as_of"),
        ("?as_of=2001-01-01T00:00:00Z", "as_of"),
        ("?scheme=", "scheme"),
        ("?scheme={", "scheme"),
        ("?scheme=[]", "scheme"),
        ("?scheme=NaN", "scheme"),
        (what_if({"best": 0}), "scheme.best"),
        (what_if({"bests": 1}), "scheme.bests"),
        (what_if({"best": 1, "drop_worst": 1}), "scheme.drop_worst"),
        (what_if({"points": {"by_place": ["1/0"]}}), "scheme.points.by_place.0"),
    ],
)
def test_questions_that_can_not_be_answered(site: Site, query: str, field: str) -> None:
    season = opened(site)
    answer = site.anonymous.send("GET", f"seasons/{season['id']}/standings{query}")
    assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (400, [field])


def test_a_correction_of_a_closed_tournament_flows_and_what_was_known_stays(site: Site) -> None:
    """Three at a table, 10, 7 and 5 points; after the correction in the opposite order."""
    season = opened(site, scheme=PAY)
    tournament = site.tournament(game="scoresheet", seasons=[season["id"]])
    site.entries(tournament["id"], "A", "B", "C")
    round = site.round(tournament["id"])
    (at,) = round["tables"]
    seats = [seat["entry"] for seat in at["seats"]]
    called = {seat["entry"]: seat["name"] for seat in at["seats"]}

    def scores(*given: int) -> dict[str, Any]:
        return {"scores": dict(zip(seats, given, strict=True))}

    site.referee.send("PUT", f"tables/{at['id']}/result", scores(9, 7, 5))
    site.director.send("POST", f"rounds/{round['id']}/close", {})
    site.director.send("POST", f"tournaments/{tournament['id']}/close", {})
    position = last_position(site)
    first, second, third = (called[entry] for entry in seats)
    before, after = [(1, first, 10), (2, second, 7), (3, third, 5)], [(1, third, 10), (2, second, 7), (3, first, 5)]
    assert table(site, season["id"]) == before
    body = {**scores(5, 7, 9), "reason": "upside down"}
    assert site.referee.send("POST", f"tables/{at['id']}/correct", body).status_code == 200
    assert table(site, season["id"]) == after
    assert rebuild() == []
    assert table(site, season["id"], f"?as_of={position}") == before
    assert table(site, season["id"], f"?as_of={last_position(site)}") == after
