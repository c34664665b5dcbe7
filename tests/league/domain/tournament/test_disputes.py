"""Two say what a table's result is: confirmed, disputed, ruled, corrected."""

import pytest

from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament.closing.rules import final_places
from league.domain.tournament.results.commands import ConfirmResult, CorrectResult, DisputeResult, RuleResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.view import table_state
from tests.league.domain.night import EVENING, FOUR, Night, places, running_night

RIGHT: dict[str, int | str] = {"ann": 9, "bob": 7, "cy": 5, "dan": 3}
OTHER: dict[str, int | str] = {"ann": 7, "bob": 9, "cy": 5, "dan": 3}


def says(by: str, scores: dict[str, int | str]) -> c.RecordResult:
    return c.RecordResult("r1a1", None, EVENING, scores, source="table", by=by)


def confirms(by: str, *, by_staff: bool = False) -> ConfirmResult:
    return ConfirmResult("r1a1", EVENING, by, by_staff)


def disputes(by: str, scores: dict[str, int | str]) -> DisputeResult:
    return DisputeResult(table="r1a1", said=Report(scores=scores), at=EVENING, by=by, note="I saw it")


def rules(scores: dict[str, int | str] | None = None) -> RuleResult:
    return RuleResult(
        table="r1a1",
        said=Report(scores=scores) if scores else None,
        at=EVENING,
        by="user:staff",
        reason="the sheet says so",
    )


def corrects(told: str, table: str = "r1a1") -> CorrectResult:
    return CorrectResult(
        table=table, said=Report(places=places(told)), at=EVENING, by="user:staff", reason="read upside down"
    )


def state(night: Night) -> str:
    return table_state(night.last.tables[0], night.last)


def sent(night: Night, command) -> list[str]:
    return [event.type.removeprefix("tournament.") for event in night.send(command)]


def test_the_same_from_another_confirms_once():
    night = running_night()
    assert state(night) == "playing"
    assert sent(night, says("ann", RIGHT)) == ["result_recorded"]
    assert state(night) == "reported"
    assert sent(night, says("ann", RIGHT)) == []
    assert sent(night, says("bob", RIGHT)) == ["result_confirmed"]
    assert sent(night, says("cy", RIGHT)) == []
    assert sent(night, confirms("cy")) == []
    assert state(night) == "confirmed"
    result = night.last.tables[0].result
    assert result is not None
    assert result.confirmed_by == "bob"


def test_places_alone_confirm_a_result_with_scores():
    night = running_night()
    night.send(says("ann", RIGHT))
    told = c.RecordResult("r1a1", {"ann": 1, "bob": 2, "cy": 3, "dan": 4}, EVENING, source="table", by="bob")
    assert sent(night, told) == ["result_confirmed"]


def test_another_by_the_same_replaces_what_nobody_confirmed():
    night = running_night()
    night.send(says("ann", RIGHT))
    assert sent(night, says("ann", OTHER)) == ["result_recorded"]
    assert night.points()["bob"] == 4
    night.send(says("bob", OTHER))
    assert sent(night, says("ann", RIGHT)) == ["result_disputed"]
    assert night.points()["bob"] == 4


def test_another_by_somebody_else_is_a_dispute_and_holds_up_the_close():
    night = running_night()
    night.send(says("ann", RIGHT))
    assert sent(night, says("bob", OTHER)) == ["result_disputed"]
    assert sent(night, says("bob", OTHER)) == []
    assert state(night) == "disputed"
    refused = night.refused(c.CloseRound("r1"))
    assert (refused.code, refused.facts["disputed"]) == ("dispute_open", [1])
    assert sent(night, rules()) == ["result_ruled"]
    assert state(night) == "ruled"
    assert night.points()["ann"] == 4
    assert len(night.close_round()) == 1


def test_a_ruling_may_give_another_result_and_is_final_for_the_table():
    night = running_night()
    night.send(says("ann", RIGHT))
    assert night.refused(rules()).code == "no_dispute"
    night.send(disputes("bob", OTHER))
    third: dict[str, int | str] = {"ann": 1, "bob": 1, "cy": 1, "dan": 9}
    recorded, ruled = night.send(rules(third))
    assert (recorded.places["dan"], ruled.upheld) == (1, False)
    assert night.points()["dan"] == 4
    assert night.refused(says("ann", RIGHT)).code == "result_ruled"
    assert night.refused(disputes("bob", OTHER)).code == "result_ruled"
    assert sent(night, says("ann", third)) == []
    assert sent(night, confirms("bob")) == []


def test_who_disputed_may_think_again_and_so_may_the_reporter():
    night = running_night()
    night.send(says("ann", RIGHT))
    night.send(disputes("bob", OTHER))
    assert sent(night, confirms("bob")) == ["result_confirmed"]
    assert state(night) == "confirmed"
    night = running_night()
    night.send(says("ann", RIGHT))
    night.send(disputes("bob", OTHER))
    assert sent(night, says("ann", OTHER)) == ["result_recorded", "result_confirmed"]
    assert (state(night), night.points()["bob"]) == ("confirmed", 4)


