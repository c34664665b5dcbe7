"""Everybody knocks on every door: the doors are those of the URL conf, so that a new one can't be forgotten."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator

from api import urls
from api.base import Resource
from league.access import sign_ups
from league.models import Club, Entry, Event, KeptAnswer, LinkSerial, Membership, Person, Rating, Scope, User
from league.services import tokens
from tests.api.conftest import Site, Visitor, sheet

METHODS = ("get", "post", "put", "patch", "delete")
USERS = ("anonymous", "stranger", "member", "referee", "director", "superuser")
LINKS = ("table_link", "entry_link", "other_table_link", "other_entry_link")
EVERYBODY = (*USERS, *LINKS)
LOGGED_IN, MEMBERS, STAFF, DIRECTORS, ROOT = USERS[1:], USERS[2:], USERS[3:], USERS[4:], USERS[5:]
AT_THE_TABLE, THE_ENTRY = (*STAFF, "table_link", "entry_link"), (*STAFF, "entry_link")
THE_ENTRY_ITSELF = (*DIRECTORS, "entry_link")

WHO_MAY = {
    "root get": EVERYBODY,
    "tokens post": EVERYBODY,
    "tokens get": LOGGED_IN,
    "token get": ("director",),
    "token delete": ("director",),
    "current-token delete": LOGGED_IN,
    "me get": LOGGED_IN,
    "me patch": LOGGED_IN,
    "my-invitations post": LOGGED_IN,
    "games get": EVERYBODY,
    "game get": EVERYBODY,
    "clubs get": EVERYBODY,
    "clubs post": ROOT,
    "club get": EVERYBODY,
    "club patch": DIRECTORS,
    "members get": MEMBERS,
    "members post": DIRECTORS,
    "members patch": DIRECTORS,
    "member get": MEMBERS,
    "member delete": (*DIRECTORS, "member"),
    "club-tokens get": DIRECTORS,
    "club-tokens post": DIRECTORS,
    "club-token get": DIRECTORS,
    "club-token delete": DIRECTORS,
    "club-demo post": DIRECTORS,
    "club-demo delete": DIRECTORS,
    "club-events get": EVERYBODY,
    "friendly-tables post": MEMBERS,
    "webhooks get": DIRECTORS,
    "webhooks post": DIRECTORS,
    "webhook get": DIRECTORS,
    "webhook patch": DIRECTORS,
    "webhook delete": DIRECTORS,
    "webhook-ping post": DIRECTORS,
    "deliveries get": DIRECTORS,
    "delivery get": DIRECTORS,
    "delivery-again post": DIRECTORS,
    "people get": LOGGED_IN,
    "people post": DIRECTORS,
    "people-import post": DIRECTORS,
    "person get": MEMBERS,
    "person patch": DIRECTORS,
    "person delete": DIRECTORS,
    "person-merge post": DIRECTORS,
    "person-unmerge post": DIRECTORS,
    "tournament-export get": DIRECTORS,
    "season-export get": DIRECTORS,
    "club-export get": DIRECTORS,
    "tournaments-import post": DIRECTORS,
    "seasons-import post": DIRECTORS,
    "clubs-import post": ROOT,
    "person-ratings get": EVERYBODY,
    "ratings get": EVERYBODY,
    "person-record get": EVERYBODY,
    "table get": EVERYBODY,
    "table-commands post": AT_THE_TABLE,
    "table-result put": AT_THE_TABLE,
    "table-confirm post": AT_THE_TABLE,
    "table-dispute post": AT_THE_TABLE,
    "table-goes-on post": AT_THE_TABLE,
    "table-rule post": STAFF,
    "table-correct post": STAFF,
    "tournaments get": EVERYBODY,
    "tournaments post": DIRECTORS,
    "tournament get": EVERYBODY,
    "tournament patch": DIRECTORS,
    "tournament-again post": DIRECTORS,
    "tournament delete": DIRECTORS,
    "tournament-close post": DIRECTORS,
    "tournament-reopen post": DIRECTORS,
    "tournament-final post": DIRECTORS,
    "tournament-final delete": DIRECTORS,
    "tournament-cancel post": DIRECTORS,
    "tournament-check-in post": STAFF,
    "entries get": EVERYBODY,
    "entries post": DIRECTORS,
    "signups get": DIRECTORS,
    "signups post": EVERYBODY,
    "signups-accept post": DIRECTORS,
    "standby post": DIRECTORS,
    "sign-up get": DIRECTORS,
    "sign-up delete": DIRECTORS,
    "sign-up-accept post": DIRECTORS,
    "sign-up-confirm post": EVERYBODY,
    "sign-up-withdraw post": EVERYBODY,
    "entries-match post": DIRECTORS,
    "tournament-last-time get": DIRECTORS,
    "rounds get": EVERYBODY,
    "current-round get": EVERYBODY,
    "tournament-attention get": STAFF,
    "tournament-bracket get": EVERYBODY,
    "tournament-paper get": STAFF,
    "tournament-places get": EVERYBODY,
    "tournament-summary get": EVERYBODY,
    "season-places get": EVERYBODY,
    "season-race get": EVERYBODY,
    "rounds post": DIRECTORS,
    "tournament-plan get": EVERYBODY,
    "tournament-plan post": DIRECTORS,
    "standings get": EVERYBODY,
    "explain get": EVERYBODY,
    "needs get": EVERYBODY,
    "tournament-events get": EVERYBODY,
    "tournament-live get": EVERYBODY,
    "table-live get": EVERYBODY,
    "penalties get": EVERYBODY,
    "penalties post": STAFF,
    "penalty get": EVERYBODY,
    "penalty-lift post": STAFF,
    "entry get": EVERYBODY,
    "entry-seat get": EVERYBODY,
    "entry-check-in post": THE_ENTRY,
    "entry-check-in delete": THE_ENTRY,
    "entry-notice post": STAFF,
    "entry-call post": THE_ENTRY,
    "table-call post": AT_THE_TABLE,
    "calls get": STAFF,
    "call-answer post": STAFF,
    "announcements get": EVERYBODY,
    "announcements post": STAFF,
    "announcement get": EVERYBODY,
    "announcement delete": STAFF,
    "tournament-screen get": EVERYBODY,
    "tournament-screen put": STAFF,
    "entry-drop post": THE_ENTRY_ITSELF,
    "entry-table post": DIRECTORS,
    "entry-return post": THE_ENTRY_ITSELF,
    "entry-link post": DIRECTORS,
    "entry-link delete": DIRECTORS,
    "round get": EVERYBODY,
    "round delete": DIRECTORS,
    "round-redo post": DIRECTORS,
    "round-swap post": DIRECTORS,
    "round-move post": DIRECTORS,
    "round-publish post": DIRECTORS,
    "round-repair post": DIRECTORS,
    "round-start post": DIRECTORS,
    "round-cancel post": DIRECTORS,
    "round-pause post": STAFF,
    "round-resume post": STAFF,
    "round-extend post": STAFF,
    "round-close post": DIRECTORS,
    "round-results put": STAFF,
    "round-links post": STAFF,
    "round-links delete": STAFF,
    "season-event delete": DIRECTORS,
    "season-event get": EVERYBODY,
    "season-event patch": DIRECTORS,
    "season delete": DIRECTORS,
    "seasons get": EVERYBODY,
    "seasons post": DIRECTORS,
    "season get": EVERYBODY,
    "season patch": DIRECTORS,
    "season-events get": EVERYBODY,
    "season-events post": DIRECTORS,
    "season-standings get": EVERYBODY,
    "season-head-to-head get": EVERYBODY,
    "season-ledger get": EVERYBODY,
    "clock get": EVERYBODY,
    "health-live get": EVERYBODY,
    "health-ready get": EVERYBODY,
    "schema get": EVERYBODY,
    "event-types get": EVERYBODY,
    "docs get": EVERYBODY,
    "docs-page get": EVERYBODY,
}
ONCE = (
    "season delete", "season-event delete", "club-token delete", "member delete", "webhook delete", "sign-up delete",
    "sign-up-withdraw post",
)  # fmt: skip
"""Doors behind which there is nothing any more, once somebody has opened them."""
SCHEME = {"points": {"by_place": [3, 2, 1]}}


def doors() -> Iterator[str]:
    """Every path's name with each method that it answers."""
    for pattern in urls.urlpatterns:
        yield from (f"{pattern.name} {method}" for method in methods_of(pattern.callback))


