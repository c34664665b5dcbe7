"""A tournament is opened in a browser: by a tile, with the tables shown meanwhile, by keyboard, on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.domain.tournament.rounds.commands import Start
from league.models import Tournament
from league.services import again
from tests.league.nights import Night as Evening
from tests.league.nights import new_people
from tests.pages.desk import click, report
from tests.pages.night import Night
from tests.web.axe import violations

pytestmark = pytest.mark.backend("sqlite")
Opened = Callable[..., Page]
expect.set_options(timeout=30_000)  # machines are busy
ADD = "/admin/league/tournament/add/"


def test_a_knockout_with_no_other_field_filled_in(open_page: Opened, live_night: Night):
    """Two sit at each table, and a drawn match does not end silently."""
    Evening.open(live_night.club)  # the last one was of score sheets, and so is the next
    page = open_page()
    page.goto(ADD)
    page.get_by_role("radio", name="Knockout").check()
    page.get_by_role("button", name="Open a tournament").click()
    expect(page.get_by_text("is open.")).to_be_visible()
    row = Tournament.objects.order_by("-id")[0]
    cup = Evening(live_night.club, row.pk)
    cup.enter(new_people(live_night.club, 4))
    page.reload()
    click(page, "Seat round 1")
    expect(page.get_by_role("article")).to_have_count(2)
    for article in page.get_by_role("article").all():
        expect(article.locator(".tk-sits bdi")).to_have_count(2)
    cup.send(Start(cup.state().rounds[-1].id, timezone.now()))
    page.reload()
    names = page.get_by_role("article", name="Table 1").locator(".tk-sits bdi").all_text_contents()
    report(page, 1, dict.fromkeys(names, "7"))
    expect(page.locator("#wants").get_by_role("listitem")).to_have_count(1)
    closing = f"/admin/league/tournament/{row.pk}/desk/close-round/{cup.state().rounds[-1].id}/"
    page.goto(closing)
    expect(page.get_by_text("Table 1 is drawn. Who goes on? Choose 1.")).to_be_visible()


def test_the_name_follows_the_day_and_the_kind_until_another_is_typed(open_page: Opened, live_night: Night):
    page = open_page()
    page.goto(ADD)
    name, when = page.get_by_label("Name", exact=True), page.get_by_label("When")
    when.fill("2031-12-06T19:00")
    expect(name).to_have_value("Club night 6 December")
    page.get_by_role("radio", name="Knockout").check()
    expect(name).to_have_value("Knockout, 6 December 2031")
    name.fill("Winter cup")
    when.fill("2031-12-07T19:00")
    expect(page.locator("#shape")).to_have_attribute("data-name", "Knockout, 7 December 2031")
    expect(name).to_have_value("Winter cup")


def test_the_tables_follow_what_is_typed(open_page: Opened, live_night: Night):
    page = open_page()
    page.goto(ADD)
    head, expected = page.locator(".tk-shape-head"), page.get_by_label("People expected")
    expected.fill("11")
    expect(head).to_have_text("11 people: 4 + 4 + 3")
    expect(page.get_by_text("A table of 3 pays 4, 3, 2.")).to_be_visible()
    expected.fill("5")
    page.get_by_label("All 5 at one table instead").check()
    expect(head).to_have_text("5 people: one table of 5")
    page.get_by_role("radio", name="Everybody meets everybody").check()
    expect(head).to_contain_text("5 people: 2 + 2")
    expect(page.get_by_text("A win pays 1, a draw 0.5, a loss 0.")).to_be_visible()
    expect(page.get_by_role("button", name="Show the tables")).to_be_hidden()


def test_more_shows_only_what_belongs_to_the_choice(open_page: Opened, live_night: Night):
    page = open_page()
    page.goto(ADD)
    page.get_by_text("More", exact=True).click()
    expect(page.get_by_label("People per area")).to_be_visible()
    expect(page.get_by_label("A match for the third place")).to_be_hidden()
    expect(page.get_by_text("Options of Keskifé")).to_be_hidden()
    expect(page.get_by_label("Smallest table")).to_be_hidden()
    page.get_by_label("Game", exact=True).select_option("keskife")
    expect(page.get_by_text("Options of Keskifé")).to_be_visible()
    expect(page.get_by_text("Options of Score sheet")).to_be_hidden()
    expect(page.get_by_label("FIDE's tie-breaks")).to_be_hidden()
    expect(page.locator("optgroup")).to_have_count(0)
    page.get_by_label("Game", exact=True).select_option("scoresheet")
    page.get_by_label("two at a table", exact=True).check()
    expect(page.get_by_label("FIDE's tie-breaks")).to_be_visible()
    expect(page.locator("optgroup").first).to_be_attached()
    page.get_by_label("Points are paid").select_option("outcomes")
    expect(page.get_by_label("Win, draw, loss")).to_be_visible()


def test_tie_breaks_are_put_in_order_by_keyboard(open_page: Opened, live_night: Night):
    page = open_page()
    page.goto(ADD)
    page.get_by_text("More", exact=True).click()
    chain = page.locator("[data-chain] select")
    expect(chain.first).to_be_hidden()
    page.get_by_label("in an order of your own").check()
    expect(chain.nth(2)).to_be_visible()
    expect(chain.nth(3)).to_be_hidden()
    chain.nth(2).select_option("lot")
    expect(page.locator("[data-chain] li").nth(2).get_by_role("paragraph")).not_to_be_empty()
    page.get_by_role("button", name="Move Lot up").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Remove Last round").click()
    page.get_by_role("button", name="Open a tournament").click()
    expect(page.get_by_text("is open.")).to_be_visible()
    assert again.settings_of(Tournament.objects.order_by("-id")[0]).tie_breaks == ("lot", "wins")


def test_again_in_two_clicks(open_page: Opened, live_night: Night):
    page = open_page()
    page.get_by_role("link", name="Again, like ").click()
    page.get_by_role("button", name="Open a tournament").click()
    expect(page.get_by_text("is open.")).to_be_visible()
    expect(page.get_by_text(re.compile("counts in"))).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_a_phone_and_axe_finds_nothing(open_page: Opened, live_night: Night, scheme: str):
    page = open_page(width=360, scheme=scheme)
    page.goto(ADD)
    page.get_by_text("More", exact=True).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert [fault for fault in violations(page) if not fault.startswith("region")] == []  # of the theme's head
