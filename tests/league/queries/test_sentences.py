"""Lines of the log as people read them."""

from __future__ import annotations

import pytest

from league.queries.sentences import event_sentence


def test_a_repair_tells_who_sits_where_now():
    tables = [{"id": "t", "number": 2, "seats": ["a", "b"], "area": None}]
    told = event_sentence(
        "tournament.round_repaired", {"round": "r", "tables": tables}, {"r": "round 1", "a": "Ada", "b": "Bea"}
    )
    plain = told.replace("\u2068", "").replace("\u2069", "")
    assert plain == "Seats of round 1 were changed after it was published: table 2: Ada, Bea."


@pytest.mark.parametrize(
    ("seconds", "said"), [(2700, "45 minutes"), (60, "1 minute"), (90, "90 seconds"), (1, "1 second")]
)
def test_more_time_is_told_in_minutes_where_they_are_whole(seconds: int, said: str):
    data = {"round": "r", "table": None, "seconds": seconds}
    assert (
        event_sentence("tournament.clock_extended", data, {"r": "round 2"})
        == f"The clock of \u2068round 2\u2069 was extended by {said}."
    )


def test_a_final_tells_who_plays_it():
    data = {"from_round": 3, "top": 2, "entries": ["a", "b"]}
    told = (
        event_sentence("tournament.stage_begun", data, {"a": "Ada", "b": "Bea"})
        .replace("\u2068", "")
        .replace("\u2069", "")
    )
    assert told == "From round 3 on, the best 2 play a final: Ada, Bea."
