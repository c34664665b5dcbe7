"""A draft changed by hand: who sat there, who sits there now, and what it costs."""

import pytest

from games.kernel import REFEREE
from league.domain.tournament import commands as c
from tests.league.domain.night import Night, running_night

SEVEN = ("ann", "bob", "cy", "dan", "eve", "fay", "gil")


def given_night(*tables, byes="", **settings):
    """A night whose director has given the tables of round 1."""
    night = Night(*SEVEN, table_size={"min": 3, "max": 4, "prefer": 4}, **settings)
    night.give(*tables, byes=byes)
    return night


def drawn_night(**settings):
    """A night of seven with a draft at tables of 4 and 3."""
    night = Night(*SEVEN, table_size={"min": 3, "max": 4, "prefer": 4}, **settings)
    night.seat()
    return night


def test_two_change_places_and_nobody_else_does():
    night = given_night("ann bob cy", "dan eve fay", byes="gil")
    (changed,) = night.send(c.Swap("r1", "bob", "fay"))
    assert night.seats() == [["ann", "fay", "cy"], ["dan", "eve", "bob"]]
    assert [(table.number, table.seats) for table in changed.tables] == [
        (1, ("ann", "fay", "cy")),
        (2, ("dan", "eve", "bob")),
    ]
    assert night.last.byes == ("gil",)


def test_two_of_one_table_change_seats():
    night = given_night("ann bob cy", "dan eve fay", byes="gil")
    (changed,) = night.send(c.Swap("r1", "cy", "ann"))
    assert night.seats() == [["cy", "bob", "ann"], ["dan", "eve", "fay"]]
    assert [table.number for table in changed.tables] == [1]


def test_who_sits_out_changes_with_who_plays():
    night = given_night("ann bob cy", "dan eve", byes="fay gil")
    night.send(c.Swap("r1", "gil", "dan"))
    assert (night.seats(), night.last.byes) == ([["ann", "bob", "cy"], ["gil", "eve"]], ("fay", "dan"))
    assert night.send(c.Swap("r1", "fay", "dan")) == []


def test_a_swap_sent_again_changes_back():
    night = given_night("ann bob cy", "dan eve fay", byes="gil")
    before = night.seats()
    night.send(c.Swap("r1", "ann", "dan"))
    night.send(c.Swap("r1", "ann", "dan"))
    assert night.seats() == before


def test_a_move_takes_the_last_seat_and_is_done_once():
    night = drawn_night()
    large, small = night.last.tables
    first = large.seats[0]
    expected = [list(large.seats[1:]), [*small.seats, first]]
    (changed,) = night.send(c.Move("r1", first, small.id))
    assert night.seats() == expected
    assert len(changed.tables) == 2
    assert night.send(c.Move("r1", first, small.id)) == []


def test_a_move_keeps_the_tables_within_their_sizes():
    night = drawn_night()
    large, small = night.last.tables
    too_large = night.refused(c.Move("r1", small.seats[0], large.id))
    assert (too_large.code, too_large.facts, too_large.field) == ("bad_plan", {"number": 1, "seats": 5}, "table")
    night.send(c.Move("r1", large.seats[0], small.id))
    too_small = night.refused(c.Move("r1", night.last.tables[0].seats[0], small.id))
    assert too_small.facts in ({"number": 1, "seats": 2}, {"number": 2, "seats": 5})


def test_tables_that_the_director_gave_may_have_any_size_that_there_is():
    night = given_night("ann bob cy", "dan eve fay", byes="gil")
    first, second = night.last.tables
    night.send(c.Move("r1", "cy", second.id))
    night.send(c.Move("r1", "gil", second.id))
    assert (night.seats(), night.last.byes) == ([["ann", "bob"], ["dan", "eve", "fay", "cy", "gil"]], ())
    assert night.refused(c.Move("r1", "bob", second.id)).facts == {"number": 1, "seats": 1}
    assert first.seats == ("ann", "bob")


def test_a_changed_draft_is_the_same_attempt_at_the_same_tables_and_not_stale():
    night = drawn_night()
    before, version = night.last, night.last.version
    ids = [table.id for table in before.tables]
    night.send(c.Swap("r1", before.tables[0].seats[0], before.tables[1].seats[0]))
    assert (night.last.state, night.last.attempt, night.state.is_stale) == ("draft", 1, False)
    assert [table.id for table in night.last.tables] == ids
    assert night.last.version > version
    assert {table.version for table in night.last.tables} == {night.last.version}
    night.redo()
    assert night.last.attempt == 2


def test_what_it_costs_is_counted_anew():
    night = Night("ann", "bob", "cy", "dan")
    night.play("ann bob", "cy dan")
    night.give("ann cy", "bob dan")
    assert night.last.cost["repeats"] == 0
    night.send(c.Swap("r2", "cy", "bob"))
    assert night.last.cost["repeats"] == 2
    night.send(c.Swap("r2", "ann", "bob"))
    assert night.last.cost["repeats"] == 2
    night.send(c.Swap("r2", "dan", "bob"))
    assert night.last.cost["repeats"] == 0


@pytest.mark.parametrize(
    ("command", "code", "field"),
    [
        (c.Swap("r1", "zoe", "ann"), "not_in_round", "a"),
        (c.Swap("r1", "ann", "late"), "not_in_round", "b"),
        (c.Swap("r1", "ann", "ann"), "same_entry", "b"),
        (c.Move("r1", "late", "r1a1"), "not_in_round", "entry"),
        (c.Move("r1", "ann", "r1a9"), "unknown_table", "table"),
        (c.Swap("r9", "ann", "bob"), "unknown_round", None),
    ],
)
def test_only_who_is_in_the_round_changes_places_in_it(command, code, field):
    night = given_night("ann bob cy", "dan eve fay", byes="gil")
    night.come("late")
    refused = night.refused(command)
    assert (refused.code, refused.field) == (code, field)


def test_what_is_published_is_changed_by_nobody():
    night = running_night("ann", "bob", "cy", "dan")
    assert night.refused(c.Swap("r1", "ann", "bob")).code == "round_published"
    assert night.refused(c.Move("r1", "ann", "r1a1")).code == "round_published"


def test_a_changed_draft_is_the_staff_s_until_it_is_published_as_it_is():
    night = given_night("ann bob cy", "dan eve fay", byes="gil")
    (changed,) = night.send(c.Swap("r1", "ann", "gil"))
    assert changed.show(None) is None
    assert changed.show(REFEREE)["byes"] == ("ann",)
    published, _started = night.start()
    assert [table.seats for table in published.tables] == [("gil", "bob", "cy"), ("dan", "eve", "fay")]
    assert published.byes == ("ann",)
