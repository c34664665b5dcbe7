"""The pages of a club in a real browser: light and dark, narrow and wide, on paper, without script, in another page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from league.domain.tournament.commands import Change
from tests.web.axe import violations
from tests.web.club import Filled, filled

pytestmark = pytest.mark.backend("sqlite")
Phone = Callable[..., Page]
WIDE = {"width": 1280, "height": 800}


@pytest.fixture
def club(transactional_db: None) -> Filled:
    return filled()


def is_too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def test_every_page_fits_light_and_dark_narrow_wide_and_on_paper(phone: Phone, club: Filled):
    for scheme in ("light", "dark"):
        narrow, wide = phone(color_scheme=scheme), phone(**WIDE, color_scheme=scheme)
        for _name, address in club.pages:
            for page in (narrow, wide):
                answer = page.goto(address)
                assert answer is not None
                assert answer.ok, address
                assert not is_too_wide(page), (address, scheme, page.viewport_size)
            assert violations(narrow) == [], (address, scheme)
    for _name, address in club.pages:
        wide.goto(address)
        wide.emulate_media(media="print", color_scheme="light")
        assert not wide.locator("nav.pages").is_visible()
        assert wide.pdf(format="A4")[:4] == b"%PDF"


def test_without_script_the_league_leads_to_nights_and_parts(phone: Phone, club: Filled):
    page = phone(java_script_enabled=False)
    page.goto(f"/c/{club.club.slug}")
    expect(page.get_by_role("heading", name="Tonight at the harbour")).to_be_visible()
    page.get_by_role("navigation", name="Pages of the club").get_by_role("link", name="League").click()
    page.get_by_role("link", name="Earlier nights").click()
    expect(page.get_by_text("Nights 1 to 5 of 7")).to_be_visible()
    page.get_by_role("cell").get_by_role("link").first.click()
    expect(page.locator("h1")).to_contain_text("Week")
    page.get_by_role("link", name="Harbour Board Gamers").click()
    expect(page.get_by_role("heading", name="Next nights")).to_be_visible()


def test_the_table_stands_in_a_page_of_another_site_as_wide_as_that_lets_it(
    phone: Phone, club: Filled, live_server: Any
):
    page = phone(**WIDE)
    table = f"{live_server.url}/c/{club.club.slug}/league/{club.season}?embed=1"
    page.route(
        "http://elsewhere.test/",
        lambda route: route.fulfill(body=FRAMES.format(address=table), content_type="text/html"),
    )
    page.goto("http://elsewhere.test/")
    for width in ("300px", "900px"):
        frame = page.frame_locator(f"iframe[width='{width}']")
        expect(frame.get_by_role("table", name="League table of Winter")).to_be_visible()
        assert not frame.locator("html").evaluate("html => html.scrollWidth > html.clientWidth")
    whole = page.request.get(table.removesuffix("?embed=1"))
    assert "frame-ancestors 'none'" in whole.headers["content-security-policy"]


FRAMES = "".join(f'<iframe width="{width}px" height="600" src="{{address}}"></iframe>' for width in (300, 900))


def test_what_is_on_tonight_comes_by_itself(phone: Phone, club: Filled):
    page = phone()
    page.clock.install()
    page.goto(f"/c/{club.club.slug}")
    expect(page.get_by_text("0 of 5 tables have reported")).to_be_visible()
    night = club.running
    night.report(night.state().rounds[-1], night.entries.index)
    night.send(Change(name="Tonight"))
    page.clock.run_for(31_000)
    expect(page.get_by_text("5 of 5 tables have reported")).to_be_visible()
