"""Pages that belong to no tournament: axe finds nothing, they fit a phone, have an icon and a link to their content."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest
from django.test import Client
from playwright.sync_api import Page

from league.models import Club
from tests.web.axe import violations

pytestmark = pytest.mark.django_db
PAGES = ("/", "/t/", "/t/-/abc", "/problems", "/problems/not_found", "/api/v1/docs/access", "/admin/login/", "/nowhere")


@pytest.mark.backend("sqlite")
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 360)])
def test_axe_finds_nothing(
    phone: Callable[..., Page], transactional_db: None, scheme: Literal["light", "dark"], width: int
) -> None:
    page = phone(width, color_scheme=scheme)
    for path in PAGES:
        page.goto(path)
        assert violations(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
        assert page.locator("link[rel=icon]").count() == 1, path
        assert page.locator("a.skip, a.tk-skip").count() == 1, path


@pytest.mark.parametrize("path", ["/favicon.ico", "/apple-touch-icon.png"])
def test_browsers_find_the_icon_where_they_look_for_it(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("image/")


def test_a_static_file_has_an_address_that_changes_with_it(client: Client) -> None:
    Club.objects.create(name="Tuesday Club")
    page = client.get("/admin/login/").content.decode()
    address = page.partition('href="/static/league/admin.')[2].partition('"')[0]
    kept = client.get(f"/static/league/admin.{address}", headers={"Accept-Encoding": "gzip"})
    assert "immutable" in kept["Cache-Control"]
    assert kept["Content-Encoding"] == "gzip"
    assert "immutable" not in client.get("/static/league/admin.css")["Cache-Control"]
