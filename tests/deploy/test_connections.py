"""Connections that keep a server waiting are closed, and nobody has too many; answers may take as long as they do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack

import pytest

from deploy.connections import most_connections
from tests import processes
from tests.deploy.limited import (
    club_server,
    connected,
    open_files,
    request,
    running,
    seconds_open,
    serve_server,
    status_of,
)
from tests.league.live.listening import listening
from tests.league.nights import Night, new_club, new_people

pytestmark = pytest.mark.django_db(transaction=True)
HEAD, BODY, SLOWEST = 0.8, 1.2, 500
LATE = 5.0
LIMITS = {"head_seconds": HEAD, "body_seconds": BODY, "slowest_body": SLOWEST}
POST = request("tokens", method="POST", length=1000)
Server = Callable[..., AbstractContextManager[int]]
BOTH = pytest.mark.parametrize("server", [club_server, serve_server])


@pytest.fixture(scope="module", params=[club_server, serve_server])
def port(request: pytest.FixtureRequest, django_db_setup: None) -> Iterator[int]:
    """A server with short limits, for all tests of this file."""
    with request.param(**LIMITS) as port:
        yield port


@pytest.mark.parametrize("sent", [b"", b"GET / HT", request()[:-2]])
def test_a_connection_without_a_whole_head_is_closed(port: int, sent: bytes) -> None:
    with connected(port) as client:
        client.sendall(sent)
        assert HEAD - 0.2 < seconds_open(client) < HEAD + LATE


def test_a_head_that_trickles_is_closed_too(port: int) -> None:
    with connected(port) as client:
        client.sendall(b"GET / HTTP/1.1\r\nX: ")
        assert HEAD - 0.2 < seconds_open(client, trickle=b"x" * 100) < HEAD + LATE


def test_so_is_half_a_head_on_a_kept_connection(port: int) -> None:
    with connected(port) as client:
        assert status_of(client, request()) == 200
        client.sendall(b"GET /")
        assert HEAD - 0.2 < seconds_open(client) < HEAD + LATE


def test_a_kept_connection_waits_longer_for_the_next_request(port: int) -> None:
    with connected(port) as client:
        assert status_of(client, request()) == 200
        time.sleep(HEAD + 0.5)
        assert status_of(client, request()) == 200


@pytest.mark.parametrize("trickle", [b"", b" " * 100])
def test_a_body_that_stops_or_trickles_is_closed(port: int, trickle: bytes) -> None:
    with connected(port) as client:
        client.sendall(POST + b"{")
        assert BODY - 0.2 < seconds_open(client, trickle=trickle) < BODY + LATE


def test_a_body_may_take_longer_while_it_flows(port: int) -> None:
    with connected(port) as client:
        client.sendall(POST)
        for _ in range(9):
            client.sendall(b" " * 100)
            time.sleep(2 * BODY / 9)
        assert status_of(client, b" " * 100) in {400, 415, 422}


def test_what_follows_an_answer_too_early_is_bounded_too(port: int) -> None:
    """An answer may come before the body: what arrives of the body then is dropped, but not for ever."""
    with connected(port) as client:
        assert status_of(client, request("tokens", method="POST", length=10**9)) == 413
        assert seconds_open(client, trickle=b" " * 100) < BODY + LATE


def test_a_live_stream_stays_open(port: int) -> None:
    night = Night.open(new_club(), table_size={"min": 3, "max": 3, "prefer": 3})
    night.enter(new_people(night.club, 3))
    with listening(f"http://127.0.0.1:{port}/", f"tournaments/{night.id}/live") as hall:
        time.sleep(HEAD + BODY + 0.5)
        assert not hall.is_over


def test_a_slow_reader_gets_all_of_its_answers(port: int) -> None:
    count = 40
    with connected(port, reads_slowly=True) as client:
        client.sendall(count * request("schema"))
        time.sleep(HEAD + BODY + 0.5)
        found = 0
        while found < count:
            data = client.recv(1 << 20)
            assert data, f"closed after {found} answers"
            found += data.count(b"HTTP/1.1 200")


@BOTH
def test_a_process_takes_only_so_many_connections(server: Server) -> None:
    most = 6
    with server(most=most, most_of_an_address=2) as port, ExitStack() as stack:
        many = [stack.enter_context(connected(port)) for _ in range(3 * most)]
        answers = [status_of(client, request()) for client in many]
        assert answers.count(200) == most
        assert set(answers) <= {200, 503, 0}, "a refusal may be lost where the request was sent before"
        many[answers.index(200)].close()
        with connected(port) as another:
            assert status_of(another, request()) == 200


def test_one_address_takes_only_so_many_and_leaves_room_for_others() -> None:
    most = 4
    with club_server(most_of_an_address=most, counts_this_machine=True) as port, ExitStack() as stack:
        clients = [stack.enter_context(connected(port)) for _ in range(most)]
        with connected(port) as one_too_many:
            assert status_of(one_too_many) == 503
        with connected(port, "127.0.0.2") as other:
            assert status_of(other, request()) == 200
        clients[0].close()
        with connected(port) as again:
            assert status_of(again, request()) == 200


def test_silent_connections_leave_files_for_everybody_else() -> None:
    files, seconds = 300, 3.0
    target = "tests.deploy.limited:serve_with_files"
    with running(target, files, {"head_seconds": seconds}) as (port, process), ExitStack() as stack:
        kept = stack.enter_context(connected(port))
        assert status_of(kept, request()) == 200
        for _ in range(2 * files):
            stack.enter_context(connected(port))
            assert open_files(process) < files - 50
        assert status_of(kept, request("health/ready")) in {200, 503}
        assert most_connections(files) <= open_files(process)
        time.sleep(seconds + 0.5)
        with connected(port) as new:
            assert status_of(new, request()) == 200


@pytest.mark.parametrize(("soft", "hard", "most"), [(256, 4096, 4096), (4096, 4096, 4096)])
def test_a_process_may_open_all_files_that_the_system_allows(soft: int, hard: int, most: int) -> None:
    process = processes.start("tests.deploy.limited:files_after_raising", soft, hard)
    assert processes.result(process) == [most, most, hard]


def test_half_of_few_files_and_all_but_some_of_many_are_for_connections() -> None:
    assert [most_connections(files) for files in (256, 1024, 4096)] == [128, 512, 3584]
