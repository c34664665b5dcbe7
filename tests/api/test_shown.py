"""No route tells a reader what the tournament hides: neither the results, nor anything that follows from them.

The same evening is played twice, with other hidden results: whatever a reader is answered has to be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction

from league.repository import streams
from tests.api.conftest import Site
from tests.api.walk import FIRST_SCORE, MARK, House

STRANGERS = ("anonymous", "member")
ONE, OTHER = (9, 7, 5, 3), (1, 2, 3, 8)
"""Two hidden results: the better the seat, the more points; and the other way round."""
Play = Callable[[House], None]


class TakenBack(Exception):
    """Ends what is tried."""


@contextmanager
def tried() -> Iterator[None]:
    """What happens inside is taken back."""
    try:
        with transaction.atomic():
            yield
            raise TakenBack
    except TakenBack:
        streams._cache.clear()


def scores(places: tuple[int, ...]) -> list[int]:
    return [FIRST_SCORE + place for place in places]


def told(house: House, play: Play, *readers: str) -> dict[str, dict[str, str]]:
    """What each reader reads after somebody has played on; nothing of that remains."""
    with tried():
        play(house)
        return {name: house.read(name) for name in readers}
    raise AssertionError


def reported(*, own: tuple[int, ...], other: tuple[int, ...], closed: bool = False) -> Play:
    """Both tables of the running round report; the links are of the first."""

    def play(house: House) -> None:
        first, second = house.tables()
        house.report(first, scores(own))
        house.report(second, scores(other))
        if closed:
            house.close_round()

    return play


def require_same(first: dict[str, dict[str, str]], second: dict[str, dict[str, str]]) -> None:
    """Asserts that readers were answered the same."""
    pairs = [(name, path) for name, answers in second.items() for path in answers]
    assert [pair for pair in pairs if first[pair[0]][pair[1]] != second[pair[0]][pair[1]]] == []


@pytest.mark.parametrize(("when", "closed"), [("rounds", False), ("hide_last", True)])
def test_no_route_tells_what_is_hidden(site: Site, when: str, closed: bool) -> None:
    house = House.built(site, standings_shown=when)
    links = ("entry_link",) if closed else ("table_link", "entry_link")
    tables = [f"tables/{table}" for table in house.tables()]
    all_one = told(house, reported(own=ONE, other=ONE, closed=closed), *STRANGERS, *links, "referee")
    require_same(all_one, told(house, reported(own=OTHER, other=OTHER, closed=closed), *STRANGERS))
    require_same(all_one, told(house, reported(own=ONE, other=OTHER, closed=closed), *links))
    for name in STRANGERS:
        for path, answer in all_one[name].items():
            assert MARK not in answer, (name, path)
    for name in links:
        assert [MARK in all_one[name][table] for table in tables] == [True, False], name
    for what in ("standings", "rounds", "events?limit=1000"):
        assert MARK in all_one["referee"][f"tournaments/{house.tournament}/{what}"], what


def test_everything_is_shown_at_last(site: Site) -> None:
    house = House.built(site, standings_shown="hide_last")
    reported(own=ONE, other=ONE, closed=True)(house)
    house.end()
    shown = house.read("anonymous")
    for path in (f"tournaments/{house.tournament}/{what}" for what in ("standings", "rounds", "events?limit=1000")):
        assert MARK in shown[path], path


def test_the_walk_finds_what_is_not_hidden(site: Site) -> None:
    """The test of the test: a live tournament tells results at most of its routes."""
    house = House.built(site)
    first = told(house, reported(own=ONE, other=ONE), "anonymous")["anonymous"]
    second = told(house, reported(own=OTHER, other=OTHER), "anonymous")["anonymous"]
    differing = {path.split("?")[0].rpartition("/")[2] for path in first if first[path] != second[path]}
    assert {"standings", "rounds", "events", "explain", "needs"} <= differing
