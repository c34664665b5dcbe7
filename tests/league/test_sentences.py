"""Lines of the log as people read them."""

from __future__ import annotations

import pytest

from league.admin.sentences import line


@pytest.mark.parametrize(
    ("seconds", "said"), [(2700, "45 minutes"), (60, "1 minute"), (90, "90 seconds"), (1, "1 second")]
)
def test_more_time_is_told_in_minutes_where_they_are_whole(seconds: int, said: str):
    data = {"round": "r", "table": None, "seconds": seconds}
    assert line("tournament.clock_extended", data, {"r": "round 2"}) == f"More time for \u2068round 2\u2069: {said}."
