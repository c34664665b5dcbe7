"""The lot among equals."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable


def lot(secret: str, entry: str) -> str:
    """An entry's lot, the same all tournament long: HMAC-SHA256(secret, "lot:<entry>") in hex; the lowest is first.

    secret: the tournament's first, in hex; a reopened one keeps its lots. A lot does not depend on who else is there.
    """
    return hmac.new(bytes.fromhex(secret), f"lot:{entry}".encode(), hashlib.sha256).hexdigest()


def numbered(secret: str, entries: Iterable[str]) -> dict[str, int]:
    """The number of each entry in the order of their lots, from 1."""
    drawn = sorted(entries, key=lambda entry: lot(secret, entry))
    return {entry: number for number, entry in enumerate(drawn, 1)}
