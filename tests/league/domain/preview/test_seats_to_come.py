"""The seats to come, without something that is tried and with it: areas of four, by hand."""

from __future__ import annotations

from copy import deepcopy

import pytest

from league.domain.preview.seats_to_come import AreaChange, SeatChange, SeatsToCome, preview_seats, seat_changes
from league.domain.seating.plan import plan, seat_command
from league.domain.tournament import commands as c
from league.domain.tournament.results.commands import CorrectResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.state import Tournament
from tests.league.domain.night import EVENING, SECRET, Night, places

EIGHT = ("ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal")
FOURS = {"min": 4, "max": 4, "prefer": 4}


def night_of(*people, **settings):
    """Round 1 is over: ann and eve have 4 points, bob and fay 2, cy and gus 1, dan and hal 0."""
    night = Night(*(people or EIGHT), table_size=FOURS, **settings)
    night.play("ann bob cy dan", "eve fay gus hal")
    return night


def planned(state: Tournament):
    return plan(state, SECRET)


def tried(night, *commands):
    """What the commands would do to the seats to come."""
    before = deepcopy(night.state)
    for command in commands:
        night.send(command)
    return preview_seats(before, night.state, planned)


def corrected(result: str, table: str = "r1a1") -> CorrectResult:
    return CorrectResult(
        table=table, said=Report(places=places(result)), at=EVENING, by="user:staff", reason="read upside down"
    )


def test_a_correction_moves_people_between_the_areas_of_the_next_round():
    # After it dan 4, eve 4, cy 2, fay 2 make area A; before it ann, eve, bob, fay did.
    told = tried(night_of(), corrected("dan cy bob ann"))
    assert [(change.area, set(change.enter), set(change.leave)) for change in told.areas] == [
        ("A", {"cy", "dan"}, {"ann", "bob"}),
        ("B", {"ann", "bob"}, {"cy", "dan"}),
    ]
    seats = told.seats
    assert (seats.number, seats.state, seats.stays, seats.becomes_stale) == (2, "to_come", False, False)
    assert set(seats.before.tables[0].seats) == {"ann", "eve", "bob", "fay"}
    assert set(seats.after.tables[0].seats) == {"dan", "eve", "cy", "fay"}
    moves = seat_changes(seats.before, seats.after)
    assert {move.entry: (move.before, move.after) for move in moves} == {
        "cy": (2, 1),
        "dan": (2, 1),
        "ann": (1, 2),
        "bob": (1, 2),
    }


def test_what_is_foreseen_is_what_comes_to_be_seated():
    night = night_of()
    foreseen = tried(night, corrected("dan cy bob ann")).seats.after
    night.seat()
    assert [list(table.seats) for table in foreseen.tables] == night.seats()


def test_a_draft_becomes_stale_and_its_next_attempt_is_told():
    night = night_of()
    night.seat()
    drawn = night.seats()
    told = tried(night, corrected("dan cy bob ann"))
    assert (told.seats.state, told.seats.becomes_stale) == ("draft", True)
    assert [list(table.seats) for table in told.seats.before.tables] == drawn
    assert {change.area: set(change.enter) for change in told.areas} == {"A": {"cy", "dan"}, "B": {"ann", "bob"}}
    again = tried(night, c.Penalise("p", "dan", 10, "late"))
    assert (again.seats.state, again.seats.becomes_stale) == ("draft", False)
    night.redo()
    assert [list(table.seats) for table in again.seats.after.tables] == night.seats()


def test_a_round_that_runs_stays_and_the_areas_after_it_are_told_once_all_have_reported():
    night = night_of()
    night.give("ann bob eve fay", "cy dan gus hal")
    night.start()
    night.report(1, ann=1, bob=2, eve=3, fay=4)
    told = tried(night, corrected("dan cy bob ann"))
    assert (told.seats.number, told.seats.state, told.seats.stays) == (2, "running", True)
    assert (told.seats.before, told.seats.after, told.areas) == (None, None, ())
    night.report(2, cy=1, dan=2, gus=3, hal=4)
    # Now: cy 2 + 4, dan 4 + 2, eve 4 + 1, ann 0 + 4 are ahead of bob 1 + 2, fay 2 + 0, gus 1 + 1, hal.
    told = tried(night, c.Penalise("p", "ann", 3, "late"))
    assert list(told.areas) == [AreaChange("A", ["bob"], ["ann"]), AreaChange("B", ["ann"], ["bob"])]


def test_who_sits_out_changes_too():
    night = Night("ann", "bob", "cy", "dan", "eve", table_size=FOURS, points={"by_place": [4, 2, 1, 0], "bye": 3})
    night.play("ann bob cy dan", byes="eve")
    told = tried(night, corrected("dan bob cy ann"))
    assert seat_changes(told.seats.before, told.seats.after) == [SeatChange("dan", None, 1), SeatChange("ann", 1, None)]
    assert list(told.areas) == [AreaChange("A", ["dan"], ["ann"])]


@pytest.mark.parametrize(
    ("format", "code"), [({"type": "rotation"}, "planned_ahead"), ({"type": "manual"}, "plan_needed")]
)
def test_what_no_standings_seat_is_not_drawn(format, code):
    told = tried(night_of(format=format), corrected("dan cy bob ann"))
    assert (told.seats.after, told.seats.refused.code, told.areas) == (None, code, ())


def test_tables_given_by_hand_are_told_as_they_are():
    night = night_of()
    night.give("ann bob eve fay", "cy dan gus hal")
    told = tried(night, corrected("dan cy bob ann"))
    assert (told.seats.refused.code, told.seats.becomes_stale) == ("plan_needed", True)
    assert [table.seats for table in told.seats.before.tables] == [
        ("ann", "bob", "eve", "fay"),
        ("cy", "dan", "gus", "hal"),
    ]


def test_where_no_seat_depends_on_it_nothing_is_told():
    night = night_of()
    assert tried(night) == SeatsToCome()
    night.send(c.Close())
    assert tried(night, corrected("dan cy bob ann")) == SeatsToCome()
    assert tried(night_of(rounds=1), corrected("dan cy bob ann")) == SeatsToCome()


def test_a_round_that_is_opened_or_closed_by_it_is_not_compared():
    night = night_of()
    made = night.plan()
    assert tried(night, seat_command(made, "r2", night.ids(made))) == SeatsToCome()
    assert tried(night, c.Start("r2", EVENING)) == SeatsToCome()
