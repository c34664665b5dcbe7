"""A round that everybody sees, repaired: who sits where afterwards, what goes on, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import REFEREE
from league.domain.tournament import commands as c
from league.domain.tournament.rounds.commands import RepairMerge, RepairSeat, RepairSwap
from league.domain.tournament.view import entry_view
from tests.league.domain.night import EVENING, Night, minutes

SEVEN = ("ann", "bob", "cy", "dan", "eve", "fay", "gil")
BOUNDS: dict[str, Any] = {"round": "r1", "fewest": 2, "most": 12, "fresh": ("new1", "new2")}


def seat(entry: str, table: str, **more: Any) -> RepairSeat:
    return RepairSeat(entry=entry, table=table, **BOUNDS | more)


def merge(a: str, b: str, **more: Any) -> RepairMerge:
    return RepairMerge(tables=(a, b), **BOUNDS | more)


def swap(a: str, b: str, **more: Any) -> RepairSwap:
    return RepairSwap(a=a, b=b, **BOUNDS | more)


def shown_night(*tables: str, byes: str = "", **settings: Any) -> Night:
    """A published round of tables of 3 to 5, by a plan that was known ahead: the tournament's sizes hold."""
    people = [name for table in (*tables, byes) for name in table.split()]
    plan = [{"tables": [table.split() for table in tables], "byes": byes.split()}]
    sizes = {"table_size": {"min": 3, "max": 5, "prefer": 4}}
    night = Night(*people, format={"type": "prescribed", "plan": plan}, **sizes | settings)
    night.seat()
    night.send(c.Publish("r1"))
    return night


def running(*tables: str, byes: str = "", **settings: Any) -> Night:
    night = shown_night(*tables, byes=byes, **settings)
    night.start()
    return night


def ids(night: Night) -> list[str]:
    return [table.id for table in night.last.tables]


def test_somebody_moves_to_a_free_seat_of_a_published_round_whose_tables_stay_what_they_are() -> None:
    night = shown_night("ann bob cy dan", "eve fay gil")
    before = [table.version for table in night.last.tables]
    (event,) = night.send(seat("bob", "r1a2"))
    assert night.seats() == [["ann", "cy", "dan"], ["eve", "fay", "gil", "bob"]]
    assert ids(night) == ["r1a1", "r1a2"]
    assert [(table.id, table.seats) for table in event.tables] == [
        ("r1a1", ("ann", "cy", "dan")),
        ("r1a2", ("eve", "fay", "gil", "bob")),
    ]
    assert (event.gone, event.joined, night.state.gone) == ((), (), {})
    assert all(now.version > then for now, then in zip(night.last.tables, before, strict=True))


def test_sent_again_it_stands_and_nothing_is_written() -> None:
    night = shown_night("ann bob cy dan", "eve fay gil")
    night.send(seat("bob", "r1a2"))
    assert night.send(seat("bob", "r1a2")) == []


def test_who_sits_out_takes_a_free_seat_and_has_no_bye() -> None:
    night = running("ann bob cy", "dan eve fay", byes="gil")
    night.send(seat("gil", "r1a1"))
    assert (night.seats(), night.last.byes) == ([["ann", "bob", "cy", "gil"], ["dan", "eve", "fay"]], ())
    night.report(1, ann=1, bob=2, cy=3, gil=4)
    night.report(2, dan=1, eve=2, fay=3)
    night.close_round()
    assert (night.row("gil")["byes"], night.row("gil")["played"], night.row("gil")["rounds"][0]["seat"]) == (0, 1, 4)


