"""The editions of the final standings, reopenings, and secrets that have been revealed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Edition:
    """Which edition the final standings are, the first being that of the close, and why there is a new one."""

    number: int
    at: datetime
    reason: str | None


@dataclass(frozen=True, slots=True)
class Reopening:
    """When and why a closed tournament went on."""

    at: datetime
    reason: str | None


@dataclass(frozen=True, slots=True)
class PastSeed:
    """A secret that a close has revealed, and its hash. up_to_round: the last round that was drawn from it."""

    secret: str
    seed_hash: str
    up_to_round: int
