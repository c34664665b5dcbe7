"""Real processes on the database of the running test: for writers side by side, and to be killed.

    writer = start("tests.league.writers:append_many", str(club.id), 100)
    assert result(writer) == 100

The test needs `@pytest.mark.django_db(transaction=True)`: other processes see only what is committed.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).resolve().parent.parent
PR_SET_PDEATHSIG = 1


def environment() -> dict[str, str]:
    """The variables for a process that is to see the running test's database and broker."""
    from django.db import connection

    name = str(connection.settings_dict["NAME"])
    given = os.environ["DATABASE_URL"]
    url = f"sqlite:///{name}" if connection.vendor == "sqlite" else f"{given.rpartition('/')[0]}/{name}"
    return {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "deploy.settings", "PYTHONPATH": str(ROOT)}


def several_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands with `--jobs` begin further processes however little there is to do, on the running test's database."""
    monkeypatch.setenv("DATABASE_URL", environment()["DATABASE_URL"])
    monkeypatch.setattr(sys.modules["__main__"], "__spec__", None)
    monkeypatch.setattr(sys.modules["__main__"], "__file__", None, raising=False)
    monkeypatch.setattr("league.management.parallel.WORTHWHILE", 0)


def start(target: str, *arguments: Any) -> subprocess.Popen[str]:
    """Calls `module:function` with the arguments (as JSON) in a process of its own, with Django set up."""
    return program([sys.executable, "-m", "tests.processes", target, json.dumps(arguments)])


def program(command: Sequence[str]) -> subprocess.Popen[str]:
    """Starts any program with the running test's database, as a Celery worker."""
    return subprocess.Popen(
        command, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    )


def result(process: subprocess.Popen[str], timeout: float = 60) -> Any:
    """What the function gave, when it is done. Fails if the process did."""
    out, _ = process.communicate(timeout=timeout)
    assert process.returncode == 0, f"{process.args!r} ended with {process.returncode}"
    return json.loads(out.splitlines()[-1])


def main(target: str, arguments: str = "[]") -> None:
    """In the new process: it ends with the one that started it."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    import django

    django.setup()
    module, _, function = target.partition(":")
    given = getattr(import_module(module), function)(*json.loads(arguments))
    sys.stdout.write(f"{json.dumps(given)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
