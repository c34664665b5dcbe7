"""Limits of requests hold across processes while many threads ask at once, and only for those who ask too much."""

from __future__ import annotations

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from uuid import UUID

import httpx
import pytest

from league.access import links
from league.models import LinkKind
from tests.deploy.web import servers
from tests.league.nights import Night, new_club, new_people

pytestmark = [pytest.mark.backend("postgres"), pytest.mark.django_db(transaction=True)]
LIMIT, TIMES, THREADS, TABLES, SEATS = 40, 4, 24, 8, 3
OTHERS = 15


def tables_of(night: Night) -> list[tuple[str, str]]:
    """The address of each table of a round that has just been started, and its link."""
    ids = [UUID(table.id) for table in night.start_round().tables]
    made = links.made(night.club.pk, LinkKind.TABLE, ids)
    return [(f"api/v1/tables/{id}", made[id]) for id in ids]


def ask(address: str, path: str, link: str) -> httpx.Response:
    headers = {"Authorization": f"Link {link}"}
    return httpx.get(f"{address}{path}", headers=headers, trust_env=False, timeout=60, verify=False)


def test_a_limit_holds_for_all_processes_together_and_leaves_others_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RATE_LINK", str(LIMIT))
    night = Night.open(new_club(), table_size={"min": SEATS, "max": SEATS, "prefer": SEATS})
    night.enter(new_people(night.club, TABLES * SEATS))
    tables = tables_of(night)
    with servers(2) as addresses, ThreadPoolExecutor(THREADS) as pool:
        first = {table: ask(addresses[0], *table) for table in tables}
        # Each link has minutes of its own: the greedy one is that whose minute ends last.
        greedy = max(tables, key=lambda table: int(first[table].headers["RateLimit-Reset"]))
        end = time.monotonic() + int(first[greedy].headers["RateLimit-Reset"]) - 1
        quiet = next(table for table in tables if table != greedy)
        sent = [pool.submit(ask, address, *greedy) for address, _ in zip(cycle(addresses), range(TIMES * LIMIT))]
        others = [pool.submit(ask, address, *quiet) for address, _ in zip(cycle(addresses), range(OTHERS))]
        answers = [one.result() for one in sent]
        minutes = 1 if time.monotonic() < end else 2
        found = Counter(answer.status_code for answer in answers)
        assert set(found) == {200, 429}
        assert LIMIT - 1 <= found[200] <= minutes * LIMIT - 1
        refused = [answer for answer in answers if answer.status_code == 429]
        assert all(0 < int(answer.headers["Retry-After"]) <= 60 for answer in refused)
        assert {answer.json()["code"] for answer in refused} == {"too_many_requests"}
        assert {one.result().status_code for one in others} == {200}
