"""Pages of other origins call the API; which methods a path has, everybody may ask; what a body may be sent as."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from django.test import Client

from league.models import Event
from tests.api.conftest import Site, Visitor
from tests.api.test_doors import Venue, doors

ORIGIN = "https://scores.example"
EXPOSED = ("ETag", "Location", "Retry-After", "Idempotency-Replayed", "RateLimit-Remaining", "Sunset", "X-Request-Id")


@pytest.fixture
def site(venue: Venue) -> Site:
    """The site behind the doors."""
    return venue.site


def preflight(path: str, method: str, headers: str = "authorization, if-match") -> Any:
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": headers}
    return Visitor().options(path, headers={"Origin": ORIGIN, **asked})


def test_every_origin_reads_and_writes_with_a_token(site: Site, venue: Venue) -> None:
    for method, path in (("GET", "games"), ("PATCH", f"clubs/{site.club.pk}"), ("DELETE", "tokens/current")):
        asked = preflight(path, method)
        assert (asked.status_code, asked["Access-Control-Allow-Origin"]) == (200, "*")
        assert method in asked["Access-Control-Allow-Methods"]
        allowed = asked["Access-Control-Allow-Headers"]
        assert all(name in allowed for name in ("authorization", "if-match", "idempotency-key", "last-event-id"))
        assert int(asked["Access-Control-Max-Age"]) >= 3600
    for answer in (
        site.director.send("GET", f"clubs/{site.club.pk}", Origin=ORIGIN),
        site.director.send("PATCH", f"clubs/{site.club.pk}", {"name": "New"}, Origin=ORIGIN),
        site.anonymous.send("GET", "tournaments/none", Origin=ORIGIN),
        site.anonymous.send("POST", "people", {}, Origin=ORIGIN),
        site.anonymous.send("GET", f"{venue.path('tournament-live get')}", Origin=ORIGIN),
    ):
        assert answer["Access-Control-Allow-Origin"] == "*", answer.content
        assert "Access-Control-Allow-Credentials" not in answer
        assert all(name in answer["Access-Control-Expose-Headers"] for name in EXPOSED)
        assert "origin" in answer["Vary"].lower()


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "tokens"), ("PATCH", "me"), ("POST", "clubs/{club}/tokens"), ("GET", "/admin/login/")]
)
def test_no_page_of_another_origin_logs_in(site: Site, method: str, path: str) -> None:
    path = path.format(club=site.club.pk)
    asked = preflight(path, method)
    assert "Access-Control-Allow-Origin" not in asked
    answer = site.anonymous.generic(method, path, b"{}", "application/json", headers={"Origin": ORIGIN})
    assert "Access-Control-Allow-Origin" not in answer


def test_the_pages_are_for_their_own_origin(site: Site, client: Client) -> None:
    for path in ("/t/", "/admin/", "/static/none.js"):
        answer = client.get(path, headers={"Origin": ORIGIN})
        assert "Access-Control-Allow-Origin" not in answer


@pytest.mark.parametrize("name", sorted({door.split(maxsplit=1)[0] for door in doors()}))
def test_everybody_may_ask_which_methods_there_are(venue: Venue, name: str) -> None:
    before, path = Event.objects.count(), venue.path(f"{name} get").partition("?")[0]
    methods = {door.split()[1].upper() for door in doors() if venue.path(door).partition("?")[0] == path}
    answer = Visitor().options(path)
    assert (answer.status_code, answer.content) == (204, b"")
    allowed = {method.strip() for method in answer["Allow"].split(",")}
    assert allowed - {"OPTIONS", "HEAD"} == methods
    assert ("HEAD" in allowed) == ("GET" in allowed)
    assert Event.objects.count() == before


def test_a_path_that_there_is_not_has_no_methods(site: Site) -> None:
    answer = site.anonymous.options("nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate", "gzip, identity", "x"])
def test_a_compressed_body_is_refused(site: Site, encoding: str) -> None:
    content = gzip.compress(b'{"club": "x", "name": "Ada"}')
    sent = {"Content-Encoding": encoding}
    answer = site.director.post("people", data=content, content_type="application/json", headers=sent)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
    assert (answer.json()["facts"], answer["Accept-Encoding"]) == ({"encoding": encoding}, "identity")


@pytest.mark.parametrize("encoding", ["identity", "Identity", ""])
def test_a_body_as_it_is_may_say_so(site: Site, encoding: str) -> None:
    body, sent = {"club": str(site.club.pk), "name": "Ada"}, {"Content-Encoding": encoding}
    assert site.director.send("POST", "people", body, **sent).status_code == 201
    assert site.director.send("GET", "people", **{"Content-Encoding": "gzip"}).status_code == 200


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("application/json", 201),
        ("application/json; charset=utf-8", 201),
        ('Application/JSON;charset="UTF-8"', 201),
        ("application/json; version=1", 201),
        ("application/json; charset=latin-1", 415),
        ("application/json; charset=utf-16", 415),
        ("application/json; charset=none-such", 415),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
    ],
)
def test_the_charset_of_json(site: Site, content_type: str, status: int) -> None:
    body = f'{{"club": "{site.club.pk}", "name": "Zoë"}}'.encode()
    answer = site.director.post("people", data=body, content_type=content_type)
    assert answer.status_code == status, answer.content
    if status == 201:
        assert answer.json()["name"] == "Zoë"


def test_there_are_no_parts_no_slashes_and_no_other_methods_in_headers(site: Site) -> None:
    part = site.director.send("GET", "people", Range="bytes=0-3")
    assert (part.status_code, "Accept-Ranges" in part) == (200, False)
    assert site.director.send("GET", "people/").status_code == 404
    renamed = site.director.send("POST", f"clubs/{site.club.pk}", {}, **{"X-HTTP-Method-Override": "PATCH"})
    assert renamed.status_code == 405
    assert {"GET", "HEAD", "PATCH", "OPTIONS"} == set(renamed["Allow"].split(", "))


@pytest.mark.parametrize("door", doors())
def test_a_page_of_another_origin_sends_what_no_password_is_in(venue: Venue, door: str) -> None:
    method, path = door.split()[1].upper(), venue.path(door)
    is_open = door not in ("tokens post", "club-tokens post", "me patch")
    asked = preflight(path, method, "authorization, content-type, if-match, if-none-match, idempotency-key")
    assert asked.status_code == (200 if is_open else 204)
    answer = Visitor().send(method, path, {} if method != "GET" else None, Origin=ORIGIN)
    for one in (asked, answer):
        assert one.headers.get("Access-Control-Allow-Origin") == ("*" if is_open else None), one.status_code
        assert "Access-Control-Allow-Credentials" not in one
    if is_open:
        assert method in asked["Access-Control-Allow-Methods"]
        assert {"content-type", "if-none-match"} <= set(asked["Access-Control-Allow-Headers"].split(", "))
