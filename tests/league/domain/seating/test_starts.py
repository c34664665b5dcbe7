"""Who starts at a table of two."""

from fractions import Fraction

from league.domain.seating.pairs.starts import (
    StartCost,
    Starts,
    better_start_cost,
    histories,
    start_cost,
    starter_first,
    starts_of,
)
from league.domain.seating.problem import PastRound, PastTable, Problem
from tests.league.domain.seating.duels import TWO, problem_of

LOTS = {"ann": 0, "bob": 1}


def first(ann, bob):
    return starter_first("ann", "bob", {"ann": ann, "bob": bob}, LOTS)[0]


def test_who_has_started_less_often_starts():
    assert first((1, -1, 1), (-1, 1, -1)) == "bob"
    assert first((-1, -1, 1), (1, 1, -1)) == "ann"


def test_less_often_is_meant_of_the_own_games():
    """Counted are games started less games not started."""
    assert first((1, 1), (1,)) == "bob"
    assert first((), (-1,)) == "bob"


def test_equal_ones_alternate_from_the_last_round():
    assert first((1, -1), (-1, 1)) == "ann"
    assert first((-1, 1), (1, -1)) == "bob"


def test_who_had_the_same_last_alternates_from_where_they_differ():
    assert first((-1, 1, 1, -1), (1, -1, 1, -1)) == "bob"
    assert first((1, -1, 1, -1), (-1, 1, 1, -1)) == "ann"


def test_the_lot_decides_the_rest():
    assert first((), ()) == "ann"
    assert starter_first("bob", "ann", {"ann": (1, -1), "bob": (1, -1)}, LOTS) == ("ann", "bob")


def test_nobody_starts_a_third_time_running_though_it_is_the_others_turn_less():
    """Ann has started in two of five, the last two; Bob in three of five."""
    assert first((-1, -1, -1, 1, 1), (1, 1, -1, -1, 1)) == "bob"


def test_a_history_in_short():
    assert starts_of([]) == Starts(0, 0, 0)
    assert starts_of([1, -1, -1]) == Starts(-1, -1, 2)
    assert starts_of([1, 1, 1]) == Starts(3, 1, 2)


def test_what_is_too_much():
    assert starts_of([-1, 1, 1]).strained(1)
    assert not starts_of([-1, 1, 1]).strained(-1)
    assert starts_of([1, 1, -1, 1, -1, 1]).strained(1)
    assert not starts_of([1, -1]).strained(-1)
    assert start_cost(starts_of([1, 1]), starts_of([-1, -1])) == StartCost(2, 2 * (9 + 9) + 2)
    assert better_start_cost(starts_of([1, 1]), starts_of([-1, -1])) == StartCost(0, 2 * (1 + 1))


def test_only_games_of_two_that_were_played_are_counted():
    past = (
        PastRound(1, (PastTable(1, ("ann", "bob")), PastTable(2, ("cy", "dan", "eve")))),
        PastRound(2, (PastTable(1, ("ann", "cy"), played=False), PastTable(2, ("gone", "bob")))),
    )
    problem = Problem(3, "seed", ("ann", "bob", "cy", "dan", "eve"), TWO, history=past, points={"ann": Fraction(1)})
    assert histories(problem) == {"ann": (1,), "bob": (-1, -1), "cy": (), "dan": (), "eve": ()}
    assert histories(problem_of(["ann", "bob"])) == {"ann": (), "bob": ()}
