"""The live desk in a browser: cards saved in place, what others report meanwhile, clocks, and slips by the keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from league.domain.tournament import commands
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.settings import TableSize
from league.models import Table as Row
from league.services import clocks, results
from tests.pages.night import Night, Playing, make_people
from tests.pages.test_desk_steps import step

Opened = Callable[..., Page]
WINDOWS = [(1280, 800), (360, 740)]


class Evening(Playing):
    """A round of score sheets that began some minutes ago."""

    def __init__(self, night: Night, people: int, *, minutes: float = 20, most: int = 5) -> None:
        super().__init__(night.club, night.director, night.season, "Big night", timezone.now() - timedelta(hours=1))
        self.send(commands.Change(game="scoresheet", game_options={}, table_size=TableSize(3, most, min(most, 4))))
        self.enter(make_people(night.club, [f"Guest {number:02d}" for number in range(1, people + 1)]))
        self.at = timezone.now() - timedelta(minutes=minutes + 1)
        self.start(self.seat())
        self.at = timezone.now()

    def table(self, number: int) -> Table:
        return next(table for table in self.round.tables if table.number == number)

    @property
    def round(self) -> Round:
        return self.state().rounds[-1]

    def by_phone(self, number: int, scores: Sequence[int], actor: str = "") -> None:
        """Reports a table with its own link, or as another actor."""
        table = self.table(number)
        report = Report(scores=dict(zip(table.seats, scores, strict=True)))
        actor = actor or f"table:{table.id}"
        results.report(Row.objects.get(pk=table.id), report, actor=actor, at=timezone.now())


def card(page: Page, number: int) -> Locator:
    return page.get_by_role("article", name=f"Table {number}", exact=True)


def fill(page: Page, number: int, *scores: int) -> Locator:
    """Types scores into a card; the last field."""
    fields = card(page, number).locator("label > input")
    for at, score in enumerate(scores):
        fields.nth(at).fill(str(score))
    return fields.nth(len(scores) - 1)


def look(page: Page) -> None:
    """What the page does when it learns of a change; sooner than by asking every few seconds."""
    page.evaluate("window.tk.refresh()")


def in_window(page: Page, element: Locator) -> bool:
    box, size = element.bounding_box(), page.viewport_size
    assert box is not None
    assert size is not None
    return (
        box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= size["width"]
        and (box["y"] + box["height"] <= size["height"])
    )


def windowed(open_page: Opened, night: Evening, size: tuple[int, int], tab: str = "") -> Page:
    page = open_page(width=size[0])
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(step(night.id, tab))
    return page


@pytest.mark.parametrize("size", WINDOWS)
def test_a_card_is_saved_in_its_place(open_page: Opened, live_night: Night, size: tuple[int, int]) -> None:
    """Focus, scroll position and what is typed at another table stay; the message is inside the window."""
    evening = Evening(live_night, 16)
    page = windowed(open_page, evening, size)
    fill(page, 3, 7)
    last = fill(page, 2, 9, 8, 7, 6)
    before = page.evaluate("window.scrollY")
    last.press("Enter")
    toast = page.get_by_role("status").get_by_text("Table 2 has its result.")
    expect(toast).to_be_visible()
    assert in_window(page, toast)
    assert page.evaluate("window.scrollY") == before
    assert card(page, 2).evaluate("card => card.contains(document.activeElement)")
    expect(card(page, 2)).to_contain_text("from the desk")
    expect(card(page, 3).locator("label > input").first).to_have_value("7")
    expect(card(page, 3)).to_contain_text("typed, not saved")
    expect(page.locator("#bar-report")).to_contain_text("3 to report")
    assert evening.table(2).result is not None
    assert page.title().startswith("(3) ")


def test_a_refusal_is_shown_at_the_field(open_page: Opened, live_night: Night) -> None:
    evening = Evening(live_night, 8)
    page = windowed(open_page, evening, WINDOWS[0])
    fill(page, 1, 9, 8, 7)
    card(page, 1).get_by_role("button", name="Save the result").click()
    missing = card(page, 1).locator("label > input").nth(3)
    expect(missing).to_be_focused()
    expect(missing).to_have_attribute("aria-invalid", "true")
    expect(card(page, 1).get_by_role("alert")).to_have_text(re.compile("Guest .. is missing."))
    expect(card(page, 1).locator("label > input").first).to_have_value("9")
    missing.fill("1")
    missing.press("Enter")
    expect(card(page, 1)).to_contain_text("from the desk")
    assert evening.table(1).result is not None


def test_a_half_typed_card_stays_while_others_report(open_page: Opened, live_night: Night) -> None:
    evening = Evening(live_night, 16)
    page = windowed(open_page, evening, WINDOWS[0])
    second = card(page, 2).locator("label > input").nth(1)
    fill(page, 2, 9)
    second.type("4")
    evening.by_phone(1, (1, 2, 3, 4))
    look(page)
    expect(card(page, 1)).to_contain_text("reported")
    expect(page.get_by_role("status").get_by_text("Table 1 reported by phone.")).to_be_visible()
    expect(second).to_be_focused()
    second.type("2")
    expect(second).to_have_value("42")
    evening.by_phone(2, (5, 6, 7, 8))
    look(page)
    expect(card(page, 2)).to_contain_text("This table was reported meanwhile.")
    expect(second).to_be_focused()
    expect(second).to_have_value("42")
    fill(page, 2, 9, 42, 1, 2).press("Enter")
    expect(card(page, 2).get_by_text("Someone else changed this first")).to_be_visible()
    expect(second).to_have_value("42")
    card(page, 2).get_by_role("button", name="Show that result").click()
    expect(card(page, 2).locator("summary")).to_contain_text("8")
    result = evening.table(2).result
    assert result is not None
    assert (sorted((result.scores or {}).values()), result.disputes) == ([5, 6, 7, 8], ())


def test_a_dispute_appears_by_itself(open_page: Opened, live_night: Night) -> None:
    """This server has no streams, so the page asks each five seconds; with one it learns at once."""
    evening = Evening(live_night, 8)
    evening.by_phone(1, (1, 2, 3, 4))
    page = windowed(open_page, evening, WINDOWS[0])
    expect(page.get_by_text("Nobody needs you.")).to_be_visible()
    field = card(page, 2).locator("label > input").first
    field.type("4")
    evening.by_phone(1, (4, 3, 2, 1), actor=f"entry:{evening.table(1).seats[1]}")
    expect(page.locator("#wants").get_by_role("link", name="Decide: Table 1")).to_be_visible(timeout=15_000)
    expect(card(page, 1)).to_contain_text("disputed")
    expect(field).to_be_focused()
    expect(field).to_have_value("4")
    assert page.title().startswith("(2) ")


def test_the_time_runs_out_while_somebody_types(open_page: Opened, live_night: Night) -> None:
    """Words and buttons change by themselves, and the card can still be saved."""
    evening = Evening(live_night, 8, minutes=50 - 8 / 60)
    page = windowed(open_page, evening, WINDOWS[0])
    expect(page.get_by_text("last 5 minutes")).to_be_visible()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    fill(page, 1, 9, 8)
    expect(page.get_by_text("time is over", exact=True)).to_be_visible(timeout=20_000)
    expect(page.get_by_role("button", name="Pause")).to_be_hidden()
    expect(page.locator("#spoken")).to_have_text("The time is over.")
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"\+00:0\d"))
    execute_expiry(evening)
    look(page)
    fill(page, 1, 9, 8, 7, 6).press("Enter")
    expect(card(page, 1)).to_contain_text("from the desk")


def execute_expiry(evening: Evening) -> None:
    """What the sweep does once the time is up."""
    clocks.sweep(timezone.now())


def test_a_slip_of_four_takes_fourteen_keys(open_page: Opened, live_night: Night) -> None:
    evening = Evening(live_night, 16)
    page = windowed(open_page, evening, WINDOWS[0], "slips")
    pressed = typed(page, "3", "35", "37", "41", "22")
    assert pressed == 14
    row = page.locator(".tk-slip[data-number='3']")
    expect(row.locator(".is-first")).to_contain_text("41")
    expect(row).to_contain_text("from the desk")
    expect(page.locator("#slip-table")).to_be_focused()
    expect(page.locator("#slip-table")).to_have_value("")


def typed(page: Page, *words: str) -> int:
    """Types words, each followed by Enter; how many keys that took."""
    for word in words:
        page.keyboard.type(word)
        page.keyboard.press("Enter")
    return sum(len(word) + 1 for word in words)


def test_three_tables_of_three_take_twelve_keys_beside_their_digits(open_page: Opened, live_night: Night) -> None:
    evening = Evening(live_night, 9, most=3)
    page = windowed(open_page, evening, WINDOWS[0], "slips")
    words = [(str(table.number), *("35", "37", "41")[: len(table.seats)]) for table in evening.round.tables]
    for slip in words:
        typed(page, *slip)
        expect(page.locator("#slip-table")).to_be_focused()
        expect(page.locator(f".tk-slip[data-number='{slip[0]}']")).to_contain_text("from the desk")
    assert sum(map(len, words)) == 12
    assert all(table.result is not None for table in evening.round.tables)


def test_sixteen_slips_take_under_six_keys_for_each_person(open_page: Opened, live_night: Night) -> None:
    evening = Evening(live_night, 64)
    page = windowed(open_page, evening, WINDOWS[0], "slips")
    keys = 0
    for number in range(1, 17):
        keys += typed(page, str(number), *(str(10 * seat + number) for seat in range(4, 0, -1)))
        expect(page.locator(f".tk-slip[data-number='{number}'] .is-first")).to_be_visible()
        expect(page.locator("#slip-table")).to_be_focused()
    assert keys / 64 < 6
    assert all(table.result is not None for table in evening.round.tables)
    expect(page.get_by_role("link", name="Close round 1, seat round 2")).to_be_visible()


def test_slips_are_refused_restored_and_marked_by_letters(open_page: Opened, live_night: Night) -> None:
    evening = Evening(live_night, 16)
    page = windowed(open_page, evening, WINDOWS[0], "slips")
    typed(page, "9")
    expect(page.get_by_role("alert").get_by_text("There is no table 9 in this round.")).to_be_visible()
    typed(page, "", "2", "9", "2..5", "7", "6")
    row = page.locator(".tk-slip[data-number='2']")
    expect(row.get_by_role("alert")).to_have_text(re.compile(r"2\.\.5 is not a number"))
    expect(row).to_contain_text("not saved")
    expect(row.locator("label > input").nth(1)).to_be_focused()
    expect(row.locator("label > input").first).to_have_value("9")
    page.keyboard.press("Escape")
    expect(row.locator("label > input").first).to_have_value("")
    expect(row.get_by_role("alert")).to_have_count(0)
    expect(row).to_contain_text("playing")
    expect(page.locator("#slip-table")).to_be_focused()
    typed(page, "2", "9", "a", "7", "l6")
    expect(row).to_contain_text("never came")
    expect(row.locator(".is-first")).to_be_visible()
    table = evening.table(2)
    assert table.result is not None
    assert (table.result.claim.absent, table.result.claim.left) == ((table.seats[1],), (table.seats[3],))


def test_a_table_reported_meanwhile_is_shown_in_the_grid_and_not_overwritten(
    open_page: Opened, live_night: Night
) -> None:
    evening = Evening(live_night, 16)
    page = windowed(open_page, evening, WINDOWS[0], "slips")
    typed(page, "2", "9", "8")
    evening.by_phone(1, (1, 2, 3, 4))
    evening.by_phone(2, (5, 6, 7, 8))
    look(page)
    row = page.locator(".tk-slip[data-number='2']")
    expect(page.locator(".tk-slip[data-number='1']")).to_contain_text("reported")
    expect(row).to_contain_text("This table was reported meanwhile.")
    expect(row.locator("label > input").first).to_have_value("9")
    expect(row.locator("label > input").nth(2)).to_be_focused()
    typed(page, "7", "6")
    expect(row.get_by_text("Someone else changed this first")).to_be_visible()
    result = evening.table(2).result
    assert result is not None
    assert sorted((result.scores or {}).values()) == [5, 6, 7, 8]


def test_the_desks_pages_stay_small_with_64_people(open_page: Opened, live_night: Night) -> None:
    evening = Evening(live_night, 64)
    for number in range(1, 12):
        evening.by_phone(number, (4, 3, 2, 1))
    page = open_page()
    for tab in ("", "people", "more", "slips"):
        answer = page.goto(step(evening.id, tab))
        assert answer is not None
        assert len(answer.body()) < 100_000, tab


def axe(page: Page) -> Any:
    return Axe().run(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_the_desk(open_page: Opened, live_night: Night, scheme: str) -> None:
    evening = Evening(live_night, 16)
    evening.by_phone(1, (4, 3, 2, 1))
    table = evening.table(1)
    evening.by_phone(1, (1, 2, 3, 4), actor=f"entry:{table.seats[1]}")
    page = open_page(scheme=scheme)
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        for tab in ("", "people", "more", "slips"):
            page.goto(step(evening.id, tab))
            found = axe(page)
            assert found.violations_count == 0, f"{tab} {width}: {found.generate_report()}"
            assert page.evaluate("document.documentElement.scrollWidth") <= width
