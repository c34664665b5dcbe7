"""Requests wait in lanes: each club has its own, and a busy club takes no other's turn."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from functools import cache
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from uuid6 import uuid7

from deploy import handler, middleware
from deploy.lanes import Lane, Lanes
from league.models import Tournament
from league.queries import owner
from tests.league.nights import Night, new_club

LONG = 60.0


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, LONG))


@cache
def always(number: int) -> Callable[[Lane], int]:
    return lambda _: number


def lanes_of(places: int, of_one: int) -> Lanes:
    """So many places, and so many of each lane."""
    return Lanes(places, always(of_one))


class Visitors:
    """Requests that hold their places until they may go. order: the lanes, as they were let in."""

    def __init__(self, lanes: Lanes) -> None:
        self.lanes, self.order = lanes, list[Lane]()
        self.go, self.most = asyncio.Event(), Counter[Lane]()
        self.inside, self.tasks = Counter[Lane](), list[asyncio.Task[None]]()

    def come(self, lane: Lane, count: int = 1, seconds: float = LONG) -> list[asyncio.Task[None]]:
        new = [asyncio.create_task(self._visit(lane, seconds)) for _ in range(count)]
        self.tasks += new
        return new

    async def _visit(self, lane: Lane, seconds: float) -> None:
        async with self.lanes.place(lane, seconds):
            self.order.append(lane)
            self.inside[lane] += 1
            self.most[lane] = max(self.most[lane], self.inside[lane])
            self.most["all"] = max(self.most["all"], self.inside.total())
            await self.go.wait()
            await asyncio.sleep(0)
            self.inside[lane] -= 1

    async def settle(self) -> None:
        for _ in range(20):
            await asyncio.sleep(0)

    async def end(self) -> None:
        self.go.set()
        await asyncio.gather(*self.tasks)


def test_a_lane_has_its_limit_and_leaves_others_their_places() -> None:
    async def test() -> None:
        visitors = Visitors(lanes_of(5, 2))
        visitors.come("noisy", 50)
        await visitors.settle()
        assert visitors.order == ["noisy"] * 2
        visitors.come("quiet", 2)
        await visitors.settle()
        assert visitors.order == ["noisy"] * 2 + ["quiet"] * 2
        await visitors.end()
        assert len(visitors.order) == 52
        assert (visitors.most["noisy"], visitors.most["quiet"]) == (2, 2)

    run(test())


def test_all_places_are_limited_and_lanes_take_turns() -> None:
    async def test() -> None:
        visitors = Visitors(lanes_of(1, 1))
        for lane in ("a", "b", "c"):
            visitors.come(lane, 5)
        await visitors.settle()
        visitors.come("late")
        await visitors.end()
        assert visitors.most["all"] == 1
        assert visitors.order[:9] == ["a", "a", "b", "c", "late", "a", "b", "c", "a"]

    run(test())


def test_the_lane_with_the_fewest_places_is_next() -> None:
    async def test() -> None:
        visitors = Visitors(lanes_of(3, 3))
        first, *_ = visitors.come("noisy", 9)
        await visitors.settle()
        visitors.come("quiet", 2)
        await visitors.settle()
        first.cancel()
        await visitors.settle()
        assert visitors.order == ["noisy"] * 3 + ["quiet"]
        visitors.go.set()
        await asyncio.gather(*visitors.tasks, return_exceptions=True)

    run(test())


def test_who_waits_too_long_or_goes_away_takes_no_place() -> None:
    async def test() -> None:
        lanes = lanes_of(1, 1)
        visitors = Visitors(lanes)
        visitors.come("a")
        await visitors.settle()
        (late,) = visitors.come("b", seconds=0.0)
        (gone,) = visitors.come("c")
        await asyncio.sleep(0.05)
        gone.cancel()
        visitors.come("d")
        visitors.go.set()
        ended = await asyncio.gather(*visitors.tasks, return_exceptions=True)
        assert isinstance(late.exception(), TimeoutError)
        assert [type(one) for one in ended] == [type(None), TimeoutError, asyncio.CancelledError, type(None)]
        assert visitors.order == ["a", "d"]
        assert vars(lanes) == vars(lanes_of(1, 1))

    run(test())


def test_one_who_is_called_and_goes_in_the_same_moment_gives_the_place_back() -> None:
    async def test() -> None:
        lanes = lanes_of(1, 1)
        visitors = Visitors(lanes)
        (first,) = visitors.come("a")
        (second,) = visitors.come("b")
        await visitors.settle()
        first.cancel()
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        assert vars(lanes) == vars(lanes_of(1, 1))

    run(test())


@pytest.mark.django_db
def test_a_path_leads_to_its_club(django_assert_num_queries: Any) -> None:
    night = Night.open(new_club("Owner"))
    club, tournament = night.club, Tournament.objects.get(pk=night.id)
    paths = [
        f"/api/v1/clubs/{club.pk}",
        f"/api/v1/tournaments/{night.id}/standings",
        f"/admin/league/tournament/{str(night.id).upper()}/desk/",
        f"/t/{tournament.public_code.code.lower()}/screen",
        f"/c/{club.slug}/league",
    ]
    owner.known.clear()
    for path in paths:
        named = owner.named_in(path)
        assert named
        with django_assert_num_queries(1):
            assert owner.club_of(named) == club.pk
        assert owner.known[named] == club.pk


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path",
    ["/t/", "/t/-/secret", "/t/XYZ12", "/c/nobody", "/api/v1/tables/019abc00-0000-7000-8000-000000000000", "/admin/"],
)
def test_other_paths_lead_to_no_club(path: str) -> None:
    named = owner.named_in(path)
    assert named is None or owner.club_of(named) is None
    assert named not in owner.known


def test_of_many_things_not_all_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    club = uuid7()
    monkeypatch.setattr(owner, "MOST_KNOWN", 3)
    monkeypatch.setattr(owner, "known", {})
    monkeypatch.setattr(owner, "_clubs", lambda kind, value: [club])
    for number in range(10):
        owner.club_of(("code", str(number)))
        assert 0 < len(owner.known) <= 3


class Requests:
    """A handler whose views wait until they may go, and the paths that it answers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, wait_seconds: float = LONG) -> None:
        monkeypatch.setattr(handler, "WAIT_SECONDS", wait_seconds)
        monkeypatch.setattr(owner, "known", {("code", name): uuid7() for name in ("NOISY", "QUIET")})
        self.handler, self.answering, self.refused = handler.Handler(), list[str](), list[str]()
        monkeypatch.setattr(self.handler, "get_response", self._answer)
        self.go = asyncio.Event()

    def _answer(self, request: Any) -> HttpResponse:
        if getattr(request, "has_waited_too_long", False):
            self.refused.append(request.path)
            return HttpResponse(status=503)
        self.answering.append(request.path)
        if request.path.startswith("/t/NOISY"):
            asyncio.run_coroutine_threadsafe(self.go.wait(), self.loop).result(LONG)
        return HttpResponse("there")

    async def send(self, method: str, path: str, authorization: str = "") -> int:
        self.loop = asyncio.get_running_loop()
        request = RequestFactory().generic(method, path, HTTP_AUTHORIZATION=authorization)
        answer = await self.handler.run_get_response(request)
        return answer.status_code


