"""Forty tables of one round report at once, over HTTP: to four processes on PostgreSQL, and to one on SQLite."""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import cycle
from threading import Event
from typing import Any
from uuid import UUID

import httpx
import pytest

from league.access import links
from league.domain.standings import standings
from league.log import store
from league.log.verify import Tally, verify
from league.models import LinkKind
from league.projections.rebuild import rebuild
from league.repository import streams
from tests.deploy.web import servers
from tests.league.nights import Night, new_club, new_people

pytestmark = pytest.mark.django_db(transaction=True)
TABLES, SEATS, WAYS = 40, 3, 4
PATIENCE_SECONDS = 60
MOST_RETRIES = 30
BUSY, REFUSED = 503, 422
SHEET = ["scoresheet.started", "scoresheet.round_recorded", "scoresheet.finished"]


@dataclass(frozen=True)
class Slip:
    """A table of the round: what its players report, its link, and the links of its entries."""

    table: str
    body: dict[str, Any]
    link: str
    entries: list[str]


@dataclass(frozen=True)
class Answer:
    """What a client was told in the end, and how often it was told before that others were faster."""

    status: int
    code: str | None
    replayed: bool
    busy: int


Sent = Callable[[], list[Answer]]
"""All that one client does."""


class Client:
    """Somebody with a link, at one of the servers, who waits until the gate is opened for all."""

    def __init__(self, address: str, link: str, gate: Event) -> None:
        self.http = httpx.Client(
            base_url=f"{address}api/v1/",
            headers={"Authorization": f"Link {link}"},
            verify=False,  # nothing is encrypted here, and reading the machine's certificates takes its time
            trust_env=False,
            timeout=PATIENCE_SECONDS,
        )
        self.gate = gate

    def send(self, method: str, path: str, body: Any, **headers: str) -> Answer:
        """Sends a request, again as long as the server asks for that."""
        for busy in range(MOST_RETRIES):
            answer = self.http.request(method, path, json=body, headers=headers)
            if answer.status_code != BUSY:
                code = None if answer.is_success else answer.json()["code"]
                return Answer(answer.status_code, code, "Idempotency-Replayed" in answer.headers, busy)
            time.sleep(float(answer.headers["Retry-After"]))
        raise AssertionError(f"{method} {path} was never taken")

    def reports(self, slip: Slip, *, times: int = 1, key: str | None = None) -> list[Answer]:
        """Tells the table's result, so many times."""
        headers = {"Idempotency-Key": key} if key else {}
        assert self.gate.wait(PATIENCE_SECONDS)
        return [self.send("PUT", f"tables/{slip.table}/result", slip.body, **headers) for _ in range(times)]

    def confirms(self, slip: Slip) -> list[Answer]:
        """Confirms the result, as soon as there is one."""
        answers: list[Answer] = []
        assert self.gate.wait(PATIENCE_SECONDS)
        end = time.monotonic() + PATIENCE_SECONDS
        while not answers or answers[-1].code == "no_result":
            assert time.monotonic() < end
            answers.append(self.send("POST", f"tables/{slip.table}/confirm", {}))
            time.sleep(0.05)
        return answers


def round_of(night: Night) -> list[Slip]:
    """The tables of a round that has just been started."""
    found = night.start_round()
    club, tables = night.club.pk, [UUID(table.id) for table in found.tables]
    by_table = links.made(club, LinkKind.TABLE, tables)
    by_entry = links.made(club, LinkKind.ENTRY, [UUID(entry) for entry in night.entries])
    return [
        Slip(
            table.id,
            {"scores": {entry: (number * 7 + seat * 5) % 11 for seat, entry in enumerate(table.seats)}},
            by_table[UUID(table.id)],
            [by_entry[UUID(entry)] for entry in table.seats],
        )
        for number, table in enumerate(found.tables)
    ]


