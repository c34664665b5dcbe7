"""Draws by lot: pinned, since old seeds must draw the same for ever."""

from __future__ import annotations

from collections import Counter

from games.kernel import draw

PINNED = [3, 0, 1, 9, 6, 5, 2, 8, 4, 7]


def test_the_same_seed_and_label_draw_the_same_on_every_machine():
    assert draw("7", "deal/1", range(10)) == PINNED
    assert draw(7, "deal/1", range(10)) == PINNED


def test_another_label_or_seed_draws_another_order_of_the_same_items():
    orders = [draw(seed, label, range(20)) for seed in (1, 2) for label in ("deal/1", "deal/2")]
    assert all(sorted(order) == list(range(20)) for order in orders)
    assert len({tuple(order) for order in orders}) == 4


def test_every_order_is_drawn_about_as_often():
    """Of 6,000 draws each of the 6 orders of three comes 1,000 times, give or take five standard deviations (29)."""
    drawn = Counter(tuple(draw(seed, "x", "abc")) for seed in range(6_000))
    assert len(drawn) == 6
    assert all(abs(times - 1_000) < 145 for times in drawn.values())


def test_what_was_given_is_left_as_it_was():
    items = [1, 2, 3]
    draw(1, "x", items)
    assert items == [1, 2, 3]
    assert draw(1, "x", []) == []