def test_who_came_late_plays_from_this_round_on() -> None:
    night = running("ann bob cy", "dan eve fay", "gil hal ida")
    night.come("zoe")
    assert night.state.entries["zoe"].from_round == 2
    version = night.state.entries["zoe"].version
    (event,) = night.send(seat("zoe", "r1a2"))
    assert (event.joined, night.seats()[1]) == (("zoe",), ["dan", "eve", "fay", "zoe"])
    shown = entry_view(night.state, night.state.entries["zoe"])
    assert (shown["from_round"], shown["version"] > version) == (1, True)
    night.report(1, ann=1, bob=2, cy=3)
    night.report(2, zoe=1, dan=2, eve=3, fay=4)
    night.report(3, gil=1, hal=2, ida=3)
    night.close_round()
    assert night.row("zoe")["rounds"] == [
        {"number": 1, "kind": "played", "table": 2, "seat": 4, "place": 1, "points": 4}
    ]


def test_who_came_back_after_the_publishing_has_a_seat_again() -> None:
    night = Night(*SEVEN, table_size={"min": 3, "max": 5, "prefer": 4})
    night.send(c.Drop("gil"))
    night.seat()
    night.send(c.Publish("r1"))
    assert sorted(map(len, night.seats())) == [3, 3]
    refused = night.refused(seat("gil", "r1a1"))
    assert (refused.code, refused.field) == ("entry_dropped", "entry")
    night.send(c.Return("gil"))
    (event,) = night.send(seat("gil", "r1a1"))
    assert (event.joined, night.seats()[0][-1]) == ((), "gil")


def test_two_tables_become_one_which_has_the_lower_number() -> None:
    night = shown_night("ann bob cy", "dan eve fay", "gil hal ida", table_size={"min": 3, "max": 6, "prefer": 4})
    (event,) = night.send(merge("r1a3", "r1a1"))
    assert [(table.id, table.number, table.seats) for table in night.last.tables] == [
        ("r1a1", 1, ("ann", "bob", "cy", "gil", "hal", "ida")),
        ("r1a2", 2, ("dan", "eve", "fay")),
    ]
    assert [(gone.id, gone.number, gone.into) for gone in event.gone] == [("r1a3", 3, "r1a1")]
    assert night.refused(seat("ann", "r1a3")).code == "table_gone"


def test_a_table_of_a_running_round_that_changes_is_another_one_and_the_others_are_not() -> None:
    night = running("ann bob cy dan", "eve fay gil", "hal ida joe")
    (event,) = night.send(seat("bob", "r1a2"))
    assert ids(night) == ["new1", "new2", "r1a3"]
    assert [(table.id, table.number) for table in event.tables] == [("new1", 1), ("new2", 2)]
    assert [(gone.id, gone.number, gone.into) for gone in event.gone] == [("r1a1", 1, "new1"), ("r1a2", 2, "new2")]
    assert night.state.gone == {"r1a1": 1, "r1a2": 2}
    for command in (
        c.RecordResult("r1a1", {"ann": 1, "bob": 2, "cy": 3, "dan": 4}, EVENING),
        c.StartTableClock("r1a2", "1", 60, EVENING),
    ):
        refused = night.refused(command)
        assert (refused.code, refused.field) == ("table_gone", None)
    night.report(1, ann=1, cy=2, dan=3)
    assert night.row("ann")["points"] == 4


def test_of_two_running_tables_that_become_one_a_third_is_left() -> None:
    night = running("ann bob cy", "dan eve fay", table_size={"min": 3, "max": 6, "prefer": 4})
    (event,) = night.send(merge("r1a1", "r1a2"))
    assert ids(night) == ["new1"]
    assert [(gone.id, gone.into) for gone in event.gone] == [("r1a1", "new1"), ("r1a2", "new1")]


def test_clock_and_extra_time_go_on_at_the_table_in_their_place() -> None:
    night = running("ann bob cy dan", "eve fay gil", clock_seconds=600)
    night.send(c.Extend("r1", minutes(1), 300, table="r1a2"))
    night.send(c.StartTableClock("r1a2", "1", 60, minutes(1)))
    night.send(seat("bob", "r1a2"))
    first, second = night.last.tables
    assert (first.extra_seconds, first.clock, second.extra_seconds) == (0, None, 300)
    assert night.last.clock is not None
    assert second.clock is not None
    assert (night.last.clock.deadline, second.clock.deadline) == (minutes(10), minutes(15))
    assert second.game_clock is None
    night.send(c.Pause("r1", minutes(2)))
    night.send(c.Resume("r1", minutes(4)))
    assert night.last.tables[1].clock is not None
    assert night.last.tables[1].clock.deadline == minutes(17)


