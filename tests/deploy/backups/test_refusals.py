"""What is no backup, or does not belong there, is refused; what fails in the middle leaves nothing."""

from __future__ import annotations

import os
import stat
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from deploy.backups import archive, restoring, saving
from deploy.backups.archive import MANIFEST, NoBackup
from league.log.models import Event
from league.models import Club
from tests import processes
from tests.deploy.backups.scene import rewritten


def tables() -> list[str]:
    with connection.cursor() as cursor:
        return connection.introspection.table_names(cursor)


@pytest.mark.backend("sqlite")
@pytest.mark.parametrize("seed", range(40))
def test_no_changed_byte_of_the_contents_is_taken_for_a_backup(backup: Path, tmp_path: Path, seed: int) -> None:
    """Bytes that no reader looks at may change, such as the time of a part."""
    raw = bytearray(backup.read_bytes())
    with zipfile.ZipFile(backup) as whole:
        parts = [info for info in whole.infolist() if info.compress_size > 20]
    part = Random(seed).choice(parts)
    start = part.header_offset + 30 + len(part.filename) + 20
    raw[start + Random(seed).randrange(part.compress_size - 21)] ^= 1 + seed
    damaged = tmp_path / "damaged"
    damaged.write_bytes(raw)
    with pytest.raises(NoBackup):
        restoring.check(damaged)


@pytest.mark.backend("sqlite")
@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.999])
def test_a_cut_file_is_refused(backup: Path, tmp_path: Path, share: float) -> None:
    cut = tmp_path / "cut"
    cut.write_bytes(backup.read_bytes()[: int(backup.stat().st_size * share)])
    with pytest.raises(CommandError, match="is no whole backup, and nothing was restored"):
        call_command("restore", str(cut), check=True)


MADE_AT = "2026-11-29T18:00:00+00:00"


def newer(about: Any) -> None:
    about["version"] = "99.0.0"


def newer_format(about: Any) -> None:
    about["format"] += 1


def unknown_migration(about: Any) -> None:
    about["migrations"].append(["league", "9999_of_tomorrow"])


def no_hash(about: Any) -> None:
    del about["parts"][0]["sha256"]


def one_part_less(about: Any) -> None:
    about["parts"].pop()


def one_part_twice(about: Any) -> None:
    about["parts"].append(about["parts"][0])


def no_parts(about: Any) -> None:
    about["parts"] = []


def having(**values: Any) -> Callable[[Any], None]:
    """Gives a manifest other values."""
    return lambda about: about.update(values)


def numbered_to(number: int) -> Callable[[Any], None]:
    """Gives all parts a last number, of any length: msgspec itself writes no longer ones than 64 bits."""

    def change(about: Any) -> None:
        for part in about["parts"]:
            part["last_number"] = msgspec.Raw(str(number).encode())

    return change


@pytest.mark.backend("sqlite")
@pytest.mark.parametrize(
    "change",
    [
        *(having(version=value) for value in ("", "abc", "1.0\n", "1.0\x1b[2J", None)),
        *(having(made_at=value) for value in ("", "yesterday", f"{MADE_AT}\x1b]0;title\x07", f"{MADE_AT}\n", 7)),
        *(having(format=value) for value in (-1, 0, "1")),
        *(having(database=value) for value in ("", "sql\x1bite")),
        *(numbered_to(value) for value in (-1, 2**63)),
        no_parts,
        one_part_twice,
    ],
)
def test_what_no_backup_says_of_itself_is_refused_by_the_check(
    backup: Path, capsys: pytest.CaptureFixture[str], change: Callable[[Any], None]
) -> None:
    with pytest.raises(CommandError, match="is no whole backup") as refused:
        call_command("restore", str(rewritten(backup, "", list, manifest=change)), check=True)
    assert str(refused.value).isprintable()
    assert "regex" not in str(refused.value)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("number", [2**62, 2**63, 10**25])
