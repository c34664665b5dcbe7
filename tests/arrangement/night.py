"""A night with clocks over https, played by the API alone."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Barrier
from typing import Any
from uuid import uuid4

import httpx

from deploy.demo.client import Client
from tests.arrangement.arrangement import DIRECTOR, Arrangement
from tests.arrangement.site import PASSWORD
from tests.league.live.listening import Listener, listening

PEOPLE, SEATS, AT_ONCE = 12, 3, 4
CLOCK_SECONDS = 1


@dataclass(frozen=True)
class Night:
    """A tournament that counts in a season, with everybody entered."""

    client: Client
    club: str
    season: str
    tournament: str

    def events(self, type: str) -> list[Any]:
        """The events of a type, of which there are few."""
        found: list[Any] = self.client.get(f"tournaments/{self.tournament}/events", types=type)["results"]
        return found


@contextmanager
def opened(running: Arrangement) -> Iterator[Night]:
    """A club, a season, and a tournament with people who are here."""
    with running.client() as client:
        client.log_in(DIRECTOR, PASSWORD)
        club = client.post("clubs", {"name": "Dice and Diamonds", "time_zone": "Europe/Berlin"})["id"]
        scheme = {"points": {"by_place": [PEOPLE - place for place in range(PEOPLE)]}}
        season = client.post("seasons", {"club": club, "name": "Winter", "scheme": scheme})["id"]
        settings = {
            "club": club, "name": "Tuesday", "game": "scoresheet", "seasons": [season],
            "table_size": {"min": SEATS, "max": SEATS, "prefer": SEATS}, "clock_seconds": CLOCK_SECONDS,
        }  # fmt: skip
        tournament = client.post("tournaments", settings)["id"]
        people = [{"new_person": {"name": f"Person {number}"}, "checked_in": True} for number in range(PEOPLE)]
        client.post(f"tournaments/{tournament}/entries", people)
        yield Night(client, club, season, tournament)


@contextmanager
def followed(running: Arrangement, night: Night) -> Iterator[Listener]:
    """The live stream of the night, through the proxy."""
    authorization = str(night.client.http.headers["Authorization"])
    path = f"tournaments/{night.tournament}/live"
    with listening(running.address, path, Authorization=authorization) as listener:
        yield listener


def report_at_once(night: Night, table: Any) -> list[httpx.Response]:
    """Several threads send the result of a table at the same moment, with the same key."""
    scores = {seat["entry"]: 10 * number for number, seat in enumerate(table["seats"])}
    gate, headers = Barrier(AT_ONCE), {"Idempotency-Key": str(uuid4())}

    def send() -> httpx.Response:
        gate.wait(60)
        return night.client.http.put(f"tables/{table['id']}/result", json={"scores": scores}, headers=headers)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return [sent.result() for sent in [pool.submit(send) for _ in range(AT_ONCE)]]
