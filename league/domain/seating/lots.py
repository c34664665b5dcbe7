"""Lots of a seating: the seed of an attempt, and the order of seats drawn from it."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from games.kernel import draw


def attempt_seed(secret: str, round_number: int, attempt: int) -> str:
    """The seed of attempt a of round r: HMAC-SHA256(secret, "r:a") in hex. secret: in hex; the key is its bytes."""
    message = f"{round_number}:{attempt}".encode()
    return hmac.new(bytes.fromhex(secret), message, hashlib.sha256).hexdigest()


def level_seed(secret: str, label: str) -> str:
    """The seed of a lot about a level table, as `attempt_seed`. label: `level_label`."""
    return hmac.new(bytes.fromhex(secret), label.encode(), hashlib.sha256).hexdigest()


def level_label(round_number: int, attempt: int, table_number: int) -> str:
    """The label of the lot that decides who goes on from a table: `3:1:level:2`. Drawn again, the lot is the same."""
    return f"{round_number}:{attempt}:level:{table_number}"


def seat_order(seed: str, table: int, entries: Sequence[str], starts: Mapping[str, int]) -> tuple[str, ...]:
    """The entries from seat 1 on. Seat 1 goes to the entry that has had it least often; lots decide the rest.

    starts: times in seat 1.
    """
    drawn = draw(seed, f"seats:{table}", entries)
    first = min(drawn, key=lambda entry: starts.get(entry, 0))
    return (first, *[entry for entry in drawn if entry != first])
