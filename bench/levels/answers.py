"""Large standings and long seasons as the API answers them, with names and all: CPU of the answer, and its queries.

A process that has read nothing yet answers first: what was kept for it stands in the database. Beside a season of a
hundred tournaments stands one of ten: it is asked for in as many queries.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import NamedTuple
from urllib.parse import quote

from django.test import Client

from bench.levels import Row
from bench.levels.held import club_of, hold, season_of
from bench.levels.standings import CHESS, FULL_CHAIN
from bench.log.databases import release, use
from league.domain.tournament.settings import PointScheme
from league.projections import followers
from league.repository import streams
from tests import servers
from tests.league.counted_queries import counted

ENTRIES, ROUNDS = 2000, 15
NIGHTS, FEW_NIGHTS, PEOPLE, ROUNDS_A_NIGHT = 100, 10, 100, 3
LEVEL_SECONDS, MOST_QUERIES, RUNS = 1.0, 6, 3
OTHER_SCHEME = "?scheme=" + quote('{"points": {"by_place": [10, 7, 5, 3, 2, 1]}, "best": 20}')
SEASON = {
    "as it is": "",
    "by another scheme": OTHER_SCHEME,
    "of a week": "?week=2026-W49",
    "as it was known": "?as_of=2027-01-01T00:00:00Z",
}


class Told(NamedTuple):
    """What an answer took: seconds of CPU, and queries."""

    seconds: float
    queries: int


def rows() -> Iterator[Row]:
    """All lines, each as soon as it is measured, on both databases."""
    use(f"sqlite:///{servers.new_folder() / 'bench.sqlite3'}")
    yield from _on("SQLite")
    server = servers.postgres()
    use(server.url)
    yield from _on("PostgreSQL")
    release()
    server.stop()


def _on(database: str) -> Iterator[Row]:
    club, people = club_of(ENTRIES)
    night = hold(club, people, ROUNDS, CHESS, FULL_CHAIN, is_closed=False)
    told = _told(f"tournaments/{night}/standings")
    yield _row(f"{database}: {ENTRIES:,} entries, {ROUNDS} rounds, all tie-breaks", told, told.queries)
    few, many = _season(FEW_NIGHTS), _season(NIGHTS)
    for what, query in SEASON.items():
        least = _told(few + query).queries
        yield _row(f"{database}: a season of {NIGHTS} tournaments, {what}", _told(many + query), least)


def _season(nights: int) -> str:
    """The path of the league table of so many tournaments, which followers have read."""
    club, people = club_of(PEOPLE)
    points = PointScheme(by_place=(4, 2, 1, 0))
    held = [hold(club, people, ROUNDS_A_NIGHT, points, ("wins", "lot")) for _ in range(nights)]
    season = season_of(club, held)
    followers.follow(club.pk)
    return f"seasons/{season}/standings"


def _told(path: str) -> Told:
    """What it takes a process that has read no stream to answer."""
    client, measured = Client(SERVER_NAME="localhost"), []
    for _ in range(RUNS):
        streams._cache.clear()
        began = process_time()
        with counted() as asked:
            answer = client.get(f"/api/v1/{path}")
        measured.append(Told(process_time() - began, len(asked)))
        assert answer.status_code == 200, answer.content
    return Told(median(told.seconds for told in measured), measured[-1].queries)


def _row(what: str, told: Told, least: int) -> Row:
    """least: how many queries as much smaller an answer takes."""
    measured = f"{told.seconds:.2f} s, {told.seconds / LEVEL_SECONDS:.2f} of the level; {told.queries} queries"
    level = f"< {LEVEL_SECONDS:.0f} s of CPU, <= {MOST_QUERIES} queries"
    return Row(what, measured, level, told.seconds < LEVEL_SECONDS and least == told.queries <= MOST_QUERIES)
