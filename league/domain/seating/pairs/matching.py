"""The cheapest pairing of a graph, by a library. Lots make it unique, so it is the same on every machine.

The library breaks ties arbitrarily. So every edge gets a lot below its cost, far finer than the number of edges: two
pairings then cost exactly the same with a probability below edges / 2**LOT_BITS (the isolation lemma of Mulmuley,
Vazirani and Vazirani), and the result does not depend on the order of the edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import rustworkx

Edge = tuple[int, int, int]
"""Two nodes, the lower first, and the cost of pairing them, a whole number from 0."""

WIDEST = 124
"""Bits of a weight: the library uses 128, and doubles weights internally."""

LOT_BITS = 53
"""Bits of a lot, as many as `Random.random` has; fewer if the costs leave less room."""


def cheapest(nodes: int, edges: Sequence[Edge], chance: Random) -> list[Edge]:
    """The edges of a pairing of as many nodes as possible at the least cost, in order.

    edges: at most one per pair, in any order. chance: only its `random()` is called, in the order of the pairs.
    Raises ValueError if the costs are so large that no lot fits below them.
    """
    if not edges:
        return []
    ordered = sorted(edges)
    most = max(cost for _, _, cost in ordered) + 1
    room = (nodes // 2).bit_length()
    bits = min(LOT_BITS, WIDEST - room - most.bit_length())
    if bits < 1:
        raise ValueError(f"costs of {most.bit_length()} bits leave no room for a lot")
    lots = 1 << bits
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from(
        [(a, b, ((most - cost) << (bits + room)) - int(chance.random() * lots)) for a, b, cost in ordered]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    matched = {min(pair): max(pair) for pair in found}
    return [edge for edge in ordered if matched.get(edge[0]) == edge[1]]
