"""Announcements on screens and phones, and what the screens show."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from league.models import Announcement
from league.projections.rebuild import rebuild
from tests.api.conftest import Site


@pytest.fixture
def path(site: Site) -> str:
    return f"tournaments/{site.tournament(game='scoresheet')['id']}"


def texts(site: Site, path: str) -> list[str]:
    answer = site.anonymous.send("GET", f"{path}/announcements")
    return [shown["text"] for shown in answer.json()["results"]]


def test_the_desk_announces_and_withdraws(site: Site, path: str) -> None:
    made = site.referee.send("POST", f"{path}/announcements", {"text": " Pizza at 20:30 "})
    assert (made.status_code, made["Location"]) == (201, f"/api/v1/announcements/{made.json()['id']}")
    assert (made.json()["text"], made.json()["until"]) == ("Pizza at 20:30", None)
    site.director.send("POST", f"{path}/announcements", {"text": "Bring your cups"})
    assert texts(site, path) == ["Bring your cups", "Pizza at 20:30"]
    one = f"announcements/{made.json()['id']}"
    assert site.anonymous.send("GET", one).json() == made.json()
    for who, status in ((site.anonymous, 401), (site.member, 403), (site.stranger, 403), (site.referee, 204)):
        assert who.send("DELETE", one).status_code == status
    assert (texts(site, path), site.anonymous.send("GET", one).status_code) == (["Bring your cups"], 404)
    assert site.referee.send("DELETE", one).status_code == 204
    assert (Announcement.objects.count(), rebuild()) == (2, [])


def test_an_announcement_ends_by_itself(site: Site, path: str) -> None:
    soon = (timezone.now() + timedelta(hours=1)).isoformat()
    site.referee.send("POST", f"{path}/announcements", {"text": "Hurry", "until": soon})
    assert texts(site, path) == ["Hurry"]
    late = site.referee.send("POST", f"{path}/announcements", {"text": "x", "until": "2020-01-01T00:00:00Z"})
    assert (late.status_code, late.json()["errors"][0]["field"]) == (400, "until")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": "   "}, "text"),
        ({"text": "x" * 201}, "text"),
        ({"text": 1}, "text"),
        ({"text": "x", "until": "tomorrow"}, "until"),
        ({"text": "x", "until": "2026-12-01T19:00:00"}, "until"),
        ({"text": "x", "at": "2026-12-01T19:00:00Z"}, "at"),
        ({"text": "x", "announcement": str(uuid4())}, "announcement"),
    ],
)
def test_an_announcement_that_can_not_be(site: Site, path: str, body: Any, field: str) -> None:
    refused = site.referee.send("POST", f"{path}/announcements", body)
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, field)


def test_the_longest_announcement(site: Site, path: str) -> None:
    text = "😀" * 200
    assert site.referee.send("POST", f"{path}/announcements", {"text": text}).json()["text"] == text


def test_the_desk_chooses_what_screens_show(site: Site, path: str) -> None:
    assert site.anonymous.send("GET", f"{path}/screen").json() == {"shows": "auto", "step": 0}
    answer = site.referee.send("PUT", f"{path}/screen", {"shows": "podium", "step": 2})
    assert (answer.status_code, answer.json()) == (200, {"shows": "podium", "step": 2})
    assert site.anonymous.send("GET", f"{path}/screen").json() == {"shows": "podium", "step": 2}
    assert site.referee.send("PUT", f"{path}/screen", {"shows": "clock"}).json() == {"shows": "clock", "step": 0}
    for wrong in ({"shows": "film"}, {}, {"shows": "clock", "step": -1}, {"shows": "clock", "step": 101}):
        assert site.referee.send("PUT", f"{path}/screen", wrong).status_code == 400
    for who, status in ((site.anonymous, 401), (site.member, 403)):
        assert who.send("PUT", f"{path}/screen", {"shows": "auto"}).status_code == status


def test_the_screen_is_chosen_after_the_end_too(site: Site) -> None:
    tournament = site.tournament(game="scoresheet")["id"]
    site.director.send("POST", f"tournaments/{tournament}/cancel")
    answer = site.director.send("PUT", f"tournaments/{tournament}/screen", {"shows": "announcement"})
    assert answer.status_code == 200
