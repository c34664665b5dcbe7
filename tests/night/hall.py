"""The hall: a club's server as a real process, the director's desk, phones and the screen, each in its own browser."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from deploy.club import DIRECTOR
from deploy.demo.client import Client
from tests.deploy.served import PASSWORD, Club
from tests.pages.windows import new_context

NAMES = ("Ada", "Bo", "Cleo", "Dov", "Eero", "Fay", "Gil", "Hypatia")
POINTS = {"by_place": [10, 7, 4, 2]}
SOON_SECONDS = 2.0
"""How long a report may take to reach the desk."""
PATIENCE = 30_000
"""How long a test waits for what has to come, in milliseconds: machines are busy."""
expect.set_options(timeout=PATIENCE)


@dataclass
class Hall:
    """Everybody who takes part. opened: their browsers. said: the errors that their pages have reported."""

    browser: Browser
    club: Club
    api: Client
    state: Any
    said: list[str] = field(default_factory=list)
    opened: list[Any] = field(default_factory=list)

    def window(self, width: int, height: int, **more: Any) -> Page:
        """A window of a browser of its own."""
        context = new_context(
            self.browser,
            base_url=self.club.address,
            viewport={"width": width, "height": height},
            locale="en-GB",
            **more,
        )
        context.set_default_timeout(PATIENCE)
        self.opened.append(context)
        page = context.new_page()
        page.on("console", lambda line: self.said.append(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        return page

    def phone(self, **more: Any) -> Page:
        """The phone of somebody in the hall, who is not logged in."""
        return self.window(360, 740, has_touch=True, **more)

    def director(self, width: int = 1280, height: int = 800) -> Page:
        """A browser in which the director has logged in."""
        return self.window(width, height, storage_state=self.state)

    def screen(self, night: Night) -> Page:
        """The screen on the wall, which has been tapped once."""
        page = self.window(1920, 1080)
        page.goto(f"/t/{night.code}/screen")
        page.get_by_role("button", name="Start with sound").click()
        return page

    def close(self) -> None:
        for context in self.opened:
            with suppress(Exception):
                context.close()
        faults = [line for line in self.said if "Content Security Policy" in line or "Error:" in line]
        assert faults == []


@dataclass
class Night:
    """A tournament of the club, as the API has it. entries: their ids by name."""

    api: Client
    id: str
    code: str
    entries: dict[str, str] = field(default_factory=dict)

    @classmethod
    def open(cls, api: Client, names: Sequence[str] = NAMES, here: Sequence[str] | None = None, **more: Any) -> Night:
        """A night of score sheets at tables of four, for which these people are entered. here: who has come."""
        club = api.get("me")["clubs"][0]["club"]
        size = {"min": 4, "max": 4, "prefer": 4}
        body = {"club": club, "name": "Tuesday", "game": "scoresheet", "points": POINTS, "table_size": size, **more}
        opened = api.post("tournaments", body)
        night = cls(api, opened["id"], opened["code"])
        night.enter(names, names if here is None else here)
        return night

    def enter(self, names: Sequence[str], here: Sequence[str]) -> None:
        club = self.api.get("me")["clubs"][0]["club"]
        known = {person["name"]: person["id"] for person in self.api.get("people", club=club, page_size=200)["results"]}
        new = {name: self.api.post("people", {"club": club, "name": name})["id"] for name in names if name not in known}
        people = [(known | new)[name] for name in names]
        entered = self.api.post(f"tournaments/{self.id}/entries", [{"person": id} for id in people])["results"]
        self.entries |= {name: entry["id"] for name, entry in zip(names, entered, strict=True)}
        for name in here:
            self.api.post(f"entries/{self.entries[name]}/check-in", {})

    def seat(self, *, start: bool = True) -> Round:
        """Seats and publishes the next round. start: starts it too."""
        seated = self.api.post(f"tournaments/{self.id}/rounds", {})
        for step in ("publish", "start") if start else ("publish",):
            self.api.post(f"rounds/{seated['id']}/{step}", {})
        return Round(self, seated["id"])

    def personal(self, name: str) -> str:
        """The address of somebody's personal link."""
        return path_of(self.api.post(f"entries/{self.entries[name]}/link", {})["url"])

    def events(self, type: str) -> int:
        """How often something has happened, by the feed of the tournament."""
        found = self.api.get(f"tournaments/{self.id}/events")["results"]
        return sum(event["type"] == type for event in found)

    @property
    def desk(self) -> str:
        return f"/admin/league/tournament/{self.id}/desk/"


