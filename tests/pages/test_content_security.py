"""A browser visits the pages under their Content-Security-Policy, which it reports as soon as one breaks it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.pages.night import Night

Opened = Callable[..., Page]


def visited(night: Night) -> list[str]:
    """The pages of every kind: lists, forms, plots, the desk, files to choose, the docs, and what is not there."""
    season, tournament = f"/admin/league/season/{night.season}", f"/admin/league/tournament/{night.tournaments[-1]}"
    return [
        "/admin/",
        "/admin/league/person/",
        "/admin/league/person/add/",
        "/admin/league/tournament/",
        "/admin/league/season/",
        f"{season}/change/",
        f"{season}/desk/",
        f"{tournament}/change/",
        f"{tournament}/desk/",
        f"{tournament}/what-if/",
        "/admin/log/",
        "/admin/password_change/",
        "/admin/nothing/",
        "/nothing",
        "/api/v1/docs",
    ]


def test_no_page_breaks_its_policy(open_page: Opened, live_night: Night) -> None:
    """`open_page` fails at its end where the console names a violation."""
    page = open_page()
    for path in visited(live_night):
        answer = page.goto(path, wait_until="networkidle")
        assert answer is not None
        assert "content-security-policy" in answer.headers
        assert answer.ok is ("nothing" not in path), path
    page.locator(".operation").first.wait_for()


def test_a_script_written_into_a_page_does_not_run_and_is_seen(browser: object, live_server, live_night: Night) -> None:
    """What `open_page` looks for is what the browser says of a violation."""
    said: list[str] = []
    page = browser.new_page()  # type: ignore[attr-defined]
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{live_server.url}/admin/login/")
    page.evaluate("""() => {
        const script = document.createElement("script");
        script.textContent = "window.ran = true";
        document.body.append(script);
    }""")
    assert page.evaluate("window.ran") is None
    page.close()
    assert any("Content Security Policy" in line for line in said)


@pytest.mark.parametrize("path", ["/admin/", "/api/v1/docs"])
def test_no_page_can_be_embedded(browser: object, live_server, live_night: Night, path: str) -> None:
    page = browser.new_page()  # type: ignore[attr-defined]
    page.set_content(f"<iframe src='{live_server.url}{path}'></iframe>")
    frame = page.frames[-1]
    assert "Tablekeeper" not in frame.content()
    page.close()
