"""No answer asks the database more often the more rows it has: every route that is read, and the writes of many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from api import urls, validators
from league.projections import followers
from league.repository import streams
from tests.api.conftest import Site
from tests.api.walk import NOT_READ, QUERIES, House, methods_of
from tests.league.counted_queries import counted

FEW, MANY = 8, 16
MORE = 6
NOT_COUNTED = ("live", "needs", "paper")
"""Parts of the names of routes that go on, or that calculate and draw for long."""
MOST_MORE = 2
"""Queries for kinds of things of which the small tournament has none; each of them has more than so many rows."""


def grown(house: House) -> House:
    """More of everything in the club, and a tournament of `MANY` people that stands where the other does."""
    site = house.site
    many = House.opened(site, house.season, site.people(*(f"Q{number}" for number in range(MANY))))
    many.play()
    many.round()
    for number in range(MORE):
        site.tournament(name=f"Evening {number}", seasons=[house.season])
        site.friendly(site.member, site.other)
    return with_notes(many, MORE)


def with_notes(house: House, count: int) -> House:
    """So many penalties, calls and announcements in the tournament, and so many hooks and tokens of the club."""
    site, (table, *_) = house.site, house.tables()
    for number in range(count):
        site.penalty(house.tournament, house.entries[number % FEW])
        sent(site.director.send("POST", f"tables/{table}/call", {"note": f"{number}"}))
        sent(site.director.send("POST", f"tournaments/{house.tournament}/announcements", {"text": f"{number}"}))
    followers.follow(site.club.pk)
    house.before = house.code
    house.entry = house.entries[0]
    house.head = site.director.send("GET", f"clubs/{site.club.pk}/events?limit=1").json()["head"]
    return house


def sent(answer: Any) -> None:
    assert answer.status_code < 300, answer.content


def read(house: House) -> dict[tuple[str, str], int]:
    """How often each answer asks, of a process that remembers nothing: by route and query, of its last thing."""
    words, found = house.words(), {}
    for name, route in routes():
        for path in house.of_route(route)[-1:]:
            for query in ("", *QUERIES.get(name, ())):
                streams._cache.clear()
                validators.answers._made.clear()
                with counted() as asked:
                    answer = house.site.director.send("GET", f"{path}?{query.format_map(words)}")
                assert answer.status_code < 500, (path, answer.content)
                found[name, query] = len(asked)
    return found


def routes() -> Iterator[tuple[str, str]]:
    for pattern in urls.urlpatterns:
        name = str(pattern.name)
        if (
            name not in NOT_READ
            and "get" in methods_of(pattern.callback)
            and not any(part in name for part in NOT_COUNTED)
        ):
            yield name, str(pattern.pattern)


def test_no_answer_asks_more_often_the_more_rows_there_are(site: Site) -> None:
    house = with_notes(House.built(site), 3)
    few = read(house)
    many = read(grown(house))
    assert few.keys() == many.keys()
    assert not {key: (few[key], many[key]) for key in few if many[key] > few[key] + MOST_MORE}


@pytest.mark.parametrize("write", ["entries", "check-in", "results", "people"])
def test_a_write_of_many_asks_as_often_as_one_of_few(site: Site, write: str) -> None:
    sent(site.director.send("POST", "people", {"club": str(site.club.pk), "name": "First"}))
    asked = []
    for count in (4, MANY):
        tournament = site.tournament(game="scoresheet", table_size={"min": 4, "max": 4})["id"]
        people = [{"person": id} for id in site.people(*(f"{write}{count}-{number}" for number in range(count)))]
        entries = ("POST", f"tournaments/{tournament}/entries", people)
        check_in = ("POST", f"tournaments/{tournament}/check-in", {"entries": "all"})
        if write == "people":
            body: Any = [{"club": str(site.club.pk), "name": f"New {count}-{number}"} for number in range(count)]
            asked.append(queries(site, "POST", "people", body))
            continue
        numbers = {"entries": queries(site, *entries), "check-in": queries(site, *check_in)}
        if write == "results":
            numbers["results"] = queries(site, "PUT", *results(site, tournament))
        asked.append(numbers[write])
    assert asked[0] == asked[1]


def results(site: Site, tournament: str) -> tuple[str, Any]:
    """The results of all tables of a round."""
    found = site.round(tournament)
    tables = {
        table["id"]: {"places": {seat["entry"]: seat["seat"] for seat in table["seats"]}} for table in found["tables"]
    }
    return f"rounds/{found['id']}/results", tables


def queries(site: Site, method: str, path: str, body: Any) -> int:
    """How many queries a write takes."""
    with counted() as asked:
        answer = site.director.send(method, path, body)
    assert answer.status_code < 300, answer.content
    return len(asked)
