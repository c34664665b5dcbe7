"""A site with two clubs and the people who knock on its doors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest
from django.utils import timezone
from knox.models import AuthToken
from pytest_django import DjangoDbBlocker
from rest_framework.test import APIClient

from league.access import links
from league.models import Club, LinkKind, Membership, Person, Role, Scope, User
from league.services import tokens
from tests.standing import made_once

if TYPE_CHECKING:
    from tests.api.test_doors import Venue

API = "/api/v1/"


class Visitor(APIClient):
    """Somebody who knocks; paths are written as in API.md, from `api/v1/` on."""

    user: User

    def generic(self, method: str, path: Any, *args: Any, **kwargs: Any) -> Any:
        """Sends a request; a path without a leading slash lies in the API."""
        return super().generic(method, path if path.startswith("/") else API + path, *args, **kwargs)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Sends a JSON body, or a CSV file as bytes, or none."""
        call = getattr(self, method.lower())
        if isinstance(body, bytes):
            return call(path, data=body, content_type="text/csv", headers=headers)
        if body is None and method != "GET":
            return call(path, headers=headers)
        return call(path, **({} if method == "GET" else {"data": body, "format": "json"}), headers=headers)


class Program(Visitor):
    """A program with a token of the club. id: of the token. authorization: the header."""

    def __init__(self, id: UUID, secret: str) -> None:
        super().__init__()
        self.id = id
        self.authorization = f"Token {secret}"
        self.credentials(HTTP_AUTHORIZATION=self.authorization)


@dataclass
class Site:
    """Two clubs. `director`, `referee`, `member` and `other` belong to `club`; `stranger` directs `elsewhere`."""

    club: Club
    elsewhere: Club
    superuser: Visitor
    director: Visitor
    referee: Visitor
    member: Visitor
    other: Visitor
    stranger: Visitor
    anonymous: Visitor

    def people(self, *names: str) -> list[str]:
        """New people of the club; their ids."""
        made = [Person.objects.create(club=self.club, name=name, email=f"{name}@example.org") for name in names]
        return [str(person.id) for person in made]

    def tournament(self, **fields: Any) -> dict[str, Any]:
        """A tournament of the club, recorded Monster Trick if nothing else is said."""
        body = {"club": str(self.club.id), "name": "Tuesday", "game": "monster-trick", **fields}
        body.setdefault("table_size", {"min": 3, "max": 5, "prefer": 4})
        answer = self.director.send("POST", "tournaments", body)
        assert answer.status_code == 201, answer.content
        made: dict[str, Any] = answer.json()
        return made

    def entries(self, tournament: str, *names: str) -> list[str]:
        """People entered and checked in; the ids of their entries."""
        bodies = [{"person": person} for person in self.people(*names)]
        answer = self.director.send("POST", f"tournaments/{tournament}/entries", bodies)
        assert answer.status_code == 201, answer.content
        made = [entry["id"] for entry in answer.json()["results"]]
        for entry in made:
            assert self.director.send("POST", f"entries/{entry}/check-in").status_code == 200
        return made

    def penalty(self, tournament: str, entry: str, points: int | str = 1, **fields: Any) -> str:
        """Points off an entry; the id of the penalty."""
        body = {"entry": entry, "points": points, "reason": "late", **fields}
        answer = self.referee.send("POST", f"tournaments/{tournament}/penalties", body)
        assert answer.status_code == 201, answer.content
        id: str = answer.json()["id"]
        return id

    def season_event(self, season: str, body: dict[str, Any]) -> str:
        """An event taken into a season; its id."""
        answer = self.director.send("POST", f"seasons/{season}/events", body)
        assert answer.status_code == 201, answer.content
        id: str = answer.json()["id"]
        return id

    def round(self, tournament: str, body: Any = None, *, start: bool = True) -> dict[str, Any]:
        """The next round, seated and started."""
        answer = self.director.send("POST", f"tournaments/{tournament}/rounds", body or {})
        assert answer.status_code == 201, answer.content
        made: dict[str, Any] = answer.json()
        if start:
            made = self.director.send("POST", f"rounds/{made['id']}/start").json()
        return made

    def table_link(self, table: str) -> Visitor:
        """Somebody with the printed slip of a table."""
        table_id = UUID(table)
        return link_holder(links.made(self.club.id, LinkKind.TABLE, [table_id])[table_id])

    def entry_link(self, entry: str) -> Visitor:
        """Somebody with the link of an entry."""
        entry_id = UUID(entry)
        return link_holder(links.made(self.club.id, LinkKind.ENTRY, [entry_id])[entry_id])

    def program(self, name: str, scope: Scope) -> Program:
        """A program of the club with a token of that scope."""
        actor, at = f"user:{self.director.user.pk}", timezone.now()
        made = tokens.make_for_club(self.club.pk, name, scope, None, actor=actor, at=at)
        return Program(made.row.pk, made.secret)

    def friendly(self, *players: Visitor, **options: Any) -> dict[str, Any]:
        """A game of Monster Trick outside of tournaments."""
        ids = [str(player.user.pk) for player in players]
        body = {"game": "monster-trick", "players": ids, "options": options}
        answer = self.member.send("POST", f"clubs/{self.club.id}/tables", body)
        assert answer.status_code == 201, answer.content
        made: dict[str, Any] = answer.json()
        return made


