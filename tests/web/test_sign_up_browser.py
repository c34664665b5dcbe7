"""The page for sign-ups on a phone and on a desk, light and dark, without script."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import SignUp, Tournament
from tests.web.axe import violations
from tests.web.evening import Evening

pytestmark = pytest.mark.backend("sqlite")
Phone = Callable[..., Page]


@pytest.fixture
def evening(transactional_db: None) -> Evening:
    cache.clear()
    start = timezone.now() + timedelta(days=2)
    closes = (start - timedelta(hours=2)).isoformat()
    return Evening.begin(6, starts_at=start.isoformat(), sign_up={"limit": 7, "closes_at": closes})


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1280, "dark")])
def test_it_fits_and_axe_finds_nothing(phone: Phone, evening: Evening, settings: Any, width: int, scheme: str) -> None:
    settings.SENDS_MAIL, settings.PUBLIC_ORIGIN = True, "https://play.example.org"
    page = phone(width, 740 if width == 360 else 800, color_scheme=scheme)
    page.goto(f"/t/{evening.code}/sign-up")
    expect(page.get_by_role("heading", name="Sign up")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    page.evaluate("document.querySelectorAll('[required]').forEach((field) => { field.required = false; })")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("A name is missing.")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_attribute("aria-invalid", "true")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


def test_a_phone_signs_up_and_withdraws_without_script(phone: Phone, evening: Evening) -> None:
    page = phone(java_script_enabled=False)
    page.goto(f"/t/{evening.code}")
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Your name").fill("Konstantin von Hohenfels-Strackmann")
    page.get_by_label("I agree that Harbour Board Gamers stores this").check()
    page.get_by_role("button", name="Sign up", exact=True).click()
    card = page.get_by_role("region", name="Your sign-up")
    expect(card).to_contain_text("You have a place, if the desk says yes")
    page.get_by_text("Sign up somebody else").click()
    page.get_by_label("Your name").fill("Zoe")
    page.get_by_label("I agree that Harbour Board Gamers stores this").check()
    page.get_by_role("button", name="Put me on the standby list").click()
    expect(card.nth(1)).to_contain_text("Number 1 on the standby list")
    card.nth(1).get_by_role("button", name="I don’t come after all").click()
    expect(page.get_by_text("What was stored of the sign-up is deleted.")).to_be_visible()
    expect(card).to_have_count(1)
    row = Tournament.objects.get(pk=evening.id)
    assert [one.name for one in SignUp.objects.filter(tournament=row)] == ["Konstantin von Hohenfels-Strackmann"]