def test_a_last_number_that_no_database_gives_is_refused(backup: Path, target: None, number: int) -> None:
    """SQLite gives numbers up to the one before 2^63, and PostgreSQL to most tables only to the one before 2^31."""
    file = rewritten(backup, "", list, manifest=numbered_to(number))
    if number < 2**63 and connection.vendor == "sqlite":
        assert restoring.restore(file).findings == []
        return
    with pytest.raises(CommandError, match="is no whole backup"):
        call_command("restore", str(file))
    assert tables() == []


@pytest.mark.backend("sqlite")
def test_no_flip_of_a_bit_is_more_than_a_sentence(backup: Path, tmp_path: Path) -> None:
    """It is refused, or of no importance; also where it turns the way in which a part is packed into another."""
    raw, whole, damaged = backup.read_bytes(), restoring.check(backup), tmp_path / "damaged"
    methods = [at + 10 for at in range(len(raw)) if raw[at : at + 4] == b"PK\x01\x02"]
    chosen = [*((at, 2) for at in methods[:3]), *((Random(at).randrange(len(raw)), at % 8) for at in range(300))]
    refused = []
    for at, bit in chosen:
        damaged.write_bytes(raw[:at] + bytes([raw[at] ^ 1 << bit]) + raw[at + 1 :])
        try:
            assert restoring.check(damaged) == whole
        except NoBackup as error:
            refused.append(str(error))
    assert refused[:3] == ["its parts are packed in a way in which none is written"] * 3
    assert len(refused) > 200
    assert "" not in refused


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (newer, "Version 99.0.0 made this backup"),
        (newer_format, "made this backup: restore it with that version"),
        (unknown_migration, "made this backup: restore it with that version"),
        (no_hash, "is no whole backup"),
        (one_part_less, "its parts are not those of its manifest"),
    ],
)
def test_what_this_version_can_not_read_is_refused(
    backup: Path, target: None, change: Callable[[Any], None], reason: str
) -> None:
    with pytest.raises(CommandError, match=reason):
        call_command("restore", str(rewritten(backup, "", list, manifest=change)))
    assert tables() == []


def with_other_payload(rows: list[Any]) -> list[Any]:
    """The first event's actor is somebody else; its hash is left as it was."""
    actor = rows[0].index("user:test")
    return [[*rows[0][:actor], "user:liar", *rows[0][actor + 1 :]], *rows[1:]]


