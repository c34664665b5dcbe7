"""Every error is a problem of RFC 9457, with a code for programs and a sentence in the language asked for."""

from __future__ import annotations

import gettext as gnu
from typing import Any

import pytest
from django.db import OperationalError
from django.db.models import QuerySet
from django.utils import timezone

from api.v1.round_steps import Rounds
from league.domain.tournament.rounds.commands import Discard
from league.queries import refusals
from league.repository.streams import TOURNAMENT
from league.services import execution
from tests.api.conftest import API, Site, Visitor
from tests.api.test_doors import WHO_MAY, Venue

FIELDS = {"type", "title", "status", "code", "detail", "facts", "errors", "request_id"}


def test_a_problem_has_all_that_the_contract_names(site: Site) -> None:
    tournament = site.tournament()
    answer = site.director.send("POST", f"tournaments/{tournament['id']}/close", {})
    told = answer.json()
    assert set(told) == FIELDS
    assert (answer.status_code, told["status"], told["code"]) == (422, 422, "no_rounds")
    assert (told["type"], told["title"]) == ("/problems/no_rounds", "No rounds")
    assert told["detail"].startswith("No round was played")


def test_the_id_of_a_request_stands_in_its_answer_and_its_problem(site: Site) -> None:
    answer = site.anonymous.get("nothing", headers={"X-Request-Id": "abc-123"})
    assert answer["X-Request-Id"] == answer.json()["request_id"] == "abc-123"
    answer = site.anonymous.get("nothing", headers={"X-Request-Id": "no good id"})
    assert answer["X-Request-Id"] == answer.json()["request_id"] != "no good id"


def test_a_bad_field_is_named_with_its_path(site: Site) -> None:
    body = {"club": str(site.club.id), "name": "T", "game": "scoresheet", "table_size": {"min": 1}}
    answer = site.director.send("POST", "tournaments", body)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_fields")
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [("table_size.min", "too_small")]


def test_a_body_over_a_mebibyte_is_413(site: Site) -> None:
    answer = site.director.post("people", data=b"x" * (1024 * 1024 + 1), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    answer = site.director.post("people", data=b"{}", content_type="application/json", CONTENT_LENGTH="-1")
    assert answer.status_code == 413


def test_a_body_of_just_a_mebibyte_is_read(site: Site) -> None:
    body = b'{"name": "' + b"x" * (1024 * 1024 - 12) + b'"}'
    answer = site.director.post("people", data=body, content_type="application/json")
    assert (len(body), answer.status_code) == (1024 * 1024, 400)


def test_a_language_without_a_catalogue_is_answered_in_english_alone(site: Site) -> None:
    """Else Django's sentences were in the one language and ours in the other."""
    body = {"club": str(site.club.id), "name": "Ada", "email": "nowhere"}
    german = site.director.send("POST", "people", body, **{"Accept-Language": "de"}).json()
    assert german["errors"] == site.director.send("POST", "people", body).json()["errors"]


def test_a_club_may_still_have_a_language_that_is_not_offered(site: Site) -> None:
    """Its papers are in English until there is a catalogue."""
    answer = site.director.send("PATCH", f"clubs/{site.club.id}", {"language": "de"})
    assert (answer.status_code, answer.json()["language"]) == (200, "de")
    site.club.refresh_from_db()
    assert site.club.written_in == "en"


def test_a_refusal_is_translated_as_a_template_and_then_filled(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    class French(gnu.NullTranslations):
        def gettext(self, message: str) -> str:
            return {"{title} is played by {fewest} to {most} players.": "{title} : de {fewest} à {most} joueurs."}.get(
                message, message
            )

    monkeypatch.setattr(refusals, "gettext", French().gettext)
    body = {"game": "monster-trick", "players": [str(site.member.user.pk)]}
    told = site.member.send("POST", f"clubs/{site.club.id}/tables", body).json()
    assert told["code"] == "bad_players"
    assert told["detail"] == "Monster Trick : de 2 à 5 joueurs."


def test_a_translation_that_does_not_fit_its_facts_is_not_an_error(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusals, "gettext", lambda text: text + " {nothing}")
    answer = site.member.send("POST", f"clubs/{site.club.id}/tables", {"game": "monster-trick", "players": []})
    assert answer.status_code == 400


def test_writers_who_were_too_slow_each_time_may_come_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: Any, **__: Any) -> None:
        raise execution.Busy

    tournament = site.tournament()
    monkeypatch.setattr(execution, "commit", busy)
    answer = site.director.send("POST", f"tournaments/{tournament['id']}/cancel", {})
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert int(answer["Retry-After"]) >= 1


def test_a_database_that_is_locked_is_busy(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: Any, **__: Any) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(QuerySet, "bulk_create", locked)
    answer = site.director.send("POST", "people", {"club": str(site.club.id), "name": "Ada"})
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")


def test_a_fault_of_the_service_is_noted_and_tells_nothing(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("the secret is mauve")

    monkeypatch.setattr(QuerySet, "bulk_create", broken)
    site.director.raise_request_exception = False
    answer = site.director.send("POST", "people", {"club": str(site.club.id), "name": "Ada"})
    assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json")
    assert set(answer.json()) == FIELDS
    assert "mauve" not in answer.content.decode()
    assert "the secret is mauve" in caplog.text


def test_a_host_that_is_not_ours_is_a_problem_too(site: Site) -> None:
    answer = Visitor().get(API + "games", headers={"Host": "evil.example"})
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")


def test_head_is_answered_on_every_path(site: Site) -> None:
    venue = Venue(site)
    for door in sorted({door.split()[0] for door in WHO_MAY}):
        path = venue.path(door)
        answered = site.superuser.get(path).status_code
        assert site.superuser.head(path).status_code == answered, door
        assert (answered != 405) == (f"{door} get" in WHO_MAY), door


@pytest.mark.parametrize("path", ["clubs/", "tournaments//", "docs/", "nothing/"])
def test_a_slash_at_the_end_is_named(site: Site, path: str) -> None:
    answer = site.director.send("GET", path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer.json()["facts"] == {"path": f"{API}{path.rstrip('/')}"}
    assert "no slash" in answer.json()["detail"]


def test_a_draft_that_went_a_moment_ago_is_not_there(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = site.tournament()["id"]
    site.entries(tournament, "A", "B", "C")
    draft = site.round(tournament, start=False)["id"]
    found = Rounds.get_object

    def and_gone(resource: Rounds) -> Any:
        row = found(resource)
        execution.execute(TOURNAMENT, row.tournament_id, Discard(draft), club=row.club_id, actor="x", at=timezone.now())
        return row

    monkeypatch.setattr(Rounds, "get_object", and_gone)
    answer = site.director.send("DELETE", f"rounds/{draft}")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_round")
    monkeypatch.undo()
    assert [site.director.send("DELETE", f"rounds/{draft}").status_code for _ in range(2)] == [204, 404]
