"""The demo's temporary server: a process `manage.py club` with a folder of its own."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy import modes
from deploy.demo import Failed

ROOT = Path(__file__).resolve().parents[2]
NOT_PASSED_ON = (*modes.CONFIGURED_BY, "TABLEKEEPER_DATA", "TABLEKEEPER_PASSWORD", "ALLOWED_HOSTS")
ADDRESS = re.compile(r"^Tablekeeper is at (http://\S+)$", re.MULTILINE)
OUTPUT_FILE = "output.txt"
START_SECONDS, STOP_SECONDS, LOOK_SECONDS = 60.0, 20.0, 0.05
LAST_LINES = 3
PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Server:
    """A running server. folder: with its data and output."""

    folder: Path
    process: subprocess.Popen[bytes]
    address: str

    def wait(self) -> None:
        """Wait until a signal comes. Raises Failed if the server ends by itself."""
        self.process.wait()
        raise Failed(f"The server ended by itself. {_last_lines(self.folder / OUTPUT_FILE)}")


@contextmanager
def served(folder: Path, password: str) -> Iterator[Server]:
    """Run a server on an empty folder, whose director has that password. Raises Failed."""
    output = folder / OUTPUT_FILE
    with output.open("wb") as out:
        process = subprocess.Popen(
            _manage("club", "--data", str(folder), "--port", "0"),
            cwd=ROOT,
            env=_variables(folder, TABLEKEEPER_PASSWORD=password),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            # Ctrl-C must reach only the demo, which then stops the server.
            start_new_session=True,
            preexec_fn=_end_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509 - no thread runs yet
        )
    try:
        yield Server(folder, process, _address(process, output))
    finally:
        stop(process)


def _end_with_parent() -> None:
    """End the server when the demo is killed. Only Linux knows this; elsewhere a killed demo leaves it running."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Terminate the process; kill it if that takes too long."""
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def verified(folder: Path) -> str:
    """Return the output of `manage.py verify`. Raises Failed if it has findings."""
    done = subprocess.run(
        _manage("verify"),
        cwd=ROOT,
        env=_variables(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"verify has findings: {(done.stdout + done.stderr).strip()}")
    return done.stdout.strip()


def _manage(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "deploy", *arguments]


def _variables(folder: Path, **more: str) -> dict[str, str]:
    """Return the environment without variables that name another database."""
    passed_on = {name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON}
    return {**passed_on, "TABLEKEEPER_DATA": str(folder), **more}


def _address(process: subprocess.Popen[bytes], output: Path) -> str:
    """Wait for the address that the server prints. Raises Failed."""
    latest = time.monotonic() + START_SECONDS
    while time.monotonic() < latest:
        found = ADDRESS.search(output.read_text("utf-8", "replace"))
        if found:
            return found[1]
        if process.poll() is not None:
            raise Failed(f"The server did not start. {_last_lines(output)}")
        time.sleep(LOOK_SECONDS)
    raise Failed(f"The server did not start within {START_SECONDS:.0f} seconds. {_last_lines(output)}")


def _last_lines(output: Path) -> str:
    return " ".join(output.read_text("utf-8", "replace").split("\n")[-LAST_LINES - 1 :]).strip()
