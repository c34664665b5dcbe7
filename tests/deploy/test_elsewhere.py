"""Windows and macOS, imitated: bootstrap and a club's server do without what only Linux has."""

from __future__ import annotations

import importlib.util
import json
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType

import httpx
import pytest

from deploy import command_line
from league.access import interfaces
from league.log import file_lock
from tests.deploy import elsewhere
from tests.deploy.served import PASSWORD, Club, ended, variables
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")
SECONDS = 60


def without_fcntl() -> ModuleType:
    """The module of locks, as Windows imports it."""
    spec = importlib.util.spec_from_file_location("locks_of_windows", file_lock.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "fcntl", None)
        patch.setitem(sys.modules, "msvcrt", elsewhere.Windows("msvcrt"))
        spec.loader.exec_module(module)
    return module


@pytest.fixture(params=["fcntl", "msvcrt"])
def locks(request: pytest.FixtureRequest) -> ModuleType:
    """The locks of each system."""
    return file_lock if request.param == "fcntl" else without_fcntl()


def test_a_lock_is_held_by_one_and_waited_for(locks: ModuleType, tmp_path: Path) -> None:
    entered = threading.Event()

    def enter() -> None:
        with locks.locked(tmp_path / "file"):
            entered.set()

    other = threading.Thread(target=enter)
    with locks.locked(tmp_path / "file"):
        other.start()
        assert not entered.wait(0.1)
        with (tmp_path / "file").open("a+") as file, pytest.raises(BlockingIOError):
            locks.try_lock(file.fileno())
    assert entered.wait(SECONDS)
    other.join(SECONDS)


def test_an_error_inside_gives_the_lock_back(locks: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), locks.locked(tmp_path / "file"):
        _ = 1 // 0
    with locks.locked(tmp_path / "file"):
        pass


def test_a_club_runs_without_what_only_linux_has(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.deploy.elsewhere", "club", "--port", "0", "--data", str(tmp_path)]
    with ended(Club(command, TABLEKEEPER_PASSWORD=PASSWORD)) as running:
        body = {"username": "director", "password": PASSWORD}
        token = httpx.post(f"{running.address}api/v1/tokens", json=body, timeout=60).json()["token"]
        headers = {"Authorization": f"Token {token}"}
        (club,) = httpx.get(f"{running.address}api/v1/me", headers=headers, timeout=60).json()["clubs"]
        night = {"club": club["club"], "game": "scoresheet", "name": "A night on another system"}
        made = httpx.post(f"{running.address}api/v1/tournaments", json=night, headers=headers, timeout=60)
        assert made.status_code == 201, made.text
        second = subprocess.run(
            command, cwd=ROOT, env=variables(), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        assert f"Tablekeeper runs already with the data in {tmp_path}, at {running.address}." in second.stderr
        assert running.end(signal.SIGTERM) == 0


def test_where_interfaces_tell_nothing_the_machines_name_has_the_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def look_up(name: str, *_: object) -> list[tuple[object, ...]]:
        asked.append(name)
        return [(None, None, None, "", ("192.168.1.7", 0))]

    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    assert list(interfaces.of_interfaces()) == ["192.168.1.7"]
    assert asked == [socket.gethostname()]


def test_on_windows_bootstrap_runs_the_environments_own_python_in_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = "import json, sys; print(json.dumps(sys.argv[1:])); sys.exit(7)"
    lines = [
        "import os, sys",
        "from deploy import bootstrap",
        "from pathlib import PosixPath as Path",
        "os.name = 'nt'",
        "assert bootstrap.python_of(Path('x')).as_posix() == 'x/Scripts/python.exe'",
        "del os.geteuid",
        "assert not bootstrap.is_root()",
        f"bootstrap.go_on([sys.executable, '-c', {program!r}, 'club', '--lan'])",
    ]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, json.loads(done.stdout or "null")) == (7, ["club", "--lan"]), done.stderr


@pytest.mark.parametrize(
    ("system", "folder"),
    [
        ("linux", "home/.local/share/tablekeeper"),
        ("darwin", "home/Library/Application Support/Tablekeeper"),
        ("win32", "local/Tablekeeper"),
    ],
)
def test_the_installed_programs_data_are_where_each_system_keeps_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, folder: str
) -> None:
    for name, value in {"HOME": "home", "LOCALAPPDATA": "local"}.items():
        monkeypatch.setenv(name, str(tmp_path / value))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", system)
    assert command_line.data_of_user() == tmp_path / folder
