"""No route tells a reader what the tournament hides: neither the results, nor anything that follows from them.

The same evening is played twice, with other hidden results: whatever a reader is answered has to be the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest
from django.db import transaction

from league.models import Round
from league.repository import streams
from tests.api.conftest import Site
from tests.api.walk import CHANGING, FIRST_SCORE, MARK, House

STRANGERS = ("anonymous", "member")
Scores = tuple[int | None, ...]
ONE: Scores = (9, 7, 5, 3)
OTHER: Scores = (1, 2, None, 8)
"""Two hidden results: the better the seat, the more points; and the other way round, with somebody who never came."""
PLACES = {"points": {"by_place": [4, 2, 1, 0]}}
"""Points by place alone: what an entry needs then depends on the other tables."""
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


def scores(ends: Scores) -> list[int | None]:
    return [None if end is None else FIRST_SCORE + end for end in ends]


def told(house: House, play: Play, *readers: str, only: Callable[[str], bool] = bool) -> dict[str, dict[str, str]]:
    """What each reader reads after somebody has played on; nothing of that remains. only: at these paths."""
    with tried():
        play(house)
        return {name: house.read(name, only) for name in readers}
    raise AssertionError


def reported(*, own: Scores, other: Scores, closed: bool = False) -> Play:
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
    house = House.built(site, standings_shown=when, **({} if closed else PLACES))
    links = ("entry_link", "entry_page") if closed else ("table_link", "entry_link", "entry_page", "table_page")
    tables = [f"tables/{table}" for table in house.tables()]
    all_one = told(house, reported(own=ONE, other=ONE, closed=closed), *STRANGERS, *links)
    require_same(all_one, told(house, reported(own=OTHER, other=OTHER, closed=closed), *STRANGERS))
    require_same(all_one, told(house, reported(own=ONE, other=OTHER, closed=closed), *links))
    for name in STRANGERS:
        for path, answer in all_one[name].items():
            assert not MARK.search(answer), (name, path)
    for name in links:
        if name.endswith("link"):
            assert [bool(MARK.search(all_one[name][table])) for table in tables] == [True, False], name
    reported(own=ONE, other=ONE, closed=closed)(house)
    for what in ("rounds", "events?limit=1000"):
        assert MARK.search(house.body("referee", f"tournaments/{house.tournament}/{what}")), what


def test_everything_is_shown_at_last(site: Site) -> None:
    house = House.built(site, standings_shown="hide_last")
    reported(own=ONE, other=ONE, closed=True)(house)
    house.end()
    for path in (f"tournaments/{house.tournament}/{what}" for what in ("standings", "rounds", "events?limit=1000")):
        assert MARK.search(house.body("anonymous", path)), path


def test_the_walk_finds_what_is_not_hidden(site: Site) -> None:
    """The test of the test: a live tournament tells results at most of its routes.

    Three evenings, since who sits where is drawn, and what somebody needs may be the same by chance.
    """
    differing = set[str]()
    for _ in range(3):
        house = House.built(site, **PLACES)
        first, second = (
            told(house, reported(own=scores, other=scores), "anonymous", only=house.is_of_tournament)["anonymous"]
            for scores in (ONE, OTHER)
        )
        differing |= {path.split("?")[0].rpartition("/")[2] for path in first if first[path] != second[path]}
    assert {"standings", "rounds", "events", "explain", "needs"} <= differing


def test_a_feed_that_hides_results_gives_no_hashes(site: Site) -> None:
    house = House.built(site, standings_shown="rounds")
    path = f"tournaments/{house.tournament}/events"
    assert {event["hash"] for event in site.anonymous.send("GET", path).json()["results"]} == {None}
    assert None not in {event["hash"] for event in site.referee.send("GET", path).json()["results"]}


@pytest.mark.parametrize("visibility", ["link", "members"])
def test_no_list_tells_strangers_of_a_tournament_that_is_not_public(site: Site, visibility: str) -> None:
    house, is_open = House.built(site, visibility=visibility), visibility == "link"

    def over(places: Scores) -> Play:
        def play(house: House) -> None:
            reported(own=places, other=places, closed=True)(house)
            house.end()

        return play

    def is_list(path: str) -> bool:
        return not house.is_of_tournament(path)

    one, other = (told(house, over(places), "stranger", only=is_list)["stranger"] for places in (ONE, OTHER))
    assert [path for path, answer in one.items() if any(id in answer for id in house.secrets)] == []
    assert [path for path, answer in one.items() if answer != other[path]] == []
    inside = told(house, over(ONE), "stranger", "member", only=house.is_of_tournament)
    expected = {path: answer[:3] if is_open else "404" for path, answer in inside["member"].items()}
    staff_only = ("401", "403")
    mine = inside["stranger"]
    assert [path for path in mine if mine[path][:3] not in (expected[path], *staff_only)] == []


def test_a_members_tournament_opens_for_members_and_for_what_the_links_are_of(site: Site) -> None:
    house = House.built(site, visibility="members")
    first, second = house.tables()
    paths = [f"tournaments/{house.tournament}", f"tables/{first}", f"tables/{second}", f"entries/{house.entries[0]}"]
    expected = {
        "anonymous": [404] * 4, "stranger": [404] * 4, "member": [200] * 4, "referee": [200] * 4,
        "superuser": [200] * 4, "entry_link": [200] * 4, "table_link": [404, 200, 404, 404],
    }  # fmt: skip
    for name, codes in expected.items():
        assert [house.reader(name).send("GET", path).status_code for path in paths] == codes, name
    other = House.built(site)
    assert [other.links["entry_link"].send("GET", path).status_code for path in paths] == [404] * 4


def test_a_stranger_who_writes_learns_nothing_of_a_members_tournament(site: Site) -> None:
    house = House.built(site, visibility="members")
    paths = [f"tournaments/{house.tournament}/close", f"tables/{house.tables()[0]}/confirm"]
    assert [site.stranger.send("POST", path, {}).status_code for path in paths] == [404, 404]


def test_a_members_tournament_is_listed_for_members(site: Site) -> None:
    house = House.built(site, visibility="members")
    for name, found in (("anonymous", False), ("stranger", False), ("member", True), ("superuser", True)):
        read = house.reader(name).send("GET", "tournaments?page_size=100").json()["results"]
        assert (house.tournament in [row["id"] for row in read]) is found, name


def test_the_code_of_a_tournament_is_as_long_as_its_visibility_asks_for(site: Site) -> None:
    tournament = site.tournament(visibility="link")
    lengths, codes = [len(tournament["code"])], {tournament["code"]}
    for visibility in ("members", "link", "public"):
        changed = site.director.send("PATCH", f"tournaments/{tournament['id']}", {"visibility": visibility}).json()
        lengths.append(len(changed["code"]))
        codes.add(changed["code"])
    assert lengths == [10, 4, 10, 4]
    assert len(codes) == 4
    again = site.director.send("PATCH", f"tournaments/{tournament['id']}", {"name": "Other"}).json()
    assert again["code"] in codes


@pytest.mark.parametrize(("when", "is_called_off"), [("rounds", True), ("hide_last", False)])
def test_a_night_as_it_was_tells_nothing_that_is_hidden_by_now(site: Site, when: str, is_called_off: bool) -> None:
    house = House.built(site, standings_shown=when)
    first = house.version

    def evening(places: Scores) -> Play:
        def play(house: House) -> None:
            reported(own=places, other=places, closed=not is_called_off)(house)
            if is_called_off:
                newest = Round.objects.filter(tournament=UUID(house.tournament)).latest("number")
                answer = site.director.send("POST", f"rounds/{newest.pk}/cancel", {"reason": "fire alarm"})
                assert answer.status_code == 200, answer.content

        return play

    def read(places: Scores) -> list[str]:
        with tried():
            evening(places)(house)
            times = [f"/t/{house.code}/at/{version}" for version in range(first - 2, house.version + 1)]
            return [house.body("anonymous", path) for path in (*times, f"/t/{house.code}/at")]
        raise AssertionError

    one, other = ([CHANGING.sub("", page) for page in read(places)] for places in (ONE, OTHER))
    assert len(one) > 4
    assert [at for at, pages in enumerate(zip(one, other, strict=True)) if pages[0] != pages[1]] == []
    assert not any(MARK.search(page) for page in one)
