"""The public page on a phone, in a real browser: with script and without, with a wrong clock, light and dark."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from league.domain.tournament.clocks.commands import Extend
from tests.pages.night import looks_only
from tests.web.evening import PHASES, Evening, evening_at

Phone = Callable[..., Page]
FIELD = "Find your name"
WRONG_CLOCK = "const now = Date.now; Date.now = () => now() + 3_600_000;"


def seconds_on(page: Page) -> int:
    """What the clock at the top shows, in seconds; below 0 in overtime."""
    text = page.locator("#top [data-time]").inner_text()
    minutes, seconds = text.removeprefix("+").split(":")
    return (int(minutes) * 60 + int(seconds)) * (-1 if text.startswith("+") else 1)


@pytest.fixture
def evening(transactional_db: None) -> Evening:
    return evening_at("running")


def test_a_name_is_found_remembered_and_forgotten(phone: Phone, evening: Evening):
    page = phone()
    page.goto(f"/t/{evening.code}")
    page.get_by_label(FIELD).press_sequentially("emi")
    page.get_by_role("link", name="Émilie Roux").click()
    card = page.get_by_role("region", name="Where you are")
    expect(card).to_contain_text(re.compile(r"Table \d+"))
    expect(card).to_be_focused()
    assert "me=" not in page.url
    page.reload()
    expect(card).to_contain_text("Émilie Roux")
    page.get_by_role("link", name="Not you?").click()
    expect(card).to_have_count(0)
    expect(page.get_by_label(FIELD)).to_be_focused()
    page.reload()
    expect(page.get_by_text(FIELD)).to_be_visible()
    expect(card).to_have_count(0)


def test_a_name_that_was_passed_on_is_not_remembered(phone: Phone, evening: Evening):
    page = phone()
    page.goto(f"/t/{evening.code}?me={evening.entries[0]}")
    expect(page.get_by_role("region", name="Where you are")).to_contain_text("Noor Haddad")
    page.goto(f"/t/{evening.code}")
    expect(page.get_by_text(FIELD)).to_be_visible()


def test_enter_in_the_field_takes_the_only_name(phone: Phone, evening: Evening):
    page = phone()
    page.goto(f"/t/{evening.code}")
    page.get_by_label(FIELD).fill("hohen")
    page.get_by_label(FIELD).press("Enter")
    expect(page.get_by_role("region", name="Where you are")).to_contain_text("Maximiliane von Hohenfels-Strackmann")


def test_own_lines_are_marked_in_lists_that_all_readers_share(phone: Phone, evening: Evening):
    page = phone()
    page.goto(f"/t/{evening.code}?me={evening.entries[0]}&tab=standings")
    page.get_by_role("link", name="By name").or_(page.get_by_role("link", name="Tables")).first.click()
    page.get_by_role("link", name="By name").click()
    mine = page.locator("#tab li.you")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("Noor Haddad")
    assert "by=name" in page.url


def test_a_report_from_elsewhere_swaps_its_part_and_leaves_what_is_typed(phone: Phone, evening: Evening):
    page = phone()
    page.goto(f"/t/{evening.code}")
    field = page.get_by_label(FIELD)
    field.fill("x")
    page.locator("#tab details").nth(0).locator("summary").click()
    evening.report_some(evening.state().rounds[-1], 0)
    open_table = evening.state().rounds[-1].tables[11]
    evening.play(
        open_table.id, {"type": "record_round", "scores": {one: evening.score(one) for one in open_table.seats}}
    )
    page.evaluate("tk.changed({})")
    expect(page.get_by_text("12 of 15 tables have reported")).to_be_visible()
    expect(field).to_have_value("x")
    expect(page.locator("#tab details").nth(0)).to_have_attribute("open", "")


def test_tabs_come_without_a_reload_and_keep_the_focus(phone: Phone, evening: Evening):
    page = phone()
    page.goto(f"/t/{evening.code}")
    page.evaluate("window.stayed = true")
    page.get_by_role("link", name="Standings").press("Enter")
    expect(page.get_by_text("So far, by what is reported.")).to_be_visible()
    expect(page.get_by_role("link", name="Standings")).to_be_focused()
    assert page.evaluate("window.stayed")


def test_without_script_a_phone_finds_its_owners_table(phone: Phone, evening: Evening):
    page = phone(java_script_enabled=False)
    page.goto(f"/t/{evening.code}")
    page.get_by_label(FIELD).fill("noor")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="Noor Haddad").click()
    card = page.get_by_role("region", name="Where you are")
    expect(card).to_contain_text(re.compile(r"Table \d+"))
    for tab in ("Standings", "Rounds", "Rules", "Tables"):
        page.get_by_role("link", name=tab, exact=True).click()
        expect(card).to_contain_text("Noor Haddad")
    page.get_by_role("link", name="Not you?").click()
    expect(card).to_have_count(0)


def test_where_storage_is_forbidden_the_page_works_all_the_same(phone: Phone, evening: Evening):
    page = phone()
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })")
    page.goto(f"/t/{evening.code}")
    page.get_by_label(FIELD).press_sequentially("noor")
    page.get_by_role("link", name="Noor Haddad").click()
    expect(page.get_by_role("region", name="Where you are")).to_contain_text("Noor Haddad")


def test_the_clock_is_right_to_the_second_on_a_phone_whose_own_is_wrong(phone: Phone, evening: Evening):
    page = phone()
    page.add_init_script(WRONG_CLOCK)
    page.goto(f"/t/{evening.code}")
    deadline = evening.state().rounds[-1].clock.deadline  # type: ignore[union-attr]
    assert deadline is not None
    page.wait_for_timeout(1200)
    left = (deadline - timezone.now()).total_seconds()
    assert abs(seconds_on(page) - left) <= 1.2
    page.evaluate("tk.refresh(['top'])")
    page.wait_for_timeout(500)
    assert abs(seconds_on(page) - (deadline - timezone.now()).total_seconds()) <= 1.2


def test_the_clock_counts_down_and_never_back_up(phone: Phone, evening: Evening):
    page = phone()
    page.goto(f"/t/{evening.code}")
    seen, begun = [seconds_on(page)], time.monotonic()
    for _ in range(12):
        page.wait_for_timeout(250)
        seen.append(seconds_on(page))
    assert seen == sorted(seen, reverse=True)
    assert abs(seen[0] - seen[-1] - (time.monotonic() - begun)) <= 2


@pytest.mark.parametrize(
    ("left", "face", "said"),
    [(301.5, "last", "Five minutes left."), (61.5, "last", "One minute left."), (1.5, "over", "The time is over.")],
)
def test_the_clock_is_announced_at_five_minutes_one_minute_and_the_end(
    phone: Phone, transactional_db: None, left: float, face: str, said: str
):
    evening = Evening.begin(8)
    evening.all_arrive()
    found = evening.publish()
    page = phone()
    evening.start(found, timedelta(seconds=3000 - left - 1.5))
    page.goto(f"/t/{evening.code}")
    spoken = page.locator("#said")
    expect(spoken).to_have_text(said, timeout=8000)
    expect(page.locator("#top .clock")).to_have_attribute("data-now", face)
    page.wait_for_timeout(1500)
    expect(spoken).to_have_text(said)


def test_more_time_takes_the_clock_back_to_green(phone: Phone, transactional_db: None):
    evening = evening_at("late")
    page = phone()
    page.goto(f"/t/{evening.code}")
    expect(page.get_by_text("time is over")).to_be_visible()
    evening.send(Extend(round=evening.state().rounds[-1].id, at=timezone.now(), seconds=1800))
    page.evaluate("tk.changed({})")
    expect(page.locator("#top .clock")).to_have_attribute("data-now", "running")
    expect(page.get_by_text("time is over")).to_be_hidden()


@looks_only
@pytest.mark.parametrize("phase", PHASES)
def test_axe_finds_nothing_and_nothing_is_cut_off(phone: Phone, transactional_db: None, phase: str):
    evening = evening_at(phase, people=34)
    for scheme in ("light", "dark"):
        page = phone(color_scheme=scheme)
        page.goto(f"/t/{evening.code}?me={evening.entries[0]}")
        for tab in [None, *page.locator(".tabs a").all()]:
            if tab:
                tab.click()
                expect(tab).to_have_attribute("aria-current", "page")
            found = Axe().run(page)
            assert found.violations_count == 0, found.generate_report()
        for width in (320, 360, 640, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate("document.documentElement.scrollWidth") <= width


@looks_only
def test_axe_finds_nothing_on_the_field_for_a_code(phone: Phone, transactional_db: None):
    page = phone()
    for address in ("/t/", "/t/QQQQ"):
        page.goto(address)
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


@looks_only
def test_what_can_be_tapped_is_44_pixels_high(phone: Phone, evening: Evening):
    page = phone()
    page.goto(f"/t/{evening.code}?me={evening.entries[0]}")
    low = page.evaluate(
        "[...document.querySelectorAll('a, button, summary, input:not([type=hidden])')]"
        ".filter((one) => one.offsetParent && !one.closest('.skip, p') && one.getBoundingClientRect().height < 43.5)"
        ".map((one) => one.outerHTML.slice(0, 80))"
    )
    assert low == []


def test_an_answer_that_comes_late_does_not_undo_a_newer_one(phone: Phone, evening: Evening):
    page = phone()
    held: list[Route] = []
    page.route(re.compile("name=no&"), lambda route: held.append(route))  # noqa: PLW0108
    page.goto(f"/t/{evening.code}")
    field, found = page.get_by_label(FIELD), page.locator("#found [data-me]")
    with page.expect_request(re.compile("name=no&")):
        field.fill("no")
    field.fill("noor")
    expect(found).to_have_count(1)
    page.evaluate(
        "window.most = 1; new MutationObserver(() => {"
        " most = Math.max(most, document.querySelectorAll('#found [data-me]').length) })"
        ".observe(document.body, { childList: true, subtree: true })"
    )
    for route in held:
        route.continue_()
    page.wait_for_timeout(700)
    assert page.evaluate("most") == 1