@pytest.mark.backend("sqlite")
def test_a_damaged_log_is_restored_only_where_that_is_wanted(
    backup: Path, target: None, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = rewritten(backup, "league_event", with_other_payload)
    with pytest.raises(CommandError, match=r"The log in this backup is damaged, and nothing was restored"):
        call_command("restore", str(damaged))
    assert "the event is not what was written: its hash does not follow" in capsys.readouterr().out
    assert tables() == []
    call_command("restore", str(damaged), keep_damaged=True)
    assert "1 findings in " in capsys.readouterr().out
    assert Club.objects.count() == 1


@pytest.mark.parametrize("data", ["{}", "[1, 2]", '{"name": 7, "settings": null}'])
def test_a_log_that_can_not_be_replayed_is_refused(
    backup: Path, target: None, data: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not even restored where a damaged one is wanted."""
    column = [field.column for field in Event._meta.concrete_fields].index("data")
    junk = rewritten(backup, "league_event", lambda rows: [[*row[:column], data, *row[column + 1 :]] for row in rows])
    with pytest.raises(CommandError, match=r"The log in this backup is damaged, and nothing was restored"):
        call_command("restore", str(junk), keep_damaged=True)
    assert "its hash does not follow" in capsys.readouterr().out
    assert tables() == []


@pytest.mark.backend("sqlite")
def test_a_row_that_does_not_fit_is_refused(backup: Path, target: None) -> None:
    strange = rewritten(backup, "league_club", lambda rows: [["no id", *row[1:]] for row in rows])
    with pytest.raises(CommandError, match=r"tables/league_club.jsonl can't be loaded"):
        call_command("restore", str(strange))
    assert tables() == []


def packed(file: Path, method: int, parts: dict[str, bytes]) -> Path:
    """A ZIP with these parts."""
    with zipfile.ZipFile(file, "w", method) as made:
        for name, raw in parts.items():
            made.writestr(name, raw)
    return file


@pytest.mark.backend("sqlite")
def test_a_small_file_that_is_huge_inside_takes_little_memory(tmp_path: Path) -> None:
    huge = b"[" * (256 * archive.CHUNK_BYTES)
    part = {"table": "league_club", "columns": [], "rows": 1, "sha256": ""}
    about = {"format": 1, "version": "0.1", "made_at": MADE_AT, "database": "sqlite", "migrations": [], "parts": [part]}
    files = {
        "its manifest is too long": packed(tmp_path / "manifest", zipfile.ZIP_DEFLATED, {MANIFEST: huge}),
        "has a row that is too long": packed(
            tmp_path / "row",
            zipfile.ZIP_DEFLATED,
            {MANIFEST: msgspec.json.encode(about), "tables/league_club.jsonl": huge},
        ),
        "packed in a way in which none is written": packed(tmp_path / "method", zipfile.ZIP_BZIP2, {MANIFEST: huge}),
    }
    del huge
    for reason, file in files.items():
        assert file.stat().st_size < 2 * archive.CHUNK_BYTES
        tracemalloc.start()
        with pytest.raises(CommandError, match=reason):
            call_command("restore", str(file), check=True)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 16 * archive.CHUNK_BYTES


@pytest.mark.parametrize("value", [2**80, "a\0b", [1], {"a": 1}, "x" * 1000, None])
def test_a_value_that_no_database_takes_is_refused(backup: Path, target: None, value: Any) -> None:
    def number(rows: list[Any]) -> list[Any]:
        return [[value if isinstance(one, int) and not isinstance(one, bool) else one for one in row] for row in rows]

    with pytest.raises(CommandError, match=r"league_streamhead.jsonl can't be loaded|is no whole backup"):
        call_command("restore", str(rewritten(backup, "league_streamhead", number)))
    assert tables() == []


def test_a_reason_writes_nothing_but_text_to_a_terminal(backup: Path, target: None) -> None:
    """The reason may hold a value of the file."""
    strange = rewritten(backup, "league_club", lambda rows: [["\x1b[2J" + "x" * 9_999, *row[1:]] for row in rows])
    with pytest.raises(CommandError, match=r"tables/league_club.jsonl can't be loaded") as refused:
        call_command("restore", str(strange))
    assert "\x1b" not in str(refused.value)
    assert len(str(refused.value)) < 1_000


def test_a_row_that_nothing_leads_to_is_refused(backup: Path, target: None) -> None:
    without = rewritten(backup, "league_club", lambda rows: [])
    with pytest.raises(CommandError):
        call_command("restore", str(without))
    assert tables() == []


@pytest.mark.django_db
def test_a_database_that_is_not_empty_is_refused(backup: Path) -> None:
    before = Club.objects.count()
    with pytest.raises(CommandError, match="The database is not empty: a restore needs one without any tables"):
        call_command("restore", str(backup))
    assert Club.objects.count() == before


def die(file: str) -> None:
    """Restores, and is gone before the end."""
    restoring._finish = lambda manifest: os._exit(9)
    restoring.restore(Path(file))


def test_a_killed_restore_leaves_an_empty_database(backup: Path, target: None, monkeypatch: pytest.MonkeyPatch) -> None:
    killed = processes.start("tests.deploy.backups.test_refusals:die", str(backup))
    assert killed.wait(180) == 9
    assert tables() == []
    assert restoring.restore(backup).findings == []


def test_an_interrupted_backup_leaves_no_file(backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(archive.Writer, "finish", interrupted)
    with pytest.raises(KeyboardInterrupt):
        saving.save(tmp_path / "club.backup")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("db")
def test_a_backup_is_its_owners_alone_and_replaces_no_file(backup: Path, tmp_path: Path) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    before = backup.read_bytes()
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(backup))
    assert backup.read_bytes() == before
    with pytest.raises(CommandError, match="No such file or directory"):
        call_command("backup", str(tmp_path / "nowhere" / "club.backup"))
