"""A club night played by a client: four rounds, with the usual mishaps."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deploy.demo import Failed
from deploy.demo.client import Client
from deploy.demo.screen import Screen
from deploy.demo.tables import Tables

Json = dict[str, Any]

SIGN_UP = Path(__file__).with_name("sign-up.csv")
ROUNDS = 4
LATE, LEAVER, NO_SHOW = "Émilie du Châtelet", "Évariste Galois", "Ἀρχιμήδης"
CLOCK_SECONDS, MORE_SECONDS, SHORT_SECONDS = 2400, 300, 3
PAUSE_SECONDS = 1.5
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
    """The results of the night, as the API shows them. rounds: as they were closed."""

    tournament: Json
    rounds: Sequence[Json]
    standings: Json
    league_table: Json


class Night:
    """A night of a club. The reported results follow from a seed; the service seats the rounds."""

    def __init__(self, client: Client, screen: Screen) -> None:
        self.client, self.screen = client, screen
        self.tables = Tables(client, screen)
        self.club = self.tournament = self.penalty = ""
        self.people: dict[str, str] = {}
        self.entries: dict[str, str] = {}

    def play(self) -> Played:
        """Play the whole night. Raises Failed."""
        self.club = self.client.get("me")["clubs"][0]["club"]
        self.meet()
        season = self.open()
        self.enter([name for name in self.people if name != LATE])
        parts: Mapping[int, Callable[[Json], None]] = {1: self.first, 2: self.second, 3: self.third, 4: self.fourth}
        rounds = [self.round(number, parts[number]) for number in range(1, ROUNDS + 1)]
        closed = self.client.post(f"tournaments/{self.tournament}/close", {})
        self.screen.say("The tournament is closed; the secret behind its draws is public now.")
        standings = self.client.get(f"tournaments/{self.tournament}/standings")
        return Played(closed, rounds, standings, self.league_table(season, standings["as_of_position"]))

    # before the first round

    def meet(self) -> None:
        """Import the sign-up list."""
        self.screen.doing("The sign-up list is read")
        imported = self.client.send_list("people/import", SIGN_UP.read_bytes(), club=self.club)
        self.screen.say(f"{imported['created']} people from the sign-up list are in the club now.")
        known = self.client.get("people", club=self.club, page_size=200)["results"]
        self.people = {person["name"]: person["id"] for person in known}

    def open(self) -> str:
        """Open a season and a tournament in it; return the season's id."""
        season = self.client.post("seasons", {"club": self.club, **SEASON})
        now = self.client.get("clock")["now"]
        opened = {"club": self.club, "seasons": [season["id"]], "starts_at": now, **TOURNAMENT}
        tournament = self.client.post("tournaments", opened)
        self.tournament = tournament["id"]
        self.screen.say(f"Season “{season['name']}” and tournament “{tournament['name']}” are open.")
        return str(season["id"])

    def enter(self, names: Sequence[str]) -> None:
        """Enter people, and check in everybody but the no-show."""
        body = [{"person": self.people[name]} for name in names]
        entries = self.client.post(f"tournaments/{self.tournament}/entries", body)["results"]
        self.entries |= {name: entry["id"] for name, entry in zip(names, entries, strict=True)}
        here = [name for name in names if name != NO_SHOW]
        for name in here:
            self.screen.doing(f"{name} checks in")
            self.client.post(f"entries/{self.entries[name]}/check-in", {})
        if len(here) < len(names):
            self.screen.say(f"{len(names)} are entered, {len(here)} are here: {NO_SHOW} has not come.")

    # a round

    def round(self, number: int, part: Callable[[Json], None]) -> Json:
        """Seat, play and close a round; return the closed round."""
        self.screen.doing(f"Round {number} is seated")
        seated = self.client.post(f"tournaments/{self.tournament}/rounds", {})
        path = f"rounds/{seated['id']}"
        self.client.post(f"{path}/publish", {})
        started = self.client.post(f"{path}/start", {})
        sizes = "+".join(str(len(table["seats"])) for table in started["tables"])
        self.say(number, f"seated at tables of {sizes}, published, started.")
        self.tables.give_links(started)
        part(started)
        closed: Json = self.client.post(f"{path}/close", {})
        self.say(number, "all tables have reported, closed.")
        return closed

    def say(self, number: int, what: str) -> None:
        self.screen.say(f"Round {number}: {what}")

    def first(self, started: Json) -> None:
        """A refused sheet, a tie, a late entry."""
        one, two, three = started["tables"]
        refused = self.tables.report_wrongly(one)
        self.say(1, f"table {one['number']} sends a wrong sheet, which is refused: {refused['detail']}")
        self.tables.report(one)
        self.say(1, f"table {one['number']} sends the right one.")
        self.tables.report(two, tied=True)
        first = [seat["name"] for seat in two["seats"][:2]]
        self.say(1, f"table {two['number']} ends in a tie: {' and '.join(first)} share the first place.")
        self.tables.report(three)
        self.enter([LATE])
        self.say(1, f"{LATE} comes late and plays from the next round on.")

    def second(self, started: Json) -> None:
        """A paused clock, an empty seat, a penalty, a drop after the round."""
        self.pause(started)
        *others, last = started["tables"]
        for table in others:
            self.tables.report(table)
        gone = self.tables.report_absent(last)
        self.say(
            2, f"at table {last['number']} the seat of {gone['name']} stays empty; the table reports all the same."
        )
        late = others[0]["seats"][0]
        body = {"entry": late["entry"], "points": 1, "reason": "Late at the table.", "after_round": 2}
        self.penalty = self.client.post(f"tournaments/{self.tournament}/penalties", body)["id"]
        self.say(2, f"{late['name']} has a point taken off.")
        self.client.post(f"entries/{self.entries[LEAVER]}/drop", {"after_round": 2})
        self.say(2, f"{LEAVER} says goodbye: no more rounds after this one.")
        self.client.change(f"tournaments/{self.tournament}", {"clock_seconds": SHORT_SECONDS})

    def third(self, started: Json) -> None:
        """A correction of the first round, a clock that runs out, a dispute."""
        one, *others, late = started["tables"]
        for table in (one, *others):
            self.tables.report(table)
        self.correct()
        self.say(3, f"table {late['number']} still plays, with {SHORT_SECONDS} s on the clock.")
        noted = self.expiry(started["clock"]["remaining_seconds"])
        self.say(3, f"the clock has run out; the server noted it as event {noted['position']} of the log.")
        self.tables.report(late)
        self.say(3, f"table {late['number']} reports all the same.")
        self.dispute(started, one)
        self.client.change(f"tournaments/{self.tournament}", {"clock_seconds": CLOCK_SECONDS})

    def fourth(self, started: Json) -> None:
        """The penalty was a mistake."""
        self.client.post(f"penalties/{self.penalty}/lift", {})
        self.say(4, "the penalty was a mistake and is lifted, as if it had never been.")
        for table in started["tables"]:
            self.tables.report(table)

    # what happens in them

    def pause(self, started: Json) -> None:
        """Pause the clock for a while. Raises Failed unless the time left stays exactly the same."""
        path = f"rounds/{started['id']}"
        self.client.post(f"{path}/extend", {"seconds": MORE_SECONDS, "reason": "The room is noisy."})
        left = self.client.post(f"{path}/pause", {"reason": "The lights went out."})["clock"]["remaining_seconds"]
        time.sleep(PAUSE_SECONDS)
        still = self.client.get(path)["clock"]["remaining_seconds"]
        if still != left:
            raise Failed(f"The clock was paused at {left} s and shows {still} s now.")
        self.client.post(f"{path}/resume", {})
        self.say(
            2,
            f"{MORE_SECONDS // 60} minutes more; the clock is paused with {left:.1f} s left, and then resumed.",
        )

    def dispute(self, started: Json, table: Json) -> None:
        """A player disputes a result, so the round can't be closed until the director rules."""
        player = self.tables.dispute(table)
        problem = self.client.refusal(f"rounds/{started['id']}/close", {})
        self.say(3, f"{player} disputes table {table['number']}, so the round can't be closed: {problem['detail']}")
        self.client.post(f"tables/{table['id']}/rule", {"uphold": True, "reason": "Both sheets were looked at."})
        self.say(3, "the director rules: the result stands.")

    def correct(self) -> None:
        """Correct a sheet of round 1 with two exchanged lines. The standings of then can still be queried."""
        number = self.tables.correct()
        path = f"tournaments/{self.tournament}/standings"
        now = _points(self.client.get(path, after_round=1))
        then = _points(self.client.get(path, as_of="round:1"))
        moved = [f"{name} {then[name]} then, {now[name]} now" for name in now if then.get(name, now[name]) != now[name]]
        if not moved:
            raise Failed("The correction has changed nothing.")
        self.say(3, f"a sheet of table {number} of round 1 is corrected; points after round 1: {'; '.join(moved)}.")

    def expiry(self, left: float) -> Json:
        """Wait for the event of the expired clock in the tournament's feed. Raises Failed if it doesn't come."""
        began, after = time.monotonic(), 0
        while (waited := time.monotonic() - began) < left + MOST_WAIT_SECONDS:
            self.screen.doing(f"The clock runs: {max(left - waited, 0):.0f} s left")
            feed = self.client.get(f"tournaments/{self.tournament}/events", after=after)
            for event in feed["results"]:
                if event["type"] == EXPIRED:
                    found: Json = event
                    return found
            after = feed["next_after"]
            time.sleep(LOOK_SECONDS)
        raise Failed(f"The clock ran out, and {MOST_WAIT_SECONDS:.0f} seconds later the server had not noted it.")

    def league_table(self, season: str, position: int) -> Json:
        """Wait for the league table that includes the log up to the position. Raises Failed if it doesn't come."""
        latest = time.monotonic() + MOST_WAIT_SECONDS
        while time.monotonic() < latest:
            self.screen.doing("The league table follows")
            table: Json = self.client.get(f"seasons/{season}/standings")
            if table["as_of_position"] >= position:
                return table
            time.sleep(LOOK_SECONDS)
        raise Failed(f"The league table stayed behind the log for {MOST_WAIT_SECONDS:.0f} seconds.")


def _points(standings: Json) -> dict[str, str]:
    return {row["name"]: row["points_display"] for row in standings["rows"]}
