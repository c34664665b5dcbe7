"""The demo's own server: `manage.py club` in a process and on a folder of its own."""

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
NOT_PASSED_ON = (*modes.TOLD_BY, "TABLEKEEPER_DATA", "TABLEKEEPER_PASSWORD", "ALLOWED_HOSTS")
ADDRESS = re.compile(r"^Tablekeeper is at (http://\S+)$", re.MULTILINE)
SAID = "said.txt"
START_SECONDS, STOP_SECONDS, LOOK_SECONDS = 60.0, 20.0, 0.05
LAST_LINES = 3
PR_SET_PDEATHSIG = 1


@dataclass(frozen=True)
class Server:
    """A server that answers at its address."""

    folder: Path
    process: subprocess.Popen[bytes]
    address: str

    def wait(self) -> None:
        """Returns only by a signal. Raises Failed if the server ends by itself."""
        self.process.wait()
        raise Failed(f"The server ended by itself. {_last_words(self.folder / SAID)}")


@contextmanager
def served(folder: Path, password: str) -> Iterator[Server]:
    """A server on an empty folder, whose director has that password; it is stopped at the end. Raises Failed."""
    said = folder / SAID
    with said.open("wb") as out:
        process = subprocess.Popen(
            _manage("club", "--data", str(folder), "--port", "0"),
            cwd=ROOT,
            env=_variables(folder, TABLEKEEPER_PASSWORD=password),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            # Ctrl-C is for the demo, which stops the server in its own time.
            start_new_session=True,
            preexec_fn=_end_with_parent,  # noqa: PLW1509 - one system call, and no thread runs here yet
        )
    try:
        yield Server(folder, process, _address(process, said))
    finally:
        stop(process)


def _end_with_parent() -> None:
    """A demo that is killed leaves no server behind (Linux)."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends the process, kindly at first."""
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def verified(folder: Path) -> str:
    """What `manage.py verify` says of the folder's log. Raises Failed if it finds anything."""
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
        raise Failed(f"verify finds fault with the log: {(done.stdout + done.stderr).strip()}")
    return done.stdout.strip()


def _manage(*arguments: str) -> list[str]:
    return [sys.executable, str(ROOT / "manage.py"), *arguments]


def _variables(folder: Path, **more: str) -> dict[str, str]:
    """The environment, with nothing in it that names another database."""
    kept = {name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON}
    return {**kept, "TABLEKEEPER_DATA": str(folder), **more}


def _address(process: subprocess.Popen[bytes], said: Path) -> str:
    """Where the server says that it is, as soon as it does. Raises Failed."""
    latest = time.monotonic() + START_SECONDS
    while time.monotonic() < latest:
        found = ADDRESS.search(said.read_text("utf-8", "replace"))
        if found:
            return found[1]
        if process.poll() is not None:
            raise Failed(f"The server did not start. {_last_words(said)}")
        time.sleep(LOOK_SECONDS)
    raise Failed(f"The server did not start within {START_SECONDS:.0f} seconds. {_last_words(said)}")


def _last_words(said: Path) -> str:
    return " ".join(said.read_text("utf-8", "replace").split("\n")[-LAST_LINES - 1 :]).strip()
