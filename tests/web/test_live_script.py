"""The pages' live part in a real browser: one stream for all tabs, the next tab where one is closed, polling."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request

from league.domain.tournament.closing.commands import CloseRound
from league.models import Tournament
from tests.deploy.web import servers
from tests.league.nights import Night, new_club, new_people
from tests.pages.windows import new_context

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE_SECONDS = 30.0
TOLD = """
window.told = [];
window.states = [];
document.addEventListener("tk:connection", (event) => states.push(event.detail));
addEventListener("DOMContentLoaded", () => {
  const changed = tk.changed;
  tk.changed = (message) => (told.push(...(message.types?.length ? message.types : ["?"])), changed(message));
});
"""


@pytest.fixture(scope="module")
def address(django_db_setup: None) -> Iterator[str]:
    """A server."""
    with servers(1, heartbeat=0.5) as (address,):
        yield address


@pytest.fixture
def night() -> Night:
    """A night of two tables, before its first round."""
    night = Night.open(new_club(), table_size={"min": 3, "max": 3, "prefer": 3})
    night.enter(new_people(night.club, 6))
    return night


class Tabs:
    """The tabs of one browser, and the streams that they have asked for."""

    def __init__(self, context: BrowserContext, address: str, night: Night) -> None:
        code = Tournament.objects.get(pk=night.id).public_code.code
        self.address = f"{address}t/{code}"
        self.context = context
        self.streams: list[Page] = []
        context.add_init_script(TOLD)
        context.on("request", self._note)

    def _note(self, sent: Request) -> None:
        """Notes the tab that asks for a stream."""
        if sent.url.endswith("/live"):
            self.streams.append(sent.frame.page)

    def open(self) -> Page:
        """Another tab."""
        page = self.context.new_page()
        page.goto(self.address)
        return page


@pytest.fixture
def tabs(browser: Browser, address: str, night: Night) -> Iterator[Tabs]:
    """A browser without tabs."""
    context = new_context(browser, service_workers="block")
    yield Tabs(context, address, night)
    context.close()


def until(pages: list[Page], is_so: Callable[[Page], Any], seconds: float = PATIENCE_SECONDS) -> None:
    """Waits until it is so in all pages; fails when it takes too long."""
    end = time.monotonic() + seconds
    while not all(map(is_so, pages)):
        assert time.monotonic() < end, [(state(page), page.evaluate("[told, states]")) for page in pages]
        pages[0].wait_for_timeout(100)


def state(page: Page) -> str | None:
    """How the page is connected."""
    return page.locator("html").get_attribute("data-connection")


def has_told(type: str) -> Callable[[Page], bool]:
    """Whether a page was told of a type of event."""
    return lambda page: f"tournament.{type}" in page.evaluate("told")


def test_six_tabs_share_one_stream_and_another_takes_over(night: Night, tabs: Tabs) -> None:
    pages = [tabs.open() for _ in range(6)]
    until(pages, lambda page: state(page) == "live")
    assert len(tabs.streams) == 1
    found = night.start_round()
    until(pages, has_told("round_started"))
    leader = tabs.streams[0]
    leader.close()
    pages.remove(leader)
    for page in pages:
        page.evaluate("told.length = 0")
    night.report(found, night.entries.index)
    until(pages, lambda page: page.evaluate("told.length"))
    until(pages, lambda page: state(page) == "live")
    night.send(CloseRound(found.id))
    until(pages, has_told("round_closed"))
    assert len(tabs.streams) == 2


def test_a_page_polls_where_no_stream_is_let_through(night: Night, tabs: Tabs) -> None:
    tabs.context.route("**/live", lambda route: route.abort())
    page = tabs.open()
    until([page], lambda page: state(page) == "polling")
    page.evaluate("told.length = 0")
    night.start_round()
    until([page], lambda page: page.evaluate("told.length"))


def test_a_page_says_when_there_is_no_connection_and_goes_on_with_it(night: Night, tabs: Tabs) -> None:
    page = tabs.open()
    until([page], lambda page: state(page) == "live")
    tabs.context.set_offline(True)
    until([page], lambda page: state(page) == "offline")
    assert page.locator("#offline").is_visible()
    night.start_round()
    tabs.context.set_offline(False)
    until([page], lambda page: state(page) == "live")
    until([page], lambda page: page.evaluate("told.length"))
    assert page.locator("#offline").is_hidden()


SCRIPTED = """
window.sources = [];
window.EventSource = class extends EventTarget {
  constructor() { super(); this.readyState = 1; sources.push(this); }
  close() { this.readyState = 2; }
  say(data) { this.dispatchEvent(new MessageEvent("changed", { data: JSON.stringify(data) })); }
};
"""


def test_a_new_stream_that_goes_on_further_than_the_last_one_is_a_change(tabs: Tabs) -> None:
    tabs.context.add_init_script(SCRIPTED)
    page = tabs.open()
    until([page], lambda page: page.evaluate("sources.length"))
    version = int(page.locator("html").get_attribute("data-version") or 0)

    def told(position: int, version: int) -> list[str]:
        """The first message of a stream."""
        first = {"position": position, "version": version, "types": [], "round": None, "table": None}
        taken: list[str] = page.evaluate("(first) => (told.length = 0, sources.at(-1).say(first), told)", first)
        return taken

    assert told(10, version) == []
    assert told(10, version + 1) == []
    assert told(11, version + 1) == ["?"]
