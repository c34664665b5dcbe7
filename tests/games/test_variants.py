"""What the tests over the registry run on leaves out no pair of options and no number of players."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest

from games.registry import all_games
from tests.games.variants import VARIANTS, choices, every_pair


def assert_every_pair_is_there(few: dict[str, list[Any]], rows: list[dict[str, Any]]) -> None:
    for one, other in combinations(few, 2):
        assert {(row[one], row[other]) for row in rows} == set(product(few[one], few[other]))


@pytest.mark.parametrize("slug", list(all_games()))
def test_every_pair_of_a_games_options_and_every_number_of_players_is_in_a_variant(slug):
    game = all_games()[slug]
    own = [variant for variant in VARIANTS if variant.slug == slug]
    assert_every_pair_is_there(choices(game), [variant.options for variant in own])
    assert {len(variant.players) for variant in own} == set(range(game.min_players, game.max_players + 1))


@pytest.mark.parametrize(
    ("sizes", "at_most"), [([2, 2, 2, 2, 2], 7), ([2, 3, 2, 2, 1], 7), ([3, 3, 3, 3], 10), ([2] * 12, 14), ([4, 5], 20)]
)
def test_the_rows_for_every_pair_are_few(sizes, at_most):
    few = {f"option {number}": list(range(size)) for number, size in enumerate(sizes)}
    rows = every_pair(few)
    assert_every_pair_is_there(few, rows)
    assert all(list(row) == list(few) for row in rows)
    assert len(rows) <= at_most


def test_one_option_has_a_row_for_each_value_and_none_has_one_row():
    assert every_pair({"play": ["dealt", "recorded"]}) == [{"play": "dealt"}, {"play": "recorded"}]
    assert every_pair({}) == [{}]
