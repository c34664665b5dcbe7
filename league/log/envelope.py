"""What stands in the log: an event with its envelope, and the hash that chains it to the event before it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

import msgspec


class Fact(msgspec.Struct, frozen=True, gc=False):
    """An event to be stored.

    type: as stored, `four_monkeys.tile_burned`. data: canonical JSON. command: canonical JSON of the
    command as accepted, on the first event of a command.
    """

    type: str
    schema: int
    data: bytes
    command: bytes | None = None


class Batch(msgspec.Struct, frozen=True):
    """What one stream gets in an append.

    rules: the edition that decided, `monster-trick/1`. after, previous_hash: version and hash of the
    stream's last event; 0 and "" for a new stream. not_before: recorded_at of that event.
    """

    stream: UUID
    kind: str
    rules: str
    after: int
    previous_hash: str
    not_before: datetime | None
    facts: Sequence[Fact]


class Stored(msgspec.Struct, frozen=True, gc=False):
    """An event as it stands in the log. data, command: JSON text. recorded_at: aware UTC.

    origin: the club in which it was recorded, if it was imported. people: the number of the club's latest identity
    (`league.models.Identity`) when it was read.
    """

    club: UUID
    stream: UUID
    correlation: UUID
    recorded_at: datetime
    position: int
    kind: str
    version: int
    type: str
    schema: int
    data: str
    command: str | None
    actor: str
    rules: str
    hash: str
    origin: UUID | None = None
    people: int = 0


class Envelope(msgspec.Struct, frozen=True, gc=False):
    """What is hashed of an event. The fields stand in the order of their names, as canonical JSON wants them."""

    actor: str
    club: str
    command: msgspec.Raw | None
    correlation: str
    data: msgspec.Raw
    kind: str
    recorded_at: str
    rules: str
    schema: int
    stream: str
    type: str
    version: int


class Head(NamedTuple):
    """Where a stream ends."""

    kind: str
    version: int
    hash: str


class Row(NamedTuple):
    """An event as a check reads it: each column as its text is hashed, whatever stands there, and its stream's head.

    club: whose log it is in; the envelope of an imported event has the club and the actor of its origin. head: None if
    there is no head of the event's club and stream.
    """

    club: str
    position: int
    envelope: Envelope
    hash: str
    head: Head | None


class Imported(NamedTuple):
    """An event that was recorded elsewhere. envelope: as it was hashed. actor: the one that it has here."""

    envelope: Envelope
    hash: str
    actor: str


class Chained(NamedTuple):
    """A batch of a club with what the store adds to it: the time, and the hash of each fact."""

    club: UUID
    actor: str
    correlation: UUID
    batch: Batch
    recorded_at: datetime
    hashes: list[str]


_canonical = msgspec.json.Encoder()


def chained(previous: str, envelope: Envelope) -> str:
    """The hash of an event: lower-case hexadecimal SHA-256 of `previous`, then its canonical JSON.

    previous: the hash of the stream's event before, as its 64 ASCII characters; nothing for version 1.
    The canonical JSON is one UTF-8 object of all fields but position and hash: keys in the order of
    their names, no white space, nothing escaped that need not be. Ids are lower-case with hyphens;
    `recorded_at` is `2026-01-31T19:30:00.000000Z`, always with six digits; `command` is null where
    there is none. `data` and `command` are JSON values, not strings; they enter as the very text that
    is stored, which is canonical itself.
    """
    return sha256(previous.encode() + _canonical.encode(envelope)).hexdigest()


def chain(club: UUID, batch: Batch, actor: str, correlation: UUID, at: datetime) -> Chained:
    """Hashes the facts of a batch one after the other. recorded_at never decreases in a stream."""
    recorded_at = (at if batch.not_before is None else max(at, batch.not_before)).astimezone(UTC)
    ids, time = (str(club), str(correlation), str(batch.stream)), time_text(recorded_at)
    previous, hashes = batch.previous_hash, []
    for version, fact in enumerate(batch.facts, batch.after + 1):
        previous = chained(
            previous,
            Envelope(
                actor=actor,
                club=ids[0],
                command=None if fact.command is None else msgspec.Raw(fact.command),
                correlation=ids[1],
                data=msgspec.Raw(fact.data),
                kind=batch.kind,
                recorded_at=time,
                rules=batch.rules,
                schema=fact.schema,
                stream=ids[2],
                type=fact.type,
                version=version,
            ),
        )
        hashes.append(previous)
    return Chained(club, actor, correlation, batch, recorded_at, hashes)


@lru_cache(4096)
def identity(text: str) -> UUID:
    """The id that `text` writes; a log names the same few again and again."""
    return UUID(text)


def time_text(at: datetime) -> str:
    """A time as it is hashed."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
