"""A real browser for the pages of the hall: phones, that touch, and screens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.pages.conftest import browser as browser  # noqa: PLC0414


@pytest.fixture
def open_phone(browser: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    """Opens a page of the hall on a phone of its own. No page may break its Content-Security-Policy or have an error."""
    contexts, said = [], list[str]()

    def opened(address: str, width: int = 360, height: int = 740, **more: Any) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            base_url=live_server.url,
            locale="en-GB",
            **{"has_touch": width < 700, **more},
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(f"Error: {error}"))
        page.goto(address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [line for line in said if "Content Security Policy" in line or line.startswith("Error:")] == []
