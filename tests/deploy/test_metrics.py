"""The metrics: who may read them, what is counted, and that the processes of a machine are summed up."""

from __future__ import annotations

import errno
import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import structlog
from django.core.cache import cache
from django.test import Client

from deploy import metrics as page
from games.kernel import Rejected
from league import metrics
from league.domain.tournament.closing.commands import CloseRound
from league.models import FollowerPosition
from league.projections import followers
from league.queries import what_runs
from league.services import clocks, heartbeats
from tests import processes
from tests.deploy.counting import parsed
from tests.league.nights import Night, new_club, new_people

pytestmark = pytest.mark.django_db
GARBAGE = {
    "empty": b"",
    "text": b"no file of counts" * 999,
    "ones": b"\xff" * 65536,
    "no keys": b"\x30\0\0\0" * 99,
}


def figures(client: Client) -> dict[str, float]:
    return parsed(client.get("/metrics").content.decode())


def test_they_are_read_from_this_machine_alone(client: Client) -> None:
    assert client.get("/metrics").status_code == 200
    assert client.post("/metrics").status_code == 405
    for told in (
        {"REMOTE_ADDR": "192.168.1.20"},
        {"REMOTE_ADDR": "not an address"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_X_FORWARDED_PROTO": "https"},
    ):
        refused = client.get("/metrics", **told)  # type: ignore[arg-type]
        assert (refused.status_code, b"tablekeeper_" in refused.content) == (403, False)


def test_with_a_token_they_are_read_from_anywhere_and_only_by_it(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = "a token of the operator"
    there: Any = {"REMOTE_ADDR": "203.0.113.7", "HTTP_X_FORWARDED_FOR": "203.0.113.7"}
    assert (
        client.get("/metrics", headers={"Authorization": "Bearer a token of the operator"}, **there).status_code == 200
    )
    assert client.get("/metrics", headers={"Authorization": "Bearer another"}, **there).status_code == 403
    assert client.get("/metrics").status_code == 403


def test_in_production_they_need_the_folder(client: Client, settings: Any) -> None:
    settings.IS_CLUB = False
    answer = client.get("/metrics")
    assert (answer.status_code, answer.content) == (404, b"METRICS_DIR is not set.\n")


def test_requests_are_counted_by_the_template_of_their_path(client: Client) -> None:
    tournament = "tablekeeper_requests_total method=GET path=/t/<slug:code> status=404"
    nowhere = "tablekeeper_requests_total method=GET path=unknown status=404"
    before = figures(client)
    for path in ("/t/ABCDEF", "/t/GHJKLM", "/no/such/page"):
        client.get(path)
    after = figures(client)
    assert [after[name] - before.get(name, 0) for name in (tournament, nowhere)] == [2, 1]
    assert "tablekeeper_request_seconds_count path=/t/<slug:code>" in after
    assert not any("ABCDEF" in name for name in after)


def test_commands_refusals_events_and_late_clocks_are_counted(client: Client) -> None:
    before = figures(client)
    night = Night.open(new_club(), clock_seconds=600)
    night.enter(new_people(night.club, 4))
    round = night.start_round()
    with pytest.raises(Rejected) as refusal:
        night.send(CloseRound(round.id))
    clocks.sweep(night.at + timedelta(hours=1))
    after = figures(client)

    def more(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert more("tablekeeper_commands_total kind=check_in") == 4
    idle = "tablekeeper_commands_total kind=stop_table_clock"  # sent for each table, stores nothing here
    assert after.get(idle, 0) == before.get(idle, 0)
    assert more("tablekeeper_clock_lateness_seconds_count") == 1
    assert more(f"tablekeeper_refusals_total code={refusal.value.code}") == 1
    assert more("tablekeeper_events_total kind=tournament") > 4
    assert more("tablekeeper_append_seconds_count") > 4


def test_followers_that_are_behind_are_named_with_their_clubs(client: Client) -> None:
    club = new_club()
    assert all(lag.clubs == 0 for lag in what_runs.lags(club.pk))
    Night.open(club)
    assert [(lag.clubs, lag.seconds >= 0) for lag in what_runs.lags(club.pk)] == [(1, True)] * len(followers.FOLLOWERS)
    assert figures(client)["tablekeeper_follower_lag_clubs follower=ratings"] >= 1
    followers.follow(club.pk)
    assert all(lag == (lag.follower, 0, 0.0) for lag in what_runs.lags(club.pk))
    FollowerPosition.objects.filter(club=club, name="ratings").delete()
    assert {lag.follower: lag.clubs for lag in what_runs.lags(club.pk)} == {"league tables": 0, "ratings": 1}


def test_the_age_of_what_works_in_the_background_is_a_figure(client: Client) -> None:
    cache.delete("last-work-of-sweep")
    assert "tablekeeper_age_seconds part=sweep" not in figures(client)
    heartbeats.note(heartbeats.SWEEP)
    assert 0 <= figures(client)["tablekeeper_age_seconds part=sweep"] < 60


@pytest.mark.django_db(transaction=True)
def test_processes_are_summed_up_and_the_files_of_those_that_ended_are_kept_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "metrics"
    monkeypatch.setenv("METRICS_DIR", str(folder))
    for times in (3, 4):
        processes.result(processes.start("tests.deploy.counting:count", times))
    assert len(list(folder.glob("counter_*.db"))) == 2
    for _ in range(2):
        read = processes.result(processes.start("tests.deploy.counting:read"))
        assert read["tablekeeper_commands_total kind=test"] == 7
        assert read["tablekeeper_append_seconds_count"] == 7
        assert read["tablekeeper_append_seconds_bucket le=1.0"] == 7
    kept = {file.name for file in folder.glob("*.db")}
    assert {"counter_0.db", "histogram_0.db"} <= kept
    assert len(kept) == 4  # and those of the last one that has read


def test_a_folder_that_cannot_be_used_stops_the_start_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("METRICS_DIR", str(tmp_path / "file" / "metrics"))
    assert processes.start("tests.deploy.counting:read").wait(60) == 1


def fill_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on no file gets another block."""

    def no_room(file: int, start: int, size: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", no_room)
    monkeypatch.setattr(metrics.CountsFile, "has_warned", False)


def blocks_bytes(file: Path) -> int:
    return file.stat().st_blocks * 512


def test_every_page_of_a_file_has_its_block_before_something_is_counted(tmp_path: Path) -> None:
    """A write to a mapped page without one, on a full disk, ends the process."""
    file = tmp_path / "counter_1.db"
    counts = metrics.CountsFile(str(file))
    assert blocks_bytes(file) >= file.stat().st_size == metrics.FIRST_BYTES
    for number in range(1000):
        counts.write_value(f"{number} {'k' * 200}", 1.0, 0.0)
    assert blocks_bytes(file) >= file.stat().st_size > metrics.FIRST_BYTES
    counts.close()
    assert len(metrics.counts(str(file))) == 1000


def test_on_a_full_disk_a_process_counts_in_memory_with_one_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grows = metrics.CountsFile(str(tmp_path / "counter_1.db"))
    grows.write_value("first", 1.0, 0.0)
    fill_the_disk(monkeypatch)
    with structlog.testing.capture_logs() as lines:
        for file in (grows, metrics.CountsFile(str(tmp_path / "counter_2.db"))):
            for number in range(1000):
                file.write_value(f"{number} {'k' * 200}", float(number), 0.0)
            assert [file.read_value(f"{number} {'k' * 200}")[0] for number in range(1000)] == list(range(1000))
            assert not file.is_on_disk
            file.close()
    assert [line["log_level"] for line in lines] == ["warning"]
    assert [file.name for file in tmp_path.iterdir()] == ["counter_1.db"]
    assert metrics.counts(str(tmp_path / "counter_1.db"))[0][:2] == ("first", 1.0)


@pytest.mark.django_db(transaction=True)
def test_on_a_full_disk_the_files_of_ended_processes_stay_until_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("METRICS_DIR", str(tmp_path))
    processes.result(processes.start("tests.deploy.counting:count", 3))
    with monkeypatch.context() as full:
        fill_the_disk(full)
        page.keep_of_the_ended(tmp_path)
    processes.result(processes.start("tests.deploy.counting:count_many_kinds", 600))
    assert not list(tmp_path.glob("*_0.db"))
    read = processes.result(processes.start("tests.deploy.counting:read"))
    assert read["tablekeeper_commands_total kind=test"] == 3
    assert sum(value for name, value in read.items() if "kkk" in name) == 600
    assert {file.name for file in tmp_path.glob("*_0.db")} == {"counter_0.db", "histogram_0.db"}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("content", GARBAGE.values(), ids=GARBAGE)
def test_files_that_cannot_be_read_are_left_out(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of a process that has ended, one of a process that runs, the sums, and one with another name."""
    monkeypatch.setenv("METRICS_DIR", str(tmp_path))
    processes.result(processes.start("tests.deploy.counting:count", 3))
    ended = next(file.stem.rpartition("_")[2] for file in tmp_path.glob("counter_*.db"))
    names = [f"histogram_{ended}", f"counter_{os.getpid()}", "counter_0", "x", "gauge_x"]
    for name in names:
        (tmp_path / f"{name}.db").write_bytes(content)
    for _ in range(2):
        read = processes.result(processes.start("tests.deploy.counting:read"))
        assert read["tablekeeper_commands_total kind=test"] == 3


def test_a_process_with_the_number_of_one_that_left_garbage_starts_empty(tmp_path: Path) -> None:
    file = tmp_path / "counter_1.db"
    file.write_bytes(b"no file of counts" * 99)
    counts = metrics.CountsFile(str(file))
    counts.write_value("first", 1.0, 0.0)
    counts.close()
    assert metrics.counts(str(file)) == [("first", 1.0, 0.0)]


def test_a_folder_that_cannot_be_used_any_more_is_said(client: Client, settings: Any, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "gone", tmp_path / "file"):
        settings.METRICS_DIR = str(folder)
        answer = client.get("/metrics")
        assert (answer.status_code, answer.content) == (503, b"METRICS_DIR can't be used.\n")
        assert answer["Content-Type"] == "text/plain"


def test_only_one_module_imports_the_client() -> None:
    importing = {
        path.relative_to(processes.ROOT).as_posix()
        for package in ("api", "deploy", "games", "league")
        for path in (processes.ROOT / package).rglob("*.py")
        if "prometheus_client" in path.read_text("utf-8")
    }
    assert importing == {"league/metrics.py"}
