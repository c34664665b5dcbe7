"""My page in a browser: on a phone and on a wall, light and dark, with and without script, and by axe."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from uuid6 import uuid7

from league.access import links
from league.domain.tournament.closing.commands import Close, CloseRound
from league.domain.tournament.entries.commands import Drop, NewEntry
from league.domain.tournament.rounds.commands import Publish, Start
from league.domain.tournament.rounds.state import Round
from league.models import LinkKind, Person
from league.projections import followers
from league.seating import planning
from league.services import tournaments
from tests.deploy.web import servers
from tests.league.nights import Night, new_club, open_season
from tests.pages.windows import new_context

NAMES = (
    *("Tomasz Wójcik", "王雪梅", "Noor Haddad", "Maximiliane von Hohenfels-Strackmann"),
    *("Ada Lovelace", "עדה כהן", "Cleo", "Dov", "Eero Virtanen"),
)
FACES = ("arrive", "waiting", "seated", "playing", "confirm", "bye", "left", "over")
Opened = Callable[..., Page]
SMALL = """[...document.querySelectorAll("main a, main button")]
    .filter((one) => one.offsetHeight < 44).map((one) => one.textContent)"""
"""In one script: between the search and the measuring a part of the page may be replaced."""


class Evening:
    """A tournament in which somebody's page has a certain face. entry: theirs."""

    def __init__(self, face: str, **settings: Any) -> None:
        club = new_club("Harbour Board Gamers")
        self.night = Night.open(
            club, name="Tuesday 1 December", clock_seconds=3000, rounds=3, hall={"labels": ["Window", "Stage"]},
            seasons=[str(open_season(club))], table_size={"min": 4, "max": 4, "prefer": 4},
            points={"by_place": [10, 7, 4, 2]}, **settings,
        )  # fmt: skip
        names = NAMES if face == "bye" else NAMES[:-1]
        self.night.enter(Person.objects.bulk_create(Person(club=club, name=name) for name in names))
        self.entry = self.night.entries[2]
        self.round = self._publish()
        getattr(self, f"_{face}")()

    def _publish(self) -> Round:
        plan = planning.plan_next(self.night.id, club=self.night.club.pk)
        assert plan is not None
        self.night.send(planning.new_seat_command(plan))
        self.night.send(Publish(self.night.state().rounds[-1].id))
        return self.night.state().rounds[-1]

    def _run(self) -> None:
        self.night.at = timezone.now() - timedelta(minutes=20)
        self.night.send(Start(self.round.id, self.night.at))
        self.round = self.night.state().rounds[-1]

    def _end(self) -> None:
        self.night.report(self.round, lambda entry: 60 - self.night.entries.index(entry))
        self.night.send(CloseRound(self.round.id))

    def _arrive(self) -> None:
        person = Person.objects.create(club=self.night.club, name="Zoë Quinn")
        self.entry = str(uuid7())
        new = [NewEntry(self.entry, str(person.pk))]
        tournaments.register(self.night.id, new, {}, club=self.night.club.pk, actor="user:1", at=self.night.at)

    def _waiting(self) -> None:
        self._run()
        self._end()

    def _seated(self) -> None:
        self._waiting()
        self.round = self._publish()

    def _playing(self) -> None:
        self._seated()
        self._run()

    def _confirm(self) -> None:
        self._playing()
        self.night.report(self.round, lambda entry: 60 - self.night.entries.index(entry))

    def _bye(self) -> None:
        self._run()
        (self.entry,) = self.round.byes

    def _left(self) -> None:
        self.night.send(Drop(self.entry))

    def _over(self) -> None:
        self._waiting()
        self.night.send(Close())
        followers.follow(self.night.club.pk)

    @property
    def link(self) -> str:
        """The address of the personal link."""
        return f"/t/-/{self.link_of(self.entry)}"

    def link_of(self, entry: str) -> str:
        return links.made(self.night.club.pk, LinkKind.ENTRY, [UUID(entry)])[UUID(entry)]


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_fit_for_everybody_and_for_every_width(
    transactional_db: None, phone: Opened, face: str, scheme: str
) -> None:
    page = phone(color_scheme=scheme)
    page.goto(Evening(face).link)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    for width in (320, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(SMALL) == []


def test_without_script_somebody_arrives_sits_confirms_and_leaves(transactional_db: None, phone: Opened) -> None:
    """The check against forged requests lets forms of these pages through, as a browser sends them."""
    evening = Evening("arrive")
    page = phone(java_script_enabled=False)
    page.goto(evening.link)
    page.get_by_role("button", name="I am here").click()
    expect(page.get_by_role("heading", name="No table for you in this round")).to_be_visible()
    page.get_by_role("button", name="Call the director").click()
    expect(page.get_by_text("The director knows.")).to_be_visible()
    evening = Evening("confirm")
    page.goto(evening.link)
    page.get_by_role("button", name="Right").click()
    expect(page.get_by_text("confirmed")).to_be_visible()
    page.get_by_role("button", name="I leave after this round").click()
    page.get_by_role("button", name="I stay after all").click()
    expect(page.get_by_role("button", name="I leave after this round")).to_be_visible()


def test_the_secret_is_in_no_referer_and_leaves_no_trace_in_the_address(transactional_db: None, phone: Opened) -> None:
    evening = Evening("playing")
    address = evening.link
    secret = address.removeprefix("/t/-/")
    page, told = phone(), list[str]()
    page.on("request", lambda request: told.append(request.all_headers().get("referer", "")))
    page.goto(address)
    page.get_by_role("link", name="All tables, standings and rules").click()
    page.wait_for_load_state()
    assert secret not in page.url
    links.revoke(evening.night.club.pk, LinkKind.ENTRY, [UUID(evening.entry)])
    page.goto(address)
    page.get_by_role("link", name="Go to the tournament").click()
    page.wait_for_load_state()
    page.go_back()
    assert len(told) > 3
    assert not [referer for referer in told if secret in referer]
    assert secret not in page.evaluate("document.cookie + JSON.stringify(localStorage)")


def test_a_slip_of_0_5_0_whose_link_is_behind_the_hash_leads_to_its_table(
    transactional_db: None, phone: Opened
) -> None:
    evening = Evening("playing")
    table = evening.round.tables[0]
    old = links.SIGNER.sign(f"table.{UUID(table.id).hex}.0")
    page = phone()
    page.goto(f"/api/v1/tables/{table.id}#{old}")
    page.wait_for_url(f"**/r2/{table.number}")
    assert [cookie["value"] for cookie in page.context.cookies() if cookie["path"] == "/t/"] == [old]
    page.goto(f"/api/v1/tables/{table.id}")
    expect(page.get_by_role("heading", name="This is an older slip")).to_be_visible()


def test_the_page_follows_what_happens_by_the_stream_of_a_tournament_for_members(
    transactional_db: None, browser: Browser
) -> None:
    """The stream knows the phone by its cookie."""
    evening = Evening("playing", visibility="members")
    with servers(1) as (address,):
        context = new_context(browser, base_url=address, viewport={"width": 360, "height": 740})
        page = context.new_page()
        page.goto(evening.link)
        expect(page.get_by_role("link", name="Report the result")).to_be_visible()
        expect(page.locator("html")).to_have_attribute("data-connection", "live")
        table = next(table for table in evening.round.tables if evening.entry in table.seats)
        other = next(entry for entry in table.seats if entry != evening.entry)
        report = {"scores": {entry: score for score, entry in enumerate(table.seats)}}
        headers = {"Authorization": f"Link {evening.link_of(other)}"}
        assert httpx.put(f"{address}api/v1/tables/{table.id}/result", json=report, headers=headers).status_code == 200
        expect(page.get_by_role("heading", name="Is this right?")).to_be_visible(timeout=8000)
        context.close()
