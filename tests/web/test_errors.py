"""Addresses and forms of the hall that lead nowhere: each answer says so in a sentence, and leads back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.template.loader import render_to_string
from django.test import Client
from playwright.sync_api import Page

from league.models import User
from tests.web.axe import violations
from tests.web.hall import Hall, heading

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rest", ["/r9/1", "/r1/99", "/r1/1?game=9", "/r99999999999999999999/1", "/night.ics"])
def test_an_address_of_a_tournament_leads_to_it(rest: str) -> None:
    hall = Hall()
    answer = Client().get(f"/t/{hall.code}{rest}")
    assert answer.status_code == 404
    page = answer.content.decode()
    assert heading(page) == "There is no page at this address"
    assert f'href="/t/{hall.code}"' in page


def test_a_tournament_for_members_is_not_given_away() -> None:
    hall = Hall(visibility="members")
    pages = [Client().get(f"/t/{code}/r1/1") for code in (hall.code, "QQQQ")]
    assert [page.status_code for page in pages] == [404, 404]
    assert all("There is no page at this address." in page.content.decode() for page in pages)
    assert "Tuesday" not in pages[0].content.decode()


def test_what_is_no_link_leads_to_the_field_for_a_code() -> None:
    assert 'href="/t/"' in Client().get("/t/-/abc").content.decode()


def test_a_form_without_its_token_leads_back_to_its_page() -> None:
    hall = Hall()
    phone = Client(enforce_csrf_checks=True)
    phone.get(hall.slip())
    answer = phone.post(hall.address(), {"do": "who"})
    page = answer.content.decode()
    assert (answer.status_code, heading(page)) == (403, "This was not sent")
    assert f'href="{hall.address()}"' in page
    assert 'name="csrfmiddlewaretoken"' in page


@pytest.mark.parametrize(
    ("address", "back"),
    [
        ("/nowhere", "/"),
        ("/static/none.js", "/"),
        ("/admin/nothing/", "/admin/"),
        ("/problems/nothing", "/problems"),
        ("/api/v1/docs/nothing", "/api/v1/docs"),
    ],
)
def test_every_address_that_leads_nowhere_has_a_way_back(admin_client: Client, address: str, back: str) -> None:
    answer = admin_client.get(address, headers={"Accept": "text/html"}, follow=True)
    page = answer.content.decode()
    assert heading(page) == "There is no page at this address"
    assert f'href="{back}"' in page
    assert 'rel="icon"' in page
    assert answer.status_code == 404


def test_a_form_of_the_admin_without_its_token_leads_back_to_its_page() -> None:
    answer = Client(enforce_csrf_checks=True).post("/admin/login/?next=/admin/log/")
    assert answer.status_code == 403
    assert 'href="/admin/login/?next=/admin/log/"' in answer.content.decode()


def test_a_fault_of_the_server_is_a_page_with_a_way_back(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_request: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("league.admin.overview.context", broken)
    client.force_login(User.objects.create_superuser("root"))
    client.raise_request_exception = False
    answer = client.get("/admin/")
    assert answer.status_code == 500
    page = answer.content.decode()
    assert "Something went wrong here" in page
    assert 'rel="icon"' in page
    assert 'href="/"' in page


UNAVAILABLE = "deploy/unavailable.html"
PLAIN = ("400.html", "403.html", "403_csrf.html", "500.html", "league/too_many_attempts.html", UNAVAILABLE)


@pytest.mark.backend("sqlite")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_plain_pages(phone: Callable[..., Page], scheme: str) -> None:
    page = phone(color_scheme=scheme)
    for template in PLAIN:
        page.set_content(
            render_to_string(template, {"reason": "The disk is full.", "is_get": True, "wait": 90, "minutes": 2})
        )
        assert violations(page) == [], template
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
