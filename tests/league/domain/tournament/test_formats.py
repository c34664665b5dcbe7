"""Whole events in each format, with people who leave and people who come late."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import Rejected
from league.domain.seating.plan import Plan, plan, redo_command, seat_command
from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament.rounds import seating
from league.domain.tournament.settings import TableSize
from tests.league.domain.night import EVENING, Night

TWO = {"min": 2, "max": 2, "prefer": 2}
FOURS = {"min": 3, "max": 5, "prefer": 4}
FORMATS = [
    ({"type": "swiss"}, TWO),
    ({"type": "swiss"}, FOURS),
    ({"type": "swiss", "repeat_weight": 5}, FOURS),
    ({"type": "areas", "k": 8}, FOURS),
    ({"type": "areas", "first": "rating"}, FOURS),
    ({"type": "rotation"}, {"min": 4, "max": 5, "prefer": 4}),
    ({"type": "knockout", "advance": 2}, FOURS),
    ({"type": "knockout", "third_place": True}, TWO),
]


def people(count: int) -> list[str]:
    return [f"e{number:02}" for number in range(count)]


def play(night: Night, lot: Random) -> None:
    """A round as its format seats it, with results by lot."""
    night.seat()
    night.start()
    for table in night.last.tables:
        order = sorted(table.seats, key=lambda entry: lot.random())
        night.send(c.RecordResult(table.id, {entry: place for place, entry in enumerate(order, 1)}, EVENING))
    night.close_round()


def is_over(night: Night) -> bool:
    """Whether the knockout has no further round."""
    try:
        night.plan()
    except Rejected as refusal:
        return refusal.code == "no_more_rounds"
    return False


def all_there_once(night: Night) -> None:
    placed = Counter([entry for table in night.last.tables for entry in table.seats] + list(night.last.byes))
    assert set(placed.values()) == {1}
    size = night.state.settings.table_size
    assert all(size.min <= len(table.seats) <= size.max for table in night.last.tables)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(FORMATS), st.integers(9, 26), st.integers(0, 2**32))
def test_nobody_sits_twice_nor_at_a_table_too_small_whoever_leaves_and_comes(how, entries, number):
    format, size = how
    lot = Random(number)
    night = Night(*people(entries), format=format, table_size=size, secret=f"{number:032x}", rounds=5)
    for round_number in range(1, 6):
        if format["type"] == "knockout" and is_over(night):
            return
        play(night, lot)
        all_there_once(night)
        if format["type"] != "knockout":
            seated = {entry for table in night.last.tables for entry in table.seats} | set(night.last.byes)
            assert seated == {entry.id for entry in night.state.players(round_number)}
        if round_number == 2:
            night.send(c.Drop(night.last.tables[0].seats[0]))
            night.come("late")


def test_a_round_robin_brings_everybody_together_once():
    night = Night(*people(7), format={"type": "round_robin"}, table_size=TWO)
    met: Counter[tuple[str, ...]] = Counter()
    for _ in range(7):
        play(night, Random(1))
        met.update(tuple(sorted(table.seats)) for table in night.last.tables)
    assert met == Counter(combinations(people(7), 2))
    with pytest.raises(Rejected, match="everybody has met everybody"):
        night.plan()


def test_where_only_two_are_left_who_have_met_the_director_goes_on():
    night = Night(*people(4), format={"type": "round_robin"}, table_size=TWO)
    play(night, Random(1))
    for entry in night.last.tables[1].seats:
        night.send(c.Drop(entry))
    with pytest.raises(Rejected, match="everybody who is here has met everybody else who is here") as caught:
        night.plan()
    assert caught.value.code == "no_more_rounds"
    night.give(" ".join(night.last.tables[0].seats))


def test_a_redraw_of_the_first_round_of_a_round_robin_draws_the_numbers_anew():
    night = Night(*people(8), format={"type": "round_robin", "double": True}, table_size=TWO)
    night.seat()
    first = night.seats()
    night.redo()
    assert night.seats() != first
    night.start()
    for table in night.last.tables:
        night.send(c.RecordResult(table.id, dict.fromkeys(table.seats, 1), EVENING))
    night.close_round()
    met = Counter(tuple(sorted(seats)) for seats in [tuple(table.seats) for table in night.last.tables])
    for _ in range(13):
        play(night, Random(2))
        met.update(tuple(sorted(table.seats)) for table in night.last.tables)
    assert set(met.values()) == {2}
    assert len(met) == 28


def test_a_rotation_stands_in_the_log_from_its_first_round_and_is_made_anew_when_somebody_leaves():
    night = Night(
        *people(16), format={"type": "rotation"}, table_size=TWO | {"max": 4, "min": 4, "prefer": 4}, rounds=5
    )
    play(night, Random(3))
    first = night.state.rotation
    assert first is not None
    assert (first.first, len(first.rounds), first.repeats, first.bound) == (1, 5, 0, 0)
    play(night, Random(3))
    assert night.state.rotation is first
    assert night.last.cost["repeats"] == 0
    night.send(c.Drop("e03"))
    night.come("late")
    play(night, Random(3))
    anew = night.state.rotation
    assert anew is not None
    assert (anew.first, len(anew.rounds)) == (3, 3)
    assert "late" in anew.entries
    assert "e03" not in anew.entries


def test_a_rotation_is_made_anew_for_other_tables_and_for_two_with_tables_of_their_own():
    size = {"min": 4, "max": 4, "prefer": 4}
    night = Night(*people(16), format={"type": "rotation"}, table_size=size, rounds=5)
    play(night, Random(7))
    assert night.state.rotation is not None
    one, other = night.state.rotation.rounds[1].tables[0][:2]
    night.send(c.FixTable(night.state.rotation.entries[one], 1))
    night.send(c.FixTable(night.state.rotation.entries[other], 2))
    play(night, Random(7))
    assert night.state.rotation.first == 2
    night.send(c.Change(table_size=TableSize(3, 3, 3)))
    night.send(c.Drop("e09"))
    play(night, Random(7))
    assert night.state.rotation.first == 3
    assert {len(table.seats) for table in night.last.tables} == {3}


def test_a_rotation_has_each_seat_as_often():
    size = {"min": 4, "max": 4, "prefer": 4}
    night = Night(*people(16), format={"type": "rotation"}, table_size=size, rounds=4)
    had: Counter[tuple[str, int]] = Counter()
    for _ in range(4):
        play(night, Random(4))
        had.update((entry, seat) for table in night.last.tables for seat, entry in enumerate(table.seats, 1))
    assert set(had.values()) == {1}


def test_the_standings_of_a_knockout_go_by_how_far_each_came():
    night = Night(*people(8), format={"type": "knockout", "third_place": True}, table_size=TWO, points={"missed": -3})
    for _ in range(3):
        night.play_as_seated()
    final, small = sorted(night.last.tables, key=lambda table: table.area or "", reverse=False)
    assert (final.area, small.area) == ("final", "small-final")
    order = [row["entry"] for row in standings(night.state)]
    assert order[:4] == [*final.seats, *small.seats]
    assert {row["place"] for row in standings(night.state)[4:]} == {5}
    assert all(row["points"] >= 0 for row in standings(night.state))
    with pytest.raises(Rejected) as caught:
        night.plan()
    assert caught.value.code == "no_more_rounds"


def test_the_first_round_by_rating():
    night = Night(format={"type": "areas", "first": "rating"}, table_size={"min": 2, "max": 2, "prefer": 2})
    ratings = {"ann": 1200, "bob": None, "cy": 2100, "dan": 1900}
    night.send(c.Register(tuple(c.NewEntry(name, f"person {name}", rating=own) for name, own in ratings.items())))
    for name in ratings:
        night.send(c.CheckIn(name))
    night.seat()
    assert [set(seats) for seats in night.seats()] == [{"cy", "dan"}, {"ann", "bob"}]


def test_a_household_is_kept_apart_and_stands_in_the_log_by_entries():
    night = Night(*people(8), format={"type": "swiss"}, table_size=TWO | {"min": 4, "max": 4, "prefer": 4},
                  apart={"household": "hard", "club": "off"})  # fmt: skip

    together = (seating.SeparationGroup("household", ("e00", "e01")),)
    made = plan(night.state, night.secret, apart=together)
    night.send(seat_command(made, "r1", night.ids(made)))
    assert night.state.separation_groups == together
    assert not any({"e00", "e01"} <= set(seats) for seats in night.seats())
    again = plan(night.state, night.secret)
    night.send(redo_command(again, "r1", night.ids(again)))
    assert not any({"e00", "e01"} <= set(seats) for seats in night.seats())
    everybody = (seating.SeparationGroup("household", ("e00", "e01", "e02")),)
    with pytest.raises(Rejected) as caught:
        plan(night.state, night.secret, apart=everybody)
    assert caught.value.code == "apart"
    assert sorted(caught.value.facts["entries"]) == ["e00", "e01", "e02"]


def test_an_entry_stays_at_its_table_and_another_can_not_have_it():
    night = Night(*people(12), table_size={"min": 4, "max": 4, "prefer": 4})
    night.send(c.FixTable("e05", 3))
    assert night.send(c.FixTable("e05", 3)) == []
    assert night.refused(c.FixTable("e06", 3)).code == "table_taken"
    for _ in range(3):
        play(night, Random(5))
        (mine,) = [table for table in night.last.tables if "e05" in table.seats]
        assert mine.number == 3
    night.send(c.FixTable("e05", None))
    night.send(c.FixTable("e06", 9))
    play(night, Random(5))
    assert sorted(table.number for table in night.last.tables) == [1, 2, 9]


def test_tables_are_rotated_where_asked():
    size = {"min": 4, "max": 4, "prefer": 4}
    night = Night(*people(12), table_size=size, hall={"labels": ["Window", "Door", "Bar"], "rotate": True})
    had: Counter[tuple[str, int]] = Counter()
    for _ in range(3):
        play(night, Random(6))
        had.update((entry, table.number) for table in night.last.tables for entry in table.seats)
    still = Night(*people(12), table_size=size)
    stayed: Counter[tuple[str, int]] = Counter()
    for _ in range(3):
        play(still, Random(6))
        stayed.update((entry, table.number) for table in still.last.tables for entry in table.seats)
    assert sum(times**2 for times in had.values()) < sum(times**2 for times in stayed.values())


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"format": {"type": "round_robin"}, "table_size": FOURS}, "table_size.min"),
        ({"format": {"type": "swiss", "system": "dutch"}, "table_size": FOURS}, "table_size.max"),
        ({"format": {"type": "knockout", "advance": 3}, "table_size": FOURS}, "format.advance"),
    ],
)
def test_a_format_asks_for_its_tables(body, field):
    with pytest.raises(Rejected) as caught:
        Night("ann", **body)
    assert caught.value.field == field


def groups(*names: str) -> tuple[seating.SeparationGroup, ...]:
    return tuple(seating.SeparationGroup("household", tuple(name.split())) for name in names)


def planned_or_refused(night: Night, apart: tuple[seating.SeparationGroup, ...]) -> Plan | Rejected:
    try:
        return plan(night.state, night.secret, apart=apart)
    except Rejected as refusal:
        return refusal


def after_one_round(**settings: Any) -> Night:
    """Twelve at tables of four; e00 to e03 have won, in that order, down to e08 to e11."""
    night = Night(*people(12), table_size={"min": 4, "max": 4, "prefer": 4}, **settings)
    night.play("e00 e04 e08 e09", "e01 e05 e06 e10", "e02 e03 e07 e11")
    return night


def test_in_areas_a_hard_household_changes_with_the_nearest_in_the_standings():
    night = after_one_round(apart={"household": "hard", "club": "off"}, tie_breaks=["lot"])
    before = [set(table.seats) for table in plan(night.state, night.secret).tables]
    two = sorted(before[0])[:2]
    made = plan(night.state, night.secret, apart=groups(" ".join(two)))
    after = [set(table.seats) for table in made.tables]
    assert not any(set(two) <= table for table in after)
    assert len(before[0] - after[0]) == len(before[1] - after[1]) == 1
    assert after[2] == before[2]


def test_in_areas_a_soft_household_stays_where_the_standings_put_it():
    night = after_one_round(tie_breaks=["lot"])
    before = [table.seats for table in plan(night.state, night.secret).tables]
    made = plan(night.state, night.secret, apart=groups(" ".join(sorted(before[0])[:2])))
    assert [sorted(table.seats) for table in made.tables] == [sorted(seats) for seats in before]
    assert made.cost["apart"] == 1


def test_among_equals_a_soft_household_is_parted_for_nothing():
    night = Night(*people(12), table_size={"min": 4, "max": 4, "prefer": 4})
    first = sorted(plan(night.state, night.secret).tables[0].seats)
    made = plan(night.state, night.secret, apart=groups(" ".join(first[:3])))
    assert made.cost["apart"] == 0


@settings(max_examples=60, deadline=None)
@given(st.integers(6, 30), st.integers(0, 2**32), st.sampled_from([None, 8]))
def test_hard_households_are_apart_in_areas_or_the_round_is_refused_with_names(entries, number, k):
    lot = Random(number)
    night = Night(*people(entries), table_size=FOURS, apart={"household": "hard", "club": "off"},
                  format={"type": "areas", "k": k}, secret=f"{number:032x}")  # fmt: skip
    play(night, lot)
    together = [sorted(lot.sample(people(entries), lot.randint(2, 4))) for _ in range(lot.randint(1, 4))]
    apart = tuple(seating.SeparationGroup("household", tuple(names)) for names in together)
    made = planned_or_refused(night, apart)
    if isinstance(made, Rejected):
        named = {entry for group in together for entry in group}
        assert (made.code, set(made.facts["entries"]) - named) == ("apart", set())
        return
    for table in made.tables:
        assert not any(len(set(table.seats) & set(group)) > 1 for group in together)


@pytest.mark.parametrize("format", [{"type": "round_robin"}, {"type": "knockout"}])
def test_where_two_have_to_meet_who_may_not_the_round_is_refused_with_their_names(format):
    night = Night("ann", "bob", format=format, table_size=TWO, apart={"household": "hard", "club": "off"})
    with pytest.raises(Rejected) as caught:
        plan(night.state, night.secret, apart=groups("ann bob"))
    assert (caught.value.code, caught.value.facts["entries"]) == ("apart", ["ann", "bob"])