def test_a_merged_table_has_the_longer_of_the_two_extra_times() -> None:
    night = running("ann bob cy", "dan eve fay", table_size={"min": 3, "max": 6, "prefer": 4}, clock_seconds=600)
    night.send(c.Extend("r1", minutes(1), 60, table="r1a1"))
    night.send(c.Extend("r1", minutes(1), 300, table="r1a2"))
    night.send(merge("r1a1", "r1a2"))
    assert [table.extra_seconds for table in night.last.tables] == [300]


def test_two_change_places_also_with_who_sits_out() -> None:
    night = shown_night("ann bob cy", "dan eve fay", byes="gil")
    night.send(swap("bob", "eve"))
    assert night.seats() == [["ann", "eve", "cy"], ["dan", "bob", "fay"]]
    (event,) = night.send(swap("gil", "ann"))
    assert (night.seats()[0], night.last.byes, event.byes) == (["gil", "eve", "cy"], ("ann",), ("ann",))
    assert [table.number for table in event.tables] == [1]
    night.send(swap("gil", "ann"))
    assert (night.seats()[0], night.last.byes) == (["ann", "eve", "cy"], ("gil",))


def test_two_who_sit_out_change_nothing() -> None:
    night = shown_night("ann bob cy", "dan eve fay", byes="gil hal")
    assert night.send(swap("gil", "hal")) == []


def test_repeats_are_counted_anew() -> None:
    night = Night("ann", "bob", "cy", "dan", table_size={"min": 2, "max": 2, "prefer": 2})
    night.play("ann bob", "cy dan")
    night.give("ann cy", "bob dan")
    night.send(c.Publish("r2"))
    night.send(swap("cy", "bob", round="r2"))
    assert night.last.cost["repeats"] == 2


@pytest.mark.parametrize("start", [False, True])
def test_how_many_rounds_are_left_is_not_known_of_seats_by_hand(start: bool) -> None:
    night = Night(*SEVEN[:4], format={"type": "round_robin"}, table_size={"min": 2, "max": 2, "prefer": 2})
    night.seat()
    assert night.last.cost["rounds_left"] == 2
    night.send(c.Publish("r1"))
    if start:
        night.start()
    one, two = night.last.tables
    night.send(swap(one.seats[0], two.seats[0]))
    assert "rounds_left" not in night.last.cost


@pytest.mark.parametrize(
    ("command", "code", "field", "facts"),
    [
        (seat("eve", "r1a1"), "table_full", "table", {"number": 1, "most": 5}),
        (seat("hal", "r1a2"), "table_too_small", "entry", {"number": 3, "seats": 2, "least": 3}),
        (seat("eve", "r1a3", most=3), "table_full", "table", {"number": 3, "most": 3}),
        (seat("ann", "r1a2", fewest=5), "table_too_small", "entry", {"number": 1, "seats": 4, "least": 5}),
        (seat("eve", "r1a9"), "unknown_table", "table", {"table": "r1a9"}),
        (seat("nobody", "r1a2"), "unknown_entry", "entry", {"entry": "nobody"}),
        (seat("late", "r1a2"), "not_checked_in", "entry", {"entry": "late"}),
        (seat("gone", "r1a2"), "entry_dropped", "entry", {"entry": "gone"}),
        (merge("r1a1", "r1a2"), "tables_too_large", "merge", {"number": 1, "other": 2, "seats": 8, "most": 5}),
        (merge("r1a2", "r1a3", most=5), "tables_too_large", "merge", {"number": 2, "other": 3, "seats": 6, "most": 5}),
        (merge("r1a2", "r1a2"), "same_table", "merge", {"number": 2}),
        (merge("r1a2", "r1a9"), "unknown_table", "merge", {"table": "r1a9"}),
        (swap("ann", "late"), "not_in_round", "swap", {"entry": "late", "number": 1}),
        (swap("ann", "ann"), "same_entry", "swap", {"entry": "ann"}),
        (swap("ann", "bob", round="r9"), "unknown_round", None, {"round": "r9"}),
    ],
)
def test_what_does_not_fit_is_refused(command: Any, code: str, field: str | None, facts: dict[str, Any]) -> None:
    night = shown_night("ann bob cy dan joe", "eve fay gil", "hal ida kim")
    night.register("late")
    night.come("gone")
    night.send(c.Drop("gone"))
    refused = night.refused(command)
    assert (refused.code, refused.field, refused.facts) == (code, field, facts)


