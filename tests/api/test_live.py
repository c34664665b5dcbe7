"""`…/live`: how many streams are open at once, and whose right to follow is asked about together."""

from __future__ import annotations

from collections import Counter
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import AsyncRequestFactory
from django.urls import resolve

from api.streams import OPENED, Opened
from league.access import links
from league.live import hub as hubs
from league.live.hub import hub
from league.models import LinkKind
from tests.api.conftest import Site

pytestmark = pytest.mark.django_db


def refused(site: Site, tournament: str) -> Any:
    """The answer to somebody who opens a stream too many."""
    answer = site.anonymous.send("GET", f"tournaments/{tournament}/live")
    assert answer["Retry-After"] == "15"
    assert answer["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


def test_a_process_takes_so_many_streams(site: Site) -> None:
    tournament = site.tournament()["id"]
    assert site.anonymous.send("GET", f"tournaments/{tournament}/live").status_code == 200
    with patch.object(hubs, "MOST_STREAMS", 0):
        assert refused(site, tournament) == (503, "too_many_streams")


def test_an_address_takes_so_many_streams(site: Site) -> None:
    tournament = site.tournament()["id"]
    with patch.object(hub, "of_address", Counter({"127.0.0.1": hubs.MOST_OF_AN_ADDRESS})):
        assert refused(site, tournament) == (429, "too_many_streams")
    with patch.object(hub, "of_address", Counter({"127.0.0.2": hubs.MOST_OF_AN_ADDRESS})):
        assert site.anonymous.send("GET", f"tournaments/{tournament}/live").status_code == 200


def opened(path: str, cookie: str) -> Opened:
    """What a browser with these cookies opens."""
    request: Any = AsyncRequestFactory().get(path, headers={"Cookie": cookie})
    found = request.resolver_match = resolve(path)
    request.user = AnonymousUser()
    answer = found.func(request, *found.args, **found.kwargs)
    assert answer.status_code == 200, answer.content
    seen: Opened = request.scope[OPENED]
    return seen


def test_phones_with_the_same_link_are_checked_once_whatever_else_their_browsers_keep(site: Site) -> None:
    tournament = site.tournament(game="scoresheet")["id"]
    site.entries(tournament, "Ada", "Bea", "Cleo")
    table = site.round(tournament)["tables"][0]["id"]
    link = links.made(site.club.pk, LinkKind.TABLE, [UUID(table)])[UUID(table)]
    path = f"/api/v1/tables/{table}/live"
    one, two = (opened(path, f"tk-t0a1b2c={link}; csrftoken={token}; lang=de").access for token in ("x" * 32, "y" * 32))
    other = opened(path, "csrftoken=z").access
    assert one.key == two.key != other.key
    assert [access.still() for access in (one, two, other)] == [True, True, True]
    links.revoke(site.club.pk, LinkKind.TABLE, [UUID(table)])
    assert [access.still() for access in (one, two, other)] == [False, False, True]
