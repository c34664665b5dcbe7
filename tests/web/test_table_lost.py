"""The page of a table where something is lost on the way: an answer, a token, the network, the phone's memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from league.log.models import Event
from tests.web.hall import Hall
from tests.web.test_table_phone import SLOWEST, at_table, heading, send, type_scores

__all__ = ["at_table"]
pytestmark = pytest.mark.django_db(transaction=True)
Opens = Callable[..., Page]
SCORES: dict[str, Any] = {"scores_1": 4, "scores_2": 3, "scores_3": 2, "scores_4": 1}


def on_each_send(page: Page, do: Callable[[Route], None]) -> list[int]:
    """Does something else with each form that the page sends; the list gets an item for each."""
    seen: list[int] = []

    def handle(route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        seen.append(1)
        return do(route)

    page.context.route("**/r1/*", handle)
    return seen


def no_answer(route: Route) -> None:
    """The form reaches the server; its answer is lost."""
    route.fetch(max_redirects=0)
    route.abort()


def reports(hall: Hall) -> int:
    return Event.objects.filter(stream=hall.night.id, type="tournament.result_recorded").count()


def waits(page: Page) -> None:
    heading(page, "Your report is kept")


def test_a_report_whose_answer_is_lost_is_taken_once(at_table: Opens, transactional_db: None) -> None:
    hall = Hall()
    page = at_table(hall)
    type_scores(page, 4, 3, 2, 1)
    heading(page, "Look and send")
    sent = on_each_send(page, no_answer)
    send(page)
    waits(page)
    page.get_by_role("button", name="Try now").tap()
    page.wait_for_timeout(1500)
    assert len(sent) >= 2
    page.context.unroute("**/r1/*")
    page.reload()
    heading(page, "Reported")
    assert reports(hall) == 1
    result = hall.table().result
    assert result is not None
    assert result.disputes == ()


@pytest.mark.parametrize("status", [200, 404, 429, 511])
def test_the_page_of_another_site_is_no_answer(at_table: Opens, status: int, transactional_db: None) -> None:
    hall = Hall()
    page = at_table(hall)
    type_scores(page, 4, 3, 2, 1)
    heading(page, "Look and send")
    on_each_send(
        page, lambda route: route.fulfill(status=status, content_type="text/html", body="<main>Welcome</main>")
    )
    send(page)
    waits(page)
    page.context.unroute("**/r1/*")
    page.get_by_role("button", name="Try now").tap()
    heading(page, "Reported")
    assert reports(hall) == 1


def test_a_new_token_is_taken_from_the_refusal(at_table: Opens, live_server: Any, transactional_db: None) -> None:
    hall = Hall()
    page = at_table(hall)
    type_scores(page, 4, 3, 2, 1)
    heading(page, "Look and send")
    page.context.add_cookies([{"name": "csrftoken", "value": "b" * 32, "url": live_server.url}])
    answers: list[int] = []
    page.on("response", lambda answer: answers.append(answer.status) if answer.request.method == "POST" else None)
    send(page)
    heading(page, "Reported")  # it tries again by itself
    assert answers == [403, 303]


def test_a_tab_that_waits_sees_what_another_has_sent(at_table: Opens, transactional_db: None) -> None:
    hall = Hall()
    page = at_table(hall)
    type_scores(page, 4, 3, 2, 1)
    heading(page, "Look and send")
    page.route("**/r1/*", lambda route: route.abort())
    send(page)
    waits(page)
    other = page.context.new_page()
    other.goto(hall.address())
    heading(other, "Reported")
    page.unroute("**/r1/*")
    page.get_by_role("button", name="Try now").tap()
    heading(page, "Reported")
    assert reports(hall) == 1


def test_an_answer_and_its_sentence_wait_too(at_table: Opens, transactional_db: None) -> None:
    hall = Hall()
    hall.phone(1).send(**SCORES)
    page = at_table(hall, 2)
    page.get_by_role("link", name="Wrong").tap()
    page.get_by_label("What is wrong with this result?").fill("I had five.")
    page.context.set_offline(True)
    page.get_by_role("button", name="Tell the director").tap()
    heading(page, "Your answer is kept")
    expect(page.locator("main [data-text]")).to_have_text("I had five.")
    page.context.set_offline(False)
    heading(page, "The director decides")


NO_STORE = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('private') } })"
WRONG_CLOCK = "const now = Date.now; Date.now = () => now() - 9e6"


@pytest.mark.parametrize("script", [NO_STORE, WRONG_CLOCK, "delete window.BroadcastChannel; delete window.EventSource"])
def test_a_phone_that_lacks_something_sends_all_the_same(phone: Opens, script: str, transactional_db: None) -> None:
    hall = Hall(clock_seconds=3000)
    page = phone(has_touch=True)
    page.add_init_script(script)
    page.goto(hall.slip())
    page.get_by_role("button", name=hall.name(1)).tap()
    expect(page.locator(".view-who")).to_have_count(0, timeout=SLOWEST)
    type_scores(page, 4, 3, 2, 1)
    heading(page, "Look and send")
    page.context.set_offline(True)
    send(page)
    waits(page)
    page.context.set_offline(False)
    heading(page, "Reported")
    assert reports(hall) == 1