def test_a_table_that_would_be_too_small_is_to_be_merged() -> None:
    night = shown_night("ann bob cy", "dan eve fay")
    assert night.refused(seat("ann", "r1a2")).detail == (
        "Table 1 would have 2 players and needs 3: merge two tables instead."
    )


def test_a_table_that_the_director_gave_may_have_any_size_at_which_the_game_is_played() -> None:
    night = Night(*SEVEN, table_size={"min": 3, "max": 4, "prefer": 4})
    night.give("ann bob cy", "dan eve fay gil")
    night.send(c.Publish("r1"))
    night.send(seat("ann", "r1a2"))
    assert night.seats() == [["bob", "cy"], ["dan", "eve", "fay", "gil", "ann"]]
    assert night.refused(seat("bob", "r1a2")).code == "table_too_small"


def test_a_table_that_has_reported_is_not_touched_and_the_others_are() -> None:
    night = running("ann bob cy dan", "eve fay gil", "hal ida joe kim")
    night.report(2, eve=1, fay=2, gil=3)
    for command in (seat("ann", "r1a2"), swap("ann", "eve"), swap("fay", "eve")):
        refused = night.refused(command)
        assert (refused.code, refused.facts) == ("already_reported", {"number": 2})
    night.send(seat("ann", "r1a3"))
    night.send(c.WithdrawResult("r1a2"))
    night.send(swap("bob", "eve", fresh=("new3", "new4")))
    assert night.seats() == [["eve", "cy", "dan"], ["bob", "fay", "gil"], ["hal", "ida", "joe", "kim", "ann"]]
    assert ids(night) == ["new3", "new4", "new2"]


def test_drafts_closed_rounds_and_closed_tournaments_have_other_ways() -> None:
    night = Night("ann", "bob", "cy", "dan")
    night.give("ann bob", "cy dan")
    assert night.refused(swap("ann", "cy")).code == "round_not_open"
    night.start()
    night.report(1, ann=1, bob=2)
    night.report(2, cy=1, dan=2)
    night.close_round()
    assert night.refused(swap("ann", "cy")).code == "round_closed"
    night.send(c.Close())
    assert night.refused(swap("ann", "cy")).code == "tournament_closed"


def test_everybody_is_told_and_the_reason_is_the_staff_s() -> None:
    night = running("ann bob cy dan", "eve fay gil")
    (event,) = night.send(seat("bob", "r1a2", reason="a late train"))
    public, staff = event.show(None), event.show(REFEREE)
    assert (staff["reason"], staff["cost"]["repeats"]) == ("a late train", 0)
    assert {*staff} - {*public} == {"reason", "cost"}
    assert [gone["into"] for gone in public["gone"]] == ["new1", "new2"]


def test_a_next_round_is_seated_from_how_they_sat() -> None:
    night = running("ann bob cy dan", "eve fay gil")
    night.send(seat("bob", "r1a2"))
    night.report(1, ann=1, cy=2, dan=3)
    night.report(2, bob=1, eve=2, fay=3, gil=4)
    night.close_round()
    night.give("bob eve fay", "ann cy dan gil")
    assert night.last.cost["repeats"] == 6
