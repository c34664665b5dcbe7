"""Eight people at one table of 4 Monkeys over REST, each with the link of their own entry, played by bots."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

from django.utils import timezone

from games.registry import find_game
from league.services import clocks
from tests.api.conftest import Site, Visitor

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"]
SECONDS = 240
Json = dict[str, Any]


class Evening:
    """The table, and who sits there with their links. Whatever is answered to a player is looked through for leaks."""

    def __init__(self, site: Site) -> None:
        self.site, self.lot = site, Random(8)
        size = {"min": 7, "max": 8, "prefer": 8}
        made = site.tournament(game="four-monkeys", game_options={"play": "dealt"}, table_size=size, rounds=1)
        self.tournament = made["id"]
        self.entries = site.entries(self.tournament, *NAMES)
        self.round = site.round(self.tournament)
        (self.table,) = (table["id"] for table in self.round["tables"])
        self.players: dict[str, Visitor] = {entry: site.entry_link(entry) for entry in self.entries}
        self.bot = find_game("four-monkeys").bots["tries"]()

    def seen_by(self, player: str) -> Json:
        """The table as a player is shown it."""
        shown: Json = self.players[player].send("GET", f"tables/{self.table}").json()
        self.nothing_leaks(shown["view"], player)
        return shown

    def public(self) -> Json:
        """The table as everybody is shown it."""
        shown: Json = self.site.anonymous.send("GET", f"tables/{self.table}").json()
        self.nothing_leaks(shown["view"], None)
        return shown

    def send(self, player: str, command: Json) -> Json:
        """A player's command, which has to be taken; what the player is told."""
        answer = self.players[player].send("POST", f"tables/{self.table}/commands", command)
        assert answer.status_code == 200, (command, answer.content)
        told: Json = answer.json()
        self.nothing_leaks(told["view"], player)
        return told

    def nothing_leaks(self, view: Json, player: str | None) -> None:
        """Others' hands and what lies beneath their tiles are numbers; so is the height of stacks."""
        for other in view["hands"].keys() - {player}:
            assert isinstance(view["hands"][other], int)
            assert all(isinstance(tile["cards"], int) for tile in view["tiles"][other])
        assert all(combo is None for area in view["areas"] for stack in area["stacks"] for combo in stack[1:])

    def play_until_nobody_acts(self) -> None:
        """Everybody plays by their own view, in an order by lot, until somebody says stop and all tiles are checked."""
        while self.public()["view"]["phase"] not in ("ready", "over"):
            for player in self.lot.sample(self.entries, len(self.entries)):
                shown = self.seen_by(player)
                awaited = [asked["type"] for asked in shown["pending"] if asked["player"] == player]
                if awaited and (command := self.bot(shown["view"], player, self.lot, awaited)):
                    self.send(player, command)
                    break

    def feed(self) -> Iterator[Json]:
        """What the club's log says to everybody."""
        after: int | None = 0
        while after is not None:
            page = self.site.anonymous.send("GET", f"clubs/{self.site.club.pk}/events?after={after}&limit=200").json()
            yield from page["results"]
            after = page["next_after"] if page["results"] else None


def areas(view: Json) -> list[set[str]]:
    return [set(area["players"]) for area in view["areas"]]


def test_eight_at_one_table_with_one_clock_and_a_stop_that_ends_both_areas(site: Site) -> None:
    evening = Evening(site)
    somebody, *_ = evening.entries
    assert evening.public()["clock"]["state"] == "off"
    evening.send(somebody, {"type": "start_round"})
    shown = evening.public()
    seats = [seat["entry"] for seat in shown["seats"]]
    assert areas(shown["view"]) == [set(seats[:4]), set(seats[4:])]
    assert shown["clock"]["state"] == "running"
    assert 0 < shown["clock"]["remaining_seconds"] <= SECONDS
    evening.play_until_nobody_acts()
    after = evening.public()
    assert after["clock"]["state"] == "off"
    assert after["outcome"]["rounds"][0]["number"] == 1
    totals = after["outcome"]["totals"]

    evening.send(somebody, {"type": "start_round"})
    first, second = areas(evening.public()["view"])
    assert len(first) == 4
    assert min(totals[player] for player in first) >= max(totals[player] for player in second)

    assert clocks.sweep(timezone.now() + timedelta(seconds=SECONDS)) == 1
    assert clocks.sweep(timezone.now() + timedelta(seconds=SECONDS)) == 0
    expired = evening.public()
    assert expired["view"]["phase"] in ("check", "ready")
    assert expired["clock"]["state"] == "expired"
    refused = evening.players[somebody].send("POST", f"tables/{evening.table}/commands", {"type": "time_up"})
    assert refused.status_code == 403

    told = list(evening.feed())
    names = [event["type"] for event in told]
    assert names.count("four_monkeys.round_ended") == 2
    (stop, time) = (event["data"]["reason"] for event in told if event["type"] == "four_monkeys.round_ended")
    assert (stop, time) == ("stop", "time")
    clocked = [name for name in names if name.startswith("tournament.table_clock")]
    assert [name.removeprefix("tournament.table_clock_") for name in clocked] == [
        "started", "stopped", "started", "expired",
    ]  # fmt: skip
    hidden = [event for event in told if event["type"] in ("four_monkeys.round_started", "four_monkeys.tile_grabbed")]
    assert hidden
    assert not any("piles" in event["data"] for event in hidden)
    assert all(isinstance(event["data"].get("drawn", 0), int) for event in hidden)
    assert all("command" not in event for event in told)


def test_a_game_of_eight_ends_in_a_result_and_standings(site: Site) -> None:
    evening = Evening(site)
    for _ in range(4):
        evening.send(evening.entries[0], {"type": "start_round"})
        clocks.sweep(timezone.now() + timedelta(seconds=SECONDS))
        if evening.public()["view"]["phase"] == "check":
            site.referee.send("POST", f"tables/{evening.table}/commands", {"type": "check_all"})
    shown = evening.public()
    assert (shown["view"]["phase"], shown["state"]) == ("over", "reported")
    assert site.director.send("POST", f"rounds/{evening.round['id']}/close").status_code == 200
    rows = site.anonymous.send("GET", f"tournaments/{evening.tournament}/standings").json()["rows"]
    places = shown["result"]["places"]
    assert [places[row["entry"]] for row in rows] == sorted(places.values())


def test_a_hidden_time_is_in_no_players_answer_or_feed(site: Site) -> None:
    made = site.tournament(
        game="four-monkeys",
        game_options={"play": "dealt", "timer_visible": False},
        table_size={"min": 2, "max": 8, "prefer": 4},
    )
    first, *_ = site.entries(made["id"], "Ann", "Bob")
    (table,) = site.round(made["id"])["tables"]
    holder = site.entry_link(first)
    holder.send("POST", f"tables/{table['id']}/commands", {"type": "start_round"})
    for who in (holder, site.anonymous, site.member, site.table_link(table["id"])):
        clock = who.send("GET", f"tables/{table['id']}").json()["clock"]
        assert (clock["state"], clock["deadline"], clock["remaining_seconds"]) == ("running", None, None)
        for feed in (f"tournaments/{made['id']}/events", f"clubs/{site.club.pk}/events"):
            told = who.send("GET", f"{feed}?after=0&limit=200").json()["results"]
            assert told
            assert not any(event["type"] == "tournament.table_clock_started" for event in told)
    staff = site.referee.send("GET", f"tables/{table['id']}").json()["clock"]
    assert 0 < staff["remaining_seconds"] <= SECONDS
