"""A whole night: the director at the desk, four phones and the screen at the same time, each in its own browser."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.league.files.paper import pdf
from tests.night.hall import Hall, Night, Round, card, heading, paper, path_of, press, report, say_who
from tests.pages.desk import click, enter_new, open_tournament

pytestmark = pytest.mark.backend("sqlite")
"""The server has a data folder of its own."""


PEOPLE = tuple(f"{name} Big" for name in ("Ulla", "Vito", "Wanda", "Xenia", "Yann", "Zora", "Quinn", "Rosa"))
"""No name is like one of the other evenings of this club: where one is, the desk asks who is meant."""
LATE = "Ida Big"


@dataclass
class Evening:
    """Everybody who takes part. one, two: phones at table 1; three: at table 2; mine: my page of another there."""

    hall: Hall
    desk: Page
    wall: Page
    one: Page
    two: Page
    three: Page
    mine: Page
    night: Night

    @property
    def found(self) -> Round:
        """The newest round."""
        rounds = self.hall.api.get(f"tournaments/{self.night.id}/rounds")["results"]
        return Round(self.night, rounds[-1]["id"])


@pytest.fixture
def evening(hall: Hall) -> Evening:
    """The director has opened the tournament at the desk and entered seven people, who are here; an eighth is not."""
    season = hall.api.get("seasons")["results"] or [open_season(hall)]
    desk = hall.director()
    open_tournament(desk, "Big night", season=season[0]["name"], points="10 7 4 2", Rounds="2", Minutes_per_round="50")
    found = re.search(r"tournament/([0-9a-f-]{36})/", desk.url)
    assert found
    enter_new(desk, *PEOPLE[:7])
    click(desk, "Check everyone in")
    expect(desk.get_by_text("7 people are here")).to_be_visible()
    enter_new(desk, PEOPLE[7])
    expect(desk.get_by_text("1 is not checked in.")).to_be_visible()
    opened = hall.api.get(f"tournaments/{found[1]}")
    night = Night(hall.api, opened["id"], opened["code"])
    entries = hall.api.get(f"tournaments/{night.id}/entries")["results"]
    night.entries = {entry["name"]: entry["id"] for entry in entries}
    return Evening(
        hall=hall,
        desk=desk,
        wall=hall.screen(night),
        one=hall.phone(),
        two=hall.phone(),
        three=hall.phone(),
        mine=hall.phone(),
        night=night,
    )


def open_season(hall: Hall) -> dict[str, str]:
    club = hall.api.get("me")["clubs"][0]["club"]
    body = {"club": club, "name": "Winter", "scheme": {"points": {"by_place": [10, 7, 5, 3]}}}
    season: dict[str, str] = hall.api.post("seasons", body)
    return season


def test_a_whole_night(evening: Evening) -> None:
    they_arrive(evening)
    the_seats_are_published(evening)
    they_report(evening)
    a_result_is_disputed(evening)
    they_call_leave_and_come_late(evening)
    the_next_round_is_seated(evening)
    a_final_is_played(evening)
    the_night_ends(evening)


def they_arrive(evening: Evening) -> None:
    """The eighth says so on their own page; desk and screen know it at once."""
    desk, wall, mine, last = evening.desk, evening.wall, evening.mine, PEOPLE[7]
    expect(wall.locator(".slide.is-on")).to_contain_text("Big night")
    mine.goto(evening.night.personal(last))
    mine.get_by_role("button", name="I am here").tap()
    heading(mine, re.compile("you are here"))
    expect(desk.get_by_text("8 people are here")).to_be_visible()
    expect(wall.locator(".slide", has_text=last)).to_contain_text("here")


def the_seats_are_published(evening: Evening) -> None:
    """Screen and phones show the seats by themselves; the slips lead to the tables."""
    desk, wall, one = evening.desk, evening.wall, evening.one
    one.goto(f"/t/{evening.night.code}")
    desk.get_by_role("link", name="Round", exact=True).click()
    press(desk, "Seat round 1")
    press(desk, "Publish")
    expect(wall.get_by_role("heading", name="Find your table")).to_be_visible()
    one.get_by_label("Find your name").press_sequentially("ulla")
    one.get_by_role("link", name="Ulla Big").tap()
    expect(one.get_by_role("region", name="Where you are")).to_contain_text(re.compile(r"Table \d"))
    slips = pdf.codes(paper(desk, "Slips"))
    read = [path_of(code) for page in slips for code in page]
    found = evening.found
    assert sorted(read) == sorted(found.slip(number) for number in (1, 2))
    phones = ((one, 1, 0), (evening.two, 1, 1), (evening.three, 2, 0))
    for phone, number, _seat in phones:
        phone.goto(found.slip(number))
        heading(phone, "The round has not started yet")
    evening.mine.goto(evening.night.personal(found.names(2)[1]))
    press(desk, "Start the clock")
    expect(wall.locator(".slide.is-clock")).to_be_visible()
    for phone, number, seat in phones:
        say_who(phone, found.names(number)[seat])
        expect(phone.locator("[data-keys]")).to_be_visible()
    expect(evening.mine.get_by_role("link", name="Report the result")).to_be_visible()


def they_report(evening: Evening) -> None:
    """Table 1 reports and confirms; the desk and the screen follow."""
    desk = evening.desk
    desk.evaluate("window.stayed = true")
    report(evening.one, 47, 39, 52, 28)
    heading(evening.one, "Reported")
    expect(card(desk, 1)).to_contain_text("reported")
    heading(evening.two, "Is this right?")
    evening.two.get_by_role("button", name="Right").tap()
    for phone in (evening.one, evening.two):
        heading(phone, "The result is confirmed")
    expect(card(desk, 1)).to_contain_text("confirmed")
    expect(evening.wall.locator(".tiles li")).to_have_text(["2"])
    assert desk.evaluate("window.stayed"), "the desk was never loaded again"


def a_result_is_disputed(evening: Evening) -> None:
    """Table 2 is of two opinions, the director decides, everybody at the table sees it."""
    desk, mine = evening.desk, evening.mine
    report(evening.three, 30, 20, 10, 5)
    heading(evening.three, "Reported")
    heading(mine, "Is this right?")
    mine.get_by_role("link", name="Wrong").tap()
    mine.get_by_label("What is wrong with this result?").fill("I had 40.")
    mine.get_by_role("button", name="Tell the director").tap()
    heading(mine, "The director decides")
    wants = desk.locator("#wants")
    expect(wants).to_contain_text("I had 40.")
    expect(desk).to_have_title(re.compile(r"^\(\d+\) "))
    wants.get_by_role("link", name="Decide: Table 2").click()
    desk.get_by_label("Another result, written below").check()
    for seat, score in enumerate((30, 40, 10, 5), 1):
        desk.locator(f"[name=score_{seat}]").fill(str(score))
    desk.get_by_label("Reason").fill("The sheet says 40.")
    click(desk, "Decide")
    expect(desk.get_by_text("The dispute at table 2 is decided.")).to_be_visible()
    for phone in (evening.three, mine):
        heading(phone, "The director has decided")
        expect(phone.locator("ol.result li").first).to_contain_text("40")


def they_call_leave_and_come_late(evening: Evening) -> None:
    """A call is answered, somebody says goodbye, somebody comes, the desk announces something."""
    desk, wants, night = evening.desk, evening.desk.locator("#wants"), evening.night
    evening.one.get_by_role("button", name="Call the director").tap()
    expect(evening.one.get_by_text("The director knows.")).to_be_visible()
    wants.get_by_role("button", name="I am coming: Table 1").click()
    expect(evening.one.get_by_text("The director knows.")).to_have_count(0)
    evening.mine.goto(night.personal(evening.found.names(2)[1]))
    evening.mine.get_by_role("button", name="I leave after this round").tap()
    expect(evening.mine.get_by_text("You leave after this round. The director knows.")).to_be_visible()
    expect(wants).to_contain_text("Leaves")
    wants.get_by_role("button", name=re.compile("^Confirm")).click()
    night.enter([LATE], [])
    late = evening.hall.phone()
    late.goto(night.personal(LATE))
    late.get_by_role("button", name="I am here").tap()
    wants.get_by_role("button", name=f"Seat in round 2: {LATE}").click()
    expect(wants).to_contain_text("Nobody needs you.")
    desk.get_by_role("link", name="More", exact=True).click()
    desk.get_by_role("textbox", name="Announcement").fill("Pizza at 20:30")
    click(desk, "Announce")
    for page in (evening.wall, evening.one, evening.mine):
        expect(page.get_by_text("Pizza at 20:30").first).to_be_visible()
    desk.get_by_role("link", name="Round", exact=True).click()


def the_next_round_is_seated(evening: Evening) -> None:
    """In one step. Who left has no seat, who came late has one; the old slip says what is on record."""
    desk, before, left = evening.desk, evening.found, evening.found.names(2)[1]
    close(desk, "Close round 1, seat round 2")
    expect(desk.get_by_text("Round 2 is seated as a draft.")).to_be_visible()
    heading(evening.one, "The result on record")
    evening.two.goto(f"/t/{evening.night.code}/r1/1")
    heading(evening.two, "The result on record")
    press(desk, "Publish")
    press(desk, "Start the clock")
    found = evening.found
    seated = [*found.names(1), *found.names(2)]
    assert (left in seated, LATE in seated) == (False, True)
    assert before.id != found.id
    for number in (1, 2):
        found.report(number, 40, 30, 20, 10)
    expect(desk.locator("#bar-report")).to_contain_text("All tables have reported.")
    close(desk, "Close round 2")


def close(desk: Page, name: str) -> None:
    """Presses the green button, and the one of the page that asks."""
    press(desk, name)
    desk.locator("main").get_by_role("button").filter(has_text="Close").first.click()


def a_final_is_played(evening: Evening) -> None:
    """The best four go on; the screen shows who."""
    desk = evening.desk
    click(desk, "Begin a final")
    desk.get_by_label("Players of the final").fill("4")
    desk.get_by_label("Rounds of the final").fill("1")
    click(desk, "Begin a final")
    expect(desk.get_by_text("The final has begun. Only its players go on.").first).to_be_visible()
    press(desk, "Seat round 3")
    press(desk, "Publish")
    press(desk, "Start the clock")
    found = evening.found
    assert len(found.tables) == 1
    found.report(1, 40, 30, 20, 10)
    expect(desk.locator("#bar-report")).to_contain_text("All tables have reported.")
    close(desk, "Close round 3")


def the_night_ends(evening: Evening) -> None:
    """The podium comes by three clicks; my page says what the evening has brought."""
    desk, wall, night = evening.desk, evening.wall, evening.night
    third, second, first = reversed(evening.found.names(1)[:3])
    desk.locator("#screen-menu > summary").click()
    desk.locator("#screen-choices").get_by_role("button", name="nobody yet").click()
    desk.keyboard.press("Escape")
    press(desk, "Close the tournament")
    click(desk, "Close the tournament")
    expect(desk.get_by_text("The tournament is over.").first).to_be_visible()
    desk.locator("#screen-menu > summary").click()
    for button, name in (("third", third), ("and second", second), ("and first", first)):
        steps = wall.locator(".steps")
        expect(steps).to_be_visible()
        expect(steps).not_to_contain_text(name)
        desk.locator("#screen-choices").get_by_role("button", name=button).click()
        expect(steps).to_contain_text(name)
    mine = evening.mine
    mine.goto(night.personal(first))
    heading(mine, re.compile("Place 1 of 9"))
    expect(mine.locator(".brought")).to_contain_text("League Winter")
    expect(mine.locator(".brought")).to_contain_text("Rating")
    evening.one.goto(f"/t/{night.code}")
    expect(evening.one.locator("main")).to_contain_text(first)
    evening.one.goto(f"/t/{night.code}/r1/1")
    heading(evening.one, "The result on record")
