"""Points of places, shared places and byes."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.domain.standings.points import bye_points, paid, place_points, table_points
from league.domain.tournament.settings import PointScheme
from league.domain.values.numbers import is_ranking
from tests.league.domain.night import places

FOUR_TWO_ONE = (4, 2, 1, 0)


def test_three_tie_for_first_and_the_sum_stays_seven():
    points = table_points(PointScheme(FOUR_TWO_ONE), {"ann": 1, "bob": 1, "cy": 1, "dan": 4})
    assert points == {"ann": Fraction(7, 3), "bob": Fraction(7, 3), "cy": Fraction(7, 3), "dan": 0}
    assert sum(points.values()) == 7


@pytest.mark.parametrize(("ties", "each"), [("average", Fraction(3, 2)), ("higher", 2), ("lower", 1)])
def test_a_shared_second_place(ties, each):
    points = table_points(PointScheme(FOUR_TWO_ONE, ties=ties), places("ann bob=cy dan"))
    assert points == {"ann": 4, "bob": each, "cy": each, "dan": 0}


def test_a_list_shorter_than_the_table_pays_nothing_to_the_rest():
    assert table_points(PointScheme((3, 1)), places("ann bob=cy dan")) == {
        "ann": 3, "bob": Fraction(1, 2), "cy": Fraction(1, 2), "dan": 0
    }  # fmt: skip


def test_a_table_of_three_has_a_list_of_its_own():
    scheme = PointScheme((7, 5, 3, 1), per_size={"3": (7, 4, 1)})
    assert paid(scheme, 3) == [7, 4, 1]
    assert paid(scheme, 4) == [7, 5, 3, 1]
    assert paid(scheme, 5) == [7, 5, 3, 1, 0]


def test_without_a_list_it_is_n_to_1():
    assert paid(PointScheme(), 5) == [5, 4, 3, 2, 1]


def test_a_pot_is_zero_sum():
    points = table_points(PointScheme((15000, -5000, -5000, -5000)), places("ann bob=cy=dan"))
    assert points == {"ann": 15000, "bob": -5000, "cy": -5000, "dan": -5000}
    assert sum(points.values()) == 0


def test_fractions_and_decimals_are_exact():
    assert paid(PointScheme(("2.5", "7/3", "-0.1")), 3) == [Fraction(5, 2), Fraction(7, 3), Fraction(-1, 10)]


def test_a_bye_pays_the_mean_of_the_rounds_played_or_of_a_usual_table_before_any():
    scheme = PointScheme(FOUR_TWO_ONE)
    assert bye_points(scheme, [Fraction(4), Fraction(0), Fraction(1)], 4) == Fraction(5, 3)
    assert bye_points(scheme, [], 4) == Fraction(7, 4)
    assert bye_points(scheme, [], 5) == Fraction(7, 5)
    assert bye_points(PointScheme(FOUR_TWO_ONE, bye="2.5"), [Fraction(4)], 4) == Fraction(5, 2)
    assert bye_points(PointScheme(FOUR_TWO_ONE, bye=0), [Fraction(4)], 4) == 0


@pytest.mark.parametrize(
    ("written", "right"),
    [([1, 1, 3], True), ([3, 1, 2], True), ([1, 2, 2, 4], True), ([1, 1, 1], True), ([1, 1, 2], False), ([2, 3], False),
     ([1, 3], False), ([1, 2, 2, 3], False), ([0, 1], False)],
)  # fmt: skip
def test_shared_places_are_written_1_1_3(written, right):
    assert is_ranking(written) is right


@given(
    st.lists(st.integers(0, 5), min_size=2, max_size=12),
    st.lists(st.fractions(), min_size=12, max_size=12),
)
def test_ties_averaged_change_no_sum(levels, pay):
    """levels: entries of one level share a place."""
    ranking = {f"e{n}": 1 + sum(other < level for other in levels) for n, level in enumerate(levels)}
    assert sum(place_points(pay, ranking, "average").values()) == sum(pay[: len(levels)])
