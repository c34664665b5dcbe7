"""`verify` in parts and by several processes finds what it finds in one piece."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.core.management.base import CommandError

from league.log import parts as parts_module
from league.log.parts import FIRST, LAST, Part, parts
from league.log.verify import Tally, missing, verify, verify_part
from league.management import parallel
from league.management.commands.verify import findings
from league.repository import streams
from tests.league.log.scene import decode, guards_off, id_value, sql, stream_of
from tests.processes import several_at_once, start

SECONDS = 60
CLUBS = sorted(uuid4() for _ in range(3))


def fill(clubs: list[UUID] = CLUBS) -> None:
    """Six streams of some events in each club."""
    for club in clubs:
        for events in (3, 1, 4, 2, 5, 3):
            stream_of(club, events)


@pytest.mark.django_db
def test_the_parts_cover_every_id_of_every_club_and_divide_no_stream() -> None:
    fill()
    found = list(parts(at_most=6))
    assert [part.club for part in found] == sorted(part.club for part in found)
    for club in CLUBS:
        of_club = [part for part in found if part.club == club]
        assert of_club == list(parts(club, at_most=6))
        assert len(of_club) > 2
        assert (of_club[0].first, of_club[-1].last) == (FIRST, LAST)
        assert all(one.last.int + 1 == after.first.int for one, after in pairwise(of_club))
        assert sum(part.events for part in of_club) == 18
        assert max(part.events for part in of_club) <= 6
    assert list(parts(CLUBS[0])) == [Part(CLUBS[0], FIRST, LAST, 18)]
    assert sorted(part.events for part in parts(CLUBS[0], at_most=1)) == [1, 2, 3, 3, 4, 5], "no stream is divided"
    assert list(parts(uuid4())) == []


def damage() -> None:
    """Damages streams of each club, and leaves the last club no head at all."""
    guards_off()
    for club in CLUBS:
        changed, cut, gone = (part.last for part in list(parts(club, at_most=1))[:3])
        sql("UPDATE league_event SET actor = 'other' WHERE stream = %s AND version = 1", id_value(changed))
        sql("UPDATE league_streamhead SET version = version + 1 WHERE stream = %s", id_value(cut))
        sql("DELETE FROM league_event WHERE stream = %s", id_value(gone))
    sql("DELETE FROM league_streamhead WHERE club = %s", id_value(CLUBS[-1]))


@pytest.mark.django_db
def test_all_parts_together_find_what_the_whole_finds() -> None:
    fill()
    damage()
    tally, whole = Tally(), Tally()
    expected = list(verify(decode, whole))
    found = list(missing())
    for part in parts(at_most=6):
        read, faults = verify_part(part, decode)
        tally.add(read)
        found += faults
    assert {finding.fault for finding in expected} == {"changed", "cut_tail", "vanished", "no_head"}
    assert (found, tally) == (expected, whole)
    assert found == expected


@pytest.fixture
def other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes that are started here use the test's database, and parts are small."""
    several_at_once(monkeypatch)
    monkeypatch.setattr(parts_module.parts, "__defaults__", (None, 6))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("other_processes")
def test_several_processes_find_what_one_finds() -> None:
    """Events of these tests are unknown to the product: each is a finding."""
    fill()
    one, several, whole = Tally(), Tally(), Tally()
    expected = list(verify(streams.codec().decode, whole))
    assert len(expected) == 3 * 18
    assert list(findings(one, None, jobs=1)) == expected
    assert list(findings(several, None, jobs=2)) == expected
    assert one == several == whole


def killed(item: int) -> int:
    """The second item's process is killed while it works."""
    if item:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def work_for_long(file: str) -> None:
    """Lets two processes work."""
    list(parallel.results(sleep, [file, file], 2, "files", parallel.WORTHWHILE))


def sleep(file: str) -> None:
    """Notes the process and goes on for long."""
    with Path(file).open("a") as pids:
        pids.write(f"{os.getpid()}\n")
    time.sleep(SECONDS * 10)


def is_there(process: int) -> bool:
    """Whether the process works; one that has ended and that nobody has waited for does not."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.backend("sqlite")
@pytest.mark.usefixtures("other_processes")
def test_a_process_that_is_killed_is_told_and_does_not_hang() -> None:
    with pytest.raises(CommandError, match="Run this again"):
        list(parallel.results(killed, [0, 1, 0, 0], 2, "items", parallel.WORTHWHILE))


@pytest.mark.backend("sqlite")
@pytest.mark.django_db
def test_the_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    file.touch()
    command = start("tests.league.log.test_parts:work_for_long", str(file))
    until(lambda: len(file.read_text().splitlines()) == 2)
    command.kill()
    command.wait()
    workers = [int(pid) for pid in file.read_text().splitlines()]
    until(lambda: not any(map(is_there, workers)))
