"""Two tables beside each other, and a tournament's standings beside what they would be."""

import pytest

from games.kernel import Rejected
from league.domain.preview.what_if import WhatIf, beside
from league.domain.standings.comparison import changed_rows, side_by_side
from league.domain.values.faults import BadFields, read
from tests.league.domain.night import Night
from tests.league.domain.season.seasons import came, rows_of

FIRST_NIGHTS = (came("ann bob cy"), came("bob cy ann"), came("bob ann cy"))


def told(compared):
    """Who, place before and after, points before and after, how far they have moved."""
    places = [(row and row["place"], row and row["points"]) for row in (compared.before, compared.after)]
    return (compared.who, *[place for place, _ in places], *[points for _, points in places], compared.movement)


def three_rounds(**settings):
    """Places pay 4, 2, 1, 0: ann 4, 4, 0; bob 2, 2, 4; cy 1, 1, 2; dan 0, 0, 1."""
    night = Night("ann", "bob", "cy", "dan", **settings)
    night.play("ann bob cy dan")
    night.play("ann bob cy dan")
    night.play("bob cy dan ann")
    return night


def test_other_points_stand_beside_those_that_were_paid():
    asked = read(WhatIf, {"points": {"by_place": [5, 4, 3, 0]}})
    # ann 5, 5, 0; bob 4, 4, 5; cy 3, 3, 4; dan 0, 0, 3
    assert list(map(told, beside(three_rounds().state, asked))) == [
        ("bob", 1, 1, 8, 13, 0),
        ("ann", 1, 2, 8, 10, -1),
        ("cy", 3, 2, 4, 10, 1),
        ("dan", 4, 4, 1, 3, 0),
    ]


def test_what_decided_stands_beside_what_would():
    compared = beside(three_rounds(tie_breaks=["last_round"]).state, read(WhatIf, {"tie_breaks": ["wins"]}))
    first, second = compared[0], compared[1]
    assert told(first) == ("ann", 2, 1, 8, 8, 1)
    decided = [(row["place"], row["points"], row["decided_by"]) for row in (second.before, second.after) if row]
    assert decided == [(1, 8, "last_round"), (2, 8, "wins")]


def test_an_earlier_round_is_compared_as_it_is_known_today():
    compared = beside(three_rounds().state, read(WhatIf, {"points": {"by_place": [1, 2, 4, 0]}}), after_round=1)
    assert [told(one)[:3] for one in compared] == [("cy", 3, 1), ("bob", 2, 2), ("ann", 1, 3), ("dan", 4, 4)]


def test_settings_that_can_not_be_are_refused_and_nothing_is_changed():
    night = three_rounds()
    before = night.points()
    with pytest.raises(BadFields):
        beside(night.state, read(WhatIf, {"tie_breaks": ["wins", "wins"]}))
    with pytest.raises(Rejected) as refused:
        beside(night.state, read(WhatIf, {"points": {"share": True}}))
    assert refused.value.code == "scores_needed"
    assert night.points() == before


def test_a_league_table_beside_another_way_to_add_up():
    # by 3, 2, 0: ann 3, 0, 2; bob 2, 3, 3; cy 0, 2, 0. The best one: ann 3, bob 3, cy 2.
    scheme = {"points": {"by_place": [3, 2]}}
    compared = side_by_side(rows_of(scheme, *FIRST_NIGHTS), rows_of({**scheme, "best": 1}, *FIRST_NIGHTS))
    assert list(map(told, compared)) == [("ann", 2, 1, 5, 3, 1), ("bob", 1, 1, 8, 3, 0), ("cy", 3, 3, 2, 2, 0)]
    assert [
        one.who for one in changed_rows(rows_of(scheme, *FIRST_NIGHTS), rows_of({**scheme, "best": 1}, *FIRST_NIGHTS))
    ] == [
        "ann",
        "bob",
    ]


def test_who_is_in_one_table_alone_and_who_has_no_place_has_not_moved():
    scheme = {"points": {"by_place": [3, 2, 1]}}
    once, twice = rows_of(scheme, came("ann bob")), rows_of({**scheme, "minimum": 2}, came("ann cy"), came("ann cy"))
    assert list(map(told, side_by_side(once, twice))) == [
        ("ann", 1, 1, 3, 6, 0),
        ("cy", None, 2, None, 4, None),
        ("bob", 2, None, 2, None, None),
    ]
    short = rows_of({**scheme, "minimum": 3}, came("ann cy"))
    assert [told(one)[1:3] for one in side_by_side(once, short)] == [(1, None), (None, None), (2, None)]
