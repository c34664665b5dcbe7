"""What browsers and programs find at the addresses of the icon and of static files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from league.models import Club

pytestmark = pytest.mark.django_db


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


def test_templates_name_only_static_files_that_are_there() -> None:
    """Where they are collected, a page with another would be a fault of the server."""
    texts = [path.read_text() for root in ("league", "api", "deploy") for path in Path(root).rglob("*.html")]
    named = {name for text in texts for name in re.findall(r"""\{% static ['"]([^'"]+)['"]""", text)}
    assert len(named) > 5
    assert [name for name in named if finders.find(name) is None] == []
