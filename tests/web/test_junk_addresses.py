"""Whatever an address of the public pages holds, the server answers it, and never with an error of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.test import Client

from league.web import urls
from tests.api.conftest import Site
from tests.api.conftest import site as site  # noqa: PLC0414
from tests.api.walk import PARAMETER, House

pytestmark = pytest.mark.backend("postgres")
"""It refuses what SQLite takes, such as NUL."""
JUNK = (
    "",
    "/",
    "..",
    "0",
    "99999999999999999999",
    "9" * 5000,
    "\0",
    "\n",
    "٢٠:١٥",
    "²",
    "T",
    "0001-01-01T00:00",
    "9999-12-31T23:59",
    "9999-12-31",
    "20:15:30.123456789",
    "2026-W53-7T10",
    "{name} %s",
    "\u202e\u200b",
    "😀" * 300,
    "ﷺ" * 1000,
    "e\u0301" * 3000,
    "*",
    "top:3",
)
QUERIES = ("part", "page", "until", "as_of", "month", "division", "category", "find", "embed", "time", "tab", "round",
           "entry", "goal", "done", "language", "theme", "q", "code", "every", "seconds")  # fmt: skip
WITHOUT_QUERY = (".png", ".ics", ".atom", ".txt", ".js", "/", "/none")
PARTS = {"str": JUNK, "slug": ("-", "_", "0" * 300, "IN-THE-DEMO"), "path": JUNK, "int": ("0", "9" * 30), "uuid": ()}


@pytest.fixture
def house(site: Site) -> House:
    cache.clear()
    return House.built(site, starts_at="2026-03-01T19:00:00Z")


def addresses(house: House) -> Iterator[tuple[str, bool]]:
    """Every page of the hall and of clubs; and whether the address itself is junk."""
    for pattern in urls.urlpatterns:
        route = str(pattern.pattern)
        words = {"round": "2", "number": "1", "tag": "0", "code": house.code, "slug": house.site.club.slug}
        words |= {"season": house.season, "when": "3", "id": str(house.entry), "page": "me", "digest": "0"}
        words |= {"secret": "none", "rest": "none"}
        yield "/" + PARAMETER.sub(r"{\1}", route).format_map(words), False
        for kind, name in re.findall(r"<(\w+):(\w+)>", route):
            for junk in PARTS[kind]:
                yield "/" + PARAMETER.sub(r"{\1}", route).format_map({**words, name: quote(junk, safe="")}), True


def failing(paths: Iterator[str] | list[str], client: Client) -> list[str]:
    """The addresses that are answered with an error of the server."""
    client.raise_request_exception = False
    return [path[:200] for path in paths if client.get(path).status_code >= 500]


def test_no_part_of_an_address_breaks_a_page(house: House) -> None:
    assert failing([path for path, _ in addresses(house)], Client()) == []


def test_no_query_breaks_a_page(house: House) -> None:
    pages = [path for path, is_junk in addresses(house) if not is_junk and not path.endswith(WITHOUT_QUERY)]
    client = Client()
    for at, junk in enumerate(JUNK):
        query = "&".join(f"{name}={quote(junk)}" for name in QUERIES if name != "part" or at % 2)
        assert failing([f"{page}?{query}" for page in pages], client) == [], junk[:30]
