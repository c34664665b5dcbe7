"""Dry runs on several threads, beside writes that are meant."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection

from league.log.verify import Tally, verify
from league.repository import streams
from tests.api.conftest import Site
from tests.api.test_dry_run import LISTED, TOLD_ON


def test_dry_runs_beside_real_writes_harm_neither(live_site: Site) -> None:
    tournament = live_site.tournament(game="scoresheet")["id"]
    entries = live_site.entries(tournament, *(f"P{number}" for number in range(16)))
    tables = live_site.round(tournament)["tables"]

    def reports(table: dict[str, Any], query: str) -> Any:
        seats = [seat["entry"] for seat in table["seats"]]
        body = {"scores": {entry: 10 * place for place, entry in enumerate(seats)}}
        try:
            return live_site.referee.send("PUT", f"tables/{table['id']}/result{query}", body)
        finally:
            connection.close()

    jobs = [(table, query) for table in tables for query in (TOLD_ON, "", TOLD_ON)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda job: reports(*job), jobs))
    assert {answer.status_code for answer in answers} == {200}
    assert all(tuple(answer.json()) == LISTED for answer, (_, query) in zip(answers, jobs, strict=True) if query)
    rows = live_site.member.send("GET", f"tournaments/{tournament}/standings").json()["rows"]
    assert len(rows) == len(entries)
    assert {row["played"] for row in rows} == {1}
    assert list(verify(streams.codec().decode, Tally(), live_site.club.pk)) == []
