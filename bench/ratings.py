"""Ratings: derived anew from many games, beside the level."""

from __future__ import annotations

from bench.levels import ratings, show


def main() -> None:
    """Prints the levels."""
    show(ratings.rows())
