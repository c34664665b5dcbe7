"""CSV files that are small and would cost much: they are refused before that."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from league.files import people_import, plan_file, result_file
from league.files.csv_file import Unreadable
from league.queries.names import Called

Read = Callable[[bytes], object]


def read_plan(raw: bytes) -> plan_file.PlanFile:
    return plan_file.read(raw, Called({}, {}, {}))


@pytest.mark.parametrize(
    ("read", "heads"),
    [
        (read_plan, b"round,table,seat,entry"),
        (result_file.read, b"name,place"),
        (lambda raw: list(people_import.read(raw).rows), b"name,born"),
    ],
)
def test_a_table_with_very_many_columns_is_refused_at_once(read: Read, heads: bytes) -> None:
    """Each row has a value for each head: 100 kB of this took 10 seconds, and ten times as much 20 minutes."""
    begun = time.process_time()
    with pytest.raises(Unreadable, match="Line 1 has more than 200 cells"):
        read(heads + b",x" * 250_000 + b"\n" + b"1\n" * 50_000)
    with pytest.raises(Unreadable, match="Line 2 has more than 200 cells"):
        read(heads + b"\n" + b",1" * 250_000 + b"\n")
    assert time.process_time() - begun < 5


def test_a_file_of_very_many_events_is_refused_at_once() -> None:
    begun = time.process_time()
    with pytest.raises(Unreadable, match="at most 200 events"):
        result_file.read(b"name,place,event\n" + b"".join(b"A,1,%d\n" % number for number in range(10_000)))
    assert time.process_time() - begun < 3


def test_a_plan_is_read_as_far_as_its_faults_are_told() -> None:
    file = read_plan(b"round,table,seat,entry\n" + b"1,1,1,Nobody\n" * 40_000)
    assert len(file.faults) == 200
    assert {fault.code for fault in file.faults} == {"unknown_entry"}
