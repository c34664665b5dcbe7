"""Links in cookies: where a browser sends them, and what they stand for."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import RequestFactory

from league.access import cookies
from league.access.links import Holder
from league.models import LinkKind

LINK = "x" * 40


def holder(kind: LinkKind) -> Holder:
    return Holder(kind, uuid4(), uuid4(), uuid4())


def headers(response: HttpResponse) -> list[str]:
    """The Set-Cookie headers, as a server sends them."""
    return [cookie.output(header="").strip() for cookie in response.cookies.values()]


def paths(response: HttpResponse) -> set[str]:
    return {cookie["path"] for cookie in response.cookies.values()}


def test_a_slip_is_sent_to_the_pages_and_to_its_two_streams() -> None:
    response, who = HttpResponse(), holder(LinkKind.TABLE)
    cookies.put(response, LINK, who)
    live = {f"/api/v1/tables/{who.id}/live", f"/api/v1/tournaments/{who.tournament}/live"}
    assert paths(response) == {"/t/", *live}
    assert {cookie.key for cookie in response.cookies.values()} == {f"tk-t{cookies.tag(who.id)}"}


def test_a_personal_link_is_sent_to_the_stream_of_its_table_too() -> None:
    response, who, table = HttpResponse(), holder(LinkKind.ENTRY), uuid4()
    cookies.put(response, LINK, who, table)
    live = {f"/api/v1/tables/{table}/live", f"/api/v1/tournaments/{who.tournament}/live"}
    assert paths(response) == {"/t/", *live}


@pytest.mark.parametrize("is_https", [True, False])
def test_no_script_reads_it_and_no_other_site_sends_it(is_https: bool, settings: LazySettings) -> None:
    settings.SESSION_COOKIE_SECURE = is_https
    response = HttpResponse()
    cookies.put(response, LINK, holder(LinkKind.TABLE))
    for header in headers(response):
        assert f"={LINK}; HttpOnly; Max-Age=1209600; Path=/" in header
        assert "SameSite=Lax" in header
        assert ("Secure" in header) == is_https


def test_cookies_that_are_no_links_are_passed_over_without_a_query() -> None:
    request = RequestFactory().get("/t/K7P4")
    request.COOKIES = {"sessionid": "1", "tk-e0a1b2c": "junk", "tk-tzzzzzz": LINK, "tk-t0a1b2c": ""}
    assert cookies.from_cookies(request) == []


def test_a_tag_is_the_same_each_time_and_tells_nothing_of_the_id() -> None:
    id = uuid4()
    assert cookies.tag(id) == cookies.tag(str(id))
    assert len(cookies.tag(id)) == 6
    assert cookies.tag(id) not in id.hex or cookies.tag(uuid4()) != cookies.tag(id)
