"""My page in a browser: on a phone and on a wall, light and dark, with and without script, and by axe."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page
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
from tests.league.nights import Night, new_club, open_season

NAMES = (
    *("Tomasz Wójcik", "王雪梅", "Noor Haddad", "Maximiliane von Hohenfels-Strackmann"),
    *("Ada Lovelace", "עדה כהן", "Cleo", "Dov", "Eero Virtanen"),
)
FACES = ("arrive", "waiting", "seated", "playing", "confirm", "bye", "left", "over")
Opened = Callable[..., Page]


class Evening:
    """A tournament in which somebody's page has a certain face. entry: theirs."""

    def __init__(self, face: str) -> None:
        club = new_club("Harbour Board Gamers")
        self.night = Night.open(
            club, name="Tuesday 1 December", clock_seconds=3000, rounds=3, hall={"labels": ["Window", "Stage"]},
            seasons=[str(open_season(club))], table_size={"min": 4, "max": 4, "prefer": 4},
            points={"by_place": [10, 7, 4, 2]},
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
        made = links.made(self.night.club.pk, LinkKind.ENTRY, [UUID(self.entry)])
        return f"/t/-/{made[UUID(self.entry)]}"


@pytest.mark.parametrize("face", FACES)
def test_shots(transactional_db: None, phone: Opened, face: str) -> None:
    evening = Evening(face)
    for scheme in ("light", "dark"):
        page = phone(color_scheme=scheme)
        page.goto(evening.link)
        for width in (320, 360, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 740 if width < 400 else 900})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.screenshot(path=f"/tmp/links-shots/{face}-{scheme}-{width}.png")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
