"""Two say what a table's result is: confirmed, disputed, ruled, corrected."""

from typing import Any

import pytest

from games.kernel import REFEREE
from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament.closing.rules import final_places
from league.domain.tournament.require import result_of
from league.domain.tournament.results.commands import ConfirmResult, CorrectResult, DisputeResult, RuleResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.view import table_state, table_view
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


def says_as(entry: str, scores: dict[str, int | str]) -> c.RecordResult:
    return c.RecordResult(
        table="r1a1", places=None, at=EVENING, scores=scores, source="table", by=TABLE, as_entry=entry
    )


def confirms_as(entry: str, by: str = TABLE) -> ConfirmResult:
    return ConfirmResult(table="r1a1", at=EVENING, by=by, as_entry=entry)


def notes(note: str | None, by: str = TABLE, **more: Any) -> DisputeResult:
    return DisputeResult(table="r1a1", said=None, at=EVENING, by=by, note=note, **more)


def test_two_at_a_table_answer_by_its_one_link():
    night = running_night()
    assert sent(night, says_as("ann", RIGHT)) == ["result_recorded"]
    assert sent(night, says_as("ann", RIGHT)) == []
    assert night.refused(confirms_as("ann")).code == "own_result"
    assert night.refused(notes("no", as_entry="ann")).code == "own_result"
    assert night.refused(confirms(TABLE)).code == "table_confirms"
    assert sent(night, says_as("ann", OTHER)) == ["result_recorded"]
    assert sent(night, says_as("bob", OTHER)) == ["result_confirmed"]
    result = night.last.tables[0].result
    assert result is not None
    assert (result.as_entry, result.confirmed_by, result.confirmed_as) == ("ann", TABLE, "bob")
    assert sent(night, says_as("cy", RIGHT)) == ["result_disputed"]
    assert sent(night, says_as("dan", RIGHT)) == ["result_disputed"]
    assert [dispute.voice for dispute in result.disputes] == ["entry:cy", "entry:dan"]
    assert sent(night, says_as("cy", OTHER)) == ["result_confirmed"]
    assert [dispute.voice for dispute in result.disputes] == ["entry:dan"]


def test_the_link_of_an_entry_and_its_name_on_the_link_of_the_table_are_one_voice():
    night = running_night()
    night.send(says_as("ann", RIGHT))
    assert night.refused(confirms("entry:ann")).code == "own_result"
    assert sent(night, says("entry:ann", OTHER)) == ["result_recorded"]
    assert night.refused(confirms_as("ann")).code == "own_result"
    assert sent(night, says_as("bob", RIGHT)) == ["result_disputed"]
    assert sent(night, confirms("entry:bob")) == ["result_confirmed"]
    assert state(night) == "confirmed"


def test_a_report_that_takes_over_a_dispute_is_confirmed_by_who_disputed():
    night = running_night()
    night.send(says_as("ann", RIGHT))
    night.send(says_as("bob", OTHER))
    recorded, confirmed = night.send(says_as("ann", OTHER))
    assert (recorded.as_entry, confirmed.as_entry) == ("ann", "bob")


@pytest.mark.parametrize("command", [confirms_as("eve"), notes("no", as_entry="eve"), says_as("eve", RIGHT)])
def test_only_a_seat_of_the_table_answers_by_its_link(command):
    night = running_night()
    night.send(says("entry:cy", RIGHT))
    assert (night.refused(command).code, night.refused(command).field) == ("not_at_table", "as")


@pytest.mark.parametrize("by", ["entry:ann", "user:1", "table:r1a2"])
def test_nobody_but_the_holder_of_the_link_of_the_table_says_as_whom(by):
    night = running_night()
    night.send(says("entry:cy", RIGHT))
    assert night.refused(confirms_as("ann", by)).code == "no_table_link"


def test_a_sentence_is_enough_for_a_dispute():
    night = running_night()
    night.send(says_as("ann", RIGHT))
    for nothing in (None, "", "  "):
        refused = night.refused(notes(nothing, as_entry="bob"))
        assert (refused.code, refused.field) == ("bad_fields", "note")
    (disputed,) = night.send(notes("Bob had twelve", as_entry="bob"))
    assert "claim" not in disputed.show(None)
    assert (disputed.show("referee")["note"], disputed.show("referee")["as_entry"]) == ("Bob had twelve", "bob")
    assert night.send(notes("Bob had twelve", as_entry="bob")) == []
    assert (state(night), night.refused(c.CloseRound("r1")).code) == ("disputed", "dispute_open")
    # A new report of the first does not settle a sentence; the one who said it does.
    assert sent(night, says_as("ann", OTHER)) == ["result_recorded"]
    assert state(night) == "disputed"
    assert sent(night, confirms_as("bob")) == ["result_confirmed"]
    assert state(night) == "confirmed"


def test_a_ruling_ends_a_dispute_that_is_only_a_sentence():
    night = running_night()
    night.send(says("ann", RIGHT))
    night.send(notes("no", by="bob"))
    shown = table_view(night.state, night.last.tables[0], night.last, EVENING, REFEREE)["result"]["disputes"]
    assert [(dispute["places"], dispute["scores"], dispute["note"]) for dispute in shown] == [(None, None, "no")]
    assert sent(night, notes("no, twelve", by="bob")) == ["result_disputed"]
    assert sent(night, disputes("bob", OTHER)) == ["result_disputed"]
    assert len(result_of(night.last.tables[0]).disputes) == 1
    night.send(notes("no", by="bob"))
    assert sent(night, rules()) == ["result_ruled"]
    assert (state(night), night.points()["ann"]) == ("ruled", 4)
    assert night.refused(notes("no", by="cy")).code == "result_ruled"


def test_where_only_personal_links_report_the_link_of_the_table_does_not():
    night = running_night(personal_links=True)
    for report in (says(TABLE, RIGHT), says_as("ann", RIGHT)):
        assert night.refused(report).code == "personal_link_needed"
    assert sent(night, says("entry:ann", RIGHT)) == ["result_recorded"]
    for command in (confirms_as("bob"), notes("no", as_entry="bob"), confirms(TABLE)):
        assert night.refused(command).code == "personal_link_needed"
    assert sent(night, confirms("entry:bob")) == ["result_confirmed"]
    night.send(c.Change(personal_links=False))
    assert sent(night, says_as("cy", OTHER)) == ["result_disputed"]


def test_as_whom_somebody_answered_is_the_staff_s():
    night = running_night()
    for command in (says_as("ann", RIGHT), says_as("bob", OTHER), says_as("bob", RIGHT)):
        night.send(command)
    assert not any("as_entry" in (event.show(None) or {}) for event in night.aggregate.events)
