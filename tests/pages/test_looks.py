"""The keyboard and the phone in the admin: the focus is kept and leads to faults, rows of tables are two lines."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from league.domain.tournament.rounds.commands import CancelRound
from league.models import Round
from league.repository.streams import TOURNAMENT
from league.services import execution
from tests.pages.night import Night

pytestmark = pytest.mark.backend("sqlite")
Opened = Callable[..., Page]


def test_the_keyboard_skips_to_the_content_and_menus_give_the_focus_back(open_page: Opened, live_night: Night) -> None:
    page = open_page()
    page.goto(f"/admin/league/tournament/{live_night.tournaments[0]}/change/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
    menu = page.locator("details.tk-menu summary", has_text="Download")
    menu.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Standings as XLSX")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    expect(page.get_by_role("link", name="Standings as XLSX")).to_be_hidden()


def test_the_focus_is_kept_by_a_step_and_goes_to_the_fault_of_a_form(open_page: Opened, live_night: Night) -> None:
    page = open_page()
    page.goto("/admin/league/person/add/")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#id_name")).to_be_focused()
    page.goto(f"/admin/league/tournament/{live_night.tournaments[-1]}/desk/more/")
    page.get_by_role("textbox", name="Announcement").fill("Pizza at 20:30")
    page.get_by_role("button", name="Announce").click()
    expect(page.get_by_text("Pizza at 20:30").first).to_be_visible()
    expect(page.get_by_role("button", name="Announce", exact=True)).to_be_focused()


def test_the_focus_stays_at_the_desk_when_others_change_all_of_it(open_page: Opened, live_night: Night) -> None:
    page, running = open_page(), live_night.tournaments[-1]
    page.goto(f"/admin/league/tournament/{running}/desk/")
    page.locator("summary", has_text="Change this round").focus()
    current = Round.objects.get(tournament=running, number=2)
    execution.execute(
        TOURNAMENT,
        running,
        CancelRound(str(current.pk), "Fire alarm"),
        club=live_night.club.pk,
        actor="user:other",
        at=timezone.now(),
    )
    page.evaluate("window.tk.refresh()")
    expect(page.locator("#bar")).to_contain_text("Seat round 2")
    expect(page.get_by_text("Change this round")).to_be_hidden()
    expect(page.locator("#desk :focus")).to_have_count(1)


def test_a_night_is_opened_and_people_come_by_the_keyboard_alone(open_page: Opened, live_night: Night) -> None:
    page = open_page()
    page.goto("/admin/league/tournament/")
    tab_to(page, page.get_by_role("link", name="Open a tournament")).press("Enter")
    tab_to(page, page.get_by_role("radio", name="Club night")).press("ArrowDown")
    expect(page.get_by_role("radio", name="Everybody meets everybody")).to_be_checked()
    page.keyboard.press("ArrowUp")
    name = tab_to(page, page.get_by_label("Name", exact=True))
    name.press("ControlOrMeta+a")
    page.keyboard.type("By keys")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="By keys")).to_be_visible()
    tab_to(page, page.get_by_role("link", name="People", exact=True)).press("Enter")
    field = page.get_by_role("combobox", name="Name, Enter = here")
    expect(field).to_be_focused()
    for count, who in enumerate(("Zoe Ford", "Yara Ford"), 1):
        page.keyboard.type(who)
        page.keyboard.press("Enter")
        expect(page.locator("#people-counts")).to_contain_text(str(count))
        expect(field).to_be_focused()
    tab_to(page, page.locator("summary", has_text="Enter a list")).press("Enter")
    expect(page.get_by_label("Names, one on each line")).to_be_visible()


def tab_to(page: Page, wanted: Locator) -> Locator:
    """Goes on by the key Tab to an element, which is not far."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            return wanted
    raise AssertionError(f"Tab does not lead to {wanted}.")


def test_a_row_on_a_phone_has_two_lines(open_page: Opened, live_night: Night) -> None:
    page = open_page(360)
    page.goto(f"/admin/league/tournament/{live_night.tournaments[0]}/change/")
    first = page.get_by_role("table", name="Standings of").get_by_role("row").nth(1)
    tops = first.evaluate("row => [...row.children].map((cell) => [cell.className, cell.getBoundingClientRect().top])")
    lines = {round(top / 12) for _name, top in tops if top}
    assert len(lines) <= 3
    expect(first.get_by_role("rowheader")).to_be_visible()
    expect(first.locator(".is-sum")).to_be_visible()
