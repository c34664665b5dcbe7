"""Every kind of page, looked at once: axe finds nothing, it fits, the keyboard's place is seen, it weighs little."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests.looks import admin, public
from tests.looks.look import HEAVIEST_ADMIN, HEAVIEST_PUBLIC, Look
from tests.pages.night import Night, looks_only

pytestmark = looks_only
Opened = Callable[..., Page]
LOOKS: dict[str, tuple[int, int, Literal["light", "dark"]]] = {
    "at the desk": (1280, 0, "light"),
    "on a phone": (360, 1, "dark"),
}


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_for_staff(open_page: Opened, live_night: Night, look: str) -> None:
    width, half, scheme = LOOKS[look]
    addresses = admin.addresses(admin.furnished(live_night))[half::2]
    assert faults(Look(open_page(width, scheme)), addresses) == []


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_for_strangers(phone: Opened, transactional_db: None, look: str) -> None:
    width, half, scheme = LOOKS[look]
    addresses = public.addresses()[half::2]
    assert faults(Look(phone(width, 800, color_scheme=scheme)), addresses) == []


def faults(look: Look, addresses: Iterable[str]) -> list[Any]:
    """What is wrong with the pages at the addresses, and those that are too heavy."""
    found = [(address, fault) for address in addresses for fault in look.at(address)]
    return found + [(address, weight) for address, weight in look.weights.items() if weight > heaviest(address)]


def heaviest(address: str) -> int:
    return HEAVIEST_ADMIN if address.startswith("/admin/") else HEAVIEST_PUBLIC
