"""Feeds: everybody gets what they may see, in a bounded number of queries."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Event
from league.services import clocks
from tests.api.conftest import Site, Visitor


def feed(caller: Visitor, site: Site, query: str = "") -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = caller.send("GET", f"clubs/{site.club.id}/events{query}").json()["results"]
    return results


def queries_of_a_feed(site: Site) -> int:
    with CaptureQueriesContext(connection) as seen:
        assert feed(site.member, site)
    return len(seen)


def test_more_games_take_no_more_queries(site: Site) -> None:
    site.friendly(site.member, site.other)
    few = queries_of_a_feed(site)
    for _ in range(4):
        site.friendly(site.member, site.other, play="dealt")
    assert queries_of_a_feed(site) == few


def test_the_seed_of_a_game_is_told_to_nobody(site: Site) -> None:
    table = site.friendly(site.member, site.other, play="dealt")["id"]
    seed = Event.objects.get(stream=table, version=1).data["seed"]
    assert len(seed) == 32
    for caller in (site.superuser, site.director, site.member):
        assert seed not in str(feed(caller, site))
        assert seed not in caller.send("GET", f"tables/{table}").content.decode()


def test_staff_who_play_see_as_players(site: Site) -> None:
    table = site.friendly(site.referee, site.member, play="dealt")["id"]
    site.referee.send("POST", f"tables/{table}/commands", {"type": "start_round"})
    (mine,) = [event for event in feed(site.referee, site) if event["type"] == "monster_trick.round_dealt"]
    (all_of_it,) = [event for event in feed(site.director, site) if event["type"] == "monster_trick.round_dealt"]
    hands = all_of_it["data"]["hands"]
    assert mine["data"]["hands"][str(site.referee.user.pk)] == hands[str(site.referee.user.pk)]
    assert mine["data"]["hands"].get(str(site.member.user.pk)) != hands[str(site.member.user.pk)]
    assert (mine["position"], mine["hash"]) == (all_of_it["position"], all_of_it["hash"])


def test_who_did_it_is_told_to_staff_and_to_themselves(site: Site) -> None:
    tournament = site.tournament(game="scoresheet")
    entries = site.entries(tournament["id"], "A", "B", "C")
    table = site.round(tournament["id"])["tables"][0]["id"]
    slip = site.table_link(table)
    scores = {"type": "record_round", "scores": dict.fromkeys(entries, 3)}
    assert slip.send("POST", f"tables/{table}/commands", scores).status_code == 200
    director, the_slip = f"user:{site.director.user.pk}", f"table:{table}"
    assert {event["actor"] for event in feed(site.referee, site)} == {director, the_slip}
    assert {event["actor"] for event in feed(slip, site)} == {None, the_slip}
    for caller in (site.member, site.stranger, site.anonymous):
        told = caller.send("GET", f"tournaments/{tournament['id']}/events").json()["results"]
        assert {event["actor"] for event in told} == {None}


def test_what_the_clock_did_is_told_to_everybody(site: Site) -> None:
    tournament = site.tournament(game="scoresheet", clock_seconds=60)
    site.entries(tournament["id"], "A", "B", "C")
    site.round(tournament["id"])
    clocks.sweep(timezone.now() + timedelta(minutes=2))
    (expiry,) = [event for event in feed(site.anonymous, site) if event["type"] == "tournament.clock_expired"]
    assert expiry["actor"] == "clock"


def test_a_strangers_position_moves_on_over_what_is_hidden(site: Site) -> None:
    tournament = site.tournament()
    site.entries(tournament["id"], "A", "B", "C")
    site.round(tournament["id"], start=False)
    site.friendly(site.member, site.other)
    found: list[dict[str, Any]] = []
    after = 0
    for _ in range(Event.objects.count()):
        part = site.anonymous.send("GET", f"clubs/{site.club.id}/events?limit=1&after={after}").json()
        found += part["results"]
        after = part["next_after"]
    assert after == Event.objects.latest("position").position
    assert found == feed(site.anonymous, site)
    assert {event["kind"] for event in found} == {"tournament"}
    assert len(feed(site.referee, site)) > len(found)