def clients_of(number: int, slip: Slip, addresses: Iterator[str], gate: Event) -> list[Sent]:
    """Whoever sends something at a table, each to the next server: by number in one of four ways."""
    slips = [Client(next(addresses), slip.link, gate) for _ in range(2)]
    first, second, _ = [Client(next(addresses), link, gate) for link in slip.entries]
    match number % WAYS:
        case 0:
            return [lambda: slips[0].reports(slip, times=2), lambda: first.confirms(slip)]
        case 1:
            keyed = [partial(held.reports, slip, key="slip") for held in slips]
            return [*keyed, lambda: first.confirms(slip)]
        case 2:
            return [lambda: slips[0].reports(slip), lambda: first.reports(slip)]
        case _:
            return [lambda: slips[0].reports(slip), lambda: first.confirms(slip), lambda: second.confirms(slip)]


def sent_at_once(slips: list[Slip], addresses: list[str]) -> list[list[Answer]]:
    """What all clients were told, table by table."""
    gate, turn = Event(), cycle(addresses)
    tables = [clients_of(number, slip, turn, gate) for number, slip in enumerate(slips)]
    with ThreadPoolExecutor(sum(map(len, tables))) as pool:
        running = [[pool.submit(send) for send in clients] for clients in tables]
        gate.set()
        return [[answer for client in clients for answer in client.result()] for clients in running]


def logged(night: Night) -> dict[str, Counter[str]]:
    """How often each type of event about a table's result stands in the log, by table."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for row in store.load(night.club.pk, night.id):
        if "result" in row.type or "dispute" in row.type:
            found[json.loads(row.data)["table"]][row.type.removeprefix("tournament.")] += 1
    return found


def points_by_hand(scores: Mapping[str, int]) -> dict[str, Fraction]:
    """First to last of a table pay its size, one less, ... and 1; those who share a place have the mean."""
    above = {entry: sum(other > score for other in scores.values()) for entry, score in scores.items()}
    sharers = Counter(scores.values())
    return {entry: len(scores) - above[entry] - Fraction(sharers[score] - 1, 2) for entry, score in scores.items()}


def assert_told_as_documented(told: list[list[Answer]]) -> None:
    for number, answers in enumerate(told):
        assert {(answer.status, answer.code) for answer in answers} <= {(200, None), (REFUSED, "no_result")}
        assert sum(answer.replayed for answer in answers) == (number % WAYS == 1)
        assert answers[-1].status == 200


def assert_each_stands_once(night: Night, slips: list[Slip]) -> None:
    state, log = night.state(), logged(night)
    for number, slip in enumerate(slips):
        result = state.tables[slip.table].result
        assert result is not None
        assert result.scores == slip.body["scores"]
        assert [row.type for row in store.load(night.club.pk, UUID(slip.table))] == SHEET
        # The slip confirms nothing: where the entry was the first to report, nobody has.
        confirmed = number % WAYS != 2 or result.by == f"table:{slip.table}"
        assert log[slip.table] == {"result_recorded": 1, **({"result_confirmed": 1} if confirmed else {})}
        assert result.state == ("confirmed" if confirmed else "reported")


@pytest.mark.parametrize(
    "processes",
    [pytest.param(4, marks=pytest.mark.backend("postgres")), pytest.param(1, marks=pytest.mark.backend("sqlite"))],
)
def test_forty_tables_report_at_once_and_each_stands_once(processes: int) -> None:
    night = Night.open(new_club(), table_size={"min": SEATS, "max": SEATS, "prefer": SEATS})
    night.enter(new_people(night.club, TABLES * SEATS))
    slips = round_of(night)
    assert len(slips) == TABLES
    with servers(processes) as addresses:
        told = sent_at_once(slips, addresses)
        path = f"api/v1/tournaments/{night.id}/standings"
        shown = [httpx.get(f"{address}{path}", trust_env=False, timeout=60).json()["rows"] for address in addresses]
    assert_told_as_documented(told)
    assert_each_stands_once(night, slips)
    anew = standings.standings(night.state())
    for rows in shown:
        assert [{name: row[name] for name in row if name != "name"} for row in rows] == anew
    by_hand = {entry: points for slip in slips for entry, points in points_by_hand(slip.body["scores"]).items()}
    assert {row["entry"]: Fraction(row["points"]) for row in anew} == by_hand
    assert rebuild() == []
    assert list(verify(streams.codec().decode, Tally(), night.club.pk)) == []
