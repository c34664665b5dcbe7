"""A club's server as a real process on a data folder of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from deploy import modes
from tests.processes import ROOT

ADDRESS = re.compile(r"Tablekeeper is at (http://\S+)")
TIMEOUT_SECONDS = 30
TOLD = (
    *modes.CONFIGURED_BY,
    "TABLEKEEPER_DATA",
    "TABLEKEEPER_LAN",
    "TABLEKEEPER_PASSWORD",
    "ALLOWED_HOSTS",
    "LOG_LEVEL",
    "PUBLIC_ORIGIN",
)
PASSWORD = "seven green combs"


def variables(**more: str) -> dict[str, str]:
    """An environment that says nothing of Tablekeeper but `more`."""
    return {name: value for name, value in os.environ.items() if name not in TOLD} | more


def command(folder: Path, *options: str) -> list[str]:
    """`manage.py club` on the folder."""
    return [sys.executable, "manage.py", "club", "--data", str(folder), *options]


def try_start(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """A start that is to fail."""
    return subprocess.run(
        command(folder, *options),
        cwd=ROOT,
        env=variables(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_SECONDS,
    )


class Club:
    """A server that has printed its address. `.said` holds the lines up to that."""

    def __init__(self, command: Sequence[str], cwd: Path = ROOT, **more: str) -> None:
        self.process = subprocess.Popen(
            command, cwd=cwd, env=variables(**more), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
        )
        self.said = ""
        while "Ctrl-C" not in self.said:
            assert self.process.stdout is not None
            line = self.process.stdout.readline()
            assert line, f"the server ended: {self.process.wait()}"
            self.said += line
        found = ADDRESS.search(self.said)
        assert found
        self.address = found[1]

    def log_in(self, password: str) -> int:
        """The status that a director's log-in gets."""
        body = {"username": "director", "password": password}
        return httpx.post(f"{self.address}api/v1/tokens", json=body, timeout=60).status_code

    def end(self, number: signal.Signals) -> int:
        """Sends a signal; the exit status."""
        self.process.send_signal(number)
        return self.process.wait(TIMEOUT_SECONDS)


@contextmanager
def club(folder: Path, *options: str, **more: str) -> Iterator[Club]:
    """A running server of `manage.py club`, killed at the end if it still runs."""
    with ended(Club(command(folder, "--port", "0", *options), ROOT, **more)) as running:
        yield running


@contextmanager
def ended(running: Club) -> Iterator[Club]:
    """A running server, killed at the end if it still runs."""
    try:
        yield running
    finally:
        running.process.kill()
        running.process.wait()
        assert running.process.stdout is not None
        running.process.stdout.close()


def call_on(folder: Path, target: str, *arguments: Any) -> Any:
    """What `module:function` gives in a process of its own on the folder's data."""
    environment = variables(PYTHONPATH=str(ROOT), DJANGO_SETTINGS_MODULE="deploy.settings")
    modes.prepare(ROOT, ["club", "--data", str(folder)], environment)
    command = [sys.executable, "-m", "tests.processes", target, json.dumps(arguments)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])
