"""A league of three hundred people over a hundred nights: each page weighs at most 60 kB, the admin shows a part."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from league.models import Role, Season
from league.projections import followers
from tests.league.nights import new_user
from tests.standing import made_once
from tests.web.club import big_league
from tests.web.test_weight import LOADED, MOST_BYTES

pytestmark = pytest.mark.backend("sqlite")
MOST_IN_THE_ADMIN = 900_000
PAGES = ("", "/nights", "/nights?page=2", "/people", "/league/{season}", "/league/{season}?page=3&until=40",
    "/league/{season}?embed=1", "/league/{season}/places", "/league/{season}/places?find=a")  # fmt: skip


@pytest.fixture(scope="module")
def league_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    with made_once(django_db_blocker, big_league) as season:
        yield season


@pytest.fixture
def league(league_once: Season, db: None) -> Season:
    return league_once


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_a_big_league_weighs_at_most_60_kb(league: Season, client: Client, page: str) -> None:
    address = f"/c/{league.club.slug}{page.format(season=league.pk)}"
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    text = gzip.decompress(answer.content).decode()
    parts = [client.get(part, headers={"Accept-Encoding": "gzip"}) for part in re.findall(LOADED, text)]
    assert sum(len(one.content) for one in (answer, *parts)) <= MOST_BYTES


def test_all_people_and_all_nights_of_a_big_league_can_be_reached(league: Season, client: Client) -> None:
    address = f"/c/{league.club.slug}/league/{league.pk}"
    people, nights = set[str](), set[str]()
    for page in (1, 2, 3):
        body = client.get(f"{address}?page={page}").content.decode().partition("<tbody")[2]
        people |= set(re.findall(r"<bdi>([^<]+)</bdi>", body))
    for until in range(5, 101, 5):
        head = client.get(f"{address}?until={until}").content.decode().partition("</thead>")[0]
        nights |= set(re.findall(r"Tuesday \d+", head))
    assert len(people) == 300
    assert len(nights) == 100


def test_the_page_of_the_admin_shows_a_part_of_it(league: Season) -> None:
    followers.follow(league.club.pk)
    client = Client()
    client.force_login(new_user("director", league.club, Role.DIRECTOR))
    answer = client.get(f"/admin/league/season/{league.pk}/change/")
    text = answer.content.decode()
    assert len(answer.content) < MOST_IN_THE_ADMIN
    assert "Events 91 to 100 of 100" in text
    assert "Page 1 of 3" in text
    (earlier,) = re.findall(r'href="(\?until=90)"', text)
    assert "Events 81 to 90 of 100" in client.get(f"/admin/league/season/{league.pk}/change/{earlier}").content.decode()
