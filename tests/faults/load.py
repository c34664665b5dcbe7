"""The people of some clubs: directors who run nights with clocks, tables that report, readers and followers."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from queue import Empty, Queue
from typing import Any

import httpx

from tests.faults.history import Read
from tests.faults.journal import Client, Journal

PEOPLE, SEATS, ROUNDS = 9, 3, 2
CLOCK_SECONDS, EXTRA_SECONDS = 4, 1
MISSING_SECONDS = 10.0
RECENT = 3


@dataclass
class Club:
    """A club in the course of the run. nights: its tournaments, the newest last. read: positions of its feed."""

    id: str
    nights: list[str] = field(default_factory=list)
    tables: Queue[tuple[str, Any]] = field(default_factory=Queue)
    read: list[int] = field(default_factory=list)


class Load:
    """All clients of a run, each in a thread of its own with a lot of its own, until `stop`."""

    def __init__(self, make: Callable[[], httpx.Client], make_visitor: Callable[[], httpx.Client], seed: int) -> None:
        self.journal, self.make, self.make_visitor, self.seed = Journal(), make, make_visitor, seed
        self.stopping, self.ending = threading.Event(), threading.Event()
        self.numbers = count(1)
        self.clubs: list[Club] = []
        self.threads: list[tuple[threading.Thread, threading.Event]] = []

    def start(self, clubs: int, tables: int) -> None:
        """Begins with so many clubs: in each a director, so many tables, two readers and a follower of the feed.

        One of the readers is a visitor, who is shown what the replica has.
        """
        client = Client(self.journal, self.make)
        for number in range(clubs):
            body = {"name": f"Club {number}"}
            club = Club(client.must("make a club", ("POST", "clubs", body))["id"])
            self.clubs.append(club)
            for role in (self._directs, *[self._reports] * tables, self._reads):
                self._begin(role, club, self.stopping)
            self._begin(self._reads, club, self.stopping, self.make_visitor)
            self._begin(self._follows, club, self.ending)

    def stop(self, seconds: float) -> None:
        """Lets everybody finish what they have begun; the followers read to the end of the log."""
        for over in (self.stopping, self.ending):
            over.set()
            end = time.monotonic() + seconds
            for thread, until in self.threads:
                if until is over:
                    thread.join(max(end - time.monotonic(), 0.1))
                    if thread.is_alive():
                        self.journal.problems.append(f"{thread.name} does not end")

    def _begin(
        self,
        role: Callable[[Club, Client, random.Random], None],
        club: Club,
        until: threading.Event,
        make: Callable[[], httpx.Client] | None = None,
    ) -> None:
        number = len(self.threads)

        def run() -> None:
            try:
                role(club, Client(self.journal, make or self.make), random.Random(f"{self.seed} {number}"))
            except Exception as error:  # noqa: BLE001 - whatever it was, the run has found it
                self.journal.problems.append(f"{type(error).__name__}: {error}")

        thread = threading.Thread(target=run, name=f"{role.__name__} {number}", daemon=True)
        self.threads.append((thread, until))
        thread.start()

    def _directs(self, club: Club, client: Client, lot: random.Random) -> None:
        while not self.stopping.is_set():
            night = self._opened(club, client)
            for _ in range(ROUNDS):
                self._round(club, client, night, lot)
            client.must("close a night", ("POST", f"tournaments/{night}/close", {}), stream=night, markers=["closed"])

    def _opened(self, club: Club, client: Client) -> str:
        """A new night with everybody entered."""
        number = next(self.numbers)
        body = {
            "club": club.id, "name": f"Night {number}", "game": "scoresheet", "clock_seconds": CLOCK_SECONDS,
            "table_size": {"min": SEATS, "max": SEATS, "prefer": SEATS},
        }  # fmt: skip
        request = ("POST", "tournaments", body)
        night: str = client.must("open a night", request, stream=club.id, markers=[f"Night {number}"])["id"]
        names = [f"Person {number}.{each}" for each in range(PEOPLE)]
        people = [{"new_person": {"name": name}, "checked_in": True} for name in names]
        client.must(
            "enter people", ("POST", f"tournaments/{night}/entries", people), stream=club.id, markers=names, copies=2
        )
        club.nights.append(night)
        return night

    def _round(self, club: Club, client: Client, night: str, lot: random.Random) -> None:
        """Seats and starts a round, waits until all tables have reported and all clocks have run out, and closes it."""
        copies = lot.choice((1, 2))
        round = client.must(
            "seat a round", ("POST", f"tournaments/{night}/rounds", {}), stream=night,
            marker_of=lambda body: f"round_seated {body['id']}", copies=copies,
        )["id"]  # fmt: skip
        started = self._step(client, night, round, "start", "round_started")
        for table in started["tables"]:
            club.tables.put((night, table))
        self._change_clocks(client, night, started, lot)
        self._until_reported(client, night, round)
        self._step(client, night, round, "close", "round_closed")

    def _step(self, client: Client, night: str, round: str, step: str, event: str) -> Any:
        request: tuple[str, str, Any] = ("POST", f"rounds/{round}/{step}", {})
        return client.must(f"{step} a round", request, stream=night, markers=[f"{event} {round}"])

    def _change_clocks(self, client: Client, night: str, round: Any, lot: random.Random) -> None:
        """Gives a table more time, or pauses all clocks for a moment, or both. A clock may have run out before."""

        def send(step: str, body: Any, marker: str) -> bool:
            request = ("POST", f"rounds/{round['id']}/{step}", body)
            return client.write(f"{step} a round", request, stream=night, markers=[marker]) is not None

        if lot.random() < 0.5:
            table = lot.choice(round["tables"])["id"]
            send("extend", {"seconds": EXTRA_SECONDS, "table": table}, f"clock_extended {table}")
        if lot.random() < 0.5 and send("pause", {}, f"clock_paused {round['id']}"):
            time.sleep(lot.uniform(0.1, 1))
            send("resume", {}, f"clock_resumed {round['id']}")

    def _until_reported(self, client: Client, night: str, round: str) -> None:
        """Reports what is missing after a while, since a table may have given up."""
        began = time.monotonic()
        while True:
            found = client.get(f"rounds/{round}").json()
            missing = [table for table in found["tables"] if table["result"] is None]
            if not missing and all(clock["state"] == "expired" for clock in self._clocks(client, found)):
                return
            if time.monotonic() > began + MISSING_SECONDS:
                for table in missing:
                    self._report(client, night, table)
            time.sleep(0.3)

    def _clocks(self, client: Client, round: Any) -> list[Any]:
        """The clocks of a round and of its tables."""
        return [round["clock"], *(client.get(f"tables/{table['id']}").json()["clock"] for table in round["tables"])]

    def _report(self, client: Client, night: str, table: Any, *, copies: int = 1, gives_up: bool = False) -> Any:
        scores, marker = self._scores(table)
        return client.write(
            "report", ("PUT", f"tables/{table['id']}/result", {"scores": scores}), stream=night, markers=[marker],
            copies=copies, gives_up=gives_up,
        )  # fmt: skip

    def _scores(self, table: Any) -> tuple[dict[str, int], str]:
        """Scores that nobody else sends, and their marker."""
        best = 10 * next(self.numbers)
        return {seat["entry"]: best - place for place, seat in enumerate(table["seats"])}, f"score {best}"

    def _reports(self, club: Club, client: Client, lot: random.Random) -> None:
        """Tables report, and some are corrected; between them the desk makes announcements."""
        while not self.stopping.is_set():
            try:
                night, table = club.tables.get(timeout=0.3)
            except Empty:
                self._announce(club, client, lot)
                continue
            if self._report(client, night, table, copies=lot.choice((1, 1, 2)), gives_up=lot.random() < 0.3):
                self._correct(client, night, table, lot)

    def _correct(self, client: Client, night: str, table: Any, lot: random.Random) -> None:
        if lot.random() < 0.5:
            scores, marker = self._scores(table)
            body = {"scores": scores, "reason": "miscounted"}
            request: tuple[str, str, Any] = ("POST", f"tables/{table['id']}/correct", body)
            client.write("correct", request, stream=night, markers=[marker], gives_up=lot.random() < 0.3)

    def _announce(self, club: Club, client: Client, lot: random.Random) -> None:
        if club.nights:
            night, text = lot.choice(club.nights[-RECENT:]), f"Announcement {next(self.numbers)}"
            request = ("POST", f"tournaments/{night}/announcements", {"text": text})
            client.write(
                "announce", request, stream=night, markers=[text], copies=lot.choice((1, 1, 2)),
                gives_up=lot.random() < 0.3,
            )  # fmt: skip

    def _reads(self, club: Club, client: Client, lot: random.Random) -> None:
        while not self.stopping.is_set():
            if club.nights:
                night, began = lot.choice(club.nights[-RECENT:]), time.monotonic()
                answer = client.get(f"tournaments/{night}/announcements")
                texts = [shown["text"] for shown in reversed(answer.json()["results"])]
                read = Read(night, version_of(answer), texts, began, time.monotonic())
                self.journal.reads.append(read)
            time.sleep(lot.uniform(0.05, 0.3))

    def _follows(self, club: Club, client: Client, lot: random.Random) -> None:
        """Follows the club's feed to its end."""
        after = 0
        while True:
            is_last = self.ending.is_set()
            page = client.get(f"clubs/{club.id}/events?after={after}&limit=200").json()
            club.read.extend(event["position"] for event in page["results"])
            after = page["next_after"]
            if is_last and not page["has_more"]:
                return
            if not page["has_more"]:
                time.sleep(lot.uniform(0.1, 0.5))


def version_of(answer: httpx.Response) -> int:
    """The version in the tag of an answer."""
    return int(answer.headers["ETag"].removeprefix("W/").strip('"').partition(".")[0])


@contextmanager
def loaded(load: Load, clubs: int, tables: int) -> Iterator[Load]:
    """The load runs inside, and is over afterwards whatever happens."""
    load.start(clubs, tables)
    try:
        yield load
    finally:
        load.stopping.set()
        load.ending.set()
