"""Readers who wait for the same public page get one answer, which is begun after the last of them has asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import sleep
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.test import RequestFactory
from django.urls import resolve
from uuid6 import uuid7

from api import problems
from deploy import coalescing, handler, middleware
from deploy.coalescing import Coalescing, asked_for
from league.queries import owner
from tests.deploy.test_lanes import LONG, in_own_threads, run, until

PAGE = "/t/ABCD"


def asking(path: str = PAGE, method: str = "GET", **headers: str) -> HttpRequest:
    return RequestFactory(headers={"Accept": "text/html", **headers}).generic(method, path)


def test_strangers_share_a_page_whatever_their_browsers() -> None:
    one = asking(**{"User-Agent": "a", "X-Forwarded-For": "192.0.2.1", "Referer": "http://a/", "X-Request-ID": "1"})
    assert asked_for(one) == asked_for(asking()) is not None


@pytest.mark.parametrize(
    "other",
    [
        asking(f"{PAGE}?tab=rules"), asking("/t/OTHER"), asking(**{"Accept-Language": "de"}),
        asking(**{"Accept-Encoding": "gzip"}), asking(**{"If-None-Match": '"1"'}), asking(Host="other.example"),
        asking(**{"X-Forwarded-Proto": "https"}), asking(**{"Never-Heard-Of": "1"}),
    ],
)  # fmt: skip
def test_what_may_make_another_answer_makes_another_request(other: HttpRequest) -> None:
    assert asked_for(other) not in {asked_for(asking()), None}


@pytest.mark.parametrize(
    "other",
    [
        asking(Cookie="sessionid=1"), asking(Authorization="Token 1"), asking(method="POST"), asking(method="HEAD"),
        asking("/t/-/secret"), asking("/admin/"), asking("/api/v1/clubs"), asking("/api/v1/health/ready"),
    ],
)  # fmt: skip
def test_what_is_somebodys_own_is_not_shared(other: HttpRequest) -> None:
    assert asked_for(other) is None


class Room:
    """Requests that have their turn when `turn` says so, and the answers that were made."""

    def __init__(self) -> None:
        self.coalescing, self.made, self.turn = Coalescing(), list[HttpRequest](), asyncio.Semaphore(0)
        self.answers: Callable[[], HttpResponse] = lambda: HttpResponse(f"answer {len(self.made)}")
        self.tasks, self.end = list[asyncio.Task[str]](), asyncio.Event()
        self.end.set()

    def ask(self, path: str = PAGE) -> asyncio.Task[str]:
        self.tasks.append(asyncio.create_task(self._answered(asking(path))))
        return self.tasks[-1]

    async def _answered(self, request: HttpRequest) -> str:
        async def make(begin: Callable[[], None]) -> HttpResponse:
            async with self.turn:
                begin()
                self.made.append(request)
                await self.end.wait()
                return self.answers()

        found = await self.coalescing.answer(request, lambda _: "club", make)
        response = found[1] if isinstance(found, tuple) else found
        assert isinstance(response, HttpResponse)
        return response.text

    async def settled(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)


def test_all_who_wait_get_the_answer_of_the_first() -> None:
    async def test() -> None:
        room = Room()
        waiting = [room.ask() for _ in range(100)]
        other = room.ask("/t/OTHER")
        await room.settled()
        room.turn.release()
        assert set(await asyncio.gather(*waiting)) == {"answer 1"}
        assert await other == "answer 2"
        assert not vars(room.coalescing)["_waiting"]

    run(test())


def test_who_asks_when_it_has_begun_gets_the_next_one() -> None:
    async def test() -> None:
        room = Room()
        room.end.clear()
        first = room.ask()
        room.turn.release()
        await until(lambda: room.made)
        second, third = room.ask(), room.ask()
        await room.settled()
        room.end.set()
        assert [await one for one in (first, second, third)] == ["answer 1", "answer 2", "answer 2"]

    run(test())


def test_when_the_first_goes_away_another_one_is_the_first() -> None:
    async def test() -> None:
        room = Room()
        first, *others = (room.ask() for _ in range(10))
        await room.settled()
        first.cancel()
        await room.settled()
        room.turn.release()
        assert set(await asyncio.gather(*others)) == {"answer 1"}

    run(test())


def test_when_another_one_goes_away_nobody_else_does() -> None:
    async def test() -> None:
        room = Room()
        first, second, third = (room.ask() for _ in range(3))
        await room.settled()
        second.cancel()
        await room.settled()
        room.turn.release()
        assert [await first, await third] == ["answer 1"] * 2

    run(test())


def test_an_error_is_the_first_ones_own() -> None:
    async def test() -> None:
        room = Room()
        room.turn.release()

        def fail_once() -> HttpResponse:
            if len(room.made) == 1:
                raise RuntimeError
            return HttpResponse("well")

        room.answers = fail_once
        await room.turn.acquire()
        first, second, third = (room.ask() for _ in range(3))
        await room.settled()
        room.turn.release()
        assert [await second, await third] == ["well", "well"]
        assert isinstance(first.exception(), RuntimeError)

    run(test())


def test_all_who_wait_with_one_who_waits_too_long_are_refused() -> None:
    async def test() -> None:
        room = Room()
        room.answers = lambda: HttpResponse("busy", status=503)
        waiting = [room.ask() for _ in range(9)]
        await room.settled()
        room.turn.release()
        assert set(await asyncio.gather(*waiting)) == {"busy"}
        assert len(room.made) == 1

    run(test())


def with_cookie() -> HttpResponse:
    answer = HttpResponse("own")
    answer.set_cookie("one", "1")
    return answer


@pytest.mark.parametrize("answer", [with_cookie, lambda: HttpResponse("an error", status=500)])
def test_an_answer_for_one_is_not_shared(answer: Callable[[], HttpResponse]) -> None:
    async def test() -> None:
        room = Room()
        room.answers = answer
        waiting = [room.ask() for _ in range(3)]
        await room.settled()
        room.turn.release()
        await asyncio.gather(*waiting)
        assert len(room.made) == 3

    run(test())


def test_who_waited_for_an_answer_for_one_is_refused_when_it_has_waited_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A page with a form sets a cookie: many who open it at once have it one after the other."""
    in_own_threads(monkeypatch)
    monkeypatch.setattr(handler, "WAIT_SECONDS", 0.2)
    monkeypatch.setattr(owner, "known", {("code", "ABCD"): uuid7()})

    def answer(request: HttpRequest) -> HttpResponse:
        if getattr(request, "has_waited_too_long", False):
            return HttpResponse(status=503)
        sleep(handler.WAIT_SECONDS / 4)
        return with_cookie()

    async def test() -> None:
        served = handler.Handler()
        monkeypatch.setattr(served, "get_response", answer)
        answers = await asyncio.gather(*(served.run_get_response(asking()) for _ in range(12)))
        assert {one.status_code for one in answers} == {200, 503}

    run(test())


