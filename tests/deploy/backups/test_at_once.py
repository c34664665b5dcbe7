"""Two at the same file or database, and what others have left there: nothing is lost, mixed or taken for whole."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from deploy import club
from deploy.backups import archive, restoring, saving, tables
from deploy.backups.archive import new_file
from deploy.data_folder import DATABASE
from league.models import Club
from tests import processes
from tests.deploy.backups.scene import empty, findings, using
from tests.deploy.served import try_start

IN_USE = "A club or another restore is using this database: stop it first, or wait for its end."


@contextmanager
def club_database(folder: Path) -> Iterator[None]:
    """The missing database of a club, or an empty one of PostgreSQL."""
    if connection.vendor == "postgresql":
        with empty("postgres", folder):
            yield
    else:
        with using(f"sqlite:///{folder / DATABASE}"):
            yield


def restored(file: str) -> str:
    """What the command says, or "done"."""
    try:
        call_command("restore", file, stdout=sys.stderr)
    except CommandError as error:
        return str(error)
    return "done"


def while_it_restores(monkeypatch: pytest.MonkeyPatch, file: Path) -> list[str]:
    """Another process restores the same file just before the first one is done; what it says is in the list then."""
    environment, finish, said = processes.environment(), restoring._finish, list[str]()
    command = [sys.executable, "-m", "tests.processes", f"{__name__}:restored", json.dumps([str(file)])]

    def meanwhile(*arguments: Any) -> restoring.Restored:
        done = subprocess.run(
            command, cwd=processes.ROOT, env=environment, text=True, stdout=subprocess.PIPE, check=True
        )
        said.append(json.loads(done.stdout.splitlines()[-1]))
        return finish(*arguments)

    monkeypatch.setattr(restoring, "_finish", meanwhile)
    return said


@pytest.mark.usefixtures("db")
def test_of_two_restores_at_once_the_second_is_refused(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with club_database(tmp_path):
        said = while_it_restores(monkeypatch, backup)
        call_command("restore", str(backup))
        assert said == [IN_USE]
        assert Club.objects.count() == 1
        assert findings() == []


@pytest.mark.backend("sqlite")
@pytest.mark.usefixtures("db")
def test_a_database_that_appears_while_another_is_restored_stays(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under a name of its own no club is served from it, and no lock is held."""
    with using(f"sqlite:///{tmp_path / 'own.sqlite3'}"):
        said = while_it_restores(monkeypatch, backup)
        with pytest.raises(CommandError, match="Another database was made there meanwhile"):
            call_command("restore", str(backup))
        assert said == ["done"]
        assert [file.name for file in tmp_path.iterdir()] == ["own.sqlite3"]
        assert Club.objects.count() == 1
        assert findings() == []


@pytest.mark.backend("sqlite")
@pytest.mark.usefixtures("db")
def test_what_another_database_has_left_is_refused_and_kept(backup: Path, tmp_path: Path) -> None:
    database = tmp_path / DATABASE
    with using(f"sqlite:///{database}"):
        for left in (tmp_path / f"{DATABASE}{ending}" for ending in ("-wal", "-shm", "-journal")):
            left.write_bytes(b"of before")
            for make in (lambda: database.unlink(missing_ok=True), database.touch):
                make()
                with pytest.raises(CommandError) as refused:
                    call_command("restore", str(backup))
                assert str(refused.value) == (
                    f"{left} is of another database, and would change the restored one. Move it and all others that"
                    f" begin with {DATABASE} into another folder, but not the list that ends in .forgotten."
                )
                assert left.read_bytes() == b"of before"
            left.unlink()
        call_command("restore", str(backup))
        assert findings() == []


