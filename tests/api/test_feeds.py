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


def part(caller: Visitor, site: Site, query: str = "") -> dict[str, Any]:
    answer = caller.send("GET", f"clubs/{site.club.id}/events{query}")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def played(site: Site, **settings: Any) -> tuple[str, list[str], str]:
    """A tournament with a table that has reported, its entries and the table."""
    tournament = site.tournament(game="scoresheet", **settings)["id"]
    entries = site.entries(tournament, "Ada", "Bea", "Cleo")
    table = site.round(tournament)["tables"][0]["id"]
    report = {"scores": dict(zip(entries, (3, 2, 1), strict=True))}
    assert site.referee.send("PUT", f"tables/{table}/result", report).status_code == 200
    return tournament, entries, table


def test_a_part_says_whether_there_is_more_and_where_the_log_ends(site: Site) -> None:
    played(site)
    site.friendly(site.member, site.other)
    newest = Event.objects.latest("position").position
    whole = part(site.director, site)
    assert (whole["has_more"], whole["head"], whole["next_after"]) == (False, newest, newest)
    found: list[dict[str, Any]] = []
    after = 0
    for _ in range(len(whole["results"])):
        some = part(site.director, site, f"?after={after}&limit=1")
        found += some["results"]
        after = some["next_after"]
        assert some["has_more"] == (after < newest)
    assert found == whole["results"]
    assert part(site.director, site, f"?after={after}") == {
        "results": [],
        "next_after": newest,
        "has_more": False,
        "head": newest,
    }


def test_after_beyond_the_head_is_refused(site: Site) -> None:
    tournament, _, _ = played(site)
    newest = Event.objects.latest("position").position
    for path in (f"clubs/{site.club.id}", f"tournaments/{tournament}"):
        answer = site.anonymous.send("GET", f"{path}/events?after={newest + 1}")
        assert (answer.status_code, answer.json()["code"]) == (400, "beyond_head")
        assert answer.json()["facts"] == {"head": newest}
        assert [error["field"] for error in answer.json()["errors"]] == ["after"]
    elsewhere = site.anonymous.send("GET", f"clubs/{site.elsewhere.id}/events?after=1")
    assert (elsewhere.status_code, elsewhere.json()["facts"]) == (400, {"head": 0})


def test_a_feed_at_its_head_reads_the_head_alone(site: Site) -> None:
    """The log's own statements are not counted: of those there is one."""
    tournament, _, _ = played(site)
    newest = Event.objects.latest("position").position
    with CaptureQueriesContext(connection) as seen:
        assert not part(site.anonymous, site, f"?after={newest}&types=tournament.*&sentences=en")["results"]
    assert len(seen) == 0
    with CaptureQueriesContext(connection) as seen:
        assert not site.anonymous.send("GET", f"tournaments/{tournament}/events?after={newest}").json()["results"]
    assert len(seen) == 1


def test_types_are_chosen_by_name_and_by_kind(site: Site) -> None:
    played(site)
    everything = feed(site.director, site)

    def of(*beginnings: str) -> list[dict[str, Any]]:
        return [event for event in everything if event["type"].startswith(beginnings)]

    assert feed(site.director, site, "?types=tournament.*") == of("tournament.")
    assert feed(site.director, site, "?types=*") == feed(site.director, site, "?types=") == everything
    some = "tournament.result_recorded,scoresheet.*"
    assert feed(site.director, site, f"?types={some}") == of("tournament.result_recorded", "scoresheet.") != []
    one = part(site.director, site, "?types=tournament.round_started&limit=1")
    assert len(one["results"]) == 1
    assert (one["has_more"], one["next_after"]) == (False, one["head"])


def test_a_part_of_some_types_goes_on_where_it_ended(site: Site) -> None:
    played(site)
    wanted = feed(site.director, site, "?types=tournament.*")
    found: list[dict[str, Any]] = []
    after, more = 0, True
    while more:
        some = part(site.director, site, f"?types=tournament.*&limit=2&after={after}")
        found, after, more = found + some["results"], some["next_after"], some["has_more"]
    assert found == wanted
    assert after == Event.objects.latest("position").position


def test_unknown_types_and_languages_are_refused_by_name(site: Site) -> None:
    answer = site.anonymous.send("GET", f"clubs/{site.club.id}/events?types=tournament.closed,club.eaten,moon.*,")
    assert answer.status_code == 400
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [("types", "unknown_type")] * 3
    assert "club.eaten" in answer.json()["errors"][0]["detail"]
    for language in ("", "xx", "de-AT", "english"):
        answer = site.anonymous.send("GET", f"clubs/{site.club.id}/events?sentences={language}")
        assert answer.status_code == 400
        assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [("sentences", "bad_language")]


def told(event: dict[str, Any]) -> str:
    return str(event["sentence"]).replace("\u2068", "").replace("\u2069", "")


def test_sentences_say_what_happened(site: Site) -> None:
    tournament, _, _ = played(site)
    events = site.anonymous.send("GET", f"tournaments/{tournament}/events?sentences=en").json()["results"]
    said = [told(event) for event in events]
    assert "Ada was registered." in said
    assert "Result of table 1, round 1: 1. Ada, 2. Bea, 3. Cleo." in said
    assert all(said)
    without = [{name: value for name, value in event.items() if name != "sentence"} for event in events]
    assert without == site.anonymous.send("GET", f"tournaments/{tournament}/events").json()["results"]


def test_a_sentence_says_no_more_than_its_reader_may_see(site: Site) -> None:
    tournament, entries, table = played(site, standings_shown="rounds")
    dispute = {"scores": dict(zip(entries, (1, 2, 3), strict=True)), "note": "wrong"}
    assert site.entry_link(entries[2]).send("POST", f"tables/{table}/dispute", dispute).status_code == 200
    path = f"tournaments/{tournament}/events?sentences=en&types=tournament.result_recorded,tournament.result_disputed"
    said = [told(event) for event in site.anonymous.send("GET", path).json()["results"]]
    assert said == ["There is a result of table 1, round 1.", "The result of table 1, round 1 is disputed."]
    seen = [told(event) for event in site.referee.send("GET", path).json()["results"]]
    assert seen[0] == "Result of table 1, round 1: 1. Ada, 2. Bea, 3. Cleo."


def test_more_events_take_no_more_queries_for_their_sentences(site: Site) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert part(site.director, site, "?sentences=de")["results"]
        return len(seen)

    played(site)
    few = queries()
    for _ in range(3):
        played(site)
    assert queries() == few
