"""CSV files that are small and would cost much: they are refused before that."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable
from typing import Any

import pytest

from league.files import csv_file, people_import, plan_file, result_file
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


@pytest.mark.parametrize("blank", [b"\n", b"\r", b"\r\n", b" \n", b";;\n", b'"";" "\n'])
def test_blank_lines_before_the_heads_are_read_with_one_delimiter(
    monkeypatch: pytest.MonkeyPatch, blank: bytes
) -> None:
    """A megabyte of them took two seconds: they were read with each delimiter that there may be."""
    rows = 0
    reader = csv.reader

    class Counting:
        def __init__(self, *args: Any, **options: Any) -> None:
            self.reader = reader(*args, **options)

        def __iter__(self) -> Counting:
            return self

        def __next__(self) -> list[str]:
            nonlocal rows
            rows += 1
            return next(self.reader)

        @property
        def line_num(self) -> int:
            return self.reader.line_num

    monkeypatch.setattr(csv, "reader", Counting)
    read = list(csv_file.read_rows(blank * 100 + b"name;born\nAda;1815\n", {"name", "born"}.__contains__))
    assert read == [(101, ["name", "born"]), (102, ["Ada", "1815"])]
    assert rows < 110
