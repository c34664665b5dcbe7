"""Pictures for people to look at, by `manage.py screenshots FOLDER`: of each phase of a night, and of the admin.

Each is taken at 360, 1280 and 1920 pixels, light and dark. A page fails that is wider than its window, also at 320
pixels and at 200 % zoom, or in which axe finds a fault.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal
from uuid import UUID

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext
from uuid6 import uuid7

from deploy.management.commands.screenshots import FOLDER
from league.access import links
from league.domain.tournament.desk.commands import Announce, SetScreen
from league.models import LinkKind, Role
from tests.league.nights import new_user
from tests.looks import admin, public
from tests.pages.night import play_night
from tests.pages.test_desk_steps import step
from tests.pages.windows import new_context
from tests.web.axe import violations
from tests.web.conftest import browser
from tests.web.evening import PHASES, Evening, evening_at

__all__ = ["browser"]
KINDS: dict[str, Mapping[int, int]] = {"phone": {360: 740}, "wide": {1280: 800, 1920: 1080}}
NARROWEST, ZOOMED, WIDEST = 320, 640, 1920
"""Of a phone; of a window of 1280 pixels at 200 %; of a screen on the wall."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SHEETS: dict[str, dict[str, Any]] = {
    "scoresheet": {},
    "monster-trick": {},
    "keskife": {},
    "affen-raffen": {},
    "four-monkeys": {"bananas": True},
    "fuzzy-tiger": {"play": "recorded"},
}


class Camera:
    """A browser's window, and the folder of the pictures. faults: what is wrong with the pages."""

    def __init__(self, context: BrowserContext, address: str, folder: Path, sizes: Mapping[int, int]) -> None:
        self.context, self.address, self.folder, self.sizes = context, address, folder, sizes
        self.page, self.is_phone = context.new_page(), 360 in sizes
        self.faults: list[str] = []

    def shoot(self, name: str, *, whole: bool = True) -> None:
        """Pictures of the page as it is in every size, light and dark. whole: also what is below the window."""
        self.resize(name, NARROWEST if self.is_phone else ZOOMED, 512)
        for width, height in self.sizes.items():
            self.resize(name, width, height)
            for scheme in SCHEMES:
                self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                path = self.folder / f"{name}-{width}-{scheme}.png"
                self.page.screenshot(path=path, full_page=whole, animations="disabled")
                found = violations(self.page) if width < WIDEST else []
                self.faults += [f"{name} {width} {scheme}: {fault}" for fault in found]

    def print(self, name: str) -> None:
        """The page on paper."""
        self.page.pdf(path=self.folder / f"{name}.pdf", format="A4")

    def resize(self, name: str, width: int, height: int) -> None:
        """Sets the size of the window, which the page has to fit."""
        self.page.set_viewport_size({"width": width, "height": height})
        wide = self.page.evaluate("document.documentElement.scrollWidth") - width
        self.faults += [f"{name} {width}: {wide} px too wide"] if wide > 0 else []


@pytest.fixture(params=KINDS)
def camera(browser: Browser, live_server: Any, request: pytest.FixtureRequest) -> Iterator[Camera]:
    """A phone's window, or a wide one."""
    folder = Path(os.environ[FOLDER])
    folder.mkdir(parents=True, exist_ok=True)
    is_phone = request.param == "phone"
    context = new_context(browser, base_url=live_server.url, locale="en-GB", has_touch=is_phone)
    context.set_default_timeout(30_000)
    camera = Camera(context, live_server.url, folder, KINDS[request.param])
    yield camera
    context.close()
    assert camera.faults == []


def slip(evening: Evening, table: str) -> str:
    return f"/t/-/{links.made(evening.club.pk, LinkKind.TABLE, [UUID(table)])[UUID(table)]}"


def personal(evening: Evening, entry: str) -> str:
    return f"/t/-/{links.made(evening.club.pk, LinkKind.ENTRY, [UUID(entry)])[UUID(entry)]}"


def announce(evening: Evening) -> None:
    evening.send(Announce(str(uuid7()), "Pizza at 20:30", at=timezone.now(), until=timezone.now() + timedelta(hours=1)))


@pytest.mark.parametrize("phase", PHASES)
def test_the_public_page(camera: Camera, phase: str, transactional_db: None) -> None:
    evening = evening_at(phase)
    announce(evening) if phase == "running" else None
    page = camera.page
    page.goto(f"/t/{evening.code}")
    camera.shoot(f"public-{phase}")
    for at, tab in enumerate([link.get_attribute("href") for link in page.locator("[data-tab]").all()][1:], 1):
        page.goto(f"/t/{evening.code}{tab}")
        camera.shoot(f"public-{phase}-tab{at}")
    page.goto(f"/t/{evening.code}?me={evening.entries[2]}")
    camera.shoot(f"public-{phase}-mine", whole=False)


def test_the_pages_of_a_club(camera: Camera, transactional_db: None) -> None:
    """Those of the site, too, each as it is printed."""
    for number, address in enumerate(public.addresses()):
        name = "-".join(["club", f"{number:02}", *re.findall(r"[a-z]{2,}", address)])
        camera.page.goto(address, wait_until="load")
        camera.shoot(name)
        camera.print(name)


