"""Tables of three and more: rotation, score pods, and every number of players, each beside its level."""

from __future__ import annotations

from itertools import chain

from bench.levels import every_number, pods, rotation, show


def main() -> None:
    """Prints the levels."""
    show(chain(rotation.rows(), pods.rows(), every_number.rows()))
