"""Ten people in five teams of two play Keskifé over REST, each team with the link of its entry."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from league.services import clocks
from tests.api.conftest import Site, Visitor

Json = dict[str, Any]
TEAMS = 5
SIZE = {"min": 4, "max": 8, "prefer": 5}


class Evening:
    """A running round of five teams at one table, and the link of each."""

    def __init__(self, site: Site, teams: int = TEAMS, **options: Any) -> None:
        self.site = site
        made = site.tournament(game="keskife", game_options={"play": "dealt", **options}, table_size=SIZE, rounds=1)
        self.tournament = made["id"]
        people = site.people(*(f"P{number}" for number in range(2 * teams)))
        bodies = [{"team": f"Team {number}", "members": people[2 * number : 2 * number + 2]} for number in range(teams)]
        answer = site.director.send("POST", f"tournaments/{self.tournament}/entries", bodies)
        assert answer.status_code == 201, answer.content
        self.entries = [entry["id"] for entry in answer.json()["results"]]
        for entry in self.entries:
            site.director.send("POST", f"entries/{entry}/check-in")
        self.links: dict[str, Visitor] = {entry: site.entry_link(entry) for entry in self.entries}

    def start(self) -> None:
        """Seats and starts the round."""
        made = self.site.round(self.tournament)
        self.round = made["id"]
        (self.table,) = (table["id"] for table in made["tables"])

    def send(self, entry: str, kind: str, **fields: Any) -> Any:
        """A team's command by its link."""
        return self.links[entry].send("POST", f"tables/{self.table}/commands", {"type": kind, **fields})

    def view(self, who: Visitor) -> Json:
        shown: Json = who.send("GET", f"tables/{self.table}").json()
        return shown


@pytest.fixture
def evening(site: Site) -> Evening:
    made = Evening(site)
    made.start()
    return made


def test_six_rounds_by_links_end_in_a_result_and_no_card_or_finger_is_seen_before(evening: Evening) -> None:
    site = evening.site
    for number in range(1, 7):
        shown = evening.view(site.anonymous)
        view, lead = shown["view"], shown["view"]["lead"]
        awaited = {asked["type"]: asked["player"] for asked in shown["pending"]}
        if "name_lead" in awaited:
            free = next(entry for entry in evening.entries if entry not in view["led"])
            assert evening.send(lead, "name_lead", lead=free).status_code == 200
        assert evening.send(evening.entries[0], "start_round").status_code == 200
        lead = evening.view(site.anonymous)["view"]["lead"]
        other = next(entry for entry in evening.entries if entry != lead)
        assert evening.send(other, "take_role", role="action").json()["code"] == "not_the_lead"
        assert evening.send(lead, "take_role", role="action" if number % 2 else "monkey").status_code == 200
        for entry in evening.entries:
            cards = evening.view(evening.links[entry])["view"]["cards"]
            assert {seat for seat, card in cards.items() if card is not None} == {entry}
        assert not any(evening.view(site.anonymous)["view"]["cards"].values())
        evening.send(lead, "stop_action")
        for seat, entry in enumerate(evening.entries):
            at = evening.entries[(seat + 1) % TEAMS]
            assert evening.send(entry, "point", at=at).status_code == 200
            if seat < TEAMS - 1:
                pointed = evening.view(evening.links[evening.entries[-1]])["view"]["pointed"]
                assert pointed.get(entry) is None
    shown = evening.view(site.anonymous)
    assert (shown["view"]["phase"], shown["state"]) == ("over", "reported")
    assert site.director.send("POST", f"rounds/{evening.round}/close").status_code == 200
    rows = site.anonymous.send("GET", f"tournaments/{evening.tournament}/standings").json()["rows"]
    assert {row["name"] for row in rows} == {f"Team {number}" for number in range(TEAMS)}


def test_the_clock_draws_the_leads_card_and_ends_the_mime(evening: Evening) -> None:
    evening.send(evening.entries[0], "start_round")
    clock = evening.view(evening.site.anonymous)["clock"]
    assert (clock["state"], clock["remaining_seconds"] <= 3) == ("running", True)
    assert clocks.sweep(timezone.now() + timedelta(seconds=3)) == 1
    shown = evening.view(evening.site.anonymous)
    assert shown["view"]["phase"] == "mime"
    assert 3 < shown["clock"]["remaining_seconds"] <= 33
    assert clocks.sweep(timezone.now() + timedelta(seconds=40)) == 1
    shown = evening.view(evening.site.anonymous)
    assert (shown["view"]["phase"], shown["clock"]["state"]) == ("point", "expired")


def test_teams_that_the_game_does_not_know_are_refused_at_the_start_and_nothing_happens(site: Site) -> None:
    evening = Evening(site, teams=4)  # eight people play without teams
    made = site.round(evening.tournament, start=False)
    answer = site.director.send("POST", f"rounds/{made['id']}/start")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_options")
    assert site.director.send("GET", f"rounds/{made['id']}").json()["state"] == "draft"