@pytest.mark.parametrize("phase", PHASES)
def test_my_page(camera: Camera, phase: str, transactional_db: None) -> None:
    evening = evening_at(phase)
    late = evening.entries[-1]
    page = camera.page
    for at, entry in enumerate((evening.entries[0], late)):
        page.goto(personal(evening, entry))
        camera.shoot(f"me-{phase}-{at}")


@pytest.mark.parametrize("phase", PHASES)
def test_the_screen(camera: Camera, phase: str, transactional_db: None) -> None:
    evening = evening_at(phase)
    announce(evening) if phase == "running" else None
    slides_of(camera, evening, f"screen-{phase}")


@pytest.mark.parametrize(("shows", "step"), [("wifi", 0), ("podium", 1), ("podium", 2), ("podium", 3)])
def test_what_the_desk_lets_the_screen_show(
    camera: Camera, shows: Literal["wifi", "podium"], step: int, transactional_db: None
) -> None:
    evening = evening_at("over")
    evening.club.wifi_name, evening.club.wifi_password = "Harbour Guests", "dice and diamonds"
    evening.club.save()
    evening.send(SetScreen(shows, step))
    slides_of(camera, evening, f"screen-{shows}{step}")


def slides_of(camera: Camera, evening: Evening, name: str) -> None:
    page = camera.page
    page.goto(f"/t/{evening.code}/screen")
    camera.shoot(f"{name}-start", whole=False)
    page.get_by_role("button", name="Start without sound").click()
    for at in range(page.locator(".slide").count()):
        page.evaluate(SHOW, at)
        camera.shoot(f"{name}-{at}", whole=False)


def log_in(camera: Camera, client: Client) -> None:
    """The camera's window is logged in as the client is."""
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    cookie: Any = {"name": settings.SESSION_COOKIE_NAME, "value": session, "url": camera.address}
    camera.context.add_cookies([cookie])


SHOW = """(at) => {
    document.querySelectorAll(".slide").forEach((slide, n) => slide.classList.toggle("is-on", n === at));
    dispatchEvent(new Event("resize"));
}"""
"""Turns the screen to a slide, whose letters are then made to fit."""


@pytest.mark.parametrize("phase", ["before", "draft", *PHASES[1:]])
def test_the_desk(camera: Camera, phase: str, transactional_db: None) -> None:
    evening = evening_at("between" if phase == "draft" else phase)
    evening.seat() if phase == "draft" else None
    announce(evening) if phase == "running" else None
    client = Client()
    client.force_login(new_user("dora", evening.club, Role.DIRECTOR))
    log_in(camera, client)
    for tab in ("", "people", "more", "slips"):
        camera.page.goto(step(evening.id, tab))
        camera.shoot(f"desk-{phase}-{tab or 'round'}", whole=camera.is_phone)


@pytest.mark.parametrize("game", SHEETS)
def test_the_table_page(camera: Camera, game: str, transactional_db: None) -> None:
    evening = Evening.begin(8, game=game, game_options=SHEETS[game], table_size={"min": 4, "max": 4, "prefer": 4})
    evening.all_arrive()
    found = evening.publish()
    evening.start(found, timedelta(minutes=20))
    table = evening.state().rounds[-1].tables[0]
    page = camera.page
    page.goto(slip(evening, table.id))
    camera.shoot(f"table-{game}-who")
    page.locator("button[name=as]").first.click()
    page.locator(".view-who").wait_for(state="detached")
    camera.shoot(f"table-{game}-sheet")


def test_the_table_page_by_phase(camera: Camera, transactional_db: None) -> None:
    evening = evening_at("running")
    tables = evening.state().rounds[-1].tables
    page = camera.page
    for name, table in (("reported", tables[1]), ("confirmed", tables[0]), ("open", tables[12])):
        page.goto(slip(evening, table.id))
        page.locator("button[name=as]").nth(1).click()
        page.locator(".view-who").wait_for(state="detached")
        camera.shoot(f"table-{name}")
        if name == "reported":
            page.get_by_role("link", name="Wrong").click()
            camera.shoot("table-wrong")
        if name == "open":
            for field in page.locator("[data-number]").all():
                field.fill("12")
            page.locator("button[value=look]").locator("visible=true").first.click()
            page.locator(".view-look, ol.result").first.wait_for()
            camera.shoot("table-look")
    page.goto(f"/t/{evening.code}/r1/1")
    camera.shoot("table-closed")
    page.goto(f"/t/{evening.code}/r2/3")
    camera.shoot("table-watched")


def test_the_admin(camera: Camera, transactional_db: None) -> None:
    night = admin.furnished(play_night())
    client = Client()
    client.force_login(night.director)
    log_in(camera, client)
    for number, path in enumerate(admin.addresses(night)):
        camera.page.goto(path, wait_until="networkidle")
        words = [part for part in path.split("?")[0].split("/")[2:] if part and not part[0].isdigit()]
        camera.shoot("-".join(["admin", f"{number:02}", *words]))
