"""The reports of the tables. Each uses the link on its slip, so nobody there needs an account."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from deploy.demo.client import Client
from deploy.demo.screen import Screen
from deploy.demo.sheets import ROUNDS, exchanged_sheet, round_sheet, tied_sheet, wrong_sheet

Json = dict[str, Any]
LOT = 20261128


@dataclass(frozen=True)
class LastSheet:
    """The last sheet of a table's game. at: version of its first event."""

    table: Json
    sheet: Json
    at: int


class Tables:
    """The tables of one night, with random games."""

    def __init__(self, client: Client, screen: Screen) -> None:
        self.client, self.screen = client, screen
        self.lot = Random(LOT)  # noqa: S311
        self.links: dict[str, str] = {}
        self.reported: list[LastSheet] = []

    def give_links(self, started: Json) -> None:
        """Create a link for each table of the round."""
        given = self.client.post(f"rounds/{started['id']}/links", {})["results"]
        self.links |= {link["table"]: link["link"] for link in given}

    def report(self, table: Json, *, tied: bool = False) -> None:
        """Report the sheets of all rounds of a table's game."""
        players = _players(table)
        for number in range(1, ROUNDS + 1):
            self.screen.doing(f"Table {table['number']} reports its game's round {number}")
            sheet = tied_sheet(players, number) if tied else round_sheet(players, number, self.lot)
            answer = self.client.post(f"tables/{table['id']}/commands", sheet, self.links[table["id"]])
        self.reported.append(LastSheet(table, sheet, answer["events"][0]["version"]))

    def report_wrongly(self, table: Json) -> Json:
        """Send a wrong sheet, and return the server's refusal."""
        sheet = wrong_sheet(round_sheet(_players(table), 1, Random(LOT)))  # noqa: S311
        refused: Json = self.client.refusal(f"tables/{table['id']}/commands", sheet, self.links[table["id"]])
        return refused

    def report_absent(self, table: Json) -> Json:
        """Report places, with one seat empty; return that seat."""
        *here, gone = table["seats"]
        places = {seat["entry"]: place for place, seat in enumerate(here, 1)}
        self.client.put(f"tables/{table['id']}/result", {"places": places, "absent": [gone["entry"]]})
        empty: Json = gone
        return empty

    def dispute(self, table: Json) -> str:
        """Dispute a result by the link of the last player, who claims the first place; return their name."""
        result = self.client.get(f"tables/{table['id']}")["result"]
        last = max(table["seats"], key=lambda seat: result["places"][seat["entry"]])
        others = [seat["entry"] for seat in table["seats"] if seat != last]
        claimed = {entry: place for place, entry in enumerate([last["entry"], *others], 1)}
        link = self.client.post(f"entries/{last['entry']}/link", {})["link"]
        self.client.post(f"tables/{table['id']}/dispute", {"places": claimed, "note": "We added up wrongly."}, link)
        return str(last["name"])

    def correct(self) -> int:
        """Exchange the lines of the first and the last in a sheet of round 1; return the table's number."""
        last = self.reported[0]
        places = self.client.get(f"tables/{last.table['id']}")["result"]["places"]
        by_place = sorted(_players(last.table), key=places.__getitem__)
        best, worst = by_place[0], by_place[-1]
        right = exchanged_sheet(last.sheet, best, worst)
        body = {"at": last.at, "command": right, "reason": "Two lines of the sheet were exchanged."}
        self.client.post(f"tables/{last.table['id']}/correct", body)
        return int(last.table["number"])


def _players(table: Json) -> list[str]:
    return [seat["entry"] for seat in table["seats"]]
