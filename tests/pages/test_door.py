"""People at the door, in a browser: few actions, no reload, the focus stays, and all of it without script too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Browser, Locator, Page, expect

from league.models import Entry, Person
from tests.pages.night import FIRST_NIGHT, Playing, make_club, make_people, make_season
from tests.pages.test_desk_steps import step
from tests.pages.windows import new_context

pytestmark = pytest.mark.backend("sqlite")

PATIENCE = 30_000
"""Milliseconds for a machine that does much else."""
ELEVEN = (
    *("Ada Lovelace", "Bea Long", "Cleo Dane", "Dora Maar", "Émile Zola", "Finn Hall", "Gus Orr"),
    *("Hedy Lamarr", "Ivo Kahn", "华罗庚", "Zoë Quist"),
)


@dataclass
class Door:
    """A window on the page about people, tonight's tournament, and last week's with eleven people."""

    page: Page
    tonight: Playing
    loads: list[str]

    @property
    def field(self) -> Locator:
        return self.page.get_by_label("Name, Enter = here")

    def here(self) -> set[str]:
        """The names of those who are here."""
        names = {str(row.pk): str(row) for row in Entry.objects.filter(tournament=self.tonight.id)}
        return {names[entry.id] for entry in self.tonight.state().entries.values() if entry.is_here}

    def types(self, name: str) -> None:
        self.field.press_sequentially(name)

    def counts(self, here: int) -> None:
        """Waits until so many people are here."""
        words = f"{here} person is here" if here == 1 else f"{here} people are here"
        expect(self.page.get_by_role("heading", name=words)).to_be_visible(timeout=PATIENCE)

    def goes_to(self, tab: str) -> None:
        self.page.goto(step(self.tonight.id, tab))


@pytest.fixture
def door(browser: Browser, live_server: Any, transactional_db: None) -> Iterator[Callable[..., Door]]:
    """Opens a window of the director; no page breaks its policy or has an error in its script."""
    contexts, wrong = [], list[str]()
    club, director = make_club("Tuesday Club")
    season = make_season(club, director)
    last = Playing(club, director, season, "Last week", FIRST_NIGHT)
    last.enter(make_people(club, ELEVEN))
    tonight = Playing(club, director, season, "Tonight", FIRST_NIGHT + timedelta(weeks=1))
    client = Client()
    client.force_login(director)
    cookie: Any = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}

    def opened(width: int = 1280, height: int = 800, **more: Any) -> Door:
        context = new_context(
            browser, viewport={"width": width, "height": height}, base_url=live_server.url, locale="en-GB", **more
        )
        contexts.append(context)
        context.add_cookies([cookie])
        page, loads = context.new_page(), list[str]()
        page.on("load", lambda loaded: loads.append(loaded.url))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        return Door(page, tonight, loads)

    yield opened
    for context in contexts:
        context.close()
    assert [line for line in wrong if "Content Security Policy" in line or "Error" in line] == []


def test_eleven_known_people_are_checked_in_by_eleven_taps_and_one_load(door: Callable[..., Door]) -> None:
    """Those of last time, as fast as they can be tapped; a tap too many is taken back by another."""
    desk = door(360, 740)
    desk.goes_to("people")
    taps = [desk.page.get_by_role("button", name=name, exact=True) for name in ELEVEN]
    for tap in taps:
        tap.click()
    desk.counts(11)
    assert (desk.here(), len(desk.loads)) == ({*ELEVEN}, 1)
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= 360
    taps[0].click()
    desk.counts(10)
    expect(taps[0]).to_have_attribute("aria-pressed", "false")
    assert desk.here() == {*ELEVEN[1:]}
    expect(desk.page.locator(".tk-people li")).to_have_count(11)


def test_eleven_names_are_typed_without_waiting_and_the_next_seating_takes_all_who_are_here(
    door: Callable[..., Door],
) -> None:
    desk = door()
    desk.goes_to("people")
    expect(desk.field).to_be_focused()
    for name in (*ELEVEN[:9], "Hypatia", "Zeno"):
        desk.types(name)
        desk.page.keyboard.press("Enter")
    desk.counts(11)
    assert desk.here() == {*ELEVEN[:9], "Hypatia", "Zeno"}
    expect(desk.field).to_be_focused()
    expect(desk.field).to_have_value("")
    assert len(desk.loads) == 1
    rows = desk.page.locator(".tk-people bdi").all_inner_texts()
    assert rows == sorted(rows, key=lambda name: name.replace("É", "E"))
    desk.page.get_by_role("link", name="Seat round 1").or_(desk.page.get_by_role("button", name="Seat round 1")).click()
    expect(desk.page.get_by_text("draft", exact=True).first).to_be_visible()
    seated = desk.tonight.state().rounds[-1]
    assert sum(len(table.seats) for table in seated.tables) + len(seated.byes) == 11


def test_what_enter_means_does_not_depend_on_how_fast_it_is_typed(door: Callable[..., Door]) -> None:
    """First names alone, each sent before its options are shown; one that is not clear waits for an answer."""
    desk = door()
    make_people(desk.tonight.club, ["Gus Long"])
    desk.goes_to("people")
    for name in ("ada", "bea", "gus", "cleo", "dora", "finn"):
        desk.page.keyboard.insert_text(name)
        desk.page.keyboard.press("Enter")
    desk.counts(5)
    assert desk.here() == {"Ada Lovelace", "Bea Long", "Cleo Dane", "Dora Maar", "Finn Hall"}
    waiting = desk.page.get_by_role("button", name="gus: not here yet")
    waiting.click()
    expect(desk.page.get_by_text("Who is meant? Enter takes the first.")).to_be_visible()
    desk.types("hedy")  # the next one is typed over the question, which waits again
    expect(desk.field).to_have_value("hedy")
    desk.page.keyboard.press("Enter")
    desk.counts(6)
    assert "Hedy Lamarr" in desk.here()
    waiting.click()
    expect(desk.page.get_by_text("Who is meant? Enter takes the first.")).to_be_visible()
    desk.page.keyboard.press("Enter")
    desk.counts(7)
    expect(waiting).to_have_count(0)


def test_a_late_arrival_takes_three_actions_while_a_round_runs(door: Callable[..., Door]) -> None:
    desk = door()
    desk.tonight.enter(list(Person.objects.order_by("pk")[:6]))
    desk.tonight.start(desk.tonight.seat())
    desk.goes_to("")
    desk.page.get_by_role("link", name="People", exact=True).click()
    desk.types("Hypatia")
    desk.page.keyboard.press("Enter")
    expect(desk.page.get_by_role("status").get_by_text("Hypatia is here and plays from round 2.")).to_be_visible()
    desk.counts(7)
    assert len(desk.loads) == 2
    desk.page.get_by_role("button", name="Undo").click()
    desk.counts(6)


def test_a_name_is_found_while_it_is_typed_and_asked_about_where_it_is_not_clear(door: Callable[..., Door]) -> None:
    desk = door()
    make_people(desk.tonight.club, ["Inès Keller", "Ines Keller", "Ada Byron"])
    desk.goes_to("people")
    options = desk.page.get_by_role("option")
    desk.types("zoe")
    expect(options).to_have_text(["Zoë Quist", "Somebody new: zoe"])
    expect(options.first).to_have_attribute("aria-selected", "true")
    desk.page.keyboard.press("Enter")
    desk.counts(1)
    desk.types("ada")
    expect(options).to_have_text(["Ada Byron", "Ada Lovelace", "Somebody new: ada"])
    expect(options.first).to_have_attribute("aria-selected", "false")
    desk.page.keyboard.press("Enter")
    expect(desk.page.get_by_text("Who is meant? Enter takes the first.")).to_be_visible()
    expect(options.first).to_have_attribute("aria-selected", "true")
    desk.page.keyboard.press("ArrowDown")
    desk.page.keyboard.press("Enter")
    desk.counts(2)
    desk.types("Gus Or")
    desk.page.get_by_role("option", name="Gus Orr").click()
    desk.counts(3)
    assert desk.here() == {"Zoë Quist", "Ada Lovelace", "Gus Orr"}
    expect(desk.field).to_be_focused()
    desk.types("Bee Long")  # sent before anybody could look: one letter off
    desk.page.keyboard.press("Enter")
    expect(options).to_have_text(["Bea Long", "Somebody new: Bee Long"])
    expect(desk.field).to_have_value("Bee Long")
    desk.page.keyboard.press("Escape")
    expect(options).to_have_count(0)
    assert len(desk.loads) == 1
    found = Axe().run(desk.page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("scripted", [True, False])
def test_last_weeks_list_is_pasted_and_what_is_unclear_is_answered_at_once(
    door: Callable[..., Door], scripted: bool
) -> None:
    desk = door(java_script_enabled=scripted)
    people = Person.objects.count()
    for _ in range(2):
        desk.goes_to("people")
        pasted(desk, [*ELEVEN[:4], "Emile  Zola", *ELEVEN[5:9], "Hypatia"])
        expect(desk.page.get_by_role("heading", name="Who is meant?")).to_be_visible()
        expect(desk.page.get_by_role("radio", name=re.compile("^Émile Zola"))).to_be_checked()
        desk.page.get_by_role("button", name="Enter", exact=True).click()
        desk.counts(0)
        assert Person.objects.count() == people + 1
        assert len(desk.tonight.state().entries) == 10
    desk.page.get_by_role("button", name="Check everyone in").click()
    desk.counts(10)


def pasted(desk: Door, names: Sequence[str]) -> None:
    desk.page.locator("summary", has_text="Enter a list").click()
    desk.page.get_by_label("Names, one on each line").fill("\n".join(names))
    desk.page.get_by_role("button", name="Enter", exact=True).click()


def test_the_door_works_without_script(door: Callable[..., Door]) -> None:
    desk = door(360, 740, java_script_enabled=False)
    desk.goes_to("people")
    desk.field.fill("Hypatia")
    desk.field.press("Enter")
    expect(desk.page.get_by_text("Hypatia is here. New in the club.")).to_be_visible()
    desk.page.get_by_role("button", name="Ada Lovelace", exact=True).click()
    desk.counts(2)
    desk.field.fill("Bee Long")
    desk.page.get_by_role("button", name="Check in", exact=True).click()
    desk.page.get_by_label("Bea Long").check()
    desk.page.get_by_role("button", name="Enter", exact=True).click()
    desk.counts(3)
    assert desk.here() == {"Hypatia", "Ada Lovelace", "Bea Long"}


def test_the_page_stays_small_with_64_people(door: Callable[..., Door]) -> None:
    desk = door()
    desk.tonight.enter(make_people(desk.tonight.club, [f"Guest {number:02d}" for number in range(64)]))
    answer = desk.page.goto(step(desk.tonight.id, "people"))
    assert answer is not None
    assert len(answer.body()) < 100_000
    expect(desk.page.locator(".tk-people > li")).to_have_count(64)
