"""Seats of the next round: against all ways to sit down at small tables, and by hand."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.domain.seating.problem import Bounds, PastRound, PastTable, Problem
from league.domain.seating.seats import balanced, cheapest


def after(*rounds, seed="s", extra=()):
    """A problem after rounds of one table each, seats from 1 on."""
    entries = tuple(sorted({entry for seats in rounds for entry in seats} | set(extra)))
    past = tuple(PastRound(number, (PastTable(1, tuple(seats)),)) for number, seats in enumerate(rounds, 1))
    return Problem(len(rounds) + 1, seed, entries, Bounds(2, 12, 4), history=past)


def price(problem, seats):
    """What the first seat costs, and the others: squares of how often they have been had."""
    had = [problem.seats_had[entry][seat] ** 2 for seat, entry in enumerate(seats, 1)]
    return had[0], sum(had[1:])


def test_after_three_rounds_everybody_gets_the_seat_that_is_left():
    problem = after("abcd", "bcda", "cdab")
    assert balanced(problem, ["abcd"]) == (("d", "a", "b", "c"),)


def test_the_first_seat_comes_before_all_others():
    problem = after("ab", "ab", "cb", "cb", "cb")
    assert balanced(problem, ["bc"]) == (("b", "c"),)
    assert balanced(problem, ["ac"])[0][0] == "a"


def test_a_third_time_in_a_seat_is_dearer_than_two_second_times():
    problem = after("xabc", "yabc", "zbca")
    assert [problem.seats_had[entry][2] for entry in "abc"] == [2, 1, 0]
    (seats,) = balanced(problem, ["abcx"])
    assert seats[1] != "a"


def test_with_nothing_had_the_lots_decide_and_every_order_is_drawn():
    drawn = {balanced(after(extra="abc", seed=f"s{number}"), ["abc"])[0] for number in range(60)}
    assert drawn == set(permutations("abc"))


def test_tables_draw_lots_of_their_own():
    problem = after(extra="abcdefgh")
    assert len({tuple("abcd".index(entry) for entry in balanced(problem, ["abcd"] * 9)[at]) for at in range(9)}) > 1


def test_a_newcomer_sits_where_the_others_have_been_often():
    problem = after("ab", "ba", extra="c")
    assert balanced(problem, ["ac"])[0][0] == "c"


@given(st.integers(2, 5), st.integers(0, 6), st.integers(0, 10**6))
def test_no_other_order_of_a_table_is_cheaper(size, rounds, number):
    lot, entries = Random(number), "abcdef"
    problem = after(*["".join(lot.sample(entries, size)) for _ in range(rounds)], seed=str(number), extra=entries)
    table = lot.sample(entries, size)
    (seats,) = balanced(problem, [table])
    assert sorted(seats) == sorted(table)
    assert price(problem, seats) == min(price(problem, other) for other in permutations(table))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_the_assignment_is_the_cheapest_of_all(size):
    lot = Random(size)
    for _ in range(30):
        costs = [[lot.randrange(9) for _ in range(size)] for _ in range(size)]
        columns = cheapest(costs)
        assert sorted(columns) == list(range(size))
        least = min(sum(costs[row][other[row]] for row in range(size)) for other in permutations(range(size)))
        assert sum(costs[row][columns[row]] for row in range(size)) == least
