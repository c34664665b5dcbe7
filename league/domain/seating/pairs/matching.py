"""The cheapest pairing of a graph, by a library; equal on every machine, since a lot makes the cheapest one unique.

The library breaks ties as it likes. So every edge gets a lot below its cost, far finer than the number of edges: that
two pairings cost the same to the last bit is then less likely than edges / 2**LOT_BITS (the isolation lemma of
Mulmuley, Vazirani and Vazirani), and the cheapest does not depend on the order in which edges are told.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import rustworkx

Edge = tuple[int, int, int]
"""Two nodes, the lower first, and the cost of pairing them, a whole number from 0."""

WIDEST = 124
"""Bits of a weight: the library counts in 128, and doubles weights on its way."""

LOT_BITS = 53
"""Bits of a lot, as many as `Random.random` has; fewer where the costs leave less room."""


def cheapest(nodes: int, edges: Sequence[Edge], chance: Random) -> list[Edge]:
    """The edges that pair as many of the `nodes` as can be, of such pairings the one that costs least, in order.

    edges: no two for the same pair, in any order. chance: only its `random()` is asked, in the order of the pairs.
    Raises ValueError where costs are so large that no lot fits below them.
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