@pytest.mark.backend("sqlite")
@pytest.mark.usefixtures("db")
@pytest.mark.parametrize("is_open", [True, False])
def test_what_is_only_in_the_wal_is_not_lost(backup: Path, tmp_path: Path, is_open: bool) -> None:
    """A small database is there as a whole until its last connection ends."""
    with using(f"sqlite:///{tmp_path / DATABASE}"), closing(sqlite3.connect(tmp_path / DATABASE)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("CREATE TABLE ours (value)")
        if is_open:
            connection.ensure_connection()
        reason = "The database is not empty" if is_open else "-wal is of another database"
        with pytest.raises(CommandError, match=reason):
            call_command("restore", str(backup))
        other.execute("INSERT INTO ours VALUES (1)")
        other.commit()
        connection.close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as again:
        assert again.execute("SELECT count(*) FROM ours").fetchone() == (1,)


@pytest.mark.backend("sqlite")
@pytest.mark.usefixtures("db")
def test_no_restore_while_a_club_runs_and_no_club_during_a_restore(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish = restoring._finish

    def meanwhile(*arguments: Any) -> restoring.Restored:
        refused = try_start(tmp_path, "--port", "0")
        assert refused.returncode == 1
        assert refused.stderr == (
            f"Tablekeeper is just starting with the data in {tmp_path}, or a backup is being restored there.\n"
        )
        return finish(*arguments)

    monkeypatch.setattr(restoring, "_finish", meanwhile)
    with using(f"sqlite:///{tmp_path / DATABASE}"):
        with club.hold(tmp_path), pytest.raises(CommandError, match=IN_USE):
            call_command("restore", str(backup))
        assert not (tmp_path / DATABASE).exists()
        call_command("restore", str(backup))
        club.hold(tmp_path).close()


@pytest.mark.backend("sqlite")
@pytest.mark.parametrize("has_links", [True, False], ids=["links", "no links"])
def test_of_two_writers_of_a_file_the_second_is_refused_and_neither_touches_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    def no_links(*_: Any) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    if not has_links:
        monkeypatch.setattr(os, "link", no_links)
    file = tmp_path / "club.backup"
    with ExitStack() as both:
        both.enter_context(new_file(file)).write_text("later")
        with new_file(file) as sooner:
            sooner.write_text("sooner")
        with pytest.raises(FileExistsError):
            both.close()
    assert file.read_text() == "sooner"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.usefixtures("db")
def test_a_backup_does_not_replace_a_file_that_appears_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, finish = tmp_path / "club.backup", archive.Writer.finish

    def meanwhile(*arguments: Any) -> archive.Manifest:
        file.write_text("of another")
        return finish(*arguments)

    monkeypatch.setattr(archive.Writer, "finish", meanwhile)
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(file))
    assert file.read_text() == "of another"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.backend("sqlite")
def test_what_killed_processes_have_left_is_removed_after_a_day(tmp_path: Path) -> None:
    old = ("a.backup.0123abcd.unfinished", "b.sqlite3.0123abcd.unfinished-wal", "b.sqlite3.0123abcd.unfinished.queue")
    kept = ("novel.unfinished", "novel.0123abcd.unfinished.txt")
    yesterday = time.time() - archive.LEFT_SECONDS - 60
    for name in (*old, *kept):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (yesterday, yesterday))
    (tmp_path / "c.backup.0123abcd.unfinished").touch()
    with new_file(tmp_path / "club.backup"):
        pass
    names = {file.name for file in tmp_path.iterdir()}
    assert names == {*kept, "c.backup.0123abcd.unfinished", "club.backup"}


@contextmanager
def full_disk(most: int) -> Iterator[None]:
    """No file can be written beyond so many bytes."""
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)


def test_on_a_full_disk_the_query_of_a_backup_ends_with_it(
    backup: Path, db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is read would otherwise be closed after its database, with a complaint of the interpreter."""
    read, rows_of = [0, 0], tables.rows_of

    def watched(model: Any) -> Generator[Sequence[Any]]:
        read[0] += 1
        yield from rows_of(model)
        yield from ([os.urandom(1000).hex()] for _ in range(1000))

    def closed(model: Any) -> Generator[Sequence[Any]]:
        try:
            yield from watched(model)
        finally:
            read[1] += 1

    monkeypatch.setattr(tables, "rows_of", closed)
    with full_disk(20_000), pytest.raises(OSError, match="File too large") as full:
        saving.save(tmp_path / "club.backup")
    assert full.traceback
    assert read[0] == read[1] > 0
    assert list(tmp_path.iterdir()) == []
