"""Lots among equals."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable


def lot(secret: str, entry: str) -> str:
    """An entry's lot for the whole tournament: HMAC-SHA256(secret, "lot:<entry>") in hex; the lowest ranks first.

    secret: the tournament's first, in hex, even after a reopening. Lots of different entries are independent.
    """
    return hmac.new(bytes.fromhex(secret), f"lot:{entry}".encode(), hashlib.sha256).hexdigest()


def numbered(secret: str, entries: Iterable[str]) -> dict[str, int]:
    """The number of each entry in the order of their lots, from 1."""
    drawn = sorted(entries, key=lambda entry: lot(secret, entry))
    return {entry: number for number, entry in enumerate(drawn, 1)}
