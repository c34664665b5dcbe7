"""Junk of every kind, on every door: a problem, never a fault of the service, and nothing changed."""

from __future__ import annotations

from base64 import b64encode

import pytest
from rest_framework.test import APIClient

from league.models import KeptAnswer
from tests.api.conftest import Site
from tests.api.test_doors import WRITING, Venue, what_stands

DEEP = 5000
FILES = ("people-import post", "season-events post", "tournament-plan post", "entries post", "entries-match post")
JUNK: dict[str, bytes] = {
    "nan": b'{"name": NaN}',
    "infinity": b'{"name": -Infinity}',
    "a float beyond": b'{"name": 1e400}',
    "a whole number beyond": b'{"name": 1' + b"0" * 400 + b"}",
    "a whole number of 5000 digits": b"1" * 5000,
    "more digits than can be kept": b'{"name": 0.12345678901234567890123}',
    "5000 lists": b"[" * DEEP + b"]" * DEEP,
    "5000 objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    "forty lists": b'{"name": ' + b"[" * 40 + b"]" * 40 + b"}",
    "a lone surrogate": b'{"name": "\\ud800"}',
    "a lone surrogate as a key": b'{"\\udfff": 1}',
    "nul": b'{"name": "a\\u0000b"}',
    "a raw nul": b'{"name": "a\x00b"}',
    "latin-1": '{"name": "\u00e9"}'.encode("latin-1"),
    "utf-16": '{"name": "x"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "a key twice": b'{"name": "a", "name": "b"}',
    "cut short": b'{"name": "a"',
    "two values": b"{} {}",
    "a comment": b"/* */ {}",
    "white space": b"  ",
    "a text": b'"name"',
    "a number": b"7",
    "null": b"null",
    "true": b"true",
    "a list": b"[1, null]",
    "an unknown field": b'{"no such field": 1}',
    "wrong types": b'{"name": {"a": []}, "club": 5, "type": {"a": 1}, "person": [], "seconds": "x", "username": 3}',
    "a type that is none": b'{"type": "no_such_command"}',
    "over a mebibyte": b'{"name": "' + b"x" * 1024 * 1024 + b'"}',
}


@pytest.fixture
def site(venue: Venue) -> Site:
    """The site that the doors are of."""
    return venue.site


@pytest.mark.parametrize("door", WRITING)
def test_junk_is_a_problem_and_changes_nothing(site: Site, venue: Venue, door: str) -> None:
    stands = what_stands()
    method, path = door.split()[1], venue.path(door)
    for name, raw in JUNK.items():
        answer = getattr(site.superuser, method)(path, data=raw, content_type="application/json")
        if door.endswith(" delete") and 200 <= answer.status_code < 300:
            stands = what_stands()
            continue
        assert 400 <= answer.status_code < 500, (name, answer.status_code, answer.content)
        assert answer["Content-Type"] == "application/problem+json", name
        assert answer.json()["detail"], name
        assert KeptAnswer.objects.count() == 0
        assert what_stands() == stands, name


@pytest.mark.parametrize("door", [door for door in WRITING if not door.endswith("delete") and door not in FILES])
def test_a_body_is_json_and_says_so(site: Site, venue: Venue, door: str) -> None:
    for kind in (
        "text/plain",
        "application/xml",
        "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded",
    ):
        call = getattr(site.superuser, door.split()[1])
        answer = call(venue.path(door), data=b'{"name": "a"}', content_type=kind)
        assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type"), kind


QUERIES = (
    "page_size=0",
    "page_size=201",
    "page_size=x",
    "page_size=" + "9" * 5000,
    "cursor=%00",
    "cursor=nope",
    "cursor=cD1ub3BlCg",
    "cursor=cD0AYQ==",
    "ordering=password",
    "ordering=",
    "x=%00",
    "%00=x",
)
LISTS = ("tournaments", "seasons", "people", "clubs")


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("query", QUERIES)
def test_a_bad_query_is_a_bad_request(site: Site, path: str, query: str) -> None:
    answer = site.superuser.send("GET", f"{path}?{query}")
    assert answer.status_code == 400, answer.content
    (error,) = answer.json()["errors"]
    assert error["field"] == (query.partition("=")[0] if query[0] not in "%x" else error["field"])


@pytest.mark.parametrize("path", LISTS)
def test_a_cursor_with_nul_is_refused_in_every_order(site: Site, path: str) -> None:
    cursor = b64encode(b"p=%00").decode()
    for ordering in ("id", "name", "-name"):
        answer = site.superuser.send("GET", f"{path}?ordering={ordering}&cursor={cursor}")
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "cursor"), ordering


@pytest.mark.parametrize("position", ["x", "-1", "1.5", "9" * 40, "%ff", "2026-01-01", ""])
def test_a_cursor_to_nowhere_is_no_fault_of_the_service(site: Site, venue: Venue, position: str) -> None:
    tournament = venue.ids["tournament"]
    below = [f"tournaments/{tournament}/{name}" for name in ("entries", "rounds")]
    cursor = b64encode(f"p={position}".encode()).decode()
    for path in (*LISTS, f"clubs/{site.club.id}/members", *below):
        assert site.superuser.send("GET", f"{path}?cursor={cursor}").status_code in (200, 400), path


@pytest.mark.parametrize(
    "path",
    [
        "nothing",
        "people/7",
        "people/%00",
        "people/" + "a" * 5000,
        "games/no-such-game",
        "games/%00",
        "tables/00000000-0000-0000-0000-000000000000",
        "tournaments/00000000-0000-0000-0000-000000000000/entries",
        "clubs/00000000-0000-0000-0000-000000000000/events",
        "webhooks",
        "people/",
        "/api/v2/people",
        "/api/",
    ],
)
def test_what_is_not_there_is_a_404_problem(site: Site, path: str) -> None:
    answer = site.superuser.send("GET", path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer["Content-Type"] == "application/problem+json"


def test_a_method_that_a_path_has_not_is_405_with_what_it_has(site: Site) -> None:
    answer = site.superuser.send("PUT", "me", {})
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert "GET" in answer["Allow"]


def test_an_answer_that_is_not_json_can_not_be_had(site: Site) -> None:
    answer = APIClient().get("/api/v1/games", headers={"Accept": "text/html"})
    assert (answer.status_code, answer["Content-Type"]) == (406, "application/problem+json")