def operation_of(door: str) -> tuple[str, str]:
    """The path and method of a door in the document."""
    name, method = door.split()
    route = next(str(pattern.pattern) for pattern in urls.urlpatterns if pattern.name == name)
    return "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route), method


def methods_of(callback: Any) -> list[str]:
    """The methods that a route answers."""
    assert issubclass(callback.cls, Resource)
    actions = getattr(callback, "actions", None) or dir(callback.cls)
    return [method for method in METHODS if method in actions]


WRITING = [door for door in doors() if not door.endswith(" get")]


class Venue:
    """What stands behind the doors: a running round, a season, a person who is rated; all of the site's club.

    Whoever has a link of the running round, or of a round of another tournament of the club, stands beside the users.
    """

    def __init__(self, site: Site) -> None:
        tournament = site.tournament()
        token = tokens.make(site.director.user, "results", Scope.READ, None)
        assert token is not None
        entries = site.entries(tournament["id"], "A", "B", "C")
        round = site.round(tournament["id"])
        season = site.director.send("POST", "seasons", {"club": str(site.club.id), "name": "W", "scheme": SCHEME})
        (person,) = site.people("Somebody")
        announced = site.referee.send("POST", f"tournaments/{tournament['id']}/announcements", {"text": "Pizza"})
        Rating.objects.create(club=site.club, person_id=person, game="", mu=25, sigma=8, shown=1, games=1)
        self.seats = [seat["entry"] for seat in round["tables"][0]["seats"]]
        self.ids = {
            "club": str(site.club.id),
            "members": str(site.club.id),
            "friendly": str(site.club.id),
            "person": person,
            "table": round["tables"][0]["id"],
            "tournament": tournament["id"],
            "entries": tournament["id"],
            "rounds": tournament["id"],
            "current": tournament["id"],
            "standings": tournament["id"],
            "explain": tournament["id"],
            "needs": tournament["id"],
            "penalties": tournament["id"],
            "calls": tournament["id"],
            "announcements": tournament["id"],
            "penalty": site.penalty(tournament["id"], entries[0]),
            "call": site.referee.send("POST", f"entries/{entries[0]}/call").json()["id"],
            "announcement": announced.json()["id"],
            "entry": entries[0],
            "round": round["id"],
            "season": season.json()["id"],
            "token": str(token.row.pk),
            "club-token": str(site.program("bot", Scope.RUN).id),
            "season-event": site.season_event(season.json()["id"], {"places": {person: 1}}),
            "webhooks": str(site.club.id),
            "standby": tournament["id"],
            "signups": site.tournament(sign_up={})["id"],
        }
        at_the_door = site.director.send("POST", f"tournaments/{tournament['id']}/standby", {"name": "Zoe"})
        self.ids["sign"] = at_the_door.json()["id"]
        made = site.director.send("POST", f"clubs/{site.club.id}/webhooks", {"url": "https://example.org/"})
        hook = made.json()["id"]
        self.ids |= {"webhook": hook, "deliveries": hook}
        self.ids["delivery"] = site.director.send("POST", f"webhooks/{hook}/ping").json()["id"]
        self.players = [str(site.member.user.pk), str(site.director.user.pk)]
        self.late = cycle(site.people(*EVERYBODY))
        self.steps = cycle(range(1, 10))
        self.site = site
        other = site.tournament()
        (other_entry, *_) = site.entries(other["id"], "X", "Y", "Z")
        other_round = site.round(other["id"])
        self.links = {
            "table_link": site.table_link(self.ids["table"]),
            "entry_link": site.entry_link(entries[0]),
            "other_table_link": site.table_link(other_round["tables"][0]["id"]),
            "other_entry_link": site.entry_link(other_entry),
        }

    def knocks(self, name: str) -> Visitor:
        """Whoever is called so: a user of the site, or who holds a link."""
        found: Visitor = self.links.get(name) or getattr(self.site, name)
        return found

    def path(self, door: str) -> str:
        """The path of a door."""
        name = door.split(maxsplit=1)[0]
        route = str(next(pattern.pattern for pattern in urls.urlpatterns if pattern.name == name))
        path = reverse(f"api:{name}", args=self._args(name, route))
        query = {
            **dict.fromkeys(
                ("people-import", "tournaments-import", "seasons-import", "ratings"), f"club={self.site.club.id}"
            ),
            "tournament-paper": "sheet=names",
            "explain": f"entry={self.ids['entry']}&round=1",
            "needs": f"entry={self.ids['entry']}&goal=win",
        }.get(name)
        return path if query is None else f"{path}?{query}"

    def _args(self, name: str, route: str) -> list[str]:
        """What the address names. route: its pattern."""
        known = {
            "docs-page": ["access"],
            "season-event": [self.ids["season"], self.ids["season-event"]],
            "delivery": [self.ids["webhook"], self.ids["delivery"]],
            "delivery-again": [self.ids["webhook"], self.ids["delivery"]],
            "member": [self.ids["club"], "member"],
            "club-token": [self.ids["club"], self.ids["club-token"]],
        }
        if name in known or "slug" in route:
            return known.get(name, ["scoresheet"])
        return [self.ids[name.split("-", maxsplit=1)[0]]] if "<" in route else []

    def body(self, door: str) -> Any:
        """A body that fits; another each time where two of the same would collide."""
        club = str(self.site.club.id)
        bodies: dict[str, Any] = {
            "tokens post": {"username": "member", "password": "correct horse battery"},
            "me patch": {"password": {"old": "correct horse battery", "new": "correct horse battery"}},
            "my-invitations post": {"club": club},
            "clubs post": {"name": "New", "time_zone": "Europe/Paris", "language": "fr"},
            "club patch": {"name": "Other"},
            "club-tokens post": {"name": "bot", "scope": "report"},
            "members post": {"username": f"u{uuid4().hex[:8]}", "role": "member", "password": "correct horse battery"},
            "members patch": {"username": "other", "role": "referee"},
            "friendly-tables post": {"game": "scoresheet", "options": {}, "players": self.players},
            "webhooks post": {"url": "https://example.org/hook", "types": ["tournament.*"]},
            "webhook patch": {"secret": None},
            "people post": {"club": club, "name": "Ada", "born": "1990"},
            "people-import post": f"name,born\n{uuid4().hex},1990\n".encode(),
            "person patch": {"name": "Bea"},
            "person-merge post": {"into": next(self.late)},
            "person-unmerge post": {"person": next(self.late)},
            "tournaments-import post": {"format": "tablekeeper-export/2"},
            "seasons-import post": {"format": "tablekeeper-export/2"},
            "clubs-import post": {"format": "tablekeeper-export/2"},
            "table-commands post": sheet(self.seats, 1),
            "table-result put": {"places": dict(zip(self.seats, (1, 2, 3), strict=True))},
            "table-dispute post": {"places": dict(zip(self.seats, (1, 1, 3), strict=True)), "note": "I saw it"},
            "table-goes-on post": {"decided_by": "play_off", "goes_on": self.seats[:1]},
            "table-rule post": {"uphold": True, "reason": "the sheet says so"},
            "table-correct post": {"places": dict(zip(self.seats, (3, 2, 1), strict=True)), "reason": "late"},
            "tournaments post": {"club": club, "name": "T", "game": "scoresheet"},
            "tournament patch": {"name": "Other", "rounds": None},
            "tournament-final post": {"top": 3, "carry": "all"},
            "tournament-reopen post": {"reason": "round 3 was not played"},
            "tournament-check-in post": {"entries": "all"},
            "announcements post": {"text": "Pizza at 20:30"},
            "tournament-screen put": {"shows": "podium", "step": next(self.steps)},
            "entries post": {"person": next(self.late)},
            "signups post": {"name": "Cleo", "consent": True},
            "standby post": {"name": "Cleo"},
            "sign-up-confirm post": {"secret": sign_ups.secret_of(UUID(self.ids["sign"]))},
            "sign-up-withdraw post": {"secret": sign_ups.secret_of(UUID(self.ids["sign"]))},
            "entries-match post": {"lines": ["Ada"]},
            "rounds post": {},
            "tournament-plan post": b"round,table,1,2,3\n1,1,1,2,3\n",
            "penalties post": {"entry": self.ids["entry"], "points": "1/2", "reason": "late", "after_round": 1},
            "entry-drop post": {"after_round": 3},
            "entry-table post": {"table": 3},
            "round-swap post": {"a": self.seats[0], "b": self.seats[1]},
            "round-move post": {"entry": self.seats[0], "table": self.ids["table"]},
            "round-repair post": {"swap": self.seats[:2], "reason": "late"},
            "round-results put": {self.ids["table"]: {"places": dict(zip(self.seats, (1, 2, 3), strict=True))}},
            "round-cancel post": {"reason": "a fire alarm"},
            "round-extend post": {"seconds": 60, "reason": "late", "table": self.ids["table"]},
            "seasons post": {"club": club, "name": "S", "scheme": SCHEME},
            "season patch": {"name": "Spring"},
            "season-event patch": {"places": {self.ids["person"]: 2}, "reason": "misread"},
            "season-events post": {"tournament": self.ids["tournament"]},
        }
        return bodies.get(door)


