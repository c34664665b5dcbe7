"""Who starts at a table of two."""

from fractions import Fraction

from league.domain.seating.pairs.starts import Outcome, Starts, better, histories, outcome, starter_first, starts_of
from league.domain.seating.problem import History, PastSeat, Problem
from tests.league.domain.seating.duels import TWO, field_of

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
    assert outcome(starts_of([1, 1]), starts_of([-1, -1])) == Outcome(2, 2 * (9 + 9) + 2)
    assert better(starts_of([1, 1]), starts_of([-1, -1])) == Outcome(0, 2 * (1 + 1))


def test_only_games_of_two_that_were_played_are_counted():
    past = (
        History(1, (PastSeat(1, ("ann", "bob")), PastSeat(2, ("cy", "dan", "eve")))),
        History(2, (PastSeat(1, ("ann", "cy"), played=False), PastSeat(2, ("gone", "bob")))),
    )
    field = Problem(3, "seed", ("ann", "bob", "cy", "dan", "eve"), TWO, past=past, points={"ann": Fraction(1)})
    assert histories(field) == {"ann": (1,), "bob": (-1, -1), "cy": (), "dan": (), "eve": ()}
    assert histories(field_of(["ann", "bob"])) == {"ann": (), "bob": ()}
