"""A round that runs, for the tests of the hall's pages: its tables, its links, and what somebody at a table sends."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.test import Client

from league import models
from league.access import links
from league.domain.tournament.rounds.commands import Publish
from league.domain.tournament.rounds.state import Round, Table
from league.models import LinkKind, Person, Tournament
from league.seating import planning
from league.services import rounds
from tests.league.nights import Night, new_club

NAMES = ("Tomasz Wójcik", "王雪梅", "Noor Haddad", "Maximiliane von Hohenfels-Strackmann", "Ada", "Bo", "Cleo", "Dov")
POINTS = {"by_place": [10, 7, 4, 2]}


class Hall:
    """A tournament whose first round is seated. people: how many. started: when; if left out, in the evening."""

    def __init__(
        self, people: int = 4, *, is_running: bool = True, started: datetime | None = None, **settings: Any
    ) -> None:
        club = new_club()
        size = dict.fromkeys(("min", "max", "prefer"), min(people, 4))
        self.night = Night.open(club, **{"points": POINTS, "table_size": size, **settings})
        self.night.at = started or self.night.at
        names = (NAMES[at] if at < len(NAMES) else f"P{at}" for at in range(people))
        self.night.enter(Person.objects.bulk_create(Person(club=club, name=name) for name in names))
        self.round = self.night.start_round() if is_running else self.publish()

    def publish(self) -> Round:
        """Seats the next round and publishes it."""
        plan = planning.plan_next(self.night.id, club=self.night.club.pk)
        assert plan is not None
        self.night.send(planning.new_seat_command(plan))
        self.night.send(Publish(self.night.state().rounds[-1].id))
        return self.night.state().rounds[-1]

    def repair(self, command: Callable[..., Any], **said: Any) -> None:
        """Changes seats of the round by hand."""
        row = models.Round.objects.get(pk=self.round.id)
        rounds.repair(row, lambda **more: command(**more, **said), actor="user:desk", at=self.night.at)

    @property
    def code(self) -> str:
        return Tournament.objects.get(pk=self.night.id).public_code.code

    def table(self, number: int = 1) -> Table:
        """The table with that number in the newest round, as it is now."""
        return next(table for table in self.night.state().rounds[-1].tables if table.number == number)

    def address(self, number: int = 1, round: int = 1) -> str:
        return f"/t/{self.code}/r{round}/{number}"

    def slip(self, number: int = 1) -> str:
        """The address on a table's slip."""
        return self._link(LinkKind.TABLE, self.table(number).id)

    def personal(self, entry: str) -> str:
        return self._link(LinkKind.ENTRY, entry)

    def _link(self, kind: LinkKind, id: str) -> str:
        return f"/t/-/{links.made(self.night.club.pk, kind, [UUID(id)])[UUID(id)]}"

    def name(self, seat: int, number: int = 1) -> str:
        """The name of who sits in a seat."""
        entry = self.table(number).seats[seat - 1]
        return NAMES[self.night.entries.index(entry)]

    def phone(self, seat: int | None = 1, number: int = 1) -> Phone:
        """A phone that has scanned a table's slip; seat: whose phone it says that it is."""
        phone = Phone(self, number)
        phone.client.get(self.slip(number))
        if seat is not None:
            phone.post(do="who", **{"as": self.table(number).seats[seat - 1]})
        return phone


class Phone:
    """A browser without a script."""

    def __init__(self, hall: Hall, number: int = 1) -> None:
        self.hall, self.number, self.client = hall, number, Client()

    def get(self, query: str = "", status: int = 200) -> str:
        answer = self.client.get(f"{self.hall.address(self.number)}{query}")
        assert answer.status_code == status, answer.content.decode()
        return answer.content.decode()

    def post(self, query: str = "", **data: Any) -> Any:
        return self.client.post(f"{self.hall.address(self.number)}{query}", data)

    def fill(self, query: str = "", **data: Any) -> dict[str, str]:
        """The hidden fields of the page's sheet, and what is typed."""
        return {**hidden(self.get(query)), **{name: str(value) for name, value in data.items()}}

    def look(self, query: str = "", **data: Any) -> str:
        answer = self.post(query, **{**self.fill(query, **data), "do": "look"})
        assert answer.status_code == 200, answer.content.decode()
        return str(answer.content.decode())

    def send(self, query: str = "", **data: Any) -> str:
        """Fills in the sheet, looks, sends, and reads the page after that."""
        looked = self.look(query, **data)
        answer = self.post(query, **{**hidden(looked), "do": "send"})
        assert answer.status_code == 303, answer.content.decode()
        return str(self.client.get(answer["Location"]).content.decode())


def hidden(html: str) -> dict[str, str]:
    """The hidden fields of a page."""
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', html)
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


def heading(html: str) -> str:
    """The main heading of a page, without marks."""
    found = re.search(r"<h2[^>]*>(.*?)</h2>", html, re.DOTALL)
    assert found, html
    return re.sub(r"<[^>]+>", "", found[1]).strip()
