"""The totals after each event are those that are counted from the start, by whatever rule."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.domain.season.table.counting import account
from league.domain.season.table.payment import ScoredEvent
from league.domain.season.table.running_totals import totals
from league.domain.season.table.scheme import Scheme
from league.domain.values.faults import read

HIGH: dict[str, Any] = {"points": {"by_place": [10]}}
LOW: dict[str, Any] = {"points": {"low_point": {"undroppable": ["DSQ"]}}}
RULES: list[dict[str, Any]] = [
    {},
    {"best": 2},
    {"drop_worst": 2},
    {"drop_worst": [[2, 1], [5, 3]]},
    {"splits": [{"events": [1, 3], "best": 1}, {"events": [5, 9], "best": 2}]},
    {"attendance": "1/3", "best": 3},
]
POINTS = st.sampled_from([Fraction(-2), Fraction(0), Fraction(1), Fraction(7, 3), Fraction(5, 2), Fraction(6)])
EVENTS = st.lists(st.none() | st.tuples(POINTS, st.booleans(), st.booleans()), min_size=1, max_size=9)


@pytest.mark.parametrize("points", [HIGH, LOW])
@pytest.mark.parametrize("rule", RULES)
@given(told=EVENTS)
def test_as_counted_from_the_start(points, rule, told):
    """None: an event without the person. Who plays by low points has every event."""
    scheme, is_low = read(Scheme, {**points, **rule}), points is LOW
    scored = [
        ScoredEvent("e", number, None, None, event[0], played=event[1], droppable=event[2] or not is_low)
        for number, event in enumerate([e or ((Fraction(3), False, True) if is_low else None) for e in told], 1)
        if event
    ]
    held = list(range(1, len(told) + 1))
    from_the_start = [
        account([event for event in scored if event.number <= number], scheme, held[:number], 1).points
        for number in held
    ]
    assert list(totals(scored, scheme, held, 1)) == from_the_start
