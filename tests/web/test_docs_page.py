"""The page of the API in a browser: it needs no other server, fits every window, is accessible, and finds things."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests.web.axe import violations

pytestmark = [pytest.mark.backend("sqlite"), pytest.mark.django_db]
DOCS = "/api/v1/docs"
SOME = """() => document.querySelectorAll(".operation, .schema").forEach((one, at) => at % 60 && one.remove())"""
"""Leaves one operation of sixty: axe needs minutes for all of them, and they are made by one template."""


@pytest.fixture
def docs(phone: Callable[..., Page], live_server: Any, transactional_db: None) -> Callable[..., Page]:
    """Opens the page in a window; it asks no other server for anything."""

    def opened(width: int = 1280, path: str = DOCS, **more: Any) -> Page:
        page = phone(width, 900, **more)
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path)
        assert [url for url in asked if not url.startswith((live_server.url, "data:"))] == []
        return page

    asked: list[str] = []
    return opened


def wider(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 320)])
def test_axe_finds_nothing(docs: Callable[..., Page], scheme: Literal["light", "dark"], width: int) -> None:
    page = docs(width, color_scheme=scheme)
    page.locator("#language").select_option("")
    page.evaluate(SOME)
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })")
    assert violations(page) == []


def test_it_fits_every_window_with_all_examples(docs: Callable[..., Page]) -> None:
    page = docs(320)
    page.locator("#language").select_option("")
    for width in (320, 360, 640, 800, 1000, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert wider(page) <= 0, width


def test_words_find_operations_and_schemas(docs: Callable[..., Page]) -> None:
    page = docs()
    everything = page.locator(".operation").count()
    page.locator("#words").fill("report result")
    assert page.locator("#report_result").is_visible()
    assert page.locator(".operation:visible").count() < everything / 4
    assert not page.get_by_role("heading", name="A first round from the shell").is_visible()
    said = page.get_by_role("status").filter(has_text="schemas").inner_text()
    assert said.startswith(f"{page.locator('.operation:visible').count()} operations, ")
    page.get_by_role("navigation").get_by_role("link", name="Seasons and league tables").click()
    assert page.locator("#words").input_value() == ""
    assert page.locator("#create_season").is_visible()


def test_the_language_of_the_examples_is_kept(docs: Callable[..., Page]) -> None:
    page = docs()
    sample = page.locator("#report_result .sample:visible")
    assert sample.locator("figcaption").all_inner_texts() == ["curl"]
    page.get_by_label("Examples in").select_option("Python")
    assert sample.locator("figcaption").all_inner_texts() == ["Python"]
    page.reload()
    assert sample.locator("figcaption").all_inner_texts() == ["Python"]
    assert "httpx.put(" in sample.inner_text()


def test_without_a_script_everything_is_there(docs: Callable[..., Page]) -> None:
    page = docs(java_script_enabled=False)
    assert page.locator("#report_result .sample:visible figcaption").all_inner_texts() == [
        "curl",
        "Python",
        "JavaScript",
    ]
    assert not page.locator("#words").is_visible()
    page.get_by_role("link", name="who may do what").first.click()
    assert page.get_by_role("heading", level=1).inner_text() == "Who may do what"
    page.get_by_role("link", name="API, version 1").click()
    assert page.get_by_role("heading", level=1).inner_text() == "The guide for API clients"
