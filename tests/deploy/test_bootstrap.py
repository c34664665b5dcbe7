"""The environment that manage.py makes for itself: when it is made, from what, and what a broken-off build leaves."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deploy import bootstrap, modes
from tests.processes import ROOT

START_SECONDS = 0.1
pytestmark = pytest.mark.backend("sqlite")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with two tiny locks and a manage.py that says in which environment it runs."""
    (tmp_path / "deploy").mkdir()
    for name in (bootstrap.RUN, bootstrap.DEVELOP):
        (tmp_path / "deploy" / name).write_text("# nothing\n")
    (tmp_path / "league/log").mkdir(parents=True)
    for name in ("deploy/bootstrap.py", "league/log/file_lock.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "manage.py").write_text(
        "import sys, pathlib\nfrom deploy import bootstrap\n"
        "bootstrap.ensure(pathlib.Path(__file__).resolve().parent, sys.argv[1:])\nprint(sys.prefix, *sys.argv[1:])\n"
    )
    return tmp_path


def start(root: Path, *arguments: str) -> subprocess.Popen[str]:
    """`python3 manage.py …` with the machine's own Python, without a standard input."""
    python = Path(sys.base_prefix, "bin/python3")
    return subprocess.Popen(
        [python, "manage.py", *arguments],
        cwd=root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_heed_the_keyboard,  # noqa: PLW1509 - the child calls one function, and execs
    )


