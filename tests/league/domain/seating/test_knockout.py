"""Knockout: brackets as they are known, heats worked by hand, and what holds for every number."""

import os
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import Rejected
from league.domain.seating import knockout
from league.domain.seating.problem import Bounds, PastRound, PastTable, Problem
from tests.league.domain.seating.knockouts import FOURS, ONLY_FOURS, PAIRS, Knockout, better_wins, names, tables_of


def test_eight_meet_as_in_every_seeded_bracket():
    cup = Knockout(8)
    assert tables_of(cup.play()) == [[1, 8], [2, 7], [3, 6], [4, 5]]
    assert tables_of(cup.play()) == [[1, 4], [2, 3]]
    assert tables_of(cup.play()) == [[1, 2]]


def test_who_beats_the_first_takes_its_way():
    cup = Knockout(8)
    cup.play(lambda seats: better_wins(seats) if "s1" not in seats else {"s8": 1, "s1": 2})
    assert tables_of(cup.play()) == [[4, 8], [2, 3]]


@pytest.mark.parametrize("count", [*range(2, 34), 64])
def test_if_the_better_always_wins_the_first_of_each_round_are_left(count):
    cup, left = Knockout(count), 1 << (count - 1).bit_length()
    byes = cup.play().byes
    assert byes == names(left - count)
    assert all(table[0] + table[1] == left + 1 for table in tables_of_past(cup.past[0]))
    while (left := left // 2) > 1:
        assert cup.on() == names(left)
        assert cup.play().byes == ()
        assert all(table[0] + table[1] == left + 1 for table in tables_of_past(cup.past[-1]))
    assert cup.reached()["s1"] == 1
    assert len(cup.past) == knockout.rounds_of(count, PAIRS, 1)
    with pytest.raises(Rejected, match="no_more_rounds"):
        cup.play()


def tables_of_past(past):
    return [sorted(int(entry[1:]) for entry in table.seats) for table in past.tables]


def test_the_third_place_is_played_for_in_the_round_of_the_final():
    cup = Knockout(8, third_place=True)
    cup.play()
    cup.play()
    final = cup.play()
    assert tables_of(final) == [[1, 2], [3, 4]]
    assert [table.area for table in final.tables] == ["final", "small-final"]
    assert cup.reached() == {"s1": 1, "s2": 2, "s3": 3, "s4": 4, "s5": 5, "s6": 5, "s7": 5, "s8": 5}


def test_without_a_match_the_third_place_is_shared():
    cup = Knockout(8)
    cup.play_out()
    assert cup.reached() == {"s1": 1, "s2": 2, "s3": 3, "s4": 3, "s5": 5, "s6": 5, "s7": 5, "s8": 5}


def test_three_have_no_match_for_the_third_place():
    cup = Knockout(3, third_place=True)
    assert cup.play().byes == ("s1",)
    assert tables_of(cup.play()) == [[1, 2]]
    assert cup.reached() == {"s1": 1, "s2": 2, "s3": 3}


def test_an_opponent_of_somebody_who_left_has_a_walkover():
    cup = Knockout(8)
    cup.play()
    cup.players.remove("s4")
    assert cup.play().byes == ("s1",)
    assert tables_of(cup.play()) == [[1, 2]]
    assert cup.reached() == {"s1": 1, "s2": 2, "s3": 3, "s4": 3, "s5": 5, "s6": 5, "s7": 5, "s8": 5}


def test_who_left_and_comes_back_is_out():
    cup = Knockout(8)
    cup.play()
    cup.players.remove("s4")
    cup.play()
    cup.players.append("s4")
    assert cup.on() == ("s1", "s2")


def test_rounds_without_a_match_are_passed_over():
    cup = Knockout(8)
    cup.play()
    cup.players = ["s1", "s2"]
    assert tables_of(cup.play()) == [[1, 2]]
    assert cup.reached() == {"s1": 1, "s2": 2, "s3": 3, "s4": 3, "s5": 5, "s6": 5, "s7": 5, "s8": 5}


def test_a_final_without_one_of_its_two_is_won():
    cup = Knockout(4)
    cup.play()
    cup.players.remove("s1")
    with pytest.raises(Rejected, match="no_more_rounds"):
        cup.play()
    assert cup.reached() == {"s2": 1, "s1": 2, "s3": 3, "s4": 3}


def test_the_third_place_is_played_for_though_the_final_is_not():
    cup = Knockout(4, third_place=True)
    cup.play()
    cup.players.remove("s1")
    last = cup.play()
    assert (tables_of(last), last.byes) == ([[3, 4]], ("s2",))
    assert cup.reached() == {"s2": 1, "s1": 2, "s3": 3, "s4": 4}
    with pytest.raises(Rejected, match="no_more_rounds"):
        cup.play()


def test_a_draw_is_decided_by_the_seeding_and_said():
    cup = Knockout(4)
    cup.play(lambda seats: dict.fromkeys(seats, 1))
    went = knockout.advancing(cup.problem, advance=1)
    assert went.on == ("s1", "s2")
    assert went.borders == (knockout.Border(1, ("s1",), ("s4",)), knockout.Border(2, ("s2",), ("s3",)))


def test_the_absent_never_goes_on_before_one_who_played():
    cup = Knockout(8, FOURS, 2)
    cup.play(absent=["s1", "s8"])
    assert cup.on() == ("s2", "s3", "s4", "s5")


def test_where_nobody_came_nobody_goes_on():
    cup = Knockout(4)
    cup.play(lambda seats: dict.fromkeys(seats, 2) if "s1" in seats else better_wins(seats), absent=["s1", "s4"],
             alone=True)  # fmt: skip
    assert cup.on() == ("s2",)


def test_one_alone_at_a_table_goes_on_though_two_would():
    cup = Knockout(6, Bounds(3, 3, 3), 2)
    cup.play(absent=["s4", "s5"], alone=True)
    assert cup.on() == ("s1", "s2", "s3")


def test_sixteen_in_heats_of_four():
    cup = Knockout(16, FOURS, 2, third_place=True)
    assert tables_of(cup.play()) == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    assert tables_of(cup.play()) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert tables_of(cup.play()) == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert cup.reached() == {**{f"s{seed}": seed for seed in range(1, 9)}, **{f"s{s}": 9 for s in range(9, 17)}}
    with pytest.raises(Rejected, match="no_more_rounds"):
        cup.play()


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (16, [[4, 4, 4, 4], [4, 4], [4]]),
        (14, [[4, 4, 3, 3], [4, 4], [4]]),
        (13, [[4, 3, 3, 3], [4, 4], [4]]),
        (9, [[3, 3, 3], [3, 3], [4]]),
        (6, [[3, 3], [4]]),
        (4, [[4]]),
        (3, [[3]]),
    ],
)
def test_heats_of_three_and_four_of_which_two_go_on(count, sizes):
    cup = Knockout(count, FOURS, 2)
    assert cup.play_out() == knockout.rounds_of(count, FOURS, 2)
    assert [[len(table.seats) for table in past.tables] for past in cup.past] == sizes
    assert all(past.byes == () for past in cup.past)


