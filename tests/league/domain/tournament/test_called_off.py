"""Rounds that were published and are taken back: drawn again, deleted, called off; and seats that are emptied."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from league.domain.ratings import rated_tables
from league.domain.season.history.ledger import ledger
from league.domain.season.history.meetings import tables_of
from league.domain.seating.plan import plan, redo_command
from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament.results.presence import missing_from
from league.domain.tournament.rounds.rules import state_to_seat
from league.domain.tournament.view import seats_view
from tests.league.domain.night import EVENING, FOUR, Night, running_night, seated_night

SMALL = {"min": 2, "max": 5, "prefer": 4}
repair_empty = partial(c.RepairEmpty, fewest=2, fresh=("new 1", "new 2"))


def published(*people: str, **settings: Any) -> Night:
    night = seated_night(*people, **settings)
    night.send(c.Publish("r1"))
    return night


def drawn_again(night: Night) -> list[Any]:
    made = plan(state_to_seat(night.state), night.secret)
    return night.send(redo_command(made, night.last.id, night.ids(made)))


# a published round


def test_a_published_round_is_drawn_again_and_is_a_draft_then() -> None:
    night = published()
    events = drawn_again(night)
    assert [event.type for event in events] == ["tournament.round_discarded", "tournament.round_seated"]
    assert (night.last.state, night.last.number, night.last.attempt, night.last.id) == ("draft", 1, 2, "r1")
    assert drawn_again_command(night) is not None
    assert night.refused(c.Extend("r1", EVENING, 60, "late")).code == "round_not_running"
    night.start()
    assert night.refused(c.RecordResult("r1a1", {"ann": 1}, EVENING)).code == "table_gone"
    night.report(1, **{entry: place for place, entry in enumerate(night.last.tables[0].seats, 1)})
    night.close_round()
    assert [round.number for round in night.state.closed_rounds] == [1]


def drawn_again_command(night: Night) -> c.Redo:
    made = plan(state_to_seat(night.state), night.secret)
    return redo_command(made, night.last.id, night.ids(made))


def test_a_plan_for_a_published_round_is_stale_once_somebody_has_left() -> None:
    night = published(*FOUR, "eve", "fay", table_size={"min": 2, "max": 3, "prefer": 3})
    command = drawn_again_command(night)
    night.send(c.Drop("eve"))
    assert night.refused(command).code == "stale_plan"
    drawn_again(night)
    assert "eve" not in [entry for table in night.last.tables for entry in table.seats]


def test_a_published_round_is_deleted_and_seated_again_with_who_came_meanwhile() -> None:
    night = published()
    night.come("late")
    night.send(c.Register((c.NewEntry("later", "person later", from_round=3),)))
    night.send(c.CheckIn("later"))
    (event,) = night.send(c.Discard("r1"))
    assert (event.type, event.number, event.joined) == ("tournament.round_discarded", 1, ("late",))
    assert night.state.rounds == []
    night.seat()
    assert (night.last.number, night.last.attempt) == (1, 2)
    seated = [entry for table in night.last.tables for entry in table.seats] + list(night.last.byes)
    assert sorted(seated) == ["ann", "bob", "cy", "dan", "late"]


def test_a_round_that_has_begun_is_neither_drawn_again_nor_deleted_nor_emptied() -> None:
    night = running_night()
    assert night.refused(c.Discard("r1")).code == "round_begun"
    assert night.refused(replace(drawn_again_command(published()), attempt=2)).code == "round_begun"
    assert night.refused(repair_empty(round="r1", entry="ann")).code == "round_begun"


def test_a_seat_is_emptied_and_the_entry_has_missed_the_round() -> None:
    night = published()
    (event,) = night.send(repair_empty(round="r1", entry="cy", reason="has gone home"))
    (table,) = night.last.tables
    assert (table.id, sorted(table.seats)) == ("r1a1", ["ann", "bob", "dan"])
    assert event.gone == ()
    assert night.send(repair_empty(round="r1", entry="cy")) == []
    assert night.refused(repair_empty(round="r1", entry="zoe")).code == "unknown_entry"
    night.start()
    night.report(1, ann=1, bob=2, dan=3)
    night.close_round()
    assert night.row("cy")["rounds"][0]["kind"] == "missed"


def test_a_bye_is_emptied_too_and_a_table_keeps_the_seats_that_its_game_needs() -> None:
    night = Night("ann", "bob", "cy", table_size=SMALL)
    night.give("ann bob", byes="cy")
    night.send(c.Publish("r1"))
    night.send(repair_empty(round="r1", entry="cy"))
    assert night.last.byes == ()
    assert night.refused(repair_empty(round="r1", entry="ann")).code == "table_too_small"
    wide = published()
    assert wide.refused(repair_empty(round="r1", entry="ann", fewest=4)).code == "table_too_small"


# called off


def played_and_begun(**settings: Any) -> Night:
    night = Night(*FOUR, table_size=SMALL, **settings)
    night.play("ann bob cy dan")
    night.give("dan cy", "bob ann")
    night.start()
    night.report(1, dan=1, cy=2)
    return night


def test_nothing_of_a_round_that_was_called_off_counts_and_its_number_is_seated_again() -> None:
    night = played_and_begun(clock_seconds=600)
    before = Night(*FOUR, table_size=SMALL)
    before.play("ann bob cy dan")
    (event,) = night.send(c.CancelRound("r2", "a fire alarm"))
    assert (event.show(None) or {}).get("reason") is None
    (round,) = night.state.cancelled
    assert (round.state, round.clock, [len(table.seats) for table in round.tables]) == ("cancelled", None, [2, 2])
    assert standings(night.state) == standings(before.state)
    assert ledger(night.state) == ledger(before.state)
    assert len(list(tables_of(night.state))) == 1
    assert rated_tables(night.state, round) == []
    assert night.send(c.CancelRound("r2", "again")) == []
    night.seat()
    assert (night.last.number, night.last.attempt) == (2, 2)
    night.start()
    night.report(1, **{entry: place for place, entry in enumerate(night.last.tables[0].seats, 1)})
    night.close_round()
    night.send(c.Close())
    assert [round.state for round in night.state.rounds] == ["closed", "closed"]


@pytest.mark.parametrize(
    "command",
    [
        c.Publish("r2"), c.Start("r2", EVENING), c.CloseRound("r2"), c.Pause("r2", EVENING), c.Resume("r2", EVENING),
        c.Extend("r2", EVENING, 60, "late"), c.Discard("r2"), c.Swap("r2", "ann", "bob"), c.Move("r2", "ann", "r2a1"),
        c.RecordResult("r2a2", {"bob": 1, "ann": 2}, EVENING), c.WithdrawResult("r2a1"),
        c.ConfirmResult("r2a1", EVENING, "user:1"), c.StopTableClock("r2a1", EVENING),
        repair_empty(round="r2", entry="ann"),
    ],
    ids=lambda command: type(command).__name__,
)  # fmt: skip
def test_a_round_that_was_called_off_takes_no_command(command: Any) -> None:
    night = played_and_begun()
    night.send(c.CancelRound("r2", "a fire alarm"))
    assert night.refused(command).code == "round_cancelled"
    assert night.send(c.Expire("r2", EVENING)) == []


def test_drafts_and_closed_rounds_are_not_called_off() -> None:
    night = seated_night()
    assert night.refused(c.CancelRound("r1", "no")).code == "round_not_open"
    night.start()
    night.report(1, ann=1, bob=2, cy=3, dan=4)
    night.close_round()
    assert night.refused(c.CancelRound("r1", "no")).code == "round_closed"
    assert night.refused(c.CancelRound("r9", "no")).code == "unknown_round"


def test_who_came_late_plays_the_round_that_is_seated_in_its_place() -> None:
    night = running_night()
    night.come("late")
    assert night.state.entries["late"].from_round == 2
    night.send(c.CancelRound("r1", "the wrong game"))
    assert night.state.entries["late"].from_round == 1
    night.seat()
    assert "late" in [*night.last.byes, *(entry for table in night.last.tables for entry in table.seats)]


def test_a_final_whose_only_round_was_called_off_can_be_undone() -> None:
    night = Night(*FOUR, table_size=SMALL)
    night.play("ann bob cy dan")
    night.send(c.BeginStage(top=2, carry="none"))
    night.seat()
    night.start()
    assert night.refused(c.UndoStage()).code == "stage_seated"
    night.send(c.CancelRound("r2", "too late"))
    night.send(c.UndoStage())
    assert night.state.stage is None


# who has left


def test_a_seat_of_who_has_left_is_marked_while_the_round_is_open() -> None:
    night = published()
    night.send(c.Drop("cy"))

    def marked() -> list[str]:
        seats = seats_view(night.state, night.last.tables[0], night.last)
        return [seat["entry"] for seat in seats if seat.get("dropped")]

    assert marked() == ["cy"]
    night.start()
    assert marked() == ["cy"]
    night.send(c.RecordResult("r1a1", {"ann": 1, "bob": 2, "dan": 3}, EVENING, absent=("cy",)))
    night.close_round()
    assert marked() == []


def test_the_close_drops_whom_it_names_and_asks_about_who_was_missing() -> None:
    night = running_night()
    night.send(c.RecordResult("r1a1", {"ann": 1, "bob": 2}, EVENING, absent=("cy",), left=("dan",)))
    assert sorted(missing_from(night.state, night.last)) == ["cy", "dan"]
    assert night.refused(c.CloseRound("r1", drop=("zoe",))).code == "unknown_entry"
    events = night.send(c.CloseRound("r1", drop=("cy", "cy")))
    assert [event.type for event in events] == ["tournament.round_closed", "tournament.entry_dropped"]
    assert night.send(c.CloseRound("r1", drop=("cy",))) == []
    late = night.refused(c.CloseRound("r1", drop=("cy", "dan")))
    assert (late.code, late.field, late.facts["entry"]) == ("round_closed", "drop", "dan")
    assert [entry.id for entry in night.state.players(2)] == ["ann", "bob", "dan"]
    assert night.state.entries["cy"].dropped_after == 1
    assert night.row("cy")["rounds"][0]["kind"] == "forfeit"


# nobody twice


def two_tables() -> Night:
    night = Night(*FOUR, "eve", table_size=SMALL)
    night.send(c.Register((c.NewEntry("owls", members=("person o1", "person o2")),)))
    night.send(c.CheckIn("owls"))
    night.give("ann bob", "cy dan owls", byes="eve")
    night.start()
    return night


def report_at(table: int, **stand_in: str) -> c.RecordResult:
    seats = {1: ("ann", "bob"), 2: ("cy", "dan", "owls")}[table]
    named = {entry: place for place, entry in enumerate(seats, 1)}
    return c.RecordResult(f"r1a{table}", named, EVENING, source="table", stand_in=stand_in)


def corrected(said: c.RecordResult) -> c.CorrectResult:
    return c.CorrectResult(table=said.table, said=said.report, at=EVENING, by="user:1", reason="misread")


@pytest.mark.parametrize("person", ["person cy", "person o2", "person ann", "person bob"])
def test_nobody_with_a_seat_in_the_round_stands_in(person: str) -> None:
    refusal = two_tables().refused(report_at(1, bob=person))
    assert (refusal.code, refusal.field) == ("seated_twice", "stand_in")


def test_nobody_stands_in_twice_and_who_sits_out_may_stand_in() -> None:
    night = two_tables()
    assert night.refused(report_at(1, ann="zoe", bob="zoe")).code == "seated_twice"
    night.send(report_at(1, bob="person eve"))
    assert night.refused(report_at(2, cy="person eve")).code == "seated_twice"
    night.send(report_at(2, cy="person zoe"))
    again = report_at(1, bob="person zoe")
    assert night.refused(corrected(again)).code == "seated_twice"
    night.send(corrected(report_at(1, bob="person yan")))


def test_who_stands_in_gets_no_seat_of_their_own_in_the_round() -> None:
    night = two_tables()
    night.send(report_at(1, bob="person late"))
    night.come("late")
    late = c.RepairSeat(round="r1", fewest=2, fresh=("new 1", "new 2"), entry="late", table="r1a2")
    assert night.refused(late).code == "seated_twice"
    assert night.refused(c.RepairSeat(round="r1", fewest=2, fresh=("n", "m"), entry="zoe", table="r1a2")).code != (
        "seated_twice"
    )


def test_the_same_person_stands_in_for_all_games_at_a_table_but_only_for_one_seat() -> None:
    night = Night(*FOUR, table_size=SMALL, games_per_round=2)
    night.give("ann bob", "cy dan")
    night.start()
    night.send(c.RecordResult("r1a1", {"ann": 1, "bob": 2}, EVENING, stand_in={"bob": "person zoe"}))
    told = c.RecordResult("r1a1", {"ann": 1, "bob": 2}, EVENING, stand_in={"ann": "person zoe"}, game=2)
    assert night.refused(told).code == "seated_twice"
    night.send(c.RecordResult("r1a1", {"ann": 1, "bob": 2}, EVENING, stand_in={"bob": "person zoe"}, game=2))
