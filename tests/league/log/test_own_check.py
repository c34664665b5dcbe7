"""`verify` also runs the database's own check, and says where it can't."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command

from league.log import amcheck, sqlite
from league.log.verify import Finding, Tally, verify
from league.management.commands.verify import findings
from tests.deploy.backups.scene import using
from tests.league.log.scene import decode, sql, stream_of

INDEX = "(SELECT indexrelid FROM pg_index WHERE indrelid = 'league_streamhead'::regclass AND indisprimary)"


@pytest.fixture
def extension(transactional_db: None) -> Iterator[None]:
    """PostgreSQL with amcheck."""
    sql("CREATE EXTENSION amcheck")
    yield
    sql("DROP EXTENSION amcheck")


def damage() -> list[Finding]:
    return [finding for finding in verify(decode, Tally()) if finding.fault == "damaged"]


@pytest.mark.backend("postgres")
def test_an_index_without_a_row_is_found(extension: None) -> None:
    """The row of a head is written while its index is switched off."""
    stream_of(uuid4())
    assert damage() == []
    sql(f"UPDATE pg_index SET indisready = false WHERE indexrelid = {INDEX}")
    stream_of(uuid4())
    sql(f"UPDATE pg_index SET indisready = true WHERE indexrelid = {INDEX}")
    (found,) = damage()
    assert "lacks matching index tuple" in found.note
    sql("REINDEX TABLE league_streamhead")
    assert damage() == []


@pytest.mark.backend("postgres")
def test_a_check_that_ends_with_an_error_is_not_called_clean(extension: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amcheck, "TABLES", ("--no-such-option",))
    (found,) = damage()
    assert "no-such-option" in found.note


@pytest.mark.backend("postgres")
def test_where_it_can_not_be_made_verify_says_why(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("verify")
    assert "was not made: a superuser has to run CREATE EXTENSION amcheck.\n" in capsys.readouterr().err
    monkeypatch.setattr(amcheck, "program", lambda: None)
    call_command("verify")
    said = capsys.readouterr()
    assert said.err == "The database's own check was not made: pg_amcheck was not found (Debian: postgresql-client).\n"
    assert said.out == "clean: 0 events of 0 streams\n"


@pytest.mark.backend("postgres")
def test_a_role_that_may_not_make_it_finds_no_damage_but_says_why(extension: None) -> None:
    sql("CREATE ROLE another_role")
    sql("SET ROLE another_role")
    try:
        assert "this role may not run the functions of amcheck" in (amcheck.reason() or "")
        assert amcheck.damage() == []
    finally:
        sql("RESET ROLE")
        sql("DROP ROLE another_role")
    assert amcheck.reason() is None


@pytest.mark.backend("sqlite")
@pytest.mark.usefixtures("db")
def test_a_file_that_can_not_be_read_at_all_is_damaged(tmp_path: Path) -> None:
    file = tmp_path / "club.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as raw:
        raw.executescript("CREATE TABLE t (a); INSERT INTO t VALUES (1);")
    file.write_bytes(file.read_bytes()[:4096] + b"x" * 4096)
    with using(f"sqlite:///{file}"):
        assert any("malformed" in line or "btree" in line.lower() for line in sqlite.damage())
        (found, *_more) = findings(Tally(), None, jobs=1)
    assert found.fault == "damaged"


@pytest.mark.backend("sqlite")
@pytest.mark.usefixtures("db")
def test_a_broken_index_of_sqlite_is_found_in_any_table(tmp_path: Path) -> None:
    file = tmp_path / "club.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as raw:
        raw.executescript("CREATE TABLE t (a, b); CREATE INDEX i ON t (a); INSERT INTO t VALUES (1, 2), (3, 4);")
        with using(f"sqlite:///{file}"):
            assert sqlite.damage() == []
        raw.executescript("PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, '(a)', '(b)');")
    with using(f"sqlite:///{file}"):
        assert "row 1 missing from index i" in sqlite.damage()


@pytest.mark.backend("postgres")
def test_the_program_of_the_newest_version_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(amcheck, "DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert amcheck.program() is None
    for version in ("9", "15", "18"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "pg_amcheck").touch()
    assert amcheck.program() == str(tmp_path / "18" / "bin" / "pg_amcheck")