def test_who_asks_while_the_page_is_made_has_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    in_own_threads(monkeypatch)
    monkeypatch.setattr(owner, "known", {("code", "ABCD"): uuid7()})

    async def test() -> None:
        served, go, made = handler.Handler(), asyncio.Event(), list[HttpRequest]()
        loop = asyncio.get_running_loop()

        def answer(request: HttpRequest) -> HttpResponse:
            made.append(request)
            asyncio.run_coroutine_threadsafe(go.wait(), loop).result(LONG)
            return HttpResponse("page")

        monkeypatch.setattr(served, "get_response", answer)
        first = asyncio.create_task(served.run_get_response(asking()))
        await until(lambda: made)
        others = [asyncio.create_task(served.run_get_response(asking())) for _ in range(3)]
        await asyncio.sleep(0.05)
        go.set()
        await asyncio.gather(first, *others)
        assert len(made) == 2

    run(test())


def test_each_request_has_its_own_id_and_line_and_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[dict[str, Any]] = []
    monkeypatch.setattr(middleware.log, "info", lambda event, **about: lines.append({"event": event, **about}))
    in_own_threads(monkeypatch)
    monkeypatch.setattr(owner, "known", {("code", "ABCD"): uuid7()})

    async def test() -> None:
        served, go, match = handler.Handler(), asyncio.Event(), resolve(PAGE)
        loop = asyncio.get_running_loop()

        def answer(request: HttpRequest) -> HttpResponse:
            request.resolver_match = match
            asyncio.run_coroutine_threadsafe(go.wait(), loop).result(LONG)
            return HttpResponse("page", headers={"X-Now": "now", "ETag": 'W/"1"'})

        monkeypatch.setattr(served, "get_response", middleware.request_id_middleware(answer))
        requests = [asking(**{"X-Request-ID": f"id-{number}"}) for number in range(4)]
        closed: list[int] = []
        for number, request in enumerate(requests):
            monkeypatch.setattr(request, "close", lambda number=number: closed.append(number))
        waiting = [asyncio.create_task(served.run_get_response(request)) for request in requests]
        await asyncio.sleep(0.05)
        go.set()
        answers = [one for one in await asyncio.gather(*waiting) if isinstance(one, HttpResponse)]
        assert [one.headers["X-Request-ID"] for one in answers] == ["id-0", "id-1", "id-2", "id-3"]
        assert {(one.text, one.headers["ETag"], one.headers["X-Now"]) for one in answers} == {("page", 'W/"1"', "now")}
        assert len({id(one) for one in answers}) == 4
        assert [request.resolver_match for request in requests] == [match] * 4
        for one in answers[1:]:
            one.close()
        assert max(closed) == 3
        assert [line["path"] for line in lines] == [PAGE] * 4

    run(test())


