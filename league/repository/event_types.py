"""Choices of event types: `tournament.result_recorded`, all of a kind as `tournament.*`, or all as `*`."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from league.repository.streams import codec

ALL = "*"
WILDCARD = ".*"


def chosen(patterns: Iterable[str]) -> frozenset[str]:
    """The event types of this installation that the patterns choose; a pattern that chooses none is passed over."""
    return frozenset(name for pattern in patterns for name in _chosen_by(pattern))


def unknown(patterns: Iterable[str]) -> list[str]:
    """The patterns that choose no event type of this installation."""
    return [pattern for pattern in patterns if not _chosen_by(pattern)]


def _chosen_by(pattern: str) -> Collection[str]:
    known = codec().classes
    if pattern == ALL:
        return known
    if pattern.endswith(WILDCARD):
        return [name for name in known if name.startswith(pattern.removesuffix("*"))]
    return [pattern] if pattern in known else []
