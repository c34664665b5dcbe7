"""The page of the bracket, the screen that shows it, and the page of a table whose match is drawn."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.domain.tournament.closing.commands import Close, CloseRound
from league.domain.tournament.desk.commands import SetScreen
from league.domain.tournament.results.commands import RecordResult
from tests.league.nights import Night, new_club, new_people, new_user
from tests.pages.night import looks_only
from tests.web.cups import TWO, Cup
from tests.web.evening import names
from tests.web.hall import Hall

pytestmark = pytest.mark.django_db
Phone = Callable[..., Page]


def seen(client: Client, cup: Cup, more: str = "", page: str = "bracket") -> str:
    answer = client.get(f"/t/{cup.code}{page and f'/{page}'}{more}")
    assert answer.status_code == 200, answer.content
    return answer.content.decode()


def test_it_shows_each_round_and_who_may_come(client: Client) -> None:
    cup = Cup.begin(8)
    assert "appears here as soon as the first round is published" in seen(client, cup)
    cup.whole_round(draw=1)
    found = cup.begin_round()
    cup.win(found, 1)
    page = seen(client, cup)
    assert [page.count(f">{title}") for title in ("Quarter-finals", "Semi-finals", "Final")] == [2, 3, 2]
    assert "4 of 4 played" in page
    assert "1 of 2 played" in page
    assert "Table 1: drawn, the lot decided" in page
    assert "Winner of semi-final 2" in page
    assert "Loser of semi-final 2" in page
    assert "Third place" in page


def test_other_tournaments_have_none(client: Client) -> None:
    night = Night.open(new_club())
    night.enter(new_people(night.club, 4))
    cup = Cup(night.club, night.id)
    assert client.get(cup.address).status_code == 404
    assert "Bracket" not in client.get(f"/t/{cup.code}").content.decode()


def test_the_public_page_leads_to_it(client: Client) -> None:
    cup = Cup.begin(4)
    assert cup.address in client.get(f"/t/{cup.code}").content.decode()


@pytest.mark.parametrize("visibility", ["public", "link", "members"])
def test_other_sites_may_frame_what_visitors_see(client: Client, visibility: str) -> None:
    cup = Cup.begin(4, visibility=visibility)
    client.force_login(new_user("member", cup.club))
    whole, framed = client.get(cup.address), client.get(f"{cup.address}?embed=1")
    assert whole.headers["X-Frame-Options"] == "DENY"
    if visibility == "members":
        assert framed.status_code == 404
        assert framed.headers["X-Frame-Options"] == "DENY"
        return
    assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers
    assert '<header class="top"' not in framed.content.decode()


@pytest.mark.parametrize("shown", ["rounds", "hide_last"])
def test_hidden_results_are_not_on_it(client: Client, shown: str) -> None:
    cup = Cup.begin(4, standings_shown=shown)
    if shown == "hide_last":
        cup.whole_round()
    found = cup.begin_round()
    before = seen(client, cup)
    for table in found.tables:
        cup.send(RecordResult(table=table.id, places=dict.fromkeys(table.seats, 1), at=timezone.now()))
    page = seen(client, cup)
    assert "drawn" not in page
    assert before.count("is-on") == page.count("is-on")
    screen = seen(client, cup, page="screen")
    assert "drawn" not in screen


def test_the_screen_shows_it_when_the_desk_chooses_so(client: Client) -> None:
    cup = Cup.begin(40)
    cup.begin_round()
    cup.send(SetScreen("final"))
    page = seen(client, cup, page="screen")
    assert page.count('class="slide is-bracket') == 8
    for _ in range(5):
        cup.win(cup.state().rounds[-1], 99)
        cup.send(CloseRound(cup.state().rounds[-1].id))
        cup.begin_round()
    page = seen(client, cup, page="screen")
    assert page.count('class="slide is-bracket') == 1
    assert page.count('class="game') == 8


def test_who_is_out_reads_so(client: Client) -> None:
    cup = Cup.begin(4, third_place=False)
    cup.whole_round()
    cup.begin_round()
    assert "You are out of the knockout" in seen(client, cup, f"?me={cup.entries[3]}", page="")
    assert "You are out of the knockout" not in seen(client, cup, f"?me={cup.entries[0]}", page="")


@pytest.mark.parametrize("people", [2, 3, 5, 9, 33, 40])
def test_it_is_there_for_any_number_of_people_to_the_end(client: Client, people: int) -> None:
    cup = Cup.begin(people)
    while len(cup.state().players(1)) > 1 and not _is_over(cup):
        cup.whole_round(draw=1)
        seen(client, cup)
        seen(client, cup, page="screen")
    cup.send(Close(timezone.now()))
    assert "Winner:" in seen(client, cup)


def test_the_podium_of_a_knockout_has_no_points(client: Client) -> None:
    cup = Cup.begin(4)
    while not _is_over(cup):
        cup.whole_round()
    cup.send(Close(timezone.now()))
    page, screen = seen(client, cup, page=""), seen(client, cup, page="screen")
    podiums = [page[page.index('class="podium"') :].partition("</ol>")[0], screen[screen.index('class="steps"') :]]
    for podium in podiums:
        assert next(iter(names(4))) in podium
        assert not re.search(r"<span>\d", podium)
        assert "points" not in podium


def _is_over(cup: Cup) -> bool:
    rounds = cup.state().rounds
    main = [table for table in rounds[-1].tables if not table.is_small_final] if rounds else []
    return len(main) == 1 and not rounds[-1].byes


@looks_only
def test_on_a_phone_it_is_a_round_at_a_time(phone: Phone, transactional_db: None) -> None:
    cup = Cup.begin(8)
    cup.whole_round()
    cup.begin_round()
    for scripted in (True, False):
        page = phone(java_script_enabled=scripted)
        page.goto(cup.address)
        widths = [box["width"] for column in page.locator(".column").all() if (box := column.bounding_box())]
        assert all(280 < width < 340 for width in widths)
        page.get_by_role("link", name="Final", exact=True).click()
        expect(page.get_by_role("heading", name="Final", exact=True)).to_be_in_viewport()
        if scripted:
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@looks_only
def test_on_a_wide_screen_neighbours_meet_in_the_middle(phone: Phone, transactional_db: None) -> None:
    cup = Cup.begin(10)
    cup.begin_round()
    page = phone(1280, 800)
    page.goto(cup.address)
    cells: list[list[Any]] = page.locator(".column").evaluate_all(
        "all => all.map(one => [...one.querySelectorAll('.cell')].map(cell => {"
        " const box = cell.getBoundingClientRect(); return [box.top, box.bottom] }))"
    )
    for column, following in pairwise(cells):
        for number, (top, bottom) in enumerate(following):
            assert abs(column[2 * number][0] - top) < 2
            assert abs(column[2 * number + 1][1] - bottom) < 2
    assert Axe().run(page).violations_count == 0


@looks_only
def test_it_follows_by_itself(phone: Phone, transactional_db: None) -> None:
    cup = Cup.begin(4)
    found = cup.begin_round()
    page = phone(1280, 800)
    page.goto(cup.address)
    table = found.tables[0]
    cup.send(RecordResult(table=table.id, places=dict.fromkeys(table.seats, 1), at=timezone.now()))
    expect(page.get_by_text("drawn: who goes on?")).to_be_visible()


def test_those_at_a_drawn_table_say_who_won_the_play_off() -> None:
    hall = Hall(4, format={"type": "knockout"}, table_size=TWO)
    mine, other = hall.phone(1), hall.phone(2)
    looked = mine.look(scores_1=12, scores_2=12)
    assert "It is a draw, and somebody has to go on." in looked
    page = mine.send(scores_1=12, scores_2=12)
    assert "Drawn. Who goes on?" in page
    assert page.count("won the play-off</span>") == 2
    first, second = hall.table().seats
    for _ in range(2):
        assert other.post(do="goes-on", entry=second, key="one").status_code == 303
    assert f"The play-off was won by <bdi>{hall.name(2)}</bdi>" in mine.get()
    refused = mine.post(do="goes-on", entry=first, key="two")
    assert refused.status_code == 422
    assert "It is decided already who goes on from table 1." in refused.content.decode()


def test_somebody_who_only_looks_is_not_asked() -> None:
    hall = Hall(4, format={"type": "knockout"}, table_size=TWO)
    hall.phone(1).send(scores_1=12, scores_2=12)
    page = Client().get(hall.address()).content.decode()
    assert "Drawn. Who goes on?" in page
    assert "goes-on" not in page
