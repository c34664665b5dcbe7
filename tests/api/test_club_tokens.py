"""`clubs/{id}/tokens`: the tokens of a club's programs, and what a program does with one."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from api.v1.live import SameAgain
from league.access.roles import Caller
from league.models import ClubToken, Event, KeptAnswer, Membership, Role, Scope
from league.queries.actors import names_of_staff
from league.services import tokens
from tests.api.conftest import Program, Site, Visitor

BOT = {"name": "results channel", "scope": "run", "expires_at": None}


def holder(secret: str) -> Visitor:
    """Whoever has the secret."""
    client = Visitor()
    client.credentials(HTTP_AUTHORIZATION=f"Token {secret}")
    return client


@pytest.fixture
def bot(site: Site) -> Program:
    """A program that may do everything."""
    return site.program("bot", Scope.DIRECT)


def test_a_director_gives_a_program_a_token_that_is_shown_once(site: Site) -> None:
    path = f"clubs/{site.club.id}/tokens"
    answer = site.director.send("POST", path, BOT)
    made = answer.json()
    assert answer.status_code == 201
    assert {name: made[name] for name in BOT} == BOT
    secret = made.pop("token")
    assert secret.startswith("tkc_")
    assert site.director.send("GET", path).json()["results"] == [made] == [site.director.get(answer["Location"]).json()]
    me = holder(secret).send("GET", "me").json()
    assert (me["kind"], me["username"], me["id"]) == ("program", "results channel", made["id"])
    assert me["clubs"] == [{"club": str(site.club.id), "role": "director"}]
    assert me["token"]["scope"] == "run"


def test_a_repeat_by_key_makes_no_second_token_and_no_copy_of_the_secret(site: Site) -> None:
    path, key = f"clubs/{site.club.id}/tokens", {"Idempotency-Key": "k"}
    first, again = (site.director.send("POST", path, BOT, **key) for _ in range(2))
    assert again["Idempotency-Replayed"] == "true"
    assert again.json() == first.json() | {"token": None}
    assert ClubToken.objects.count() == 1
    assert first.json()["token"] not in str(list(KeptAnswer.objects.values()) + list(ClubToken.objects.values()))


def test_a_program_needs_a_name(site: Site) -> None:
    for body in (
        {},
        {"name": ""},
        {"name": " "},
        {"name": "x" * 101},
        {"name": "x", "scope": "root"},
        {"name": "a\x00"},
    ):
        assert site.director.send("POST", f"clubs/{site.club.id}/tokens", body).status_code == 400, body


def test_a_program_acts_in_its_own_club_alone(site: Site, bot: Program) -> None:
    assert [club["id"] for club in bot.send("GET", "clubs").json()["results"]] == [str(site.club.id)]
    assert bot.send("GET", f"clubs/{site.elsewhere.id}").status_code == 404
    assert bot.send("GET", f"clubs/{site.elsewhere.id}/tokens").status_code == 404
    assert bot.send("PATCH", f"clubs/{site.elsewhere.id}", {"name": "X"}).status_code == 403
    body = {"club": str(site.elsewhere.id), "name": "T", "game": "scoresheet"}
    assert bot.send("POST", "tournaments", body).status_code == 403
    assert bot.send("POST", "clubs", {"name": "X"}).status_code == 403


def test_a_program_has_no_account(site: Site, bot: Program) -> None:
    body = {"password": {"old": "correct horse battery", "new": "staple battery"}}
    assert bot.send("PATCH", "me", body).status_code == 403
    assert bot.send("GET", "tokens").status_code == 403
    assert bot.send("POST", "me/invitations", {"club": str(site.club.id)}).status_code == 403


def test_a_program_runs_a_night_and_the_log_names_it(site: Site) -> None:
    bot = site.program("results channel", Scope.RUN)
    tournament = site.tournament(visibility="members")
    entries = site.entries(tournament["id"], "A", "B", "C")
    round = bot.send("POST", f"tournaments/{tournament['id']}/rounds", {}).json()
    assert bot.send("POST", f"rounds/{round['id']}/start").json()["state"] == "running"
    table = round["tables"][0]["id"]
    scores = {"scores": dict(zip(entries, (3, 2, 1), strict=True))}
    for answer in (
        bot.send("PUT", f"tables/{table}/result?dry_run=true", scores),
        bot.send("PUT", f"tables/{table}/result", scores, **{"Idempotency-Key": "k"}),
    ):
        assert answer.status_code == 200, answer.content
    again = bot.send("PUT", f"tables/{table}/result", scores, **{"Idempotency-Key": "k"})
    assert again["Idempotency-Replayed"] == "true"
    assert again.json()["result"]["by"] == f"token:{bot.id}"
    assert bot.send("POST", f"rounds/{round['id']}/close").json()["state"] == "closed"
    actor = f"token:{bot.id}"
    assert Event.objects.filter(actor=actor, type="tournament.round_closed").count() == 1
    assert names_of_staff([actor, None, "clock", "token:nope"]) == {actor: "the program results channel"}
    events = bot.send("GET", f"tournaments/{tournament['id']}/events").json()["results"]
    assert {event["actor"] for event in events} >= {actor}
    call_command("verify")


def test_the_pages_of_the_staff_name_the_program(site: Site) -> None:
    bot = site.program("results channel", Scope.RUN)
    tournament = site.tournament()
    entries = site.entries(tournament["id"], "A", "B", "C")
    round = site.round(tournament["id"])
    table = round["tables"][0]["id"]
    bot.send("PUT", f"tables/{table}/result", {"places": dict(zip(entries, (1, 2, 3), strict=True))})
    site.entry_link(entries[1]).send(
        "POST", f"tables/{table}/dispute", {"places": dict(zip(entries, (2, 1, 3), strict=True))}
    )
    bot.send("DELETE", "tokens/current")
    browser = Visitor()
    browser.force_login(site.director.user, backend="django.contrib.auth.backends.ModelBackend")
    for page in ("/admin/log/", f"/admin/league/tournament/{tournament['id']}/desk/"):
        answer = browser.get(page)
        assert answer.status_code == 200
        assert "the program results channel" in answer.text, page


@pytest.mark.parametrize("scope", Scope)
def test_only_the_scope_direct_changes_members_and_tokens(site: Site, scope: Scope) -> None:
    bot, club = site.program("bot", scope), site.club.id
    status = 201 if scope == Scope.DIRECT else 403
    assert bot.send("POST", f"clubs/{club}/tokens", {"name": "another"}).status_code == status
    assert bot.send("POST", f"clubs/{club}/members", {"username": "new"}).status_code == status
    if status == 201:
        noted = Event.objects.filter(actor=f"token:{bot.id}").order_by("position").values_list("type", flat=True)
        assert list(noted) == ["club.token_created", "club.member_added"]


def test_no_password_and_no_membership_ends_a_program(site: Site, bot: Program) -> None:
    body = {"password": {"old": "correct horse battery", "new": "staple battery"}}
    assert site.director.send("PATCH", "me", body).status_code == 200
    Membership.objects.filter(user=site.director.user).delete()
    site.director.user.delete()
    assert bot.send("GET", f"clubs/{site.club.id}").status_code == 200


def test_a_revoked_or_expired_token_opens_nothing_and_its_name_stays(site: Site, bot: Program) -> None:
    other = site.program("other", Scope.READ)
    path = f"clubs/{site.club.id}/tokens/{bot.id}"
    assert site.director.send("DELETE", path).status_code == 204
    assert site.director.send("DELETE", path).status_code == 404
    ClubToken.objects.filter(pk=other.id).update(expires_at=timezone.now())
    for gone in (bot, other):
        assert gone.send("GET", "me").status_code == 401
    assert site.director.send("GET", f"clubs/{site.club.id}/tokens").json()["results"] == []
    assert set(names_of_staff([f"token:{bot.id}", f"token:{other.id}"]).values()) == {
        "the program bot",
        "the program other",
    }
    told = site.director.send("GET", f"clubs/{site.club.id}/events?sentences=en").json()["results"]
    assert told[-1]["type"] == "club.token_revoked"
    assert "the program bot" in told[-1]["sentence"]


def test_a_token_is_found_in_its_own_club_alone(site: Site, bot: Program) -> None:
    for method in ("GET", "DELETE"):
        assert site.stranger.send(method, f"clubs/{site.elsewhere.id}/tokens/{bot.id}").status_code == 404
        assert site.director.send(method, f"clubs/{site.club.id}/tokens/{uuid4()}").status_code == 404
    assert bot.send("GET", "me").status_code == 200


def test_a_program_may_end_its_own_token(site: Site) -> None:
    bot = site.program("bot", Scope.READ)
    assert bot.send("DELETE", "tokens/current").status_code == 204
    assert bot.send("GET", "me").status_code == 401
    assert Event.objects.filter(type="club.token_revoked", actor=f"token:{bot.id}").count() == 1


def test_a_stream_ends_with_the_token(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, tournament = site.program("bot", Scope.READ), site.tournament(visibility="members")
    opened: list[Any] = []
    monkeypatch.setattr("api.v1.live._access", lambda request, following: opened.append((request, following)))
    assert bot.send("GET", f"tournaments/{tournament['id']}/live").status_code == 200

    again = SameAgain({"HTTP_AUTHORIZATION": bot.authorization}, {})
    from django.urls import resolve

    match = resolve(f"/api/v1/tournaments/{tournament['id']}/live")
    match.func(again, *match.args, **match.kwargs)
    assert again.following is not None
    assert again.following.who == Caller(site.club.id, None, Role.DIRECTOR, program=again.following.who.program)
    tokens.revoke_of_club(ClubToken.objects.get(pk=bot.id), actor="clock", at=timezone.now())
    gone = SameAgain({"HTTP_AUTHORIZATION": bot.authorization}, {})
    assert match.func(gone, *match.args, **match.kwargs).status_code == 401
    assert gone.following is None
