"""Does the log still say what was written? A reader that trusts no trigger, only hashes, versions and heads.

| fault | found by |
| --- | --- |
| changed | an event's hash does not follow from its content and the hash before it |
| gap | a version is missing before an event |
| cut_tail, vanished | the head says that a stream goes on, or that it was there |
| beyond_head, head_differs, no_head | events that the stream's head does not know |
| time_runs_back, position_runs_back | an event before its predecessor |
| unknown_type, undecodable | the data is not what its type and schema say |
| damaged | the database's own check of its files |
| unguarded | a trigger that keeps events from being changed is not there, or switched off |

Not covered: whoever rewrites all hashes of a stream and its head as well leaves a log that is sound in itself;
compare it with an export kept elsewhere. A position is not hashed: it is only seen to rise within a stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from uuid import UUID

import msgspec

from games.kernel import N_
from league.log import guards
from league.log.envelope import Row, chained
from league.log.parts import Part
from league.log.raw import snapshot
from league.log.store import vendor

FAULTS = {
    "changed": N_("the event is not what was written: its hash does not follow"),
    "gap": N_("versions are missing before this one"),
    "cut_tail": N_("the stream ends too early: later events are gone"),
    "vanished": N_("the whole stream is gone"),
    "beyond_head": N_("the stream's head does not know this event"),
    "head_differs": N_("the stream's head names another last event"),
    "no_head": N_("the stream has no head"),
    "time_runs_back": N_("the event was recorded before the one before it"),
    "position_runs_back": N_("the event stands in the log before the one before it"),
    "unknown_type": N_("no event of this type is known here"),
    "undecodable": N_("the data is not what the type asks for"),
    "damaged": N_("the database reports damage"),
    "unguarded": N_("a guard of the log is missing or switched off: events could be changed"),
}

Decode = Callable[[str, int, str], object]
"""type, schema and data of an event -> the event; KeyError for an unknown type, any error for wrong data."""


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is not as it was written. fault: a key of FAULTS. version: the event, or where the stream ends."""

    fault: str
    club: str = ""
    stream: str = ""
    version: int = 0
    position: int = 0
    note: str = ""


@dataclass
class Tally:
    """How much was read."""

    streams: int = 0
    events: int = 0

    def add(self, other: Tally) -> None:
        self.streams += other.streams
        self.events += other.events


def verify(decode: Decode, tally: Tally, club: UUID | None = None) -> Iterator[Finding]:
    """Reads the log of one club, or of all, event by event as of one moment, and gives what is wrong with it."""
    database = vendor()
    with snapshot(database.BEGIN_READING):
        yield from missing(club)
        yield from faults(database.scan(club), decode, tally)


def not_checked() -> str | None:
    """Why the database's own check can't be made, if that is so."""
    return vendor().not_checked()


def unguarded() -> Iterator[Finding]:
    """The guards of the log that are not there, or switched off."""
    for table, name, _ in guards.missing():
        yield Finding("unguarded", note=f"{table}, {name}")


def missing(club: UUID | None = None) -> Iterator[Finding]:
    """What the database reports, and the streams of which nothing is left: the findings that no part of the log has."""
    database = vendor()
    for note in database.damage():
        yield Finding("damaged", note=note)
    for of_club, stream, version in database.vanished(club):
        yield Finding("vanished", of_club, stream, version)


def rows_of(club: UUID, stream: UUID) -> list[Row]:
    """The events of a stream as they are in the database, sound or not, in order of version."""
    database = vendor()
    with snapshot(database.BEGIN_READING):
        return list(database.scan(club, [stream]))


def verify_part(part: Part, decode: Decode) -> tuple[Tally, list[Finding]]:
    """What is wrong with a part of the log, as of one moment. All parts with `missing` give what `verify` gives."""
    database, tally = vendor(), Tally()
    with snapshot(database.BEGIN_READING):
        rows = database.scan(part.club, between=(part.first, part.last))
        return tally, list(faults(rows, decode, tally))


def faults(rows: Iterable[Row], decode: Decode, tally: Tally) -> Iterator[Finding]:
    """What is wrong with `rows`, which come stream by stream in order of version."""
    last: Row | None = None
    for row in rows:
        before = last if last is not None and _stream(last) == _stream(row) else None
        if before is None:
            yield from _at_the_end(last)
            tally.streams += 1
        tally.events += 1
        for fault, note in _of_event(row, before, decode):
            envelope = row.envelope
            yield Finding(fault, row.club, envelope.stream, envelope.version, row.position, note)
        last = row
    yield from _at_the_end(last)


def _stream(row: Row) -> tuple[str, str]:
    return row.club, row.envelope.stream


def _of_event(row: Row, before: Row | None, decode: Decode) -> Iterator[tuple[str, str]]:
    envelope = row.envelope
    if envelope.version != (before.envelope.version if before else 0) + 1:
        yield "gap", ""
    elif chained(before.hash if before else "", envelope) != row.hash:
        yield "changed", ""
    if before and envelope.recorded_at < before.envelope.recorded_at:
        yield "time_runs_back", ""
    if before and row.position <= before.position:
        yield "position_runs_back", ""
    try:
        decode(envelope.type, envelope.schema, bytes(envelope.data).decode())
    except KeyError as error:
        yield "unknown_type", str(error)
    except Exception as error:  # noqa: BLE001 - an upcast may fail on wrong data in any way
        yield "undecodable", str(error)


def _at_the_end(last: Row | None) -> Iterator[Finding]:
    """Compares the last event of a stream with the stream's head."""
    if last is None:
        return
    head, envelope = last.head, last.envelope
    if head is None:
        fault = "no_head"
    elif head.version > envelope.version:
        fault = "cut_tail"
    elif head.version < envelope.version:
        fault = "beyond_head"
    elif (head.hash, head.kind) != (last.hash, envelope.kind):
        fault = "head_differs"
    else:
        return
    yield Finding(fault, last.club, envelope.stream, envelope.version, last.position)
