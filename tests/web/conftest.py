"""A browser that looks at the pages of the hall."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.pages.conftest import chromium_running
from tests.pages.windows import new_context


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, for as long as these tests need it."""
    with chromium_running() as running:
        yield running


@pytest.fixture
def phone(browser: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    """Opens a window of its own, without anybody logged in. No page breaks its policy or has an error in its script."""
    contexts, said = [], list[str]()

    def opened(width: int = 360, height: int = 740, **more: Any) -> Page:
        size: Any = {"width": width, "height": height}
        context = new_context(browser, viewport=size, base_url=live_server.url, locale="en-GB", **more)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [line for line in said if "Content Security Policy" in line or "Error" in line] == []
