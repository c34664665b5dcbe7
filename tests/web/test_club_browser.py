"""The pages of a club in a real browser: light and dark, narrow and wide, on paper, without script, in another page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from league.domain.tournament.commands import Change
from tests.web.club import Filled, filled
from tests.web.cups import Cup

pytestmark = pytest.mark.backend("sqlite")
Phone = Callable[..., Page]
WIDE: Any = {"width": 1280, "height": 800}


@pytest.fixture
def club(transactional_db: None) -> Filled:
    return filled()


def is_too_wide(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))


def test_every_page_fits_and_can_be_printed(phone: Phone, club: Filled):
    page = phone(**WIDE)
    sizes: Any = ({"width": 320, "height": 740}, WIDE)
    for size in sizes:
        page.set_viewport_size(size)
        for _name, address in club.pages:
            page.goto(address)
            assert not is_too_wide(page), (address, size)
    page.emulate_media(media="print")
    for _name, address in club.pages:
        page.goto(address)
        assert not page.locator("nav.pages").is_visible()
        assert page.pdf(format="A4")[:4] == b"%PDF"


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


def test_table_and_bracket_are_shown_in_a_page_of_another_site_as_wide_as_it_is(
    phone: Phone, club: Filled, live_server: Any
):
    page, cup = phone(**WIDE), Cup.begin(4)
    cup.begin_round()
    embedded: dict[str, Any] = {
        "league": (f"/c/{club.club.slug}/league/{club.season}?embed=1", ("table", "League table of Winter")),
        "bracket": (f"{cup.address}?embed=1", ("region", "Bracket")),
    }
    addresses = [f"{live_server.url}{address}" for address, _shown in embedded.values()]
    with another_site(*addresses) as elsewhere:
        page.goto(elsewhere)
        for part, (_address, (role, name)) in embedded.items():
            for width in WIDTHS:
                frame = page.frame_locator(f"iframe[width='{width}'][src*='{part}']")
                expect(frame.get_by_role(role, name=name)).to_be_visible(timeout=20_000)
                assert not frame.locator("html").evaluate("html => html.scrollWidth > html.clientWidth"), (part, width)


WIDTHS = (300, 900)


@contextmanager
def another_site(*addresses: str) -> Iterator[str]:
    """A page of another origin that shows each address in frames of several widths."""
    frames = "".join(
        f'<iframe width="{width}" height="600" src="{one}"></iframe>' for one in addresses for width in WIDTHS
    )

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(frames.encode())

        def log_message(self, *_args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


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
