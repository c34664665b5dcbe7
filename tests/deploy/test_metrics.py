"""The metrics: who may read them, what is counted, and that the processes of a machine are summed up."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games.kernel import Rejected
from league.domain.tournament.closing.commands import CloseRound
from league.models import FollowerPosition
from league.projections import followers
from league.queries import what_runs
from league.services import clocks, heartbeats
from tests import processes
from tests.deploy.counting import parsed
from tests.league.nights import Night, new_club, new_people

pytestmark = pytest.mark.django_db


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
    there = {"REMOTE_ADDR": "203.0.113.7", "HTTP_X_FORWARDED_FOR": "203.0.113.7"}
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


def test_only_one_module_imports_the_client() -> None:
    importing = {
        path.relative_to(processes.ROOT).as_posix()
        for package in ("api", "deploy", "games", "league")
        for path in (processes.ROOT / package).rglob("*.py")
        if "prometheus_client" in path.read_text("utf-8")
    }
    assert importing == {"league/metrics.py"}