def _heed_the_keyboard() -> None:
    """As in a terminal: what a shell starts in the background does not, and hands that on."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def marked(environment: Path, lock: Path) -> None:
    """Makes a folder that looks like an environment made from the lock."""
    python = bootstrap.python_of(environment)
    python.parent.mkdir(parents=True)
    python.touch()
    (environment / "pyvenv.cfg").write_text("version = {}.{}.1\n".format(*sys.version_info))
    bootstrap.mark_of(environment, lock).write_text(bootstrap.mark_text(lock))


def test_two_starts_at_once_build_one_environment_and_both_go_on_in_it(root):
    starts = [start(root, "club", "--port", "0"), start(root, "club", "--port", "0")]
    answers = [process.communicate(timeout=180) for process in starts]
    assert [process.returncode for process in starts] == [0, 0]
    assert {out for out, _ in answers} == {f"{root}/.venv club --port 0\n"}
    assert sum("Setting up" in err for _, err in answers) == 1
    assert not (root / ".venv" / bootstrap.BUILDING).exists()

    began = time.monotonic()
    out, err = start(root, "club").communicate(timeout=180)
    assert time.monotonic() - began < 20 * START_SECONDS
    assert (out, err) == (f"{root}/.venv club\n", "")

    (root / "deploy" / bootstrap.RUN).write_text("# another lock\n")
    _, err = start(root, "club").communicate(timeout=180)
    assert "Setting up" in err


def test_broken_off_by_the_keyboard_it_says_so_and_the_next_start_begins_again(root):
    broken = start(root, "club")
    while not (root / ".venv" / bootstrap.BUILDING).exists():
        assert broken.poll() is None
        time.sleep(0.01)
    broken.send_signal(signal.SIGINT)
    _, err = broken.communicate(timeout=180)
    assert broken.returncode == 1
    assert err.splitlines()[-1] == "Setting up was interrupted. The next start begins again."

    out, _ = start(root, "club").communicate(timeout=180)
    assert out == f"{root}/.venv club\n"


def test_the_share_of_a_later_start_is_small(root):
    lock = root / "deploy" / bootstrap.RUN
    lock.write_text("x" * 200_000)
    marked(root / ".venv", lock)
    began = time.perf_counter()
    assert bootstrap.is_marked(root / ".venv", lock)
    assert time.perf_counter() - began < START_SECONDS


def test_an_environment_that_suits_is_used_as_it_is(root, monkeypatch):
    lock = root / "deploy" / bootstrap.RUN
    marked(root / "elsewhere", lock)
    monkeypatch.setattr(sys, "prefix", str(root / "elsewhere"))
    monkeypatch.setattr(os, "execv", lambda *_: pytest.fail("it left a suitable environment"))
    bootstrap.ensure(root, ["club"])


@pytest.mark.parametrize(
    ("command", "lock"),
    [("club", "requirements.txt"), ("demo", "requirements.txt"), ("test", "requirements-dev.txt"),
     ("lint", "requirements-dev.txt"), ("bench", "requirements-dev.txt")],
)  # fmt: skip
def test_which_lock_a_command_needs(command, lock):
    assert bootstrap.lock_for(ROOT, [command]) == ROOT / "deploy" / lock


def test_a_mark_is_of_one_lock_and_of_a_whole_build(root):
    lock, environment = root / "deploy" / bootstrap.RUN, root / ".venv"
    assert not bootstrap.is_marked(environment, lock)
    marked(environment, lock)
    assert bootstrap.is_marked(environment, lock)
    assert not bootstrap.is_marked(environment, root / "deploy" / bootstrap.DEVELOP)
    (environment / bootstrap.BUILDING).touch()
    assert not bootstrap.is_marked(environment, lock)
    (environment / bootstrap.BUILDING).unlink()
    lock.write_text("# another lock\n")
    assert not bootstrap.is_marked(environment, lock)


def test_what_a_broken_off_build_left_is_removed(root):
    environment = root / ".venv"
    marked(environment, root / "deploy" / bootstrap.RUN)
    assert not bootstrap.must_start_again(environment)
    (environment / bootstrap.BUILDING).touch()
    assert bootstrap.must_start_again(environment)
    bootstrap.clear(environment)
    assert [path.name for path in environment.iterdir()] == [bootstrap.BUILDING]
    assert bootstrap.must_start_again(environment)


def test_an_environment_of_another_python_is_made_again(root):
    environment = root / ".venv"
    marked(environment, root / "deploy" / bootstrap.RUN)
    (environment / "pyvenv.cfg").write_text("version = 3.9.1\n")
    assert bootstrap.must_start_again(environment)


def test_without_ensurepip_anybody_but_root_is_told_the_line(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit, match="sudo apt-get install -y python3-venv"):
        bootstrap.need_ensurepip()


def test_without_ensurepip_root_installs_it(monkeypatch):
    called: list[list[str]] = []
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    monkeypatch.setattr("shutil.which", lambda _name: "/usr/bin/apt-get")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(bootstrap, "call", lambda command, **_: called.append(command))
    bootstrap.need_ensurepip()
    assert [command[2] for command in called] == ["update", "install"]
    assert called[1][-1] == "python3-venv"


def test_the_locks_hold_no_address():
    for name in (bootstrap.RUN, bootstrap.DEVELOP):
        text = (ROOT / "deploy" / name).read_text()
        assert "--hash=sha256:" in text
        assert "://" not in text
        assert "--index" not in text


def test_a_command_without_variables_is_the_clubs_on_this_machine(tmp_path):
    environ: dict[str, str] = {}
    modes.prepare(tmp_path / "data", ["migrate"], environ)
    assert environ["TABLEKEEPER_MODE"] == "club"
    assert environ["DATABASE_URL"] == f"sqlite:///{tmp_path}/data/tablekeeper.sqlite3"
    again: dict[str, str] = {}
    modes.prepare(tmp_path / "data", ["club"], again)
    assert again["SECRET_KEY"] == environ["SECRET_KEY"]
    assert "ALLOWED_HOSTS" not in again


def test_what_the_environment_says_is_left_alone_but_by_the_club(tmp_path):
    told = {"DATABASE_URL": "postgresql://db/tablekeeper", "REDIS_URL": "redis://redis:6379/0"}
    environ = dict(told)
    modes.prepare(tmp_path, ["migrate"], environ)
    assert environ == told
    modes.prepare(tmp_path, ["club", "--lan"], environ)
    assert environ["DATABASE_URL"].startswith("sqlite:///")
    assert "REDIS_URL" not in environ
    assert environ["ALLOWED_HOSTS"] == "*"


@pytest.mark.parametrize("command", ["test", "lint", "bench", "screenshots", "faults"])
def test_a_developers_command_touches_no_data_folder(tmp_path, command):
    environ: dict[str, str] = {}
    modes.prepare(tmp_path / "data", [command], environ)
    assert environ["DATABASE_URL"] == "sqlite://:memory:"
    assert not (tmp_path / "data").exists()
