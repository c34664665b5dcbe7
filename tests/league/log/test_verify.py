"""`verify` finds what was changed behind the log's back, with the triggers off."""

from __future__ import annotations

import json
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db import connection

from league.log import guards
from league.log.envelope import chain
from league.log.store import Fact, Stored
from league.log.verify import Finding, Tally, verify
from league.models import LastRun
from tests.league.log.scene import NOON, batch, decode, guards_off, id_value, notes, sql, stream_of, write


@pytest.fixture
def written(db: None) -> list[Stored]:
    """A stream of five events and a second one of the same club; then the guards go."""
    club = uuid4()
    rows = stream_of(club, 5)
    stream_of(club, 2)
    assert check(club) == []
    guards_off()
    return rows


def check(club: UUID) -> list[Finding]:
    return list(verify(decode, Tally(), club))


def faults(club: UUID) -> set[tuple[str, int]]:
    return {(finding.fault, finding.version) for finding in check(club)}


def tamper(row: Stored, column: str, value: object) -> None:
    cast = "::json" if connection.vendor == "postgresql" and column in ("data", "command") else ""
    assert sql(f"UPDATE league_event SET {column} = %s{cast} WHERE hash = %s", value, row.hash) == 1


def test_a_sound_log_is_clean_and_counted(db: None):
    club = uuid4()
    stream_of(club, 5)
    stream_of(club, 2)
    tally = Tally()
    assert list(verify(decode, tally, club)) == []
    assert tally == Tally(streams=2, events=7)


def other_id(key: UUID) -> object:
    return id_value(UUID(int=key.int ^ 1))


@pytest.mark.parametrize(
    ("column", "changed"),
    [
        ("kind", lambda row: "gamf"),
        ("type", lambda row: "probe.notee"),
        ("schema", lambda row: 2),
        ("data", lambda row: '{"n":4}'),
        ("data", lambda row: '{"n":3} '),
        ("command", lambda row: '{"type":"nota"}'),
        ("actor", lambda row: "clocj"),
        ("correlation", lambda row: other_id(row.correlation)),
        ("rules", lambda row: "probe/2"),
        ("recorded_at", lambda row: str(NOON.replace(microsecond=1, tzinfo=None)) + utc()),
        ("hash", lambda row: row.hash[:-1] + ("0" if row.hash[-1] != "0" else "1")),
    ],
)
def test_one_changed_byte_is_found(written: list[Stored], column: str, changed):
    row = written[0] if column == "command" else written[2]
    tamper(row, column, changed(row))
    assert ("changed", row.version) in faults(row.club)
    assert all(finding.stream == str(row.stream) for finding in check(row.club))


def utc() -> str:
    return "+00" if connection.vendor == "postgresql" else ""


def test_a_command_that_is_taken_away_is_found(written: list[Stored]):
    tamper(written[0], "command", None)
    assert faults(written[0].club) == {("changed", 1)}


def test_a_changed_version_is_found(written: list[Stored]):
    tamper(written[2], "version", 13)
    assert faults(written[0].club) == {("gap", 4), ("gap", 13), ("position_runs_back", 13), ("beyond_head", 13)}


def test_a_changed_stream_or_club_is_found(written: list[Stored]):
    row = written[2]
    tamper(row, "stream", other_id(row.stream))
    assert {("gap", 4), ("gap", 3), ("no_head", 3)} == faults(row.club)
    tamper(row, "club", other_id(row.club))
    assert {("gap", 4)} == faults(row.club)
    assert {("gap", 3), ("no_head", 3)} == faults(UUID(int=row.club.int ^ 1))


def test_a_position_out_of_order_is_found(written: list[Stored]):
    row = written[2]
    new = "DEFAULT" if connection.vendor == "postgresql" else str(row.position + 1000)
    sql(f"UPDATE league_event SET position = {new} WHERE hash = %s", row.hash)
    assert faults(row.club) == {("position_runs_back", 4)}