def test_nobody_waits_in_the_lane_of_another_network(monkeypatch: pytest.MonkeyPatch) -> None:
    in_own_threads(monkeypatch)

    async def test() -> None:
        served, go = handler.Handler(), asyncio.Event()
        loop, asked = asyncio.get_running_loop(), list[str]()

        def answer(request: HttpRequest) -> HttpResponse:
            asked.append(request.META["REMOTE_ADDR"])
            if request.META["QUERY_STRING"]:
                asyncio.run_coroutine_threadsafe(go.wait(), loop).result(LONG)
            return HttpResponse("page")

        monkeypatch.setattr(served, "get_response", middleware.request_id_middleware(answer))

        def ask(path: str, address: str) -> asyncio.Task[Any]:
            request = RequestFactory(REMOTE_ADDR=address).get(path)
            return asyncio.create_task(served.run_get_response(request))

        busy = [ask(path, "203.0.113.1") for path in ("/t/?code=A", "/t/")]
        await until(lambda: asked)
        await ask("/t/", "198.51.100.7")
        assert asked == ["203.0.113.1", "198.51.100.7"]
        go.set()
        await asyncio.gather(*busy)

    run(test())


def test_a_copy_is_the_same_answer() -> None:
    made = HttpResponse(b"\x1f\x8b", status=200, headers={"Content-Encoding": "gzip", "Vary": "Cookie"})
    copy = coalescing.copied(made)
    assert (copy.content, copy.status_code, copy.headers) == (made.content, 200, made.headers)
    vars(made)[problems.CODE] = "busy"
    assert vars(coalescing.copied(made))[problems.CODE] == "busy"
    unchanged = HttpResponseNotModified(headers={"ETag": '"1"'})
    assert coalescing.copied(unchanged).headers == unchanged.headers
    copy.headers["X-Request-ID"] = "1"
    assert "X-Request-ID" not in made.headers
