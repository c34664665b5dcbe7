"""What a live stream sends: messages of a few bytes, as server-sent events."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from random import randint

import msgspec

HEARTBEAT = b":\nevent: beat\ndata: {}\n\n"
"""A comment for the proxies on the way, and an event, since a browser shows its scripts no comments."""
FIRST_RETRY, LAST_RETRY = 2000, 5000
"""When a browser connects again, in milliseconds: not all at once after a restart."""


class LiveMessage(msgspec.Struct, frozen=True):
    """What has changed. It says where to look, never what is there.

    position: of the newest event. version: of the tournament, or of the table. types: of the events that the caller may
    see; none in a first message that tells the position alone. round, table: their ids, where all changes are of one.
    """

    position: int
    version: int
    types: tuple[str, ...]
    round: str | None
    table: str | None


def merged(messages: Sequence[LiveMessage]) -> LiveMessage:
    """One message for several, in their order."""
    return reduce(_and, messages)


def _and(first: LiveMessage, second: LiveMessage) -> LiveMessage:
    if not first.types:
        return second
    return LiveMessage(
        position=max(first.position, second.position),
        version=max(first.version, second.version),
        types=tuple(dict.fromkeys(first.types + second.types)),
        round=first.round if first.round == second.round else None,
        table=first.table if first.table == second.table else None,
    )


def retry() -> bytes:
    """Tells the browser after how many milliseconds to connect again."""
    return b"retry: %d\n\n" % randint(FIRST_RETRY, LAST_RETRY)  # noqa: S311


def changed(message: LiveMessage) -> bytes:
    """The message as an event; its position is the id by which a browser resumes."""
    return b"id: %d\nevent: changed\ndata: %s\n\n" % (message.position, msgspec.json.encode(message))


SIGN_UPS = b"event: sign_ups\ndata: {}\n\n"
"""The tournament's sign-ups have changed. They are rows and have no position."""
ENDED = b"event: ended\ndata: {}\n\n"
"""The caller may not follow any longer: the page need not connect again."""
