"""Addresses and forms of the hall that lead nowhere: each answer says so in a sentence, and leads back."""

from __future__ import annotations

import pytest
from django.test import Client

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


def test_pages_outside_of_the_hall_have_their_own_errors() -> None:
    assert "Tablekeeper" not in Client().get("/nowhere").content.decode()
    assert Client(enforce_csrf_checks=True).post("/admin/login/").status_code == 403
