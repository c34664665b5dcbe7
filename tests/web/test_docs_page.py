"""The page of the API in a browser: it needs no other server, fits every window, is accessible, and finds things."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, Response

from tests.web.axe import violations

pytestmark = [pytest.mark.backend("sqlite"), pytest.mark.django_db]
DOCS = "/api/v1/docs"


@pytest.fixture
def docs(phone: Callable[..., Page], live_server: Any, transactional_db: None) -> Callable[..., Page]:
    """Opens the page in a window; it asks no other server for anything."""

    def opened(width: int = 1280, path: str = DOCS, **more: Any) -> Page:
        page = phone(width, 900, **more)
        page.on("request", lambda request: _is_here(request.url, live_server.url))
        page.goto(path)
        return page

    return opened


def _is_here(url: str, server: str) -> None:
    assert url.startswith((server, "data:"))


def wider(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(docs: Callable[..., Page], scheme: Literal["light", "dark"]) -> None:
    page = docs(1280, color_scheme=scheme)
    page.locator("#words").fill("result")
    assert violations(page) == []
    page.locator("#words").fill("")
    page.locator("#language").select_option("")
    assert violations(page) == []


def test_it_fits_every_window(docs: Callable[..., Page]) -> None:
    page = docs(320)
    for width in (320, 360, 640, 800, 1000, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert wider(page) == 0, width
