"""Which requests read from the replica, and what becomes of one that the replica fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from deploy import replica as requests
from deploy.replica import ReplicaMiddleware, is_public
from league.log import raw
from league.log.replica import REPLICA, Mark, Newest, Replica, Router

pytestmark = pytest.mark.backend("sqlite")
CODE = "/t/ABCD"
OPEN = ("/", "/c/dice", "/t/", CODE, f"{CODE}?part=tab", "/api/v1/tournaments", "/api/v1/clock")


@pytest.mark.parametrize(
    "path", ["/", "/c/dice", "/t/", CODE, f"{CODE}?part=tab", "/api/v1/tournaments", "/api/v1/clock"]
)
def test_pages_and_the_api_are_public(path: str) -> None:
    assert is_public(RequestFactory().get(path))
    assert is_public(RequestFactory().head(path))
    assert not is_public(RequestFactory().post(path))


@pytest.mark.parametrize("path", ["/admin/", "/t/-/secret", "/api/v1/health/ready", "/metrics", "/problems"])
def test_other_paths_are_not(path: str) -> None:
    assert not is_public(RequestFactory().get(path))


@pytest.mark.parametrize(
    "said", [{"Authorization": "Token x"}, {"Cookie": "sessionid=x"}, {"Cookie": "a=b; tk-t0123ab=x"}]
)
def test_a_request_with_a_log_in_is_not(said: dict[str, str]) -> None:
    assert not is_public(RequestFactory().get(CODE, headers=said))


class Known:
    """A replica that has everything. fails: whether a reader meets an error."""

    def __init__(self, *, fails: bool) -> None:
        self.fails = fails

    def is_current(self) -> bool:
        return True

    @contextmanager
    def reading(self) -> Iterator[None]:
        with raw.reading_from(REPLICA):
            yield

    def has_failed(self) -> bool:
        return self.fails


def answered(monkeypatch: pytest.MonkeyPatch, *, fails: bool, status: int) -> tuple[int, list[str]]:
    """The status of an answer, where those from the replica have `status`; and where each was read."""
    monkeypatch.setattr(requests, "replica", Known(fails=fails))
    monkeypatch.setattr(requests, "connections", type("Both", (), {"settings": {REPLICA: {}}}))
    read: list[str] = []

    def get_response(_request: HttpRequest) -> HttpResponse:
        read.append(raw.alias())
        return HttpResponse(status=status if raw.alias() == REPLICA else 200)

    return ReplicaMiddleware(get_response)(RequestFactory().get(CODE)).status_code, read


def test_what_the_replica_fails_the_primary_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answered(monkeypatch, fails=True, status=503) == (200, ["replica", "default"])


def test_an_error_of_another_cause_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answered(monkeypatch, fails=False, status=503) == (503, ["replica"])
    assert answered(monkeypatch, fails=False, status=404) == (404, ["replica"])


def test_without_a_replica_there_is_no_middleware() -> None:
    with pytest.raises(MiddlewareNotUsed):
        ReplicaMiddleware(lambda _: HttpResponse())


def test_after_a_write_the_rest_of_the_block_reads_the_primary() -> None:
    router = Router()
    with raw.reading_from(REPLICA):
        assert router.db_for_read(object) == REPLICA
        assert router.db_for_write(object) == "default"
        assert router.db_for_read(object) == "default"
    assert router.db_for_read(object) == "default"
    assert not router.allow_migrate(REPLICA, "league")


WANTED = Mark("one", 2, 500)


@pytest.mark.parametrize(
    ("replayed", "trouble"),
    [
        (Mark("one", 2, 500), ""),
        (Mark("one", 2, 501), ""),
        (Mark("one", 2, 499), "behind"),
        (Mark("one", 1, 900), "foreign"),
        (Mark("one", 3, 900), "foreign"),
        (Mark("other", 2, 900), "foreign"),
        (Mark("", 0, 0), "foreign"),
    ],
)
def test_only_a_copy_of_this_primary_that_has_everything_is_read(
    monkeypatch: pytest.MonkeyPatch, replayed: Mark, trouble: str
) -> None:
    found: Any = Replica()
    monkeypatch.setattr("league.log.replica.connections", {REPLICA: None})
    monkeypatch.setattr("league.log.replica._replayed", lambda _: replayed)
    assert found._trouble(WANTED) == trouble


def test_the_end_of_the_primary_is_asked_for_after_each_request_came(monkeypatch: pytest.MonkeyPatch) -> None:
    newest, ends = Newest(), iter(range(1, 9))

    @contextmanager
    def borrowed(_seconds: float) -> Iterator[None]:
        yield

    monkeypatch.setattr(raw, "borrowed", borrowed)
    monkeypatch.setattr(raw, "answer", lambda *_: f"one 1 {next(ends)}")
    assert [newest.mark(), newest.mark()] == [Mark("one", 1, 1), Mark("one", 1, 2)]
