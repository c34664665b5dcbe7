"""The folder of a club's data is its owner's alone; its key is whole; a command that uses it by default says so."""

from __future__ import annotations

import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from deploy import bootstrap, data_folder, modes
from tests.deploy.served import PASSWORD, club, command, try_start, variables
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")
FULL = ("database or disk is full", "disk I/O error")
"""What SQLite says when it can't write on, by where that happens."""


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_folder_and_all_its_files_are_their_owners_alone_and_a_clean_stop_leaves_an_empty_wal(tmp_path: Path):
    folder = tmp_path / "new"
    with club(folder, TABLEKEEPER_PASSWORD=PASSWORD) as running:
        assert httpx.get(running.address, follow_redirects=True, timeout=60).status_code == 200
        assert running.log_in(PASSWORD) in (200, 201)
        while_it_runs = {file.name: mode(file) for file in folder.iterdir()}
        assert running.end(signal.SIGTERM) == 0
    assert mode(folder) == 0o700
    assert {"tablekeeper.sqlite3", "tablekeeper.sqlite3-wal", "secret_key", "club.lock"} <= set(while_it_runs)
    assert set(while_it_runs.values()) == {0o600}
    wal = folder / "tablekeeper.sqlite3-wal"
    assert not wal.exists() or wal.stat().st_size == 0


def test_an_older_folder_is_closed_to_others(tmp_path: Path):
    folder = tmp_path / "old"
    folder.mkdir()
    for name in ("tablekeeper.sqlite3", "tablekeeper.sqlite3-wal", "tablekeeper.sqlite3.queue", "club.lock"):
        (folder / name).touch()
        (folder / name).chmod(0o664)
    folder.chmod(0o755)
    data_folder.prepare(folder)
    assert mode(folder) == 0o700
    assert {mode(file) for file in folder.iterdir()} == {0o600}


def test_a_folder_with_other_files_is_left_open_and_said_to_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "holiday.jpg").touch()
    (tmp_path / "club.lock").touch()
    (tmp_path / "holiday.jpg").chmod(0o644)
    (tmp_path / "club.lock").chmod(0o644)
    tmp_path.chmod(0o755)
    data_folder.prepare(tmp_path)
    assert (mode(tmp_path), mode(tmp_path / "holiday.jpg"), mode(tmp_path / "club.lock")) == (0o755, 0o644, 0o600)
    assert f"Others may look into {tmp_path}" in capsys.readouterr().err


@pytest.mark.parametrize("left", ["", "\n"])
def test_a_key_that_a_full_disk_left_empty_is_made_again(tmp_path: Path, left: str):
    (tmp_path / "secret_key").write_text(left)
    key = data_folder.prepare(tmp_path)
    assert len(key) >= data_folder.SECRET_KEY_LENGTH
    assert data_folder.prepare(tmp_path) == key
    assert mode(tmp_path / "secret_key") == 0o600


@pytest.mark.parametrize("left", ["half a key", "\0" * 86, "ÿ" * 86], ids=["half", "zeros", "noise"])
def test_a_key_that_is_not_whole_stops_the_start_and_its_file_is_named_and_kept(tmp_path: Path, left: str):
    (tmp_path / "secret_key").write_text(left)
    done = try_start(tmp_path, "--port", "0")
    assert done.returncode == 1
    assert done.stderr.startswith(f"The secret key in {tmp_path / 'secret_key'} is not whole.")
    assert (tmp_path / "secret_key").read_text() == left


def limit_files(most: int) -> None:
    """Let no file of this process grow beyond so many bytes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def test_a_database_that_can_not_be_made_on_a_full_disk_is_a_sentence(tmp_path: Path):
    done = subprocess.run(
        command(tmp_path, "--port", "0"), cwd=ROOT, env=variables(PYTHONDONTWRITEBYTECODE="1"), text=True,
        stdin=subprocess.DEVNULL, capture_output=True, check=False, preexec_fn=lambda: limit_files(20_000),
    )  # fmt: skip
    assert done.returncode == 1
    database = tmp_path / data_folder.DATABASE
    assert done.stderr in [f"Can't use the database {database} ({why}).\n" for why in FULL]


def test_on_a_full_disk_there_is_a_sentence_and_no_part_of_a_key(tmp_path: Path):
    """A limit on the size of files stands for the disk: nothing can be written."""
    code = "from deploy import data_folder; import pathlib, sys; data_folder.prepare(pathlib.Path(sys.argv[1]))"

    done = subprocess.run(
        [sys.executable, "-B", "-c", code, str(tmp_path)],
        cwd=ROOT, capture_output=True, text=True, check=False, preexec_fn=lambda: limit_files(10),
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == f"Can't keep a club's data in {tmp_path} (File too large).\n"
    assert not (tmp_path / "secret_key").exists()
    assert len(data_folder.prepare(tmp_path)) >= data_folder.SECRET_KEY_LENGTH


def test_a_clean_stop_on_a_full_disk_says_where_the_last_changes_are(tmp_path: Path):
    with club(tmp_path, TABLEKEEPER_PASSWORD=PASSWORD) as running:
        assert running.log_in(PASSWORD) == 201
        resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, (20_000, 20_000))
        assert running.end(signal.SIGTERM) == 0
        assert running.process.stdout is not None
        said = running.process.stdout.read()
    assert f"What was stored last is in {data_folder.DATABASE}-wal" in said
    with club(tmp_path, TABLEKEEPER_PASSWORD=PASSWORD) as again:
        assert again.log_in(PASSWORD) == 201


def test_serve_without_variables_is_refused_and_makes_nothing(tmp_path: Path):
    with pytest.raises(SystemExit, match=r"set DATABASE_URL .* the command `club`"):
        modes.prepare(tmp_path, ["serve", "--port", "0"], {})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["createsuperuser", "migrate", "changepassword", "shell", "rebuild"])
def test_a_command_without_variables_says_which_data_it_uses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
):
    data_folder.prepare(tmp_path / "data")
    (tmp_path / "data" / data_folder.DATABASE).touch()
    modes.prepare(tmp_path / "data", [command], {})
    assert capsys.readouterr().err == f"No DATABASE_URL is set: this uses the club's data in {tmp_path / 'data'}.\n"


@pytest.mark.parametrize("command", bootstrap.DEVELOPMENT)
def test_a_command_for_engineers_makes_no_data_of_a_club(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
):
    modes.prepare(tmp_path / "data", [command], {})
    assert capsys.readouterr().err == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("told", [{"TABLEKEEPER_DATA": "named"}, {"DATABASE_URL": "postgres://db/club"}])
def test_where_the_data_are_named_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], told: dict[str, str]
):
    monkeypatch.chdir(tmp_path)
    modes.prepare(tmp_path / "data", ["createsuperuser"], dict(told))
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", ["createsuperuser", "club"])
def test_a_database_that_is_not_used_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str):
    environ = {"TABLEKEEPER_DATA": str(tmp_path / "data"), "DATABASE_URL": "postgres://db/club"}
    modes.prepare(tmp_path, [command], environ)
    assert capsys.readouterr().err == f"DATABASE_URL is set, but this uses the club's data in {tmp_path / 'data'}.\n"
    modes.prepare(tmp_path, [command], environ)  # the program that this one starts gets the same variables
    assert capsys.readouterr().err == ""


def test_createsuperuser_says_it_on_the_terminal(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-m", "deploy", "createsuperuser", "--help"],
        cwd=ROOT, env=variables(XDG_DATA_HOME=str(tmp_path)), stdin=subprocess.DEVNULL, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr == f"No DATABASE_URL is set: this uses the club's data in {tmp_path / 'tablekeeper'}.\n"