def test_nobody_but_staff_confirms_their_own_report():
    night = running_night()
    assert night.refused(confirms("ann")).code == "no_result"
    night.send(says("ann", RIGHT))
    assert night.refused(confirms("ann")).code == "own_result"
    assert night.refused(disputes("ann", OTHER)).code == "own_result"
    assert sent(night, confirms("ann", by_staff=True)) == ["result_confirmed"]


TABLE = "table:r1a1"


def test_the_link_of_the_table_confirms_nothing():
    night = running_night()
    assert sent(night, says(TABLE, RIGHT)) == ["result_recorded"]
    assert sent(night, says(TABLE, RIGHT)) == []
    assert night.refused(confirms(TABLE)).code == "own_result"
    assert sent(night, says(TABLE, OTHER)) == ["result_recorded"]
    assert sent(night, says("ann", OTHER)) == ["result_confirmed"]
    night = running_night()
    night.send(says("ann", RIGHT))
    assert sent(night, says(TABLE, RIGHT)) == []
    assert night.refused(confirms(TABLE)).code == "table_confirms"
    assert state(night) == "reported"


def test_what_the_link_of_the_table_disputes_no_more_is_not_confirmed_by_it():
    night = running_night()
    night.send(says("ann", RIGHT))
    assert sent(night, says(TABLE, OTHER)) == ["result_disputed"]
    assert sent(night, says(TABLE, RIGHT)) == ["dispute_withdrawn"]
    assert state(night) == "reported"
    night.send(says(TABLE, OTHER))
    assert sent(night, says("ann", OTHER)) == ["result_recorded", "dispute_withdrawn"]
    assert state(night) == "reported"
    assert TABLE not in str([event.show(None) for event in night.aggregate.events])


def test_a_dispute_says_something_else():
    night = running_night()
    assert night.refused(disputes("bob", OTHER)).code == "no_result"
    night.send(says("ann", RIGHT))
    assert night.refused(disputes("bob", RIGHT)).code == "same_result"
    assert night.refused(disputes("bob", {"ann": 1})).code == "wrong_players"


def test_a_correction_in_a_running_round_settles_what_is_disputed():
    night = running_night()
    assert night.refused(corrects("bob ann cy dan")).code == "no_result"
    night.send(says("ann", RIGHT))
    night.send(disputes("bob", OTHER))
    (corrected,) = night.send(corrects("dan cy bob ann"))
    assert corrected.points is None
    assert (state(night), night.points()["dan"]) == ("ruled", 4)
    assert sent(night, corrects("dan cy bob ann")) == []


def test_a_round_corrected_in_a_later_one_is_counted_anew_and_later_seats_stay():
    night = Night(*FOUR)
    night.play("ann bob cy dan")
    night.play("ann bob cy dan")
    night.seat()
    seats = night.seats()
    assert not night.state.is_stale
    (corrected,) = night.send(corrects("dan=cy bob ann"))
    # First and second pay 4 and 2: shared, 3 each.
    assert corrected.points == {"dan": 3, "cy": 3, "bob": 1, "ann": 0}
    assert night.state.is_stale
    assert night.seats() == seats
    assert night.points(1) == {"dan": 3, "cy": 3, "bob": 1, "ann": 0}
    assert night.points() == {"ann": 4, "cy": 4, "bob": 3, "dan": 3}


def test_two_tables_only_the_corrected_one_moves():
    night = Night(*"abcdefgh")
    night.play("a b c d", "e f g h")
    night.send(corrects("d c b a"))
    assert [night.points()[name] for name in "abcdefgh"] == [0, 1, 2, 4, 4, 2, 1, 0]


def test_a_closed_tournament_has_a_new_edition_with_the_reason():
    night = Night(*FOUR)
    night.play("ann bob cy dan")
    night.send(c.Close())
    corrected, revised = night.send(corrects("bob ann cy dan"))
    assert (corrected.type, revised.edition) == ("tournament.result_corrected", 2)
    assert (revised.reason, revised.standings) == ("read upside down", final_places(night.state))
    assert [row["entry"] for row in standings(night.state)] == ["bob", "ann", "cy", "dan"]
    assert night.send(corrects("cy ann bob dan"))[1].edition == 3
    assert night.state.state == "closed"
    assert "read upside down" not in str([event.show(None) for event in night.aggregate.events])


@pytest.mark.parametrize(
    "command", [says("ann", RIGHT), confirms("ann"), disputes("bob", OTHER), rules(), c.WithdrawResult("r1a1")]
)
def test_after_the_close_of_the_round_only_a_correction_is_taken(command):
    night = Night(*FOUR)
    night.play("ann bob cy dan")
    assert night.refused(command).code == "round_closed"


def test_what_was_called_off_is_not_corrected():
    night = running_night()
    night.send(says("ann", RIGHT))
    night.send(c.Cancel())
    assert night.refused(corrects("dan cy bob ann")).code == "tournament_cancelled"


def test_who_said_it_and_why_is_the_staff_s():
    night = running_night()
    night.send(says("user:1", RIGHT))
    night.send(disputes("user:2", OTHER))
    night.send(rules())
    public = str([event.show(None) for event in night.aggregate.events])
    assert not any(hidden in public for hidden in ("user:1", "user:2", "I saw it", "the sheet says so"))
