"""A club evening in a new database, set up over HTTP as a director would: it imports no module of the product."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from bench.log.databases import use
from tests import servers

SEATS = 4


class Caller(Client):
    """Somebody who sends requests: with a table's link, or logged in."""

    def __init__(self, link: str = "") -> None:
        super().__init__(headers={"Authorization": f"Link {link}"} if link else None, SERVER_NAME="localhost")
        self.get("/api/v1/health/live")  # the middleware is loaded by the first request

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """The JSON that the API answers. Raises RuntimeError where it refuses."""
        sent = "" if body is None else json.dumps(body)
        return accepted(self.generic(method, f"/api/v1/{path}", sent, "application/json")).json()


def accepted(answer: Any) -> Any:
    """The answer. Raises RuntimeError where it is a refusal."""
    if answer.status_code >= 400:
        raise RuntimeError(f"{answer.status_code}: {answer.text}")
    return answer


class Table:
    """A table of a running round. holder: the holder of its link."""

    def __init__(self, shown: Any, link: str) -> None:
        self.address, self.holder = f"tables/{shown['id']}/result", Caller(link)
        self.entries = [seat["entry"] for seat in shown["seats"]]

    def report(self, caller: Caller, most: int = 30) -> None:
        """Reports scores: `most`, and one less for each further seat."""
        scores = {entry: most - number for number, entry in enumerate(self.entries)}
        caller.call("PUT", self.address, {"scores": scores})


class Evening:
    """A tournament of score sheets at tables of four, with a director who is logged in."""

    def __init__(self, tables: int) -> None:
        use(f"sqlite:///{servers.new_folder()}/bench.sqlite3")
        self.director = Caller()
        self.director.force_login(get_user_model().objects.create_superuser("bench"))
        club = self.director.call("POST", "clubs", {"name": "Bench"})["id"]
        size = {"min": SEATS, "max": SEATS, "prefer": SEATS}
        settings = {"club": club, "name": "Bench", "game": "scoresheet", "table_size": size}
        self.tournament = f"tournaments/{self.director.call('POST', 'tournaments', settings)['id']}"
        for number in range(tables * SEATS):
            self._enter(self.director.call("POST", "people", {"club": club, "name": f"P{number}"})["id"])

    def _enter(self, person: str) -> None:
        entered = self.director.call("POST", f"{self.tournament}/entries", [{"person": person}])
        self.director.call("POST", f"entries/{entered['results'][0]['id']}/check-in")

    def seated(self) -> str:
        """The id of the next round, a draft."""
        self.round = self.director.call("POST", f"{self.tournament}/rounds", {})
        return str(self.round["id"])

    def started(self) -> list[Table]:
        """Starts the round that was seated; its tables."""
        self.director.call("POST", f"rounds/{self.round['id']}/start")
        given = self.director.call("POST", f"rounds/{self.round['id']}/links")["results"]
        links = {link["table"]: link["link"] for link in given}
        return [Table(table, links[table["id"]]) for table in self.round["tables"]]

    def close(self) -> None:
        """Closes the round, all of whose tables have reported."""
        self.director.call("POST", f"rounds/{self.round['id']}/close")

    def publish_form(self, draft: str) -> tuple[str, dict[str, str]]:
        """Where the desk's form that publishes a draft is sent, and what a browser sends with it."""
        tournament = self.tournament.removeprefix("tournaments/")
        address = reverse("admin:league_tournament_step", args=[tournament, "publish", draft])
        fields = FormFields(address)
        fields.feed(accepted(self.director.get(reverse("admin:league_tournament_desk", args=[tournament]))).text)
        return address, fields.found

    def publish(self, address: str, fields: dict[str, str]) -> None:
        """Sends that form. Raises RuntimeError where the desk refuses."""
        accepted(self.director.post(address, fields))


class FormFields(HTMLParser):
    """The names and values of the inputs in the page's form that is sent to `action`."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action, self.is_inside = action, False
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes an input of the form."""
        known = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.is_inside = known.get("action") == self.action
        elif tag == "input" and self.is_inside and "name" in known:
            self.found[known["name"]] = known.get("value", "")
