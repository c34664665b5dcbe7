"""Turns to write: one queue for each stream, one for all writers, in the order of arrival and bounded in time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch
from uuid import uuid4

import pytest
from django.db import connection, connections

from league.log import store, turns
from league.log.conflict import Busy
from league.log.turns import Queue

PATIENCE_SECONDS = 30


def end() -> float:
    return time.monotonic() + PATIENCE_SECONDS


def nothing() -> None:
    """Nobody has a connection to give back."""


@contextmanager
def thread(run: Callable[[], object]) -> Iterator[None]:
    """A thread that has ended when this has."""
    started = threading.Thread(target=run)
    started.start()
    try:
        yield
    finally:
        started.join(PATIENCE_SECONDS)
        assert not started.is_alive()


def until(is_so: Callable[[], bool]) -> None:
    last = end()
    while not is_so():
        assert time.monotonic() < last
        time.sleep(0.001)


def waiting(queue: Queue) -> int:
    return len(queue._waiting)


def test_threads_are_let_in_one_after_the_other_in_the_order_in_which_they_came() -> None:
    queue, order, begun = Queue(1), list[int](), []
    queue.enter(end(), nothing)

    def come(number: int) -> None:
        queue.enter(end(), nothing)
        order.append(number)
        queue.leave()

    for number in range(5):
        begun.append(threading.Thread(target=come, args=(number,)))
        begun[-1].start()
        until(lambda: waiting(queue) == len(begun))
    queue.leave()
    for started in begun:
        started.join(PATIENCE_SECONDS)
    assert order == [0, 1, 2, 3, 4]


def test_who_waits_too_long_is_refused_and_holds_up_nobody() -> None:
    queue = Queue(1)
    queue.enter(end(), nothing)
    with pytest.raises(Busy):
        queue.enter(time.monotonic() + 0.01, nothing)
    assert waiting(queue) == 0
    queue.leave()
    queue.enter(end(), nothing)


def test_a_turn_that_comes_as_somebody_gives_up_goes_on_to_the_next() -> None:
    queue = Queue(1)
    queue.enter(end(), nothing)

    def fails() -> None:
        queue.leave()  # the turn comes now
        raise ValueError

    with pytest.raises(ValueError, match=r"^$"):
        queue.enter(end(), fails)
    queue.enter(end(), nothing)


def test_only_who_has_to_wait_gives_its_connection_back_first() -> None:
    queue, given_back = Queue(1), []
    queue.enter(end(), lambda: given_back.append("early"))
    with pytest.raises(Busy):
        queue.enter(0, lambda: given_back.append("waiting"))
    assert given_back == ["waiting"]


@pytest.mark.django_db(transaction=True)
def test_writers_of_other_streams_pass_and_a_queue_that_nobody_is_in_is_forgotten() -> None:
    one, other = uuid4(), uuid4()
    done = threading.Event()

    def write() -> None:
        with store.writing(other):
            done.set()
        connections.close_all()

    with turns.turn(one):
        with thread(write):
            assert done.wait(PATIENCE_SECONDS)
        assert one in turns._turns._queues
    assert turns._turns._queues == {}


@pytest.mark.django_db(transaction=True)
def test_a_writer_whose_turn_does_not_come_is_refused_before_its_transaction() -> None:
    stream, refused = uuid4(), list[str]()

    def write() -> None:
        try:
            with store.writing(stream):
                refused.append("not at all")
        except Busy:
            refused.append("busy")
        connections.close_all()

    with patch.object(turns, "WAIT_SECONDS", 0.01), turns.turn(stream), thread(write):
        pass
    assert refused == ["busy"]


@pytest.mark.django_db(transaction=True)
def test_a_write_within_a_write_takes_no_further_turn() -> None:
    stream = uuid4()
    with store.writing(stream), store.writing(stream), store.writing(uuid4()):
        assert set(turns._turns._queues) == {stream, turns._EVERYBODY}


@pytest.mark.django_db(transaction=True)
def test_writers_together_have_half_of_the_connections_at_most() -> None:
    pool = connection.settings_dict["OPTIONS"].get("pool")
    assert turns.share() == (pool["max_size"] // 2 if pool else turns.WITHOUT_POOL)
    one_writer, no_patience = patch.object(turns, "share", lambda: 1), patch.object(turns, "WAIT_SECONDS", 0.01)
    with one_writer, no_patience, turns.turn(uuid4()), pytest.raises(Busy), turns.turn(uuid4()):
        pass
