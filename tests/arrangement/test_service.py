"""A service is ended, paused and started again; its children go with it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import psutil
import pytest

from deploy.debian import Missing
from tests.arrangement import debian, postgres
from tests.arrangement.service import Service, TooLate, until

pytestmark = pytest.mark.backend("sqlite")
PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
print(child.pid, flush=True)
time.sleep(600)
"""


def started(folder: Path, program: str = PARENT) -> Service:
    service = Service("parent", [sys.executable, "-c", program], folder)
    service.start()
    until(lambda: service.said().count("\n") > 0, "the child has started", 60)
    return service


def children(service: Service) -> list[int]:
    return [int(line) for line in service.said().split()]


def test_a_kill_ends_the_children_too(tmp_path: Path) -> None:
    service = started(tmp_path)
    (child,) = children(service)
    assert [one.pid for one in service.family()][1:] == [child]
    service.kill()
    assert not service.is_running
    assert not psutil.pid_exists(child)


def test_a_stop_ends_what_is_paused(tmp_path: Path) -> None:
    service = started(tmp_path)
    with service.paused():
        assert {one.status() for one in service.family()} == {psutil.STATUS_STOPPED}
        service.stop()
    assert not psutil.pid_exists(children(service)[0])


def test_it_goes_on_after_a_pause(tmp_path: Path) -> None:
    service = started(tmp_path)
    with service.paused():
        pass
    assert psutil.STATUS_STOPPED not in {one.status() for one in service.family()}
    service.kill()


def test_what_ends_by_itself_is_started_again_and_counted(tmp_path: Path) -> None:
    service = started(tmp_path, "print(1)")

    def has_started_twice() -> bool:
        service.tend()
        return service.said().split() == ["1", "1"]

    until(has_started_twice, "a second start", 60)
    assert service.ended in (1, 2)
    service.kill()
    service.tend()
    assert not service.is_running


def test_its_clock_can_be_wrong(tmp_path: Path) -> None:
    service = Service("clock", [sys.executable, "-c", "import time; time.sleep(0.1); print(time.time())"], tmp_path)
    service.ahead = 3600.0
    service.start()
    until(lambda: not service.is_running, "the end", 60)
    assert float(service.said()) == pytest.approx(time.time() + 3600, abs=600)


def test_what_does_not_come_is_named() -> None:
    with pytest.raises(TooLate, match="the sun"):
        until(lambda: False, "the sun", 0)


def test_without_a_program_the_line_to_run_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(debian.FOUND_BY, "nginx-light", lambda: None)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(Missing, match="sudo apt-get install -y nginx-light"):
        debian.path_of("nginx-light")


PROCESSES = "(exec -a 'postgres: checkpointer' sleep 600) & {} wait"


@pytest.mark.parametrize(
    ("others", "hung"),
    [("", 1), ("(exec -a 'postgres: walwriter' sleep 600) &", 0), ("(exec -a 'postgres: startup' sleep 600) &", 0)],
)
def test_a_postgres_that_neither_recovers_nor_is_open_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: str, hung: int
) -> None:
    monkeypatch.setattr(postgres, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(postgres, "HANGS_SECONDS", 0.3)
    service = postgres.Postgres("postgres", ["bash", "-c", PROCESSES.format(others)], tmp_path)
    service.start()
    until(lambda: len(service.family()) == 2 + bool(others), "its processes", 60)
    end = time.monotonic() + 1
    while time.monotonic() < end and not service.hung:
        service.tend()
        time.sleep(0.02)
    assert (service.hung, service.is_running) == (hung, True)
    service.kill()
