"""Standings and league tables: worked out, and read from what is kept, beside the levels."""

from __future__ import annotations

from itertools import chain

from bench.levels import answers, show, standings


def main() -> None:
    """Prints the levels."""
    show(chain(standings.rows(), answers.rows()))
