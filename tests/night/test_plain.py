"""Without a script, and without a mouse: phones that only know forms, and a desk that is run by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.night.hall import Hall, Night, heading, scan

pytestmark = pytest.mark.backend("sqlite")
"""The server has a data folder of its own."""


def test_phones_without_a_script_report_confirm_and_show_a_table(hall: Hall) -> None:
    night = Night.open(hall.api)
    found = night.seat()
    first, second, third = (hall.phone(java_script_enabled=False) for _ in range(3))
    scan(first, found.slip(1), found.names(1)[0])
    for seat, score in enumerate((47, 39, 52, 28), 1):
        first.locator(f"#id_scores_{seat}").fill(str(score))
    first.get_by_role("button", name="Look and send").last.tap()
    heading(first, "Look and send")
    first.get_by_role("button", name="Send the result").tap()
    heading(first, "Reported")
    scan(second, found.slip(1), found.names(1)[1])
    second.get_by_role("button", name="Right").tap()
    heading(second, "The result is confirmed")
    name = found.names(2)[2]
    third.goto(f"/t/{night.code}")
    third.get_by_label("Find your name").fill(name)
    third.get_by_role("button", name="Find").tap()
    third.get_by_role("link", name=name, exact=True).tap()
    expect(third.get_by_role("region", name="Where you are")).to_contain_text("Table 2")


def test_a_round_is_run_by_keyboard(hall: Hall) -> None:
    """From the seating to the close, with nothing but Tab, Enter and what is typed."""
    night = Night.open(hall.api)
    desk = hall.director()
    desk.goto(night.desk)
    for button in ("Seat round 1", "Publish", "Start the clock|Start round 1", "Enter slips"):
        go(desk, button)
    for number in (1, 2):
        expect(desk.locator("#slip-table")).to_be_focused()
        for word in (str(number), "40", "30", "20", "10"):
            desk.keyboard.type(word)
            desk.keyboard.press("Enter")
        expect(desk.locator(f".tk-slip[data-number='{number}'] .is-first")).to_be_visible()
    for button in ("Close round 1, seat round 2", "Close round 1, seat round 2"):
        go(desk, button)
    expect(desk.get_by_text("Round 2 is seated as a draft.")).to_be_visible()


def go(page: Page, name: str) -> None:
    """Tabs on to a button or a link, and presses it by keyboard."""
    expect(page.get_by_text(re.compile(f"^({name})$")).first).to_be_visible()
    for _ in range(80):
        page.keyboard.press("Tab")
        if re.fullmatch(name, str(page.evaluate("document.activeElement.textContent.trim()"))):
            with page.expect_navigation():
                page.keyboard.press("Enter")
            return
    raise AssertionError(f"no Tab leads to {name}")
