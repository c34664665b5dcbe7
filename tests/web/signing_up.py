"""A browser without a script at the page for sign-ups, and what it reads there."""

from __future__ import annotations

import re
from typing import Any

from django.core import mail
from django.test import Client

from league import tasks
from league.models import Tournament
from tests.api.conftest import Site

SIGN_UP = {"limit": 3}


def opened(site: Site, **fields: Any) -> Tournament:
    """A tournament on whose page people sign up."""
    settings = {"game": "scoresheet", "sign_up": SIGN_UP, "table_size": {"min": 3, "max": 4, "prefer": 3}, **fields}
    made = site.tournament(**settings)
    return Tournament.objects.select_related("public_code", "club").get(pk=made["id"])


def read(answer: Any) -> str:
    """The main part of a page as people read it."""
    main = answer.content.decode().partition('<main id="main">')[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


class Browser:
    """A browser at the page of a tournament."""

    def __init__(self, row: Tournament, client: Client | None = None) -> None:
        self.row, self.client = row, client or Client()

    @property
    def address(self) -> str:
        return f"/t/{Tournament.objects.get(pk=self.row.pk).public_code.code}/sign-up"

    @property
    def text(self) -> str:
        answer = self.client.get(self.address)
        assert answer.status_code == 200, answer
        return read(answer)

    def send(self, name: str = "Zoe Li", **typed: str) -> Any:
        """Fills in the form, and sends it."""
        key = re.search(r'name="key" value="(\w+)"', self.client.get(self.address).content.decode())
        data = {"do": "send", "name": name, "consent": "1", "key": key[1] if key else "", **typed}
        return self.client.post(self.address, {field: value for field, value in data.items() if value})

    def press(self, do: str, number: int = 0) -> Any:
        """Presses the button of a card or of an offer."""
        page = self.client.get(self.address).content.decode()
        forms = [form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if f'value="{do}"' in form]
        fields = dict(re.findall(r'name="(about|who|key)" value="([^"]*)"', forms[number]))
        return self.client.post(self.address, {**fields, "do": do})


def letters() -> list[Any]:
    """The letters that the task sends."""
    before = len(mail.outbox)
    tasks.send_letters()
    return mail.outbox[before:]


def link_in(letter: Any) -> str:
    """The link in a letter, without the host."""
    found = re.search(r"https://play\.example\.org(/t/-/sign-up/\S+)", str(letter.body))
    assert found, letter.body
    return found[1]


def confirmed(row: Tournament, letter: Any) -> Browser:
    """A browser that has followed the link in a letter and pressed the button."""
    browser = Browser(row)
    browser.client.get(link_in(letter))
    assert browser.press("confirm").status_code == 303
    return browser
