"""Reads an export, and checks that its log is what was written: nothing of it is believed before.

An event's data is hashed as canonical JSON. A file that a program has formatted in another way is brought back to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

import msgspec

from games.codec import canonical, plain_fault
from games.fault_sentences import PLAIN_CODES
from games.faults import MOST_FAULTS, faults_in
from games.kernel import N_, Rejected
from league.domain.values.faults import BadFields, Fault, bad_fields
from league.log.envelope import Envelope, Head, Row, time_text
from league.log.verify import FAULTS, Finding, Tally, faults
from league.repository.streams import CLUB, GAME, SEASON, TOURNAMENT, codec
from league.services.exchange.format import FORMAT, Export, ExportedEvent, ExportedStream, Header

HOLDS = {
    "tournament": {TOURNAMENT, GAME},
    "season": {SEASON, TOURNAMENT, GAME},
    "club": {CLUB, SEASON, TOURNAMENT, GAME},
}
"""The kinds of streams in each kind of export."""
MOST_SHOWN = 5
UNREADABLE = (msgspec.DecodeError, RecursionError, UnicodeDecodeError)
"""What a file that is no JSON raises, or one that is nested too deeply."""


class _Format(msgspec.Struct):
    format: str = ""


@dataclass(frozen=True)
class CheckedStream:
    """A stream of an export whose hashes hold. rows: its events, as they were hashed."""

    kind: str
    rows: list[Row]


@dataclass(frozen=True)
class Checked:
    """An export whose hashes hold."""

    export: Export
    streams: dict[str, CheckedStream]


def read(raw: bytes) -> Checked:
    """The export in a file. Raises BadFields, and Rejected: `unknown_format`, `broken_export`."""
    export = _decoded(raw)
    _refuse_texts(export)
    streams = {str(stream.id): CheckedStream(stream.kind, list(_rows(stream))) for stream in export.streams}
    if len(streams) < len(export.streams) or str(export.id) not in {*streams, str(export.club.id)}:
        raise broken([N_("A stream is missing, or there twice.")])
    if foreign := {stream.kind for stream in export.streams} - HOLDS[export.kind]:
        raise broken([N_("There is a stream of a kind that it can't have: {kind}.")], kind=min(foreign))
    rows = (row for id in sorted(streams) for row in streams[id].rows)
    if findings := list(islice(faults(rows, codec().decode, Tally()), MOST_SHOWN)):
        raise broken([FAULTS[finding.fault] for finding in findings], findings=list(map(_told, findings)))
    return Checked(export, streams)


def broken(sentences: list[str], **facts: object) -> Rejected:
    """The refusal of a file whose log does not hold."""
    template = N_("The log in this file can't be taken: {reason}")
    return Rejected("broken_export", template, {"reason": sentences[0], **facts})


def _decoded(raw: bytes) -> Export:
    try:
        if (found := msgspec.json.decode(raw, type=_Format).format) != FORMAT:
            template = N_("This is no export that can be read here: its format has to be {format}.")
            raise Rejected("unknown_format", template, {"format": FORMAT, "found": found[:80]}, "format")
        return msgspec.json.decode(raw, type=Export)
    except msgspec.ValidationError as error:
        raise bad_fields(faults_in(Export, _values(raw), MOST_FAULTS + 1)) from error
    except UNREADABLE as error:
        raise _no_json(error) from error


def _values(raw: bytes) -> Any:
    """The values of a file whose beginning is no export; it may be no JSON either, further on."""
    try:
        return msgspec.json.decode(raw)
    except UNREADABLE as error:
        raise _no_json(error) from error


def _no_json(error: Exception) -> BadFields:
    return BadFields([Fault("", "bad_json", N_("This is not JSON: {reason}."), {"reason": str(error)})])


def _refuse_texts(export: Export) -> None:
    """Refuses texts that can't be stored in every database."""
    header = msgspec.to_builtins({name: getattr(export, name) for name in Header.__struct_fields__})
    if (fault := plain_fault(header)) is not None:
        raise BadFields([Fault(fault[0], fault[1], PLAIN_CODES[fault[1]])])


def _rows(stream: ExportedStream) -> Iterator[Row]:
    head = Head(stream.kind, stream.version, stream.hash)
    for event in stream.events:
        yield Row("", event.position, _envelope(stream, event), event.hash, head)


def _envelope(stream: ExportedStream, event: ExportedEvent) -> Envelope:
    return Envelope(
        actor=_text(event.actor),
        club=str(event.club),
        command=None if bytes(event.command) == b"null" else _canonical(event.command),
        correlation=str(event.correlation),
        data=_canonical(event.data),
        kind=stream.kind,
        recorded_at=_time(event.recorded_at),
        rules=_text(event.rules),
        schema=event.schema,
        stream=str(stream.id),
        type=event.type,
        version=event.version,
    )


def _canonical(raw: msgspec.Raw) -> msgspec.Raw:
    try:
        value = msgspec.json.decode(raw)
        fault = plain_fault(value)
        text = b"" if fault else canonical(value)
    except (msgspec.DecodeError, RecursionError, OverflowError, UnicodeDecodeError) as error:
        raise broken([N_("An event's data can't be read.")]) from error
    if fault:
        raise broken([N_("An event's data can't be read.")])
    return msgspec.Raw(text)


def _text(text: str) -> str:
    if plain_fault(text) is not None:
        raise broken([N_("An event's data can't be read.")])
    return text


def _time(text: str) -> str:
    """The time as it is hashed. Another spelling of it would not be stored as it stands."""
    if not _is_time(text):
        raise broken([N_("An event's time can't be read.")])
    return text


def _is_time(text: str) -> bool:
    try:
        return time_text(datetime.fromisoformat(text)) == text
    except (ValueError, OverflowError):
        return False


def _told(finding: Finding) -> dict[str, object]:
    return {"fault": finding.fault, "stream": finding.stream, "version": finding.version}