def test_too_few_winners_for_a_final_are_filled_up_by_the_best_others():
    """Eight at tables of four, one goes on: the two seconds share a place, and both are needed."""
    cup = Knockout(8, ONLY_FOURS, 1)
    cup.play()
    went = knockout.advancing(cup.problem, advance=1)
    assert (went.on, went.filled) == (("s1", "s2", "s3", "s4"), ("s3", "s4"))
    assert tables_of(cup.play()) == [[1, 2, 3, 4]]


def test_which_of_equally_placed_others_fills_a_table_is_said():
    cup = Knockout(12, ONLY_FOURS, 1)
    cup.play()
    went = knockout.advancing(cup.problem, advance=1)
    assert went.on == ("s1", "s2", "s3", "s4")
    assert went.borders == (knockout.Border(None, ("s4",), ("s5", "s6")),)


def test_shared_places_at_the_border_of_a_heat():
    cup = Knockout(4 + 4, FOURS, 2)
    cup.play(lambda seats: {entry: min(place, 2) for entry, place in better_wins(seats).items()})
    went = knockout.advancing(cup.problem, advance=2)
    assert went.on == ("s1", "s2", "s3", "s4")
    assert went.borders[0] == knockout.Border(1, ("s4",), ("s5", "s8"))


def test_byes_of_heats_go_to_the_best_seeded_and_then_round():
    cup = Knockout(7, ONLY_FOURS, 3)
    assert cup.play().byes == ("s1", "s2", "s3")
    assert cup.play().byes == ("s4", "s5")


def test_a_small_final_of_heats_is_of_the_best_placed():
    cup = Knockout(16, ONLY_FOURS, 1, third_place=True)
    cup.play()
    assert tables_of(cup.play()) == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_the_preferred_size_makes_two_heats_of_what_would_fit_one_table():
    assert tables_of(Knockout(8, Bounds(2, 12, 4), 1).seat()) == [[1, 4, 5, 8], [2, 3, 6, 7]]


def test_seeds_are_ratings_where_there_are_no_places_and_the_unrated_come_last():
    rated = Problem(1, "x", ("a", "b", "c"), PAIRS, rating={"b": 1500, "c": 1700})
    assert knockout.seeding(rated) == ("c", "b", "a")
    assert knockout.seeding(Problem(1, "x", ("b", "a", "c"), PAIRS)) == ("b", "a", "c")


@pytest.mark.parametrize(("count", "bounds"), [(11, PAIRS), (13, FOURS), (7, ONLY_FOURS), (33, Bounds(3, 5, 4))])
def test_the_first_round_tells_the_seeding(count, bounds):
    cup = Knockout(count, bounds)
    cup.play()
    assert knockout.seeding(cup.problem) == names(count)


