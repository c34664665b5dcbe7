"""The clocks of a log, with their last deadlines and ends, from its events alone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.faults.evidence import Event, clocks_of
from tests.faults.history import Clock

pytestmark = pytest.mark.backend("sqlite")


def at(minute: int, second: int) -> datetime:
    return datetime(2026, 12, 1, 20, minute, second, tzinfo=UTC)


def event(kind: str, recorded: datetime, **data: Any) -> Event:
    return Event(0, "club", "night", 0, f"tournament.{kind}", {"round": "r", **data}, recorded)


STARTED = event("round_started", at(0, 0), deadline=at(10, 0).isoformat())
EXTENDED = event("clock_extended", at(1, 0), table="t", at=at(1, 0).isoformat(), deadline=at(11, 0).isoformat())
PAUSED = event("clock_paused", at(2, 0), at=at(2, 0).isoformat())
RESUMED = event("clock_resumed", at(2, 30), at=at(2, 30).isoformat())
CLOSED = event("round_closed", at(12, 0))


def expired(when: datetime, table: str | None = None) -> Event:
    return event("clock_expired", when, table=table, deadline="", at="")


def test_a_table_with_more_time_has_a_clock_of_its_own_and_a_break_moves_both() -> None:
    log = [STARTED, EXTENDED, PAUSED, RESUMED, expired(at(10, 31)), expired(at(11, 31), "t"), CLOSED]
    assert clocks_of(log) == [
        Clock("r", at(10, 30), [at(10, 31)], at(12, 0)),
        Clock("r t", at(11, 30), [at(11, 31)], at(12, 0)),
    ]


def test_a_break_does_not_move_a_clock_that_has_run_out() -> None:
    late_break = [event("clock_paused", at(10, 10), at=at(10, 10).isoformat()), RESUMED]
    log = [STARTED, EXTENDED, expired(at(10, 1)), *late_break, CLOSED]
    assert clocks_of(log)[0] == Clock("r", at(10, 0), [at(10, 1)], at(12, 0))


def test_more_time_that_is_used_up_already_makes_no_clock() -> None:
    late = event("clock_extended", at(11, 5), table="t", at=at(11, 5).isoformat(), deadline=at(11, 0).isoformat())
    assert [clock.of for clock in clocks_of([STARTED, expired(at(10, 1)), late])] == ["r"]
    assert [clock.of for clock in clocks_of([STARTED, late])] == ["r", "r t"], "both ends are noted later"


def test_each_end_is_kept_and_one_that_is_missing_is_missing() -> None:
    assert clocks_of([STARTED, expired(at(10, 1)), expired(at(10, 2))])[0].expired == [at(10, 1), at(10, 2)]
    assert clocks_of([STARTED]) == [Clock("r", at(10, 0), [], None)]
