"""`manage.py club`, as a real process: it serves, says so when it runs already, stops, and survives being killed."""

from __future__ import annotations

import re
import signal
import socket
import sqlite3
import stat
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from deploy import data_folder, modes
from deploy.club import listen
from league.access.origin import addresses
from tests.deploy.clocks import EXPIRED
from tests.deploy.served import PASSWORD, Club, call_on, club, try_start
from tests.league.files.paper import pdf

pytestmark = pytest.mark.backend("sqlite")
PATIENCE_SECONDS = 10


def test_the_first_start_shows_a_password_that_logs_in_and_the_second_shows_none(tmp_path: Path):
    began = time.monotonic()
    with club(tmp_path) as first:
        first_start = time.monotonic() - began
        assert first.address.startswith("http://127.0.0.1:")
        answer = httpx.get(first.address, follow_redirects=True, timeout=60)
        assert answer.status_code == 200
        assert "/admin/login/" in str(answer.url)
        assert answer.headers["X-Request-ID"]
        password = re.search(r"with the password (\S+)", first.said)
        assert password
        assert first.log_in(password[1]) in (200, 201)
        assert first.log_in("wrong") not in (200, 201)

        second = try_start(tmp_path, "--port", "0")
        assert second.returncode == 1
        assert second.stderr.count("\n") == 1
        assert first.address in second.stderr
        assert "runs already" in second.stderr

        assert first.end(signal.SIGTERM) == 0
    began = time.monotonic()
    with club(tmp_path) as again:
        assert time.monotonic() - began < 2 * first_start, "the tables are there already"
        assert "password" not in again.said
        assert again.log_in(password[1]) in (200, 201)
        assert again.end(signal.SIGINT) == 0


def expiries(folder: Path) -> int:
    """How often a clock ran out, by the log in the folder."""
    with closing(sqlite3.connect(folder / "tablekeeper.sqlite3")) as connection:
        found = connection.execute("SELECT count(*) FROM league_event WHERE type = ?", [EXPIRED]).fetchone()
    return int(found[0])


def test_killed_it_loses_nothing_and_a_clock_that_ran_out_meanwhile_is_marked_at_the_next_start(tmp_path: Path):
    with club(tmp_path, TABLEKEEPER_PASSWORD=PASSWORD) as running:
        assert PASSWORD not in running.said
        call_on(tmp_path, "tests.deploy.clocks:start_clock", 8)
        assert running.end(signal.SIGKILL) == -signal.SIGKILL
    time.sleep(8)
    assert expiries(tmp_path) == 0
    with club(tmp_path) as again:
        assert expiries(tmp_path) == 1
        assert again.log_in(PASSWORD) in (200, 201)
        time.sleep(2)
    assert expiries(tmp_path) == 1


def test_the_beat_and_the_worker_mark_a_clock_while_it_serves(tmp_path: Path):
    with club(tmp_path):
        call_on(tmp_path, "tests.deploy.clocks:start_clock", 0)
        end = time.monotonic() + PATIENCE_SECONDS
        while not expiries(tmp_path):
            assert time.monotonic() < end
            time.sleep(0.1)
    assert expiries(tmp_path) == 1


