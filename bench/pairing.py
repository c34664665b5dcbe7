"""Two at a table, and knockout: each beside its level."""

from __future__ import annotations

from itertools import chain

from bench.levels import knockout, pairs, show


def main() -> None:
    """Prints the levels."""
    show(chain(pairs.rows(), knockout.rows()))
