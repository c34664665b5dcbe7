"""A score as a part of all scores at its table, so that tables of uneven sizes pay the same. Worked by hand."""

from __future__ import annotations

from fractions import Fraction

from league.domain.standings.points import bye_points, table_points
from league.domain.tournament.settings import PointScheme
from tests.league.domain.night import places

SHARE = PointScheme(share=True)


def test_each_has_its_part_and_together_they_have_one():
    points = table_points(SHARE, places("ann bob cy"), {"ann": 5, "bob": "2.5", "cy": "1/2"})
    assert points == {"ann": Fraction(5, 8), "bob": Fraction(5, 16), "cy": Fraction(1, 16)}
    assert sum(points.values()) == 1


def test_where_nobody_scored_all_have_the_same_part():
    assert table_points(SHARE, places("ann=bob=cy"), dict.fromkeys(("ann", "bob", "cy"), 0)) == dict.fromkeys(
        ("ann", "bob", "cy"), Fraction(1, 3)
    )


def test_below_nothing_is_nothing():
    assert table_points(SHARE, places("ann bob cy"), {"ann": 3, "bob": 1, "cy": -2}) == {
        "ann": Fraction(3, 4),
        "bob": Fraction(1, 4),
        "cy": 0,
    }


def test_who_was_absent_has_no_part_and_awards_need_none():
    assert table_points(SHARE, places("ann bob"), {"ann": 3}) == {"ann": 1, "bob": 0}
    assert table_points(SHARE, places("ann bob")) == {"ann": 0, "bob": 0}


def test_a_bye_before_any_round_is_the_part_of_everybody_at_a_usual_table():
    assert bye_points(SHARE, [], 4) == Fraction(1, 4)
    assert bye_points(SHARE, [Fraction(1, 2), Fraction(1, 3)], 4) == Fraction(5, 12)
