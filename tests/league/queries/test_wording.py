"""Numbers as the pages show them."""

from __future__ import annotations

from itertools import pairwise

from league.domain.ratings import Strength
from league.queries.wording import NEWCOMER, rating, rating_uncertainty


def test_a_newcomer_has_the_rating_from_which_everybody_begins():
    assert rating(Strength().shown) == NEWCOMER == 1000


def test_a_rating_is_never_below_0_and_keeps_the_order():
    estimates = [number / 10 for number in range(-3000, 1000)]
    shown = [rating(estimate) for estimate in estimates]
    assert min(shown) == 0
    assert shown == sorted(shown)
    assert all(one < next for one, next in pairwise(shown) if one), "above 0 each tenth is seen"


def test_the_numbers_beside_a_rating_add_up():
    """The rating is the estimate less three times its uncertainty, to the roundings."""
    for strength in (Strength(), Strength(31.7, 1.2), Strength(18.2, 6.6)):
        assert abs(rating(strength.mu) - 3 * rating_uncertainty(strength.sigma) - rating(strength.shown)) <= 3
