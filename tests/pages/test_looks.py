"""The looks of the admin in a browser: axe finds nothing, nothing scrolls sideways, little is loaded, focus is kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import Entry, Person, Role, Scope, Table, User
from league.services import members, tokens, webhooks
from tests.pages.night import Night
from tests.web.axe import violations

pytestmark = pytest.mark.backend("sqlite")
Opened = Callable[..., Page]
MOST_LOADED = 600_000
"""Of a page on a cold load, as the files are on disk. Over the wire it is a third of that."""
MOST_SENT = 250_000


def pages_of(night: Night) -> list[str]:
    """Every kind of page that staff and superusers see."""
    season, tournament = f"/admin/league/season/{night.season}", f"/admin/league/tournament/{night.tournaments[-1]}"
    entry = Entry.objects.filter(tournament=night.tournaments[-1]).values_list("pk", flat=True)[0]
    person = Person.objects.filter(club=night.club).values_list("pk", flat=True)[0]
    table = Table.objects.filter(round__tournament=night.tournaments[0]).values_list("pk", flat=True)[0]
    models = ("tournament", "season", "rating", "person", "club", "clubtoken", "personaltoken", "webhook", "user")
    return [
        "/admin/",
        *(f"/admin/league/{model}/" for model in models),
        *(f"/admin/league/{model}/add/" for model in ("tournament", "season", "person", "club", "clubtoken", "user")),
        "/admin/knox/authtoken/",
        "/admin/league/person/?q=nobody",
        f"/admin/league/person/{person}/change/",
        f"/admin/league/club/{night.club.pk}/change/",
        f"/admin/league/user/{night.director.pk}/change/",
        f"/admin/league/user/{night.director.pk}/password/",
        f"/admin/league/webhook/{night.club.webhooks.get().pk}/change/",
        f"/admin/league/clubtoken/{night.club.tokens.get().pk}/delete/",
        "/admin/password_change/",
        "/admin/log/",
        f"/admin/tables/{table}/",
        *(
            f"{season}/{page}"
            for page in ("change/", "desk/", "desk/settings/", "fairness/", "head-to-head/", "places/")
        ),
        f"{season}/what-if/",
        f"/admin/league/season/person/{person}/",
        *(f"{tournament}/{page}" for page in ("change/", "needs/", "places/", "what-if/", f"why/{entry}/")),
        *(f"{tournament}/desk/{tab}" for tab in ("", "people/", "more/", "slips/", "settings/", "cancel/")),
        "/admin/nothing/",
    ]


def furnish(night: Night) -> Night:
    """The night, with something in every list, and a director who runs the site."""
    club, by, at = night.club, f"user:{night.director.pk}", timezone.now()
    User.objects.filter(pk=night.director.pk).update(is_superuser=True)
    webhooks.add(club, "https://example.org/hook", ["tournament.*"], None, actor=by, at=at)
    members.add(club, "guest", Role.REFEREE, None, actor=by, at=at, sees_accounts=True)
    tokens.make_for_club(club.pk, "results channel", Scope.READ, None, actor=by, at=at)
    return night


LOOKS: dict[str, tuple[int, int, Literal["light", "dark"]]] = {
    "at the desk": (1280, 0, "light"),
    "on a phone": (360, 1, "dark"),
}


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_is_accessible_and_fits(open_page: Opened, live_night: Night, look: str) -> None:
    width, half, scheme = LOOKS[look]
    page = open_page(width, scheme)
    faults: dict[str, Any] = {}
    for path in pages_of(furnish(live_night))[half::2]:
        page.goto(path)
        found = [*violations(page), *page.evaluate(LOOK_AT)]
        faults |= {path: found} if found else {}
    assert faults == {}, "\n".join(f"{path} {fault}" for path, found in faults.items() for fault in found)


LOOK_AT = """async () => {
    await document.fonts.ready;
    const wrong = (what, elements) => elements.map((element) => `${what}: ${element.outerHTML.slice(0, 160)}`);
    const seen = [...document.querySelectorAll(".material-symbols-outlined")].filter((icon) => icon.checkVisibility());
    return [
        ...(document.documentElement.scrollWidth > innerWidth ? [`wide: ${document.documentElement.scrollWidth}`] : []),
        ...(document.querySelector("link[rel=icon]") ? [] : ["no favicon"]),
        ...(document.querySelector("a[href^='#'].tk-skip, a[href^='#'].skip") ? [] : ["no skip link"]),
        ...wrong("a word", seen.filter((icon) => icon.scrollWidth > 1.5 * parseFloat(getComputedStyle(icon).fontSize))),
    ];
}"""
"""What else is wrong with a page: it is wider than its window, or an icon is not in the font and shown as a word."""


@pytest.mark.parametrize("shown", ["overview", "people", "a person", "standings", "desk"])
def test_a_page_weighs_little_on_a_cold_load(open_page: Opened, live_night: Night, shown: str) -> None:
    person = Person.objects.filter(club=live_night.club).values_list("pk", flat=True)[0]
    tournament = f"/admin/league/tournament/{live_night.tournaments[-1]}"
    path = {
        "overview": "/admin/",
        "people": "/admin/league/person/",
        "a person": f"/admin/league/person/{person}/change/",
        "standings": f"{tournament}/change/",
        "desk": f"{tournament}/desk/",
    }[shown]
    page = open_page()
    sent, loaded = list[int](), list[int]()
    browser = page.context.new_cdp_session(page)
    browser.send("Network.enable")
    browser.send("Network.setCacheDisabled", {"cacheDisabled": True})
    browser.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
    browser.on("Network.dataReceived", lambda event: loaded.append(event["dataLength"]))
    page.goto(path, wait_until="networkidle")
    assert sum(loaded) < MOST_LOADED
    assert sum(sent) < MOST_SENT


def test_the_keyboard_skips_to_the_content_and_menus_give_the_focus_back(open_page: Opened, live_night: Night) -> None:
    page = open_page()
    page.goto(f"/admin/league/tournament/{live_night.tournaments[0]}/change/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()
    menu = page.locator("details.tk-menu summary", has_text="Download")
    menu.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Standings as XLSX")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_focused()
    expect(page.get_by_role("link", name="Standings as XLSX")).to_be_hidden()


def test_the_focus_is_kept_by_a_step_and_goes_to_the_fault_of_a_form(open_page: Opened, live_night: Night) -> None:
    page = open_page()
    page.goto("/admin/league/person/add/")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#id_name")).to_be_focused()
    page.goto(f"/admin/league/tournament/{live_night.tournaments[-1]}/desk/more/")
    page.get_by_role("textbox", name="Announcement").fill("Pizza at 20:30")
    page.get_by_role("button", name="Announce").click()
    expect(page.get_by_text("Pizza at 20:30").first).to_be_visible()
    expect(page.get_by_role("button", name="Announce", exact=True)).to_be_focused()


def test_a_row_on_a_phone_has_two_lines(open_page: Opened, live_night: Night) -> None:
    page = open_page(360)
    page.goto(f"/admin/league/tournament/{live_night.tournaments[0]}/change/")
    first = page.get_by_role("table", name="Standings of").get_by_role("row").nth(1)
    tops = first.evaluate("row => [...row.children].map((cell) => [cell.className, cell.getBoundingClientRect().top])")
    lines = {round(top / 12) for _name, top in tops if top}
    assert len(lines) <= 3
    expect(first.get_by_role("rowheader")).to_be_visible()
    expect(first.locator(".is-sum")).to_be_visible()
