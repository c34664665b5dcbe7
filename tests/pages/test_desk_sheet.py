"""A game's own sheet at the desk: in its card, and on a page of its own without script."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.domain.tournament.rounds.state import Table
from tests.pages.night import Night, Playing, make_people
from tests.pages.test_desk_steps import asked, step

Opened = Callable[..., Page]


def evening(night: Night) -> Playing:
    """A round of Monster Trick at one table of four."""
    played = Playing(night.club, night.director, night.season, "Tricks", timezone.now() - timedelta(hours=1))
    played.enter(make_people(night.club, [f"Guest {number}" for number in range(1, 5)]))
    played.at = timezone.now() - timedelta(minutes=5)
    played.start(played.seat())
    return played


def table_of(played: Playing) -> Table:
    return played.state().rounds[-1].tables[0]


def test_the_page_of_a_sheet_takes_it_once_and_says_a_refusal_at_its_field(director: Client, night: Night) -> None:
    played = evening(night)
    at = step(played.id, "sheet", table_of(played).id)
    sent: dict[str, Any] = asked(director, at)
    wrong = director.post(at, sent | {"tricks_1": "x"})
    assert wrong.status_code == 422
    assert table_of(played).result is None
    sheet = wrong.context["form"].sheet_form
    assert "tricks_1" in sheet.errors
    for _ in range(2):
        answer = director.post(at, sent | filled(sheet))
        assert answer.status_code == 302, answer.context["form"].sheet_form.errors
    again = director.get(at)
    assert again.status_code in (200, 302)


def filled(sheet: Any) -> dict[str, str]:
    """A sheet of four in which the tricks add up."""
    tricks = (5, 4, 2, 1)
    typed = {f"tricks_{seat}": str(number) for seat, number in enumerate(tricks, 1)}
    orders = {
        name: field.choices[1 + int(name.rsplit("_", 1)[1])][0]
        for name, field in sheet.fields.items()
        if name.startswith("orders_")
    }
    return orders | typed


def test_a_sheet_is_filled_in_within_its_card(open_page: Opened, live_night: Night) -> None:
    played = evening(live_night)
    page = open_page()
    page.goto(step(played.id, ""))
    card = page.get_by_role("article", name="Table 1", exact=True)
    card.get_by_role("link", name="Fill in the sheet").click()
    expect(card.locator("form[data-sheet-form]")).to_be_visible()
    card.get_by_role("button", name="Save the sheet").click()
    expect(card.get_by_role("alert").first).to_be_visible()
    for seat, tricks in enumerate((5, 4, 2, 1), 1):
        card.locator(f"[name=orders_{seat}]").select_option(index=seat)
        card.locator(f"[name=tricks_{seat}]").fill(str(tricks))
    card.get_by_role("button", name="Save the sheet").click()
    expect(page.get_by_role("status").get_by_text("The sheet of table 1 is saved: Round sheet.")).to_be_visible()
    expect(card.locator("[name=tricks_1]")).to_have_value("")
    card.get_by_text("Score and place").click()
    for seat, name in enumerate(card.locator(".tk-plain label > bdi").all_inner_texts()[:4], 1):
        card.get_by_label(f"Score of {name}").fill(str(seat))
    card.get_by_role("button", name="Save the result").click()
    expect(card).to_contain_text("from the desk")
    assert table_of(played).result is not None