def what_stands() -> list[int]:
    """How much there is of everything that a door could add to."""
    models = (Event, Club, Entry, KeptAnswer, LinkSerial, Membership, User)
    return [model.objects.count() for model in models] + sorted(Person.objects.values_list("version", flat=True))


@pytest.fixture
def site(venue: Venue) -> Site:
    """The site that the doors are of."""
    return venue.site


def test_every_door_has_a_rule() -> None:
    assert sorted(doors()) == sorted(WHO_MAY)


def test_the_document_says_where_nobody_need_log_in() -> None:
    document = SchemaGenerator().get_schema(request=None, public=True)
    for pattern in urls.urlpatterns:
        for method in METHODS:
            path, _ = operation_of(f"{pattern.name} {method}")
            if method in document["paths"].get(path, {}):
                who, ways = WHO_MAY[f"{pattern.name} {method}"], document["paths"][path][method]["security"]
                assert ({} in ways) == ("anonymous" in who), (pattern.name, method)
                assert ways == [{}] or ({"link": []} in ways) == ("entry_link" in who), (pattern.name, method)


@pytest.mark.parametrize("door", WHO_MAY)
def test_who_may(site: Site, venue: Venue, door: str) -> None:
    method = door.split()[1].upper()
    stands = what_stands()
    for name in EVERYBODY:
        if name not in WHO_MAY[door]:
            body = venue.body(door) if door != "entries post" else {"person": venue.ids["person"]}
            answer = venue.knocks(name).send(method, venue.path(door), body)
            expected = {401} if name == "anonymous" else {403} if name in LINKS else {403, 404}
            assert answer.status_code in expected, (name, answer.content)
            assert answer["Content-Type"] == "application/problem+json"
            assert what_stands() == stands, name
    for at, name in enumerate(WHO_MAY[door]):
        if (door, name) == ("current-token delete", "superuser"):
            continue
        answer = venue.knocks(name).send(method, venue.path(door), venue.body(door))
        done: tuple[int, ...] = (200, 201, 204, 422)
        if at > 0 and door in ONCE:
            done = (404,)
        if at > 0 and door == "person-merge post":
            done = (308,)
        if door == "health-ready get":
            done = (200, 503)  # after a minute of tests it misses the worker, which does not run here
        assert answer.status_code in done, (name, answer.content)


def test_a_stranger_is_not_told_whether_a_person_exists(site: Site) -> None:
    (person,) = site.people("Somebody")
    answers = [site.stranger.send("GET", f"people/{id}").json() for id in (person, uuid4())]
    assert [answer["code"] for answer in answers] == ["not_found", "not_found"]


def test_a_visitor_without_a_name_is_asked_to_log_in(site: Site) -> None:
    answer = Visitor().send("POST", "people", {})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Token")
