"""The same key twice has one effect and one answer; a key is its actor's own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from knox.models import AuthToken

from league.models import Event, KeptAnswer, Person
from tests.api.conftest import Site, Visitor, sheet, version_in

KEY = {"Idempotency-Key": "7f1c"}


def person_of(site: Site, name: str = "Ada") -> dict[str, str]:
    return {"club": str(site.club.id), "name": name}


def test_a_repeat_gets_the_first_answer_and_has_no_effect(site: Site) -> None:
    first, second = (site.director.send("POST", "people", person_of(site), **KEY) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.content == second.content
    assert first["Location"] == second["Location"] == f"/api/v1/people/{first.json()['id']}"
    assert version_in(first) == version_in(second) == 1
    assert (first.get("Idempotency-Replayed"), second["Idempotency-Replayed"]) == (None, "true")
    assert Person.objects.count() == 1


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "people", {"name": "Bea"}),
        ("POST", "people?dry_run=false", {}),
        ("PATCH", "clubs/{club}", {"name": "x"}),
    ],
)
def test_a_key_of_another_request_is_refused(site: Site, method: str, path: str, body: dict[str, str]) -> None:
    site.director.send("POST", "people", person_of(site), **KEY)
    sent = {**person_of(site), **body} if method == "POST" else body
    answer = site.director.send(method, path.format(club=site.club.id), sent, **KEY)
    assert (answer.status_code, answer.json()["code"]) == (409, "key_reused")
    assert (Person.objects.count(), KeptAnswer.objects.count()) == (1, 1)


def test_somebody_elses_key_gives_nothing_away(site: Site) -> None:
    mine = site.director.send("POST", "people", person_of(site), **KEY).json()
    stranger = site.stranger.send("POST", "people", person_of(site), **KEY)
    assert (stranger.status_code, stranger.get("Idempotency-Replayed")) == (403, None)
    assert mine["id"] not in stranger.content.decode()
    nameless = site.anonymous.send("POST", "people", person_of(site), **KEY)
    assert nameless.status_code == 401
    colleague = site.superuser.send("POST", "people", person_of(site), **KEY)
    assert colleague.json()["id"] != mine["id"]


def test_a_refusal_by_the_rules_is_kept(site: Site) -> None:
    tournament = site.tournament()
    path = f"tournaments/{tournament['id']}/rounds"
    first = site.director.send("POST", path, {}, **KEY)
    assert (first.status_code, first["Content-Type"]) == (422, "application/problem+json")
    site.entries(tournament["id"], "A", "B", "C")
    again = site.director.send("POST", path, {}, **KEY)
    assert (again.status_code, again["Idempotency-Replayed"]) == (422, "true")
    assert again.content == first.content
    assert again["Content-Type"] == "application/problem+json"
    assert site.director.send("POST", path, {}, **{"Idempotency-Key": "other"}).status_code == 201


def test_what_is_neither_done_nor_refused_is_not_kept(site: Site) -> None:
    bad = site.director.send("POST", "people", {"name": "nobody's"}, **KEY)
    assert bad.status_code == 400
    assert site.director.send("POST", "people", person_of(site), **KEY).status_code == 201
    assert KeptAnswer.objects.count() == 1


def test_a_deletion_is_kept_too(site: Site) -> None:
    tournament = site.tournament()
    site.entries(tournament["id"], "A", "B", "C")
    draft = site.round(tournament["id"], start=False)
    first, second = (site.director.send("DELETE", f"rounds/{draft['id']}", **KEY) for _ in range(2))
    assert (first.status_code, second.status_code) == (204, 204)
    assert (second.content, second["Idempotency-Replayed"]) == (b"", "true")


@pytest.mark.parametrize("key", ["", "k" * 256, "caf\xe9", "a\x00b"])
def test_a_key_that_is_none(site: Site, key: str) -> None:
    answer = site.director.send("POST", "people", person_of(site), **{"Idempotency-Key": key})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "Idempotency-Key")
    assert Person.objects.count() == 0


def test_the_longest_key(site: Site) -> None:
    answer = site.director.send("POST", "people", person_of(site), **{"Idempotency-Key": "k" * 255})
    assert answer.status_code == 201


def together(*calls: Callable[[], Any]) -> list[Any]:
    """The answers of calls that begin at once, each in a thread and on a connection of its own."""
    start = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def clone(visitor: Visitor) -> Visitor:
    """The same caller in another browser."""
    other = Visitor()
    other.user = visitor.user
    other.credentials(HTTP_AUTHORIZATION=f"Token {AuthToken.objects.create(user=visitor.user)[1]}")
    return other


def test_the_same_key_at_once_has_one_effect(live_site: Site) -> None:
    site = live_site
    body = person_of(site)
    calls = [clone(site.director) for _ in range(4)]
    answers = together(*(lambda caller=caller: caller.send("POST", "people", body, **KEY) for caller in calls))
    assert [answer.status_code for answer in answers] == [201] * 4
    assert len({answer.content for answer in answers}) == 1
    assert sum("Idempotency-Replayed" in answer for answer in answers) == 3
    assert Person.objects.count() == 1


def test_the_same_command_at_once_stands_in_the_log_once(live_site: Site) -> None:
    site = live_site
    tournament = site.tournament()
    entries = site.entries(tournament["id"], "A", "B", "C")
    table = site.round(tournament["id"])["tables"][0]["id"]
    before = Event.objects.filter(stream=table).count()
    calls = [clone(site.director) for _ in range(3)]
    body = sheet(entries, 1)
    answers = together(
        *(lambda caller=caller: caller.send("POST", f"tables/{table}/commands", body, **KEY) for caller in calls)
    )
    assert [answer.status_code for answer in answers] == [200] * 3
    assert len({answer.content for answer in answers}) == 1
    told = answers[0].json()["events"]
    assert Event.objects.filter(stream=table).count() == before + len(told)
    assert len(told) > 0


def test_a_round_seated_twice_at_once_is_one_round(live_site: Site) -> None:
    site = live_site
    tournament = site.tournament()
    site.entries(tournament["id"], "A", "B", "C")
    path = f"tournaments/{tournament['id']}/rounds"
    calls = [clone(site.director), clone(site.superuser)]
    answers = together(*(lambda caller=caller: caller.send("POST", path, {}) for caller in calls))
    assert sorted(answer.status_code for answer in answers) == [200, 201]
    assert answers[0].json()["id"] == answers[1].json()["id"]
    assert Event.objects.filter(type="tournament.round_seated").count() == 1


def test_a_round_started_twice_at_once_is_started_once(live_site: Site) -> None:
    site = live_site
    tournament = site.tournament(clock_seconds=600)
    site.entries(tournament["id"], "A", "B", "C")
    path = f"rounds/{site.round(tournament['id'], start=False)['id']}/start"
    calls = [clone(site.director), clone(site.superuser)]
    answers = together(*(lambda caller=caller: caller.send("POST", path, {}) for caller in calls))
    assert [answer.status_code for answer in answers] == [200, 200]
    first, second = (answer.json() for answer in answers)
    assert (first["version"], first["clock"]["deadline"]) == (second["version"], second["clock"]["deadline"])
    assert Event.objects.filter(type="tournament.round_started").count() == 1
    assert Event.objects.filter(kind="game", version=1).count() == 1


def test_one_person_entered_twice_at_once_is_one_entry(live_site: Site) -> None:
    site = live_site
    tournament = site.tournament()
    (person,) = site.people("Ada")
    path = f"tournaments/{tournament['id']}/entries"
    calls = [clone(site.director), clone(site.superuser)]
    answers = together(*(lambda caller=caller: caller.send("POST", path, {"person": person}) for caller in calls))
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert Event.objects.filter(type="tournament.entry_registered").count() == 1