async def until(is_so: Any) -> None:
    for _ in range(int(LONG / 0.01)):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise AssertionError


def in_own_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests have a thread each, as under a server."""

    async def in_thread(call: Any, *arguments: Any) -> Any:
        return await asyncio.to_thread(call, *arguments)

    monkeypatch.setattr(handler, "_in_thread", in_thread)
    monkeypatch.setattr(handler, "share", lambda: 4)  # six places, two of a lane, one for what the public reads


def test_a_club_with_many_slow_requests_delays_no_other_club(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        in_own_threads(monkeypatch)
        requests = Requests(monkeypatch)
        noisy = [asyncio.create_task(requests.send("GET", "/t/NOISY")) for _ in range(30)]
        noisy += [asyncio.create_task(requests.send("POST", "/t/NOISY/sign-up")) for _ in range(30)]
        noisy += [asyncio.create_task(requests.send("GET", "/t/NOISY", authorization="Token 1")) for _ in range(30)]
        await until(lambda: len(requests.answering) == 5)
        assert Counter(requests.answering) == {"/t/NOISY": 3, "/t/NOISY/sign-up": 2}
        assert [await requests.send(method, "/t/QUIET") for method in ("GET", "POST") * 3] == [200] * 6
        assert await requests.send("GET", f"{handler.HEALTH}live") == 200
        requests.go.set()
        assert set(await asyncio.gather(*noisy)) == {200}

    run(test())


def test_who_has_waited_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        in_own_threads(monkeypatch)
        requests = Requests(monkeypatch)
        noisy = asyncio.create_task(requests.send("GET", "/t/NOISY"))
        await until(lambda: len(requests.answering) == 1)
        monkeypatch.setattr(handler, "WAIT_SECONDS", 0.01)
        assert await requests.send("GET", "/t/NOISY/now") == 503
        assert requests.refused == ["/t/NOISY/now"]
        requests.go.set()
        assert await noisy == 200

    run(test())


def test_the_refusal_is_a_problem_or_a_page(rf: RequestFactory) -> None:
    refuse = middleware.OutageMiddleware(lambda request: HttpResponse())
    for path in ("/api/v1/me", "/t/ABC"):
        request = rf.get(path)
        vars(request)["has_waited_too_long"] = True
        answer = refuse(request)
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) > 0
    assert refuse(rf.get("/t/ABC")).status_code == 200


def test_a_connection_is_given_back_before_the_answer_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(handler, "close_old_connections", lambda: done.append("given back"))
    assert asyncio.run(handler._in_thread(lambda: done.append("answered"))) is None
    assert done == ["answered", "given back"]
