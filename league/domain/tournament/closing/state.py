"""The editions of the final standings, reopenings, and secrets that have been revealed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the final standings after the first, and the reason for it."""

    number: int
    at: datetime
    reason: str | None


@dataclass(frozen=True, slots=True)
class Reopening:
    at: datetime
    reason: str | None


@dataclass(frozen=True, slots=True)
class PastSeed:
    """A secret revealed by a close, and its hash. up_to_round: the last round drawn from it."""

    secret: str
    seed_hash: str
    up_to_round: int
