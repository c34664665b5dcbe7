"""Head to head and records: counted by hand."""

from __future__ import annotations

from league.domain.season.history.meetings import MeetingCounts, SharedTable, head_to_head, tables_of
from league.domain.season.history.record import Finish, record
from league.domain.tournament import commands as c
from tests.league.domain.night import EVENING, Night


def table(told: str) -> list[SharedTable]:
    """ "ann=bob cy+dan": ann and bob share the first place, cy and dan are a team."""
    found: list[SharedTable] = []
    for group in told.split():
        place = len(found) + 1
        found += [SharedTable(tuple(seat.split("+")), place) for seat in group.split("=")]
    return found


def test_who_met_whom_and_who_was_placed_better_how_often() -> None:
    found = head_to_head([table("ann bob cy"), table("bob ann dan"), table("ann=bob cy dan"), table("cy ann")])
    assert found["ann"] == {
        "bob": MeetingCounts(3, 1, 1, 1),
        "cy": MeetingCounts(3, 2, 1, 0),
        "dan": MeetingCounts(2, 2, 0, 0),
    }
    assert found["bob"]["ann"] == MeetingCounts(3, 1, 1, 1)
    assert found["dan"] == {
        "ann": MeetingCounts(2, 0, 2, 0),
        "bob": MeetingCounts(2, 0, 2, 0),
        "cy": MeetingCounts(1, 0, 1, 0),
    }


def test_the_matrix_reads_the_same_from_either_side() -> None:
    found = head_to_head([table("ann bob cy dan"), table("dan=cy eve"), table("eve ann=bob")])
    for person, opponents in found.items():
        for opponent, met in opponents.items():
            other = found[opponent][person]
            assert met == MeetingCounts(other.tables, other.worse, other.better, other.level)
            assert met.better + met.worse + met.level == met.tables


def test_members_of_a_team_meet_the_others_and_not_each_other() -> None:
    found = head_to_head([table("ann+bob cy")])
    assert found == {
        "ann": {"cy": MeetingCounts(1, 1, 0, 0)},
        "bob": {"cy": MeetingCounts(1, 1, 0, 0)},
        "cy": {"ann": MeetingCounts(1, 0, 1, 0), "bob": MeetingCounts(1, 0, 1, 0)},
    }


def sat(night: Night) -> list[list[tuple[str, int]]]:
    return [[("+".join(seat.people), seat.place) for seat in found] for found in tables_of(night.state)]


def test_only_closed_rounds_have_tables_and_a_tournament_that_was_called_off_has_none() -> None:
    night = Night("ann", "bob", "cy", "dan")
    night.play("ann bob", "cy=dan")
    night.give("ann bob cy dan")
    night.start()
    night.report(1, dan=1, cy=2, bob=3, ann=4)
    assert sat(night) == [
        [("person ann", 1), ("person bob", 2)],
        [("person cy", 1), ("person dan", 1)],
    ]
    night.send(c.Cancel("no light"))
    assert sat(night) == []


def test_who_was_absent_met_nobody_and_a_stand_in_met_everybody() -> None:
    """cy is not there; eve plays for bob, fay for dan."""
    night = Night("ann", "bob", "cy", "dan")
    night.give("ann bob cy dan")
    night.start()
    places, stand_in = {"ann": 1, "bob": 2, "dan": 3}, {"bob": "eve", "dan": "fay"}
    night.send(c.RecordResult(night.last.tables[0].id, places, EVENING, absent=("cy",), stand_in=stand_in))
    night.close_round()
    assert sat(night) == [[("person ann", 1), ("eve", 2), ("fay", 3)]]


def test_a_record_counts_events_places_and_tables() -> None:
    """Two entries of ann in one event: the better place counts. A status is an event without a place."""
    finishes = [Finish("a", 3), Finish("a", 1), Finish("b", 2), Finish("c", 1), Finish("d", None)]
    tables = [table("ann bob"), table("bob ann"), table("bob cy"), table("ann=cy bob")]
    found = record("ann", finishes, tables)
    assert (found.events, found.wins, found.places) == (4, 2, {1: 2, 2: 1})
    assert (found.tables, found.table_wins) == (3, 2)
    assert found.opponents == {"bob": MeetingCounts(3, 2, 1, 0), "cy": MeetingCounts(1, 0, 0, 1)}
    assert record("eve", [], tables).tables == 0
