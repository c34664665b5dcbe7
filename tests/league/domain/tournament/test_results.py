"""What tables report, and the end of a round and of the night."""

import pytest

from league.domain.tournament import commands as c
from league.domain.tournament.rounds import commands, seating
from tests.league.domain.night import EVENING, FOUR, Night, minutes, places_as_seated, running_night, seated_night


def test_a_result_names_exactly_the_seats():
    night = running_night()
    for given in (
        {"ann": 1, "bob": 2, "cy": 3},
        {"ann": 1, "bob": 2, "cy": 3, "zoe": 4},
        {"ann": 1, "bob": 2, "cy": 3, "dan": 4, "zoe": 5},
    ):
        assert night.refused(c.RecordResult("r1a1", given, EVENING)).code == "wrong_players"
    right = {"ann": 1, "bob": 2, "cy": 3, "dan": 4}
    assert night.refused(c.RecordResult("r1a1", right, EVENING, {"ann": 5})).code == "wrong_players"
    assert night.refused(c.RecordResult("nowhere", right, EVENING)).code == "unknown_table"
    dense = {"ann": 1, "bob": 1, "cy": 2, "dan": 3}
    assert night.refused(c.RecordResult("r1a1", dense, EVENING)).code == "bad_places"


def test_a_result_counts_once_is_replaced_and_taken_back():
    night = running_night()
    first = c.RecordResult(
        "r1a1", {"ann": 1, "bob": 2, "cy": 3, "dan": 4}, EVENING, {"ann": 9, "bob": 5, "cy": 4, "dan": 1}
    )
    assert len(night.send(first)) == 1
    assert night.send(first) == []
    night.report(1, ann=2, bob=1, cy=3, dan=4)
    assert night.points()["bob"] == 4
    assert len(night.send(c.WithdrawResult("r1a1"))) == 1
    assert night.send(c.WithdrawResult("r1a1")) == []
    assert night.last.tables[0].result is None


def test_before_the_start_and_after_the_close_nothing_is_reported():
    night = seated_night()
    result = c.RecordResult("r1a1", places_as_seated(night), EVENING)
    assert night.refused(result).code == "round_not_running"
    night.start()
    night.send(result)
    night.close_round()
    assert night.refused(c.WithdrawResult("r1a1")).code == "round_closed"
    assert night.refused(result).code == "round_closed"


def test_results_of_two_tables_at_the_same_instant_both_stand():
    night = running_night(*"abcdefgh", table_size={"min": 4, "max": 4})
    night.report(1, **places_as_seated(night, 1))
    night.report(2, **places_as_seated(night, 2))
    assert len(night.close_round()) == 1


def table(number, *seats):
    return seating.SeatedTable(f"t{number}", number, seats)


def test_a_round_with_missing_tables_names_them():
    night = running_night(*"abcdefghijkl", table_size={"min": 4, "max": 4})
    night.report(2, **places_as_seated(night, 2))
    refused = night.refused(c.CloseRound("r1"))
    assert refused.code == "results_missing"
    assert refused.facts["missing"] == [1, 3]
    assert "1, 3" in refused.detail


def test_the_close_of_a_round_holds_what_was_decided():
    night = Night(*FOUR, "eve")
    night.give("ann bob cy", byes="eve")
    night.start()
    night.report(1, ann=1, bob=1, cy=3)
    (closed,) = night.close_round()
    (score,) = closed.tables
    assert (score.places, score.points) == ({"ann": 1, "bob": 1, "cy": 3}, {"ann": 3, "bob": 3, "cy": 1})
    assert (closed.byes, closed.missed) == ({"eve": "1.75"}, {"dan": 0})
    assert night.close_round() == []


def test_a_round_that_has_not_started_is_not_closed():
    assert seated_night().refused(c.CloseRound("r1")).code == "round_not_running"


def test_the_tournament_closes_when_every_round_has():
    night = Night(*FOUR)
    assert night.refused(c.Close()).code == "no_rounds"
    night.seat()
    assert night.refused(c.Close()).code == "round_open"
    night.start()
    assert night.refused(c.Close()).code == "round_open"
    night.report(1, **places_as_seated(night))
    night.close_round()
    assert len(night.send(c.Close())) == 1
    assert night.send(c.Close()) == []


OVER = [c.Register((c.NewEntry("zoe", "zoe"),)), c.CheckIn("ann"), c.Drop("ann"), c.Return("ann"), c.Discard("r1"),
        c.Publish("r1"), c.Start("r1", EVENING), c.Pause("r1", EVENING), c.Resume("r1", EVENING),
        c.Extend("r1", EVENING, 5), c.RecordResult("r1a1", {}, EVENING), c.WithdrawResult("r1a1"),
        c.Penalise("p", "ann", 1, "late"), c.LiftPenalty("p"),
        commands.Seat(round="r2", number=2, attempt=1, based_on=99, tables=(table(1, *FOUR),)),
        commands.Redo(round="r1", number=1, attempt=2, based_on=99, tables=(table(1, *FOUR),))]  # fmt: skip


@pytest.mark.parametrize("command", OVER, ids=lambda command: type(command).__name__)
def test_over_is_over(command):
    closed = Night(*FOUR)
    closed.play_as_seated()
    closed.send(c.Close())
    assert closed.refused(command).code == "tournament_closed"
    assert closed.refused(c.Cancel()).code == "tournament_closed"
    cancelled = running_night()
    cancelled.send(c.Cancel("power cut"))
    assert cancelled.send(c.Cancel()) == []
    assert cancelled.refused(command).code == "tournament_cancelled"
    assert cancelled.refused(c.Close()).code == "tournament_cancelled"


def test_a_cancelled_round_s_clock_expires_no_more():
    night = running_night(clock_seconds=60)
    night.send(c.Cancel())
    assert night.send(c.Expire("r1", minutes(5))) == []
