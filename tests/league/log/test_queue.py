"""SQLite's writers wait in turn; a turn is given back by whoever ends, falls or dies."""

from __future__ import annotations

import os
import signal
import threading
import time
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest
from django.db import connection, transaction

from league.log import store
from league.log.sqlite import queued
from tests.league.log.processes import FORK

SECONDS = 20


def enter(database: str, entered: threading.Event) -> None:
    with queued(database):
        entered.set()


def waiting(database: str) -> tuple[threading.Thread, threading.Event]:
    entered = threading.Event()
    thread = threading.Thread(target=enter, args=(database, entered), daemon=True)
    thread.start()
    return thread, entered


def test_one_thread_at_a_time(tmp_path: Path):
    database = str(tmp_path / "club.sqlite3")
    with queued(database):
        thread, entered = waiting(database)
        assert not entered.wait(0.1)
    assert entered.wait(SECONDS)
    thread.join(SECONDS)


def test_a_thread_does_not_wait_for_itself(tmp_path: Path):
    database = str(tmp_path / "club.sqlite3")
    with queued(database):
        with queued(database):
            pass
        _, entered = waiting(database)
        assert not entered.wait(0.1), "the inner block gave the turn away"
    assert entered.wait(SECONDS)


def test_an_error_gives_the_turn_back(tmp_path: Path):
    database = str(tmp_path / "club.sqlite3")
    with pytest.raises(ZeroDivisionError), queued(database):
        _ = 1 // 0
    _, entered = waiting(database)
    assert entered.wait(SECONDS)


def hold(database: str, held: Event) -> None:
    with queued(database):
        held.set()
        time.sleep(SECONDS * 2)


def test_a_killed_process_gives_the_turn_back(tmp_path: Path):
    database = str(tmp_path / "club.sqlite3")
    held = FORK.Event()
    process = FORK.Process(target=hold, args=(database, held), daemon=True)
    process.start()
    assert held.wait(SECONDS)
    _, entered = waiting(database)
    assert not entered.wait(0.1)
    os.kill(process.pid or 0, signal.SIGKILL)
    assert entered.wait(SECONDS)
    process.join(SECONDS)


@pytest.mark.django_db(transaction=True)
def test_what_runs_after_the_commit_may_write_again():
    wrote = []

    def follow() -> None:
        with store.writing():
            wrote.append(connection.in_atomic_block)

    with store.writing():
        transaction.on_commit(follow)
    assert wrote == [True]


@pytest.mark.django_db(transaction=True)
def test_writing_in_a_transaction_is_a_savepoint():
    with store.writing():
        with pytest.raises(ZeroDivisionError), store.writing():
            _ = 1 // 0
        assert connection.in_atomic_block
        assert not connection.needs_rollback
