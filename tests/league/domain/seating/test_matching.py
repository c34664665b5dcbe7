"""The cheapest pairing: against counting all of them, whatever the order of the edges, and with costs of many bits."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.domain.seating.pairs.matching import WIDEST, cheapest


def pairings(nodes):
    """All ways to pair all nodes."""
    if not nodes:
        yield []
        return
    first, *others = nodes
    for other in others:
        for rest in pairings([node for node in others if node != other]):
            yield [(first, other), *rest]


def graph(nodes, lot, most):
    return [(a, b, lot.randrange(most)) for a, b in combinations(range(nodes), 2)]


@settings(deadline=None)
@given(st.sampled_from([2, 4, 6, 8]), st.randoms(use_true_random=False), st.sampled_from([1, 3, 50, 2**60]))
def test_no_pairing_of_all_costs_less(nodes, lot, most):
    edges = graph(nodes, lot, most)
    cost = {(a, b): own for a, b, own in edges}
    least = min(sum(cost[pair] for pair in pairing) for pairing in pairings(list(range(nodes))))
    assert sum(own for _, _, own in cheapest(nodes, edges, Random("lot"))) == least


@settings(deadline=None)
@given(st.sampled_from([6, 20, 61]), st.randoms(use_true_random=False), st.sampled_from([1, 2, 9]))
def test_edges_in_another_order_give_the_same_pairing(nodes, lot, most):
    """Most pairings tie here: with a most of 1 they all cost nothing."""
    edges = graph(nodes, lot, most)
    told = cheapest(nodes, edges, Random("lot"))
    for _ in range(3):
        lot.shuffle(edges)
        assert cheapest(nodes, edges, Random("lot")) == told


def test_another_lot_breaks_ties_another_way():
    edges = graph(20, Random(0), 1)
    assert cheapest(20, edges, Random("one")) != cheapest(20, edges, Random("two"))


def test_a_dearer_pairing_of_all_is_better_than_leaving_two_over():
    edges = [(0, 1, 1000), (1, 2, 0), (2, 3, 1000)]
    assert cheapest(4, edges, Random("lot")) == [(0, 1, 1000), (2, 3, 1000)]


def test_costs_up_to_the_widest_are_told_apart():
    wide = 1 << (WIDEST - 5)
    edges = [(0, 1, wide), (2, 3, wide), (0, 2, wide - 1), (1, 3, wide), (0, 3, wide), (1, 2, wide)]
    assert cheapest(4, edges, Random("lot")) == [(0, 2, wide - 1), (1, 3, wide)]


def test_costs_that_leave_no_room_for_a_lot_are_refused():
    with pytest.raises(ValueError, match="no room"):
        cheapest(4, [(0, 1, 1 << WIDEST), (2, 3, 0)], Random("lot"))


def test_nobody_to_pair():
    assert cheapest(3, [], Random("lot")) == []