def test_seedings_are_swapped_with_the_seats_of_the_first_round():
    cup = Knockout(4)
    cup.past.append(
        PastRound(
            1,
            (PastTable(1, ("s4", "s2"), "A", {"s2": 1, "s4": 2}), PastTable(2, ("s3", "s1"), "B", {"s1": 1, "s3": 2})),
        )
    )
    assert knockout.seeding(cup.problem) == ("s2", "s1", "s3", "s4")


def test_a_round_as_the_director_gave_it_is_played_on():
    """Two who could not have met yet: the others are seated as a bracket of whoever is left."""
    cup = Knockout(8)
    cup.play()
    tables = (
        PastTable(1, ("s1", "s2"), None, {"s1": 1, "s2": 2}),
        PastTable(2, ("s5", "s4"), None, {"s4": 1, "s5": 2}),
    )
    cup.past.append(PastRound(2, tables, ("s3",)))
    seating = cup.seat()
    assert sorted([*seating.byes, *(entry for table in seating.tables for entry in table.seats)]) == ["s1", "s3", "s4"]


@pytest.mark.parametrize(("bounds", "advance"), [(PAIRS, 2), (PAIRS, 0), (FOURS, 3)])
def test_all_or_nobody_going_on_is_refused(bounds, advance):
    with pytest.raises(Rejected, match="bad_advance"):
        Knockout(8, bounds, advance).seat()
    with pytest.raises(Rejected, match="bad_advance"):
        knockout.rounds_of(8, bounds, advance)


@pytest.mark.parametrize(("count", "bounds"), [(1, PAIRS), (0, PAIRS), (2, FOURS), (3, ONLY_FOURS)])
def test_too_few_are_refused(count, bounds):
    with pytest.raises(Rejected, match="too_few_entries"):
        Knockout(count, bounds).seat()
    with pytest.raises(Rejected, match="too_few_entries"):
        knockout.rounds_of(count, bounds, 1)


@pytest.mark.parametrize("bounds", [PAIRS, FOURS, ONLY_FOURS, Bounds(2, 12, 4), Bounds(12, 12, 12)])
def test_as_many_rounds_as_foretold_for_every_number(bounds):
    for count in (*range(bounds.min, 27), 64):
        for advance in dict.fromkeys([1, bounds.min - 1]):
            assert Knockout(count, bounds, advance).play_out() == knockout.rounds_of(count, bounds, advance)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_happens_it_ends_with_one_winner(data):
    """Random sizes, results, ties, absences and drop-outs."""
    sizes = sorted(data.draw(st.lists(st.integers(2, 7), min_size=3, max_size=3)))
    bounds = Bounds(sizes[0], sizes[2], sizes[1])
    advance = data.draw(st.integers(1, bounds.min - 1))
    cup = Knockout(data.draw(st.integers(bounds.min, 40)), bounds, advance, third_place=data.draw(st.booleans()))
    pick = data.draw(st.randoms(use_true_random=False))
    still_in, ended = dict.fromkeys(cup.players), None
    while ended is None:
        absent = [entry for entry in cup.players if pick.random() < 0.03]
        try:
            seating = cup.play(lambda seats: {entry: pick.randint(1, len(seats)) for entry in seats}, absent=absent)
        except Rejected as refused:
            ended = refused.code
            break
        main = [table.seats for table in seating.tables if table.area != knockout.SMALL_FINAL]
        playing = Counter([entry for seats in main for entry in seats] + list(seating.byes))
        everybody = playing + Counter(e for t in seating.tables for e in t.seats if t.area == knockout.SMALL_FINAL)
        assert set(everybody.values()) == {1}
        assert all(bounds.min <= len(table.seats) <= bounds.max for table in seating.tables)
        assert all(entry in still_in and entry in cup.players for entry in playing)
        assert len(playing) < len(still_in) or len(cup.past) == 1
        still_in = dict.fromkeys(playing)
        cup.players = [entry for entry in cup.players if pick.random() > 0.03]
    reached = cup.reached()
    assert sorted(reached) == (sorted(knockout.seeding(cup.problem)) if cup.past else [])
    assert ended in ("no_more_rounds", "too_few_entries")
    at_the_top = [entry for entry, rank in reached.items() if rank == 1]
    assert ended == "too_few_entries" or len(at_the_top) == 1 or not cup.on()


STORY = """
from tests.league.domain.seating.knockouts import FOURS, Knockout
for cup in (Knockout(23, third_place=True), Knockout(23, FOURS, 2, third_place=True)):
    while not cup.over:
        print(cup.play(lambda seats: {entry: min(place, 2) for place, entry in enumerate(seats, 1)}))
    print(cup.reached())
"""


def test_the_same_under_another_hash_seed():
    told = [
        subprocess.run(
            [sys.executable, "-c", STORY],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert len(told[0].splitlines()) > 8
