"""The public page of a person in a real browser: on a phone and wide, light and dark, printed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from league.models import Person
from tests.pages.night import Night, looks_only, play_night
from tests.web.axe import violations

Phone = Callable[..., Page]
pytestmark = looks_only


@pytest.fixture
def night(transactional_db: None) -> Night:
    return play_night()


@pytest.mark.parametrize(("width", "height", "scheme"), [(360, 740, "light"), (360, 740, "dark"), (1280, 800, "light")])
def test_it_fits_and_axe_finds_nothing(phone: Phone, night: Night, width: int, height: int, scheme: str) -> None:
    ada = Person.objects.get(club=night.club, name="Ada Lovelace")
    page = phone(width, height, color_scheme=scheme)
    page.goto(f"/c/{night.club.slug}/people/{ada.pk}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []
    if width > 360:
        page.emulate_media(media="print")
        assert page.evaluate("getComputedStyle(document.querySelector('.ways')).display") == "none"
        assert page.locator(".rating-plot").is_visible()