@dataclass
class Round:
    """A round of a night."""

    night: Night
    id: str

    @property
    def tables(self) -> list[dict[str, Any]]:
        """Its tables, as they are now."""
        found: list[dict[str, Any]] = self.night.api.get(f"rounds/{self.id}")["tables"]
        return found

    def names(self, number: int) -> list[str]:
        """Who sits at a table, in the order of the seats."""
        return [seat["name"] for seat in self.tables[number - 1]["seats"]]

    def slip(self, number: int) -> str:
        """The address on a table's slip."""
        id = self.tables[number - 1]["id"]
        links = self.night.api.post(f"rounds/{self.id}/links", {})["results"]
        return path_of(next(link["url"] for link in links if link["table"] == id))

    def report(self, number: int, *scores: int) -> None:
        """The desk of another browser records a result."""
        table = self.tables[number - 1]
        entries = [seat["entry"] for seat in table["seats"]]
        body = {"scores": dict(zip(entries, scores, strict=True))}
        self.night.api.put(f"tables/{table['id']}/result", body)


def path_of(address: str) -> str:
    """An address without its host."""
    return "/" + address.split("/", 3)[3]


def scan(page: Page, slip: str, name: str) -> None:
    """Opens a slip on a phone, whose owner says who they are."""
    page.goto(slip)
    say_who(page, name)


def say_who(page: Page, name: str) -> None:
    """Answers the question whose phone this is."""
    page.get_by_role("button", name=re.compile(rf"{name}$")).click()
    expect(page.locator(".view-who")).to_have_count(0)


def type_scores(page: Page, *scores: int) -> None:
    """Types scores with the page's own keys; the last *Next* leads on to *Look and send*."""
    for score in scores:
        for digit in str(score):
            page.locator(f'[data-key="{digit}"]').tap()
        page.locator('[data-key="next"]').tap()


def report(page: Page, *scores: int) -> None:
    """Reports a result on a phone."""
    type_scores(page, *scores)
    heading(page, "Look and send")
    page.get_by_role("button", name="Send the result").tap()


def heading(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.get_by_role("heading", level=2).first).to_have_text(text)


def card(page: Page, number: int) -> Locator:
    """A table's card at the desk."""
    return page.get_by_role("article", name=f"Table {number}", exact=True)


def fields(page: Page, number: int) -> Locator:
    """The fields of a table's card."""
    return card(page, number).locator("label > input")


def press(page: Page, name: str) -> None:
    """Presses the one green button of the desk, and the one of the page that asks, if there is one."""
    page.locator(".tk-green", has_text=name).click()


def paper(desk: Page, label: str) -> bytes:
    """What the desk prints by a line of its menu."""
    menu = desk.locator("details.tk-menu", has=desk.get_by_text("Print", exact=True))
    menu.locator("summary").click()
    address = menu.get_by_role("link", name=label).first.get_attribute("href")
    assert address
    menu.locator("summary").click()
    return desk.request.get(address).body()


def soon(what: Callable[[], bool], since: float) -> float:
    """Waits for something to be true; how many seconds after `since` it was."""
    while not what():
        assert time.monotonic() - since < PATIENCE / 1000, "it never came"
        time.sleep(0.05)
    return time.monotonic() - since


def log_in(browser: Browser, club: Club) -> Any:
    """What a browser keeps once the director has logged in by the form."""
    context = new_context(browser, base_url=club.address, locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto("/admin/")
    page.get_by_label("Username").fill(DIRECTOR)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("heading", name="League tables").wait_for()
    state: Any = context.storage_state()
    context.close()
    return state