def test_a_port_in_use_is_a_sentence_and_nothing_is_touched(tmp_path: Path):
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        done = try_start(tmp_path, "--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(": it is in use, so try another --port.\n")
    assert not (tmp_path / "tablekeeper.sqlite3").exists()


@pytest.mark.parametrize(("options", "reason"), [
    (("--port", "70000"), "port 70000: ports go from 0 to 65535"),
    (("--host", "no.such.host.invalid"), "port 8000: this host is not known"),
    (("--host", "192.0.2.77"), "port 8000: Cannot assign requested address"),
])  # fmt: skip
def test_where_there_can_be_no_listening_a_sentence_says_why(tmp_path: Path, options: tuple[str, ...], reason: str):
    done = try_start(tmp_path, *options)
    assert done.returncode == 1
    assert done.stderr == f"Can't listen on {options[1] if '--host' in options else '127.0.0.1'}, {reason}.\n"


def test_a_folder_that_can_not_hold_data_is_a_sentence(tmp_path: Path):
    (tmp_path / "file").touch()
    done = try_start(tmp_path / "file")
    assert done.returncode == 1
    assert done.stderr == f"Can't keep a club's data in {tmp_path / 'file'} (File exists).\n"


def test_what_is_no_database_is_a_sentence_and_left_as_it_is(tmp_path: Path):
    (tmp_path / data_folder.DATABASE).write_text("The club's shopping list.")
    done = try_start(tmp_path, "--port", "0")
    assert done.returncode == 1
    assert done.stderr == f"Can't use the database {tmp_path / data_folder.DATABASE} (file is not a database).\n"
    assert (tmp_path / data_folder.DATABASE).read_text() == "The club's shopping list."


def test_a_shortened_option_is_refused_as_it_would_be_half_understood(tmp_path: Path):
    done = try_start(tmp_path, "--la")
    assert done.returncode == 2
    assert "unrecognized arguments: --la" in done.stderr


@pytest.mark.parametrize("command", modes.READERS)
def test_a_mistyped_folder_is_not_called_clean(tmp_path: Path, command: str):
    with pytest.raises(SystemExit, match="There are no data of a club in"):
        modes.prepare(tmp_path, [command], {"TABLEKEEPER_DATA": str(tmp_path / "dta")})
    assert not (tmp_path / "dta").exists()


@pytest.mark.parametrize("told", [{}, {"DATABASE_URL": "postgres://club"}, {"TABLEKEEPER_DATA": "/club"}])
def test_a_file_is_played_in_memory_whatever_the_environment_says(tmp_path: Path, told: dict[str, str]):
    environ = dict(told)
    modes.prepare(tmp_path, ["play", "night.json", "--json"], environ)
    assert environ["DATABASE_URL"] == "sqlite://:memory:"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("into", [["--into", "club"], ["--into=club"]])
def test_a_file_goes_into_the_club_only_if_told_so(tmp_path: Path, into: list[str]):
    environ: dict[str, str] = {"TABLEKEEPER_DATA": str(tmp_path)}
    modes.prepare(tmp_path, ["play", "night.json", *into], environ)
    assert environ["DATABASE_URL"] == f"sqlite:///{tmp_path / data_folder.DATABASE}"


def test_an_answer_does_not_wait_for_the_client_to_acknowledge_the_one_before():
    with closing(listen("127.0.0.1", 0)) as listening, closing(socket.create_connection(listening.getsockname())):
        accepted, _ = listening.accept()
        with closing(accepted):
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_the_secret_key_is_its_owners_alone(tmp_path: Path):
    done = try_start(tmp_path, "--port", "70000")
    assert done.returncode == 1
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def print_slips(running: Club, tournament: str) -> bytes:
    """The slips that the director prints at the laptop itself."""
    with httpx.Client(base_url=running.address, follow_redirects=True, timeout=60) as browser:
        browser.get("admin/login/")
        form = {"username": "director", "password": PASSWORD, "csrfmiddlewaretoken": browser.cookies["csrftoken"]}
        browser.post("admin/login/", data=form)
        return browser.get(f"admin/league/tournament/{tournament}/print/slips.pdf").content


def test_phones_are_led_to_the_network_and_to_the_tournament_of_tonight(tmp_path: Path):
    with club(tmp_path, "--lan", TABLEKEEPER_PASSWORD=PASSWORD) as running:
        call_on(tmp_path, "tests.deploy.clocks:start_clock", 500)
        tournament = call_on(tmp_path, "tests.deploy.clocks:newest_tournament")
        (codes,) = pdf.codes(print_slips(running, tournament["id"]))
        port = running.address.rstrip("/").rpartition(":")[2]
        for address in addresses()[:1]:
            assert [code.startswith(f"http://{address}:{port}/t/-/") for code in codes] == [True, True]
            assert httpx.get(codes[0], follow_redirects=False, timeout=60).status_code == 303
        assert running.end(signal.SIGINT) == 0
    with club(tmp_path, "--lan") as again:
        page = f"/t/{tournament['code']}\n"
        assert page in again.said or not addresses()
        assert again.end(signal.SIGINT) == 0
