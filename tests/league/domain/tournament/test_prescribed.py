"""A tournament whose rounds are planned ahead: by entries, or by places in the standings."""

import pytest

from games.kernel import Rejected
from league.domain.seating import plan as seating
from league.domain.tournament import commands as c
from league.domain.values.faults import BadFields, read
from tests.league.domain.night import FOUR, Night

FIVE = (*FOUR, "eve")
THREES = {"min": 2, "max": 3, "prefer": 3}


def planned(*rounds):
    """A format: "ann bob, cy dan / eve" is a round with two tables and a bye; numbers are places."""
    plan = []
    for told in rounds:
        tables, _, byes = told.partition("/")
        plan.append({"tables": [named(table) for table in tables.split(",")], "byes": named(byes)})
    return {"type": "prescribed", "plan": plan}


def named(told):
    return [int(word) if word.isdigit() else word for word in told.split()]


def planned_night(*rounds, people=FIVE):
    return Night(*people, format=planned(*rounds), table_size=THREES)


def changes(*rounds):
    return read(c.Change, {"type": "change", "format": planned(*rounds)})


def refusal_of(night):
    """The refusal to seat the next round, which has changed nothing."""
    before = list(night.aggregate.events)
    with pytest.raises(Rejected) as caught:
        night.seat()
    assert night.aggregate.events == before
    return caught.value


def test_each_round_is_seated_by_its_part_of_the_plan():
    night = planned_night("ann bob, cy dan / eve", "eve cy, bob dan / ann")
    night.play_as_seated()
    assert (night.seats(), night.last.byes, night.last.given) == ([["ann", "bob"], ["cy", "dan"]], ("eve",), False)
    night.seat()
    assert (night.seats(), night.last.byes) == ([["eve", "cy"], ["bob", "dan"]], ("ann",))


def test_places_are_those_of_the_standings_when_the_round_is_seated():
    night = Night(*FOUR, format=planned("ann bob cy dan", "1 4, 2 3"), table_size={"min": 2, "max": 4, "prefer": 4})
    night.seat()
    night.start()
    night.report(1, ann=3, bob=1, cy=4, dan=2)
    night.close_round()
    night.seat()
    assert night.seats() == [["bob", "cy"], ["dan", "ann"]]


@pytest.mark.parametrize(
    ("told", "named_in_vain"),
    [
        ("ann bob, cy dan", "eve"),
        ("ann bob, cy zoe / eve", "zoe"),
        ("ann bob, cy dan / eve gone", "gone"),
        ("ann bob, cy late / eve dan", "late"),
        ("1 2 3, 4 5 / ann", "ann"),
    ],
)
def test_a_plan_that_does_not_fit_is_refused_whole(told, named_in_vain):
    """Missing, unknown, dropped, not there yet, and the same by place and by name."""
    night = planned_night(told)
    night.come("gone")
    night.send(c.Drop("gone"))
    night.register("late")
    refused = refusal_of(night)
    assert (refused.code, refused.facts["entry"]) == ("bad_plan", named_in_vain)


def test_a_place_that_nobody_has_is_refused():
    refused = refusal_of(planned_night("1 2, 3 6 / 4 5"))
    assert (refused.code, refused.facts) == ("bad_plan", {"place": 6})


def test_after_the_end_of_the_plan_the_director_gives_the_tables():
    night = planned_night("ann bob, cy dan / eve")
    night.play_as_seated()
    assert refusal_of(night).code == "plan_needed"
    night.give("eve ann bob")
    assert night.seats() == [["eve", "ann", "bob"]]


def test_the_director_may_give_other_tables_than_the_plan():
    night = planned_night("ann bob, cy dan / eve")
    night.give("dan 1 eve".replace("1", "ann"))
    assert (night.seats(), night.last.given) == ([["dan", "ann", "eve"]], True)


def test_what_is_planned_for_later_rounds_can_be_changed():
    night = planned_night("ann bob, cy dan / eve", "eve cy, bob dan / ann")
    night.play_as_seated()
    assert len(night.send(changes("ann bob, cy dan / eve", "eve bob, cy dan / ann", "1 2 / 3 4 5"))) == 1
    stale = seating.seat_command(night.plan(), "r2", ["x", "y"])
    night.send(changes("ann bob, cy dan / eve", "eve dan, cy bob / ann"))
    assert night.refused(stale).code == "stale_plan"
    night.seat()
    assert night.seats() == [["eve", "dan"], ["cy", "bob"]]
    for other in (("ann bob, cy dan / eve", "eve cy, bob dan / ann"), ("cy bob, ann dan / eve",), ("1 2 / 3 4 5",)):
        refused = night.refused(changes(*other))
        assert (refused.code, refused.field) == ("round_seated", "format")
    assert night.refused(read(c.Change, {"type": "change", "format": {"type": "manual"}})).code == "round_seated"
    night.send(c.Discard("r2"))
    assert len(night.send(changes("ann bob, cy dan / eve", "eve cy, bob dan / ann"))) == 1


@pytest.mark.parametrize(
    ("rounds", "field", "code"),
    [
        (("ann bob, cy ann",), "format.plan.0", "duplicate"),
        (("ann bob", "1 2, 3 1"), "format.plan.1", "duplicate"),
        (("ann bob / ann",), "format.plan.0", "duplicate"),
        (("ann bob, cy dan eve 4",), "format.plan.0.tables.1", "unfit"),
    ],
)
def test_what_can_be_no_plan_is_refused_with_its_field(rounds, field, code):
    with pytest.raises(BadFields) as caught:
        planned_night(*rounds)
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [(field, code)]
    night = planned_night("ann bob")
    refused = night.refused(changes(*rounds))
    assert isinstance(refused, BadFields)


@pytest.mark.parametrize(
    "plan",
    [None, [], {}, [{}], [{"tables": []}], [{"tables": [["ann"]]}], [{"tables": [[0, 1]]}], [{"tables": [[1.0, 2]]}],
     [{"tables": [["ann", "bob"]], "byes": None}], [{"tables": [["ann", "bob"]], "round": 1}], [{"tables": "ann"}],
     [{"tables": [[True, "ann"]]}], [{"tables": [["", "ann"]]}], [{"tables": [[1, 2]]}] * 2001],
)  # fmt: skip
def test_junk_is_no_plan(plan):
    with pytest.raises(BadFields):
        read(c.Change, {"type": "change", "format": {"type": "prescribed", "plan": plan}})


def test_a_prescribed_tournament_is_closed_and_stands_as_any_other():
    night = planned_night("ann bob cy, dan eve", "1 2, 3 4 / 5")
    night.play_as_seated()
    night.play_as_seated()
    night.send(c.Close())
    assert sorted(night.places()) == sorted(FIVE)