def link_holder(link: str) -> Visitor:
    """Somebody without an account who came with a link."""
    client = Visitor()
    client.credentials(HTTP_AUTHORIZATION=f"Link {link}")
    return client


def visitor(name: str, *, is_superuser: bool = False) -> Visitor:
    """Somebody with an account and a token."""
    client = Visitor()
    client.user = User.objects.create_user(name, password="correct horse battery", is_superuser=is_superuser)
    client.credentials(HTTP_AUTHORIZATION=f"Token {AuthToken.objects.create(user=client.user)[1]}")
    return client


def build_site() -> Site:
    """The site, in whatever database transaction there is."""
    names = ("director", "referee", "member", "other", "stranger")
    known = {name: visitor(name) for name in names}
    club, elsewhere = Club.objects.create(name="Tuesday Club"), Club.objects.create(name="Elsewhere")
    for name in ("director", "referee", "member"):
        Membership.objects.create(club=club, user=known[name].user, role=Role(name))
    Membership.objects.create(club=club, user=known["other"].user, role=Role.MEMBER)
    Membership.objects.create(club=elsewhere, user=known["stranger"].user, role=Role.DIRECTOR)
    root = visitor("root", is_superuser=True)
    return Site(club=club, elsewhere=elsewhere, superuser=root, anonymous=Visitor(), **known)


@pytest.fixture
def site(db: None) -> Site:
    """The site; the test's transaction is taken back."""
    return build_site()


@pytest.fixture(scope="module")
def standing(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Venue]:
    """What stands behind the doors, made once for a module."""
    from tests.api.test_doors import Venue

    with made_once(django_db_blocker, lambda: Venue(build_site())) as venue:
        yield venue


@pytest.fixture
def venue(standing: Venue, db: None) -> Venue:
    """What stands behind the doors; what the test does to it is taken back."""
    return standing


@pytest.fixture
def live_site(transactional_db: None) -> Site:
    """The site in committed transactions, for tests with several threads."""
    return build_site()


def version_in(answer: Any) -> int:
    """The version in the ETag of an answer."""
    found = re.fullmatch(r'"([0-9]+)\.[0-9a-f]{24}"', answer["ETag"])
    assert found, answer["ETag"]
    return int(found[1])


def sheet(entries: list[str], round_number: int, tricks: dict[str, int] | None = None) -> dict[str, Any]:
    """A round sheet of Monster Trick: the first player wins the most tricks."""
    values = [round_number * n for n in (1, 2, 3)]
    counts = [len(entries) * 3, *[0] * (len(entries) - 1)]
    while max(counts) > 12:
        counts[counts.index(max(counts))] -= 1
        counts[counts.index(min(counts))] += 1
    given = tricks or dict(zip(entries, counts, strict=True))
    return {"type": "record_round", "orders": dict.fromkeys(entries, values), "tricks": given}
