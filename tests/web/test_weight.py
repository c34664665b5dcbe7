"""How much the pages of the hall weigh on a cold load. A new page joins by a line of PAGES."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from league.models import Tournament
from league.web import scripts
from tests.league.nights import Night, new_club, new_people

MOST_BYTES, MOST_SCRIPT = 60_000, 15_000
PEOPLE = 64
PAGES: dict[str, Callable[[Night], str]] = {
    "the field for a code": lambda night: "/t/",
    "the public page": lambda night: f"/t/{code_of(night)}",
    "the bracket": lambda night: f"/t/{code_of(night)}/bracket",
    "the screen": lambda night: f"/t/{code_of(night)}/screen",
    "the page for sign-ups": lambda night: f"/t/{code_of(night)}/sign-up",
    "the page of a club": lambda night: f"/c/{night.club.slug}",
    "the nights of a club": lambda night: f"/c/{night.club.slug}/nights",
    "the night at another time": lambda night: f"/t/{code_of(night)}/at/{night.state().version}",
}
LOADED = r'''<(?:script|img|iframe|link rel="(?:stylesheet|icon|preload)")[^>]*?(?:src|href)="(?!data:)([^"]+)"'''
"""What a browser loads with a page: not the addresses that it only names."""


SETTINGS: dict[str, Any] = {
    "the bracket": {"format": {"type": "knockout"}, "table_size": {"min": 2, "max": 2, "prefer": 2}}
}


def code_of(night: Night) -> str:
    return Tournament.objects.get(pk=night.id).public_code.code


def big_night(page: str) -> Night:
    """A round is running, with 64 people."""
    club = new_club()
    night = Night.open(club, clock_seconds=3000, sign_up={"limit": PEOPLE}, **SETTINGS.get(page, {}))
    night.enter(new_people(club, PEOPLE))
    night.play_round()
    night.start_round()
    return night


@pytest.mark.parametrize("name", PAGES)
def test_a_page_weighs_at_most_60_kb_with_all_it_loads(db: None, client: Client, name: str) -> None:
    page = client.get(PAGES[name](big_night(name)), headers={"Accept-Encoding": "gzip"})
    assert (page.status_code, page.headers["Content-Encoding"]) == (200, "gzip")
    text = gzip.decompress(page.content).decode()
    loaded = re.findall(LOADED, text)
    parts = [client.get(address, headers={"Accept-Encoding": "gzip"}) for address in loaded]
    assert sum(len(answer.content) for answer in (page, *parts)) <= MOST_BYTES
    assert len(loaded) <= 1


@pytest.mark.parametrize("name", PAGES)
def test_a_page_names_no_other_site(db: None, client: Client, name: str) -> None:
    text = client.get(PAGES[name](big_night(name))).content.decode()
    others = set(re.findall(r"""(?:https?:)?//[\w.-]+""", text)) - {"http://www.w3.org", "http://testserver"}
    assert others == set()


@pytest.mark.parametrize("page", scripts.PAGES)
def test_a_script_has_less_than_15_kb(page: str) -> None:
    assert len(scripts.script_of(page).encode()) < MOST_SCRIPT
