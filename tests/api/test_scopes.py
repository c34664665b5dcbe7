"""Every operation of the API with every scope of a token: a token never does more than its scope allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator

from api import scopes, urls
from league.access.actions import REFEREES_MAY, Action
from league.access.scopes import WIDTHS, scope_of
from league.models import Scope
from league.services import tokens
from tests.api.conftest import Program, Visitor
from tests.api.test_doors import Venue, methods_of

REPORT = {
    "table-result put",
    "round-results put",
    "table-confirm post",
    "table-dispute post",
    "table-goes-on post",
    "table-commands post",
    "table-call post",
    "entry-call post",
    "entry-notice post",
    "call-answer post",
    "entry-check-in post",
    "entry-check-in delete",
    "tournament-check-in post",
    "sign-up-confirm post",
    "sign-up-withdraw post",
}
RUN = {
    "signups post",
    "standby post",
    "sign-up delete",
    "friendly-tables post",
    "table-rule post",
    "table-correct post",
    "penalties post",
    "penalty-lift post",
    "announcements post",
    "announcement delete",
    "tournament-screen put",
    "entries post",
    "entries-match post",
    "entry-drop post",
    "entry-table post",
    "entry-return post",
    "entry-link post",
    "entry-link delete",
    "rounds post",
    "round delete",
    "round-redo post",
    "round-swap post",
    "round-move post",
    "round-publish post",
    "round-repair post",
    "round-start post",
    "round-cancel post",
    "round-pause post",
    "round-resume post",
    "round-extend post",
    "round-close post",
    "round-links post",
    "round-links delete",
}
"""What a scope allows beside what the scopes before it do. What is in no list needs `direct`, reading needs `read`."""
EVERY_TOKEN = {"current-token delete"}


def operations() -> Iterator[tuple[str, Any, str]]:
    """Every door with the view that opens it and the method."""
    for pattern in urls.urlpatterns:
        for method in methods_of(pattern.callback):
            callback: Any = pattern.callback
            view = callback.cls(**callback.initkwargs)
            view.action = (getattr(callback, "actions", None) or {}).get(method)
            yield f"{pattern.name} {method}", view, method.upper()


def expected(door: str) -> Scope:
    """The scope that a door needs."""
    if door.endswith(" get") or door in EVERY_TOKEN:
        return Scope.READ
    return Scope.REPORT if door in REPORT else Scope.RUN if door in RUN else Scope.DIRECT


def with_scope(visitor: Visitor, scope: Scope) -> Program:
    """The same user with a token of that scope."""
    made = tokens.make(visitor.user, "", scope, timezone.now() + tokens.USUAL)
    assert made is not None
    return Program(made.row.pk, made.secret)


def test_every_operation_needs_the_scope_that_the_list_says() -> None:
    found = {door: scopes.needed(view, method) for door, view, method in operations()}
    assert found == {door: expected(door) for door in found}
    assert found.keys() >= REPORT | RUN


def test_the_document_names_the_scope_of_each_operation_that_takes_a_token() -> None:
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    shown = {
        operation["operationId"]: operation.get("x-scope")
        for path in paths.values()
        for method, operation in path.items()
        if any("token" in way for way in operation["security"])
    }
    assert set(shown.values()) == set(Scope.values)
    assert (shown["report_result"], shown["close_round"], shown["show_me"]) == ("report", "run", "read")


def test_what_a_referee_may_is_in_the_scope_run() -> None:
    assert all(scope_of(action) != Scope.DIRECT for action in REFEREES_MAY)
    assert scope_of(Action.PEOPLE) == scope_of(Action.MEMBERS) == Scope.DIRECT


@pytest.mark.parametrize("scope", [scope for scope in Scope if scope != Scope.DIRECT])
def test_a_narrow_token_is_refused_at_every_wider_door(venue: Venue, scope: Scope) -> None:
    visitor, site = with_scope(venue.site.director, scope), venue.site
    root = with_scope(site.superuser, scope)
    for door, view, method in operations():
        if view.authentication_classes and WIDTHS.index(expected(door)) > WIDTHS.index(scope):
            for caller in (visitor, root):
                answer = caller.send(method, venue.path(door), venue.body(door))
                assert (answer.status_code, answer.json()["code"]) == (403, "insufficient_scope"), door
                assert answer.json()["facts"] == {"scope": scope.value, "needed": expected(door).value}


@pytest.mark.parametrize("scope", Scope)
def test_a_token_opens_each_door_that_its_scope_allows(venue: Venue, scope: Scope) -> None:
    visitor = with_scope(venue.site.director, scope)
    for door, _view, method in operations():
        if expected(door) == scope and door not in EVERY_TOKEN and not door.startswith("health"):
            answer = visitor.send(method, venue.path(door), venue.body(door))
            assert answer.status_code != 403 or answer.json()["code"] != "insufficient_scope", door


def test_no_scope_gives_a_role(venue: Venue) -> None:
    visitor = with_scope(venue.site.member, Scope.DIRECT)
    assert visitor.send("POST", "people", {"club": str(venue.site.club.id), "name": "A"}).status_code == 403


def test_a_reading_token_makes_no_wider_one_even_with_the_password(venue: Venue) -> None:
    body = {"username": "director", "password": "correct horse battery", "scope": "direct"}
    for scope in (Scope.READ, Scope.REPORT, Scope.RUN):
        assert (
            with_scope(venue.site.director, scope).send("POST", "tokens", body).json()["code"] == "insufficient_scope"
        )
    assert Visitor().send("POST", "tokens", body).status_code == 201


def test_every_token_may_end_itself(venue: Venue) -> None:
    visitor = with_scope(venue.site.director, Scope.READ)
    assert visitor.send("DELETE", "tokens/current").status_code == 204
    assert visitor.send("GET", "me").status_code == 401
