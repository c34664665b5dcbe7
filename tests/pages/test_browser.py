"""A director looks at the night in a real browser: wide and on a phone, light and dark, by mouse and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.pages.night import Night, looks_only

Opened = Callable[..., Page]
PAGES = ("league table", "standings", "what if", "log", "overview", "people")
COMPARED = "asked=1&kind=by_place&ties=average&by_place=9+3+1"


def address(night: Night, page: str) -> str:
    """Where a page is."""
    return {
        "league table": f"/admin/league/season/{night.season}/change/",
        "standings": f"/admin/league/tournament/{night.tournaments[-1]}/change/",
        "what if": f"/admin/league/tournament/{night.tournaments[0]}/what-if/?{COMPARED}",
        "log": "/admin/log/?view=log",
        "overview": "/admin/",
        "people": "/admin/league/person/",
    }[page]


def test_from_the_log_in_to_the_league_table(open_page: Opened, live_night: Night):
    page = open_page()
    page.get_by_role("link", name="Winter 2026").click()
    expect(page.get_by_role("heading", name="Winter 2026", level=2)).to_be_visible()
    table = page.get_by_role("table", name="League table of Winter 2026")
    expect(table.get_by_role("row")).to_have_count(15)
    first = table.get_by_role("row").nth(1)
    expect(first.get_by_role("cell").first).to_have_text(re.compile(r"^\s*1\s"))
    expect(first.get_by_role("rowheader")).to_be_visible()
    dropped = table.locator(".is-dropped b").first
    assert dropped.evaluate("cell => getComputedStyle(cell).textDecorationLine") == "line-through"
    expect(page.get_by_text("dropped result that does not count")).to_be_visible()
    expect(table.get_by_text("not over yet")).to_be_visible()


def test_from_a_table_to_its_tournament_and_its_log(open_page: Opened, live_night: Night):
    page = open_page()
    page.goto(address(live_night, "league table"))
    page.get_by_role("columnheader", name="Club night 24 November").get_by_role("link").click()
    expect(page.get_by_role("table", name="Standings of Club night 24 November")).to_be_visible()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(page.get_by_text("1 of 3 tables reported")).to_be_visible()
    expect(page.get_by_text("playing", exact=True)).to_have_count(2)
    page.locator("#content-main summary", has_text="More").click()
    page.locator("#content-main").get_by_role("link", name="What happened").click()
    expect(page.get_by_role("heading", name="What happened: Club night 24 November")).to_be_visible()
    expect(page.get_by_text(re.compile("Ada Lovelace.? checked in"))).to_be_visible()


@looks_only
def test_the_data_of_an_event_is_opened_by_keyboard(open_page: Opened, live_night: Night):
    page = open_page()
    page.goto(address(live_night, "log"))
    event = page.get_by_role("listitem").filter(has_text="Result of").first
    expect(event.locator("pre")).to_be_hidden()
    event.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(event.locator("pre")).to_contain_text('"places": {')


def test_the_log_is_filtered_and_paged_by_mouse(open_page: Opened, live_night: Night):
    page = open_page()
    page.goto(address(live_night, "log"))
    page.get_by_role("link", name="Older").click()
    expect(page.get_by_role("link", name="Newest")).to_be_visible()
    page.get_by_label("About").select_option(label="Seasons")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("was added to the season").filter(visible=True)).to_have_count(4)
    page.get_by_role("link", name="Show everything").click()
    expect(page.get_by_text("Round 2 was published").first).to_be_visible()


@looks_only
@pytest.mark.parametrize("shown", PAGES)
def test_a_phone_shows_the_page_without_scrolling_it_sideways(open_page: Opened, live_night: Night, shown: str):
    page = open_page(width=390)
    page.goto(address(live_night, shown))
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@looks_only
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("shown", ["league table", "standings", "log"])
def test_words_stand_out_from_their_ground(open_page: Opened, live_night: Night, shown: str, scheme: str):
    page = open_page(scheme=scheme)
    page.goto(address(live_night, shown))
    assert page.locator("html").evaluate("html => html.classList.contains('dark')") == (scheme == "dark")
    assert page.evaluate(FAINT) == []


@looks_only
def test_nothing_is_fetched_from_elsewhere_and_no_handler_stands_in_a_page(open_page: Opened, live_night: Night):
    page = open_page()
    page.wait_for_load_state("networkidle")
    hosts: set[str] = set()
    failed: list[str] = []
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page.on("requestfailed", lambda request: failed.append(request.url))
    for shown in PAGES:
        page.goto(address(live_night, shown))
        page.wait_for_load_state("networkidle")
        own = "#content-main, #content-main *"
        if shown != "people":
            assert page.locator(own).evaluate_all(HANDLERS) == 0
    assert hosts == {urlsplit(page.url).netloc}
    assert failed == []


HANDLERS = """found => found.flatMap((element) => [...element.attributes])
    .filter((attribute) => /^(on|x-on|@|style)/.test(attribute.name)).length"""
"""How many handlers and styles stand in the elements themselves."""

FAINT = """() => {
    const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const pixel = (color) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const over = (top, below) => top.slice(0, 3).map((part, i) => part * top[3] + below[i] * (1 - top[3]));
    const ground = (element) => {
        const above = [];
        for (let at = element; at; at = at.parentElement) above.push(pixel(getComputedStyle(at).backgroundColor));
        return above.reduceRight((below, top) => over(top, below), [255, 255, 255]);
    };
    const light = (color) => {
        const [r, g, b] = color.map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (element) => {
        const below = ground(element);
        const [a, b] = [light(over(pixel(getComputedStyle(element).color), below)), light(below)];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    const written = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    return [...document.querySelectorAll("#content-main *")]
        .filter((element) => written(element) && element.checkVisibility() && contrast(element) < 4.5)
        .map((element) => `${element.className} ${element.textContent.trim()} ${contrast(element).toFixed(2)}`);
}"""
"""The words of the page that stand out less than 4.5 to 1 (WCAG 2.2, 1.4.3)."""
