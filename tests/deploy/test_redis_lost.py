"""Redis is lost: commits go on with one line in the log, and a worker and a beat work again when it is back."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
import redis

from tests import processes, servers
from tests.deploy.clocks import expiries, start_clock
from tests.deploy.test_workers import until
from tests.league.nights import new_club

pytestmark = pytest.mark.django_db(transaction=True)


def test_commits_without_redis_write_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    new_club()
    monkeypatch.setenv("REDIS_URL", f"redis://127.0.0.1:{servers.free_port()}/0")
    done = processes.result(processes.start("tests.deploy.commits:many"))
    assert done["entries"] == 6
    assert len(done["lines"]) == 1
    assert "Redis can't be reached" in done["lines"][0]
    assert "Traceback" not in done["lines"][0]


def test_a_redis_that_says_nothing_holds_up_no_commit_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    new_club()
    with closing(socket.create_server(("127.0.0.1", 0), backlog=64)) as silent:
        monkeypatch.setenv("REDIS_URL", f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        done = processes.result(processes.start("tests.deploy.commits:many"))
    assert (done["entries"], len(done["lines"])) == (6, 1)
    assert done["slowest"] < 3


@pytest.mark.backend("postgres")
def test_a_worker_and_a_beat_outlive_redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    new_club()
    server = servers.redis_server()
    port = int(server.url.rpartition(":")[2].removesuffix("/0"))
    monkeypatch.setenv("REDIS_URL", server.url)
    with ExitStack() as stack:
        log = stack.enter_context((tmp_path / "log").open("w"))

        def start(*arguments: str) -> subprocess.Popen[str]:
            command = [sys.executable, "-m", "celery", "-A", "deploy", "--quiet", *arguments]
            process = subprocess.Popen(
                command,
                cwd=processes.ROOT,
                env=processes.environment(),
                stdin=subprocess.DEVNULL,
                stderr=log,
                text=True,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        running = [start("worker", "--concurrency=1"), start("beat")]
        until(lambda: is_noted(server.url), *running)
        server.stop()
        time.sleep(3)
        start_clock(0)
        assert expiries() == 0
        again = servers.redis_server(port)
        stack.callback(again.stop)
        until(lambda: expiries() == 1, *running)
    said = (tmp_path / "log").read_text()
    assert "Traceback" not in said
    assert 1 <= said.count("worker waits for Redis") <= 3


def is_noted(url: str) -> bool:
    """Whether a worker has done something."""
    return redis.Redis.from_url(url).exists(":1:last-work-of-worker-clocks") == 1
