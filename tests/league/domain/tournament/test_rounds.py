"""Rounds on their way: plans, drafts, published, running; what stands already."""

import pytest

from games.kernel import Rejected
from league.domain.seating import plan as seating
from league.domain.tournament import commands as c
from league.domain.tournament.rounds import commands
from league.domain.tournament.rounds import seating as plans
from league.domain.tournament.view import view
from tests.league.domain.night import EVENING, FOUR, Night, minutes, places_as_seated, running_night, seated_night


def table(number, *seats):
    return plans.SeatedTable(f"t{number}", number, seats)


def test_seat_and_start_sent_twice_make_one_round():
    night = Night(*FOUR)
    made = night.plan()
    command = seating.seat_command(made, "r1", ["t1"])
    assert len(night.send(command)) == 1
    assert night.send(seating.seat_command(made, "another", ["t2"])) == []
    published, started = night.send(c.Start("r1", EVENING))
    assert (published.round, started.round) == ("r1", "r1")
    assert night.send(c.Start("r1", minutes(1))) == []
    assert night.send(c.Publish("r1")) == []
    assert night.send(command) == []
    assert len(night.state.rounds) == 1


def test_a_plan_made_before_somebody_came_is_stale():
    night = Night(*FOUR)
    made = night.plan()
    night.come("eve")
    assert night.refused(seating.seat_command(made, "r1", ["t1"])).code == "stale_plan"
    night.seat()
    assert not night.state.is_stale
    night.send(c.Drop("eve"))
    assert night.state.is_stale
    night.redo()
    assert not night.state.is_stale


def test_a_registration_alone_makes_no_plan_stale():
    night = Night(*FOUR)
    made = night.plan()
    night.register("eve")
    assert night.send(seating.seat_command(made, "r1", ["t1"]))


def test_a_plan_made_before_the_last_close_is_stale():
    night = running_night()
    before = night.state.version
    night.report(1, **places_as_seated(night))
    night.close_round()
    made = commands.Seat(round="r2", number=2, attempt=1, based_on=before, tables=(table(1, *FOUR),))
    assert night.refused(made).code == "stale_plan"


def test_a_plan_for_another_attempt_is_stale():
    night = seated_night()
    made = night.plan()
    night.redo()
    assert night.send(seating.redo_command(made, "r1", ["t1"])) == []
    third = night.plan()
    night.send(c.Discard("r1"))
    assert night.refused(seating.seat_command(made, "r1", ["t1"])).code == "stale_plan"
    assert night.send(seating.seat_command(third, "r1", ["t1"]))


@pytest.mark.parametrize(
    ("tables", "byes", "given"),
    [
        ([table(1, "ann", "bob", "cy", "ann")], ("dan",), False),
        ([table(1, "ann", "bob", "cy")], ("ann", "dan"), True),
        ([table(1, "ann", "bob", "cy", "zoe")], ("dan",), False),
        ([table(1, "ann", "bob", "cy")], (), False),
        ([table(1, "ann", "bob")], ("cy", "dan"), False),
        ([table(1, "ann")], ("bob", "cy", "dan"), True),
        ([], (), True),
    ],
)
def test_a_plan_places_everybody_once_at_tables_that_are_allowed(tables, byes, given):
    night = Night(*FOUR, table_size={"min": 3, "max": 4})
    command = commands.Seat(
        round="r1", number=1, attempt=1, based_on=night.state.version, tables=tuple(tables), byes=byes, given=given
    )
    assert night.refused(command).code == "bad_plan"


def test_a_given_plan_may_name_places_and_leave_people_out():
    night = Night(*FOUR)
    night.play("ann bob cy dan")
    made = seating.given_plan(night.state, [seating.GivenTable([4, "bob"])], [1])
    assert (made.tables[0].seats, made.byes) == (("dan", "bob"), ("ann",))
    with pytest.raises(Rejected):
        seating.given_plan(night.state, [seating.GivenTable([5, 1])], [])


def test_the_next_round_waits_for_the_close_of_this_one():
    night = running_night()
    with pytest.raises(Rejected) as caught:
        night.plan()
    assert (caught.value.code, caught.value.facts) == ("round_open", {"number": 1})


def test_no_more_rounds_than_planned():
    night = Night(*FOUR, rounds=1)
    night.play_as_seated()
    with pytest.raises(Rejected) as caught:
        night.plan()
    assert caught.value.code == "no_more_rounds"


def test_what_is_published_is_no_draft_any_more():
    night = seated_night()
    night.send(c.Publish("r1"))
    assert view(night.state, None)["state"] == "open"
    assert night.refused(c.Swap("r1", "ann", "bob")).code == "round_published"
    assert night.refused(c.Discard("r9")).code == "unknown_round"
    night.start()
    assert view(night.state, None)["state"] == "running"
