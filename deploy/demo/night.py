"""A club night as a client plays it: people, a season, a tournament of three rounds, a clock that runs out."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from deploy.demo import Failed
from deploy.demo.client import Client
from deploy.demo.screen import Screen
from deploy.demo.sheets import ROUNDS as GAME_ROUNDS
from deploy.demo.sheets import round_sheet

Json = dict[str, Any]

SIGN_UP = Path(__file__).with_name("sign-up.csv")
LOT = 20261128
ROUNDS, LATE_ROUND = 3, 2
CLOCK_SECONDS, MORE_SECONDS = 3, 2700
EXPIRED = "tournament.clock_expired"
MOST_WAIT_SECONDS, LOOK_SECONDS = 30.0, 0.2
SEASON = {
    "name": "Winter",
    "scheme": {
        "points": {"by_place": [14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]},
        "attendance": 1,
        "ties": ["count_back"],
    },
}
TOURNAMENT = {
    "name": "Monster Trick night",
    "game": "monster-trick",
    "game_options": {"play": "recorded"},
    "format": {"type": "areas"},
    "rounds": ROUNDS,
    "table_size": {"min": 3, "max": 5, "prefer": 4},
    "points": {"by_place": [4, 2, 1, 0], "per_size": {"5": [5, 3, 2, 1, 0]}, "ties": "average"},
    "tie_breaks": ["wins", "last_round", "count_back", "lot"],
    "clock_seconds": CLOCK_SECONDS,
}


@dataclass(frozen=True)
class Played:
    """What the night came to, as the API shows it. rounds: as they were closed."""

    tournament: Json
    rounds: Sequence[Json]
    standings: Json
    league_table: Json


class Night:
    """One night of one club. What its tables report is drawn from a seed; who sits where is the service's business."""

    def __init__(self, client: Client, screen: Screen) -> None:
        self.client, self.screen = client, screen
        self.lot = Random(LOT)  # noqa: S311

    def play(self) -> Played:
        """The whole night. Raises Failed."""
        club = self.client.get("me")["clubs"][0]["club"]
        people = self.meet(club)
        season = self.client.post("seasons", {"club": club, **SEASON})
        now = self.client.get("clock")["now"]
        opened = {"club": club, "seasons": [season["id"]], "starts_at": now, **TOURNAMENT}
        tournament = self.client.post("tournaments", opened)
        self.screen.say(f"Season “{season['name']}” and tournament “{tournament['name']}” are open.")
        self.enter(tournament["id"], people)
        rounds = [self.round(tournament["id"], number) for number in range(1, ROUNDS + 1)]
        closed = self.client.post(f"tournaments/{tournament['id']}/close", {})
        self.screen.say("The tournament is closed; the secret behind its draws is public now.")
        standings = self.client.get(f"tournaments/{tournament['id']}/standings")
        return Played(closed, rounds, standings, self.league_table(season["id"], standings["as_of_position"]))

    def meet(self, club: str) -> list[str]:
        """Sends the sign-up list, as a club has it in a spreadsheet; the ids of its people."""
        self.screen.doing("The sign-up list is read")
        told = self.client.send_list("people/import", SIGN_UP.read_bytes(), club=club)
        self.screen.say(f"{told['created']} people from the sign-up list are known to the club.")
        people = self.client.get("people", club=club, page_size=200)["results"]
        return [person["id"] for person in people]

    def enter(self, tournament: str, people: Sequence[str]) -> None:
        """Enters everybody and checks them in."""
        body = [{"person": person} for person in people]
        entries = self.client.post(f"tournaments/{tournament}/entries", body)["results"]
        for entry in entries:
            self.screen.doing(f"{entry['name']} checks in")
            self.client.post(f"entries/{entry['id']}/check-in", {})
        self.screen.say(f"{len(entries)} are entered and here.")

    def round(self, tournament: str, number: int) -> Json:
        """Seats, plays and closes a round; the round as it was closed."""
        self.screen.doing(f"Round {number} is seated")
        seated = self.client.post(f"tournaments/{tournament}/rounds", {})
        path = f"rounds/{seated['id']}"
        self.client.post(f"{path}/publish", {})
        started = self.client.post(f"{path}/start", {})
        sizes = "+".join(str(len(table["seats"])) for table in started["tables"])
        self.screen.say(f"Round {number}: seated at tables of {sizes}, published, started.")
        if number == LATE_ROUND:
            self.report_late(tournament, started)
        else:
            self.client.post(f"{path}/extend", {"seconds": MORE_SECONDS, "reason": "The usual time."})
            self.screen.say(f"Round {number}: {MORE_SECONDS // 60} minutes more on the clock.")
            self.report(started["tables"])
        closed: Json = self.client.post(f"{path}/close", {})
        self.screen.say(f"Round {number}: all tables have reported, closed.")
        return closed

    def report(self, tables: Sequence[Json]) -> None:
        """Each table sends the sheets of its game."""
        for table in tables:
            players = [seat["entry"] for seat in table["seats"]]
            for number in range(1, GAME_ROUNDS + 1):
                self.screen.doing(f"Table {table['number']} reports its game's round {number}")
                self.client.post(f"tables/{table['id']}/commands", round_sheet(players, number, self.lot))

    def report_late(self, tournament: str, started: Json) -> None:
        """The last table reports only when the server has noted that the clock ran out."""
        *quick, late = started["tables"]
        self.report(quick)
        self.screen.say(
            f"Round {started['number']}: table {late['number']} still plays, with {CLOCK_SECONDS} s on the clock."
        )
        noted = self.expiry(tournament, started["clock"]["remaining_seconds"])
        self.screen.say(
            f"Round {started['number']}: the clock has run out; the server noted it as event {noted['position']} "
            f"of the log. Table {late['number']} reports all the same."
        )
        self.report([late])

    def expiry(self, tournament: str, left: float) -> Json:
        """The event that says the clock ran out, from the tournament's feed. Raises Failed if it does not come."""
        began, after = time.monotonic(), 0
        while (waited := time.monotonic() - began) < left + MOST_WAIT_SECONDS:
            self.screen.doing(f"The clock runs: {max(left - waited, 0):.0f} s left")
            feed = self.client.get(f"tournaments/{tournament}/events", after=after)
            for event in feed["results"]:
                if event["type"] == EXPIRED:
                    found: Json = event
                    return found
            after = feed["next_after"]
            time.sleep(LOOK_SECONDS)
        raise Failed(f"The clock ran out, and {MOST_WAIT_SECONDS:.0f} seconds later the server had not noted it.")

    def league_table(self, season: str, position: int) -> Json:
        """The season's league table, once it knows the log up to the position. Raises Failed if it stays behind."""
        latest = time.monotonic() + MOST_WAIT_SECONDS
        while time.monotonic() < latest:
            self.screen.doing("The league table follows")
            table: Json = self.client.get(f"seasons/{season}/standings")
            if table["as_of_position"] >= position:
                return table
            time.sleep(LOOK_SECONDS)
        raise Failed(f"The league table stayed behind the log for {MOST_WAIT_SECONDS:.0f} seconds.")