@pytest.mark.parametrize("spelling", ["2026-01-31T12:00:00", "2026-01-31 12:00:00.000000", "2026-01-31 12:00", "noon"])
def test_a_time_spelled_otherwise_is_found(written: list[Stored], spelling: str):
    """Text is only what SQLite keeps: PostgreSQL holds a number, which has one spelling."""
    if connection.vendor == "postgresql":
        spelling = "2026-01-31 12:00:00.000001+00" if spelling != "noon" else "infinity"
    tamper(written[4], "recorded_at", spelling)
    assert ("changed", 5) in faults(written[0].club)


def test_a_cut_tail_is_found(written: list[Stored]):
    sql("DELETE FROM league_event WHERE stream = %s AND version > 3", id_value(written[0].stream))
    assert faults(written[0].club) == {("cut_tail", 3)}


def test_a_hole_is_found(written: list[Stored]):
    sql("DELETE FROM league_event WHERE stream = %s AND version IN (2, 3)", id_value(written[0].stream))
    assert faults(written[0].club) == {("gap", 4)}


def test_a_vanished_stream_is_found(written: list[Stored]):
    row = written[0]
    sql("DELETE FROM league_event WHERE stream = %s", id_value(row.stream))
    assert check(row.club) == [Finding("vanished", str(row.club), str(row.stream), 5)]


def test_a_lost_or_altered_head_is_found(written: list[Stored]):
    stream = id_value(written[0].stream)
    sql("UPDATE league_streamhead SET hash = 'x' WHERE stream = %s", stream)
    assert faults(written[0].club) == {("head_differs", 5)}
    sql("UPDATE league_streamhead SET version = 4 WHERE stream = %s", stream)
    assert faults(written[0].club) == {("beyond_head", 5)}
    sql("DELETE FROM league_streamhead WHERE stream = %s", stream)
    assert faults(written[0].club) == {("no_head", 5)}


def test_a_time_that_runs_back_is_found(written: list[Stored]):
    tamper(written[3], "recorded_at", "2026-01-30 12:00:00" + utc())
    assert {("changed", 4), ("time_runs_back", 4)} == faults(written[0].club)


def test_events_that_cannot_be_read_are_found(db: None):
    club, stream = uuid4(), uuid4()
    strange = [*notes(1), Fact("probe.forgotten", 1, b'{"n":1}'), Fact("probe.noted", 1, b'{"n":"two"}')]
    write(club, batch(stream, strange))
    assert faults(club) == {("unknown_type", 2), ("undecodable", 3)}


def test_an_event_rewritten_with_its_hash_breaks_the_chain_behind_it(written: list[Stored]):
    last = written[1]
    forged = chain(last.club, batch(last.stream, notes(0, 99)[1:], last), "clock", last.correlation, NOON)
    tamper(written[2], "data", '{"n":99}')
    tamper(written[2], "hash", forged.hashes[0])
    assert faults(last.club) == {("changed", 4)}


def run(club: UUID, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, str]:
    code = 0
    try:
        call_command("verify", "--club", str(club), *options)
    except SystemExit as end:
        code = int(end.code or 0)
    return code, capsys.readouterr().out


def test_a_verify_of_one_club_is_none_of_the_whole_log(written: list[Stored], capsys: pytest.CaptureFixture[str]):
    run(uuid4(), capsys)
    assert not LastRun.objects.exists()
    with pytest.raises(SystemExit):
        call_command("verify")
    assert LastRun.objects.get().kind == "verify"


def test_the_command_says_clean_or_what_it_found(written: list[Stored], capsys: pytest.CaptureFixture[str]):
    """The made-up event of these tests is no event of the product."""
    guards.put_back()
    code, said = run(uuid4(), capsys)
    assert (code, said) == (0, "clean: 0 events of 0 streams\n")
    row = written[0]
    code, said = run(row.club, capsys)
    assert code == 1
    assert f"club {row.club} stream {row.stream} version 1 position {row.position}: no event of this type" in said
    assert said.endswith("7 findings in 7 events of 2 streams\n")
    code, said = run(row.club, capsys, "--json")
    report = json.loads(said)
    assert code == 1
    assert (report["clean"], report["events"], report["streams"]) == (False, 7, 2)
    assert report["findings"][0]["fault"] == "unknown_type"
