"""The last run of a command is noted, with its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from league.models import LastRun
from league.services import last_runs
from league.services.last_runs import note_run

pytestmark = pytest.mark.django_db


def test_the_newest_run_is_noted_and_the_last_good_one_is_kept() -> None:
    with note_run("backup") as run:
        run.summary = "3 files"
    good = LastRun.objects.get()
    assert (good.kind, good.is_ok, good.summary) == ("backup", True, "3 files")
    with pytest.raises(OSError, match="no room"), note_run("backup"):
        raise OSError("no room")
    bad = LastRun.objects.get()
    assert (bad.is_ok, bad.summary, bad.succeeded_at) == (False, "no room", good.succeeded_at)
    assert bad.began_at > good.began_at


def test_a_run_that_is_broken_off_has_failed() -> None:
    with pytest.raises(KeyboardInterrupt), note_run("verify"):
        raise KeyboardInterrupt
    run = LastRun.objects.get()
    assert (run.is_ok, run.summary, run.succeeded_at) == (False, "KeyboardInterrupt", None)


def test_a_note_that_cannot_be_stored_hides_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError

    monkeypatch.setattr(last_runs, "writing", broken)
    with note_run("verify") as run:
        run.summary = "clean"
    assert not LastRun.objects.exists()


def test_verify_and_rebuild_note_their_runs() -> None:
    call_command("verify")
    call_command("rebuild")
    runs = {run.kind: run for run in LastRun.objects.all()}
    assert set(runs) == {"verify", "rebuild"}
    assert all(run.is_ok for run in runs.values())
    assert runs["verify"].summary.startswith("clean: ")


def test_a_backup_into_a_file_that_exists_is_no_run(tmp_path: Path) -> None:
    (tmp_path / "yesterday").touch()
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(tmp_path / "yesterday"))
    assert not LastRun.objects.exists()


def test_a_backup_into_a_folder_that_is_gone_has_failed(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file or directory"):
        call_command("backup", str(tmp_path / "not mounted" / "today"))
    run = LastRun.objects.get()
    assert (run.kind, run.is_ok) == ("backup", False)
