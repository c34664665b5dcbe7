"""Takes streams of the log in which `verify` finds something from a backup.

A stream is put back only where nothing is lost by it: all its events are in the backup, or those after the backup
follow from it by their hashes, up to the stream's head.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from django.db import connection

from deploy.backups import tables
from deploy.backups.archive import NoBackup, Part, Reader, loading, reading
from games.kernel import N_
from league.log import store
from league.log.envelope import Envelope, Head, Row, chained, time_text
from league.log.guards import guards_off
from league.log.models import Event, StreamHead
from league.log.store import writing
from league.log.verify import Finding, rows_of

Key = tuple[str, str]
"""The ids of a club and of a stream."""
NOT_HERE = N_("the backup does not have this stream")
NOT_SOUND = N_("the events of the backup are damaged as well")
LOST = N_("the backup ends at version {version}, and later events are gone: a newer backup is needed")
NOT_FOLLOWING = N_("the backup ends at version {version}, and later events do not follow: a newer backup is needed")


class Repair(msgspec.Struct, frozen=True):
    """What is done about a stream. rows: the events to be put back, as in the backup. reason: why it can't be done."""

    club: str
    stream: str
    columns: list[str] = []
    rows: list[list[Any]] = []
    head: Head | None = None
    reason: str = ""

    @property
    def last(self) -> int:
        """The last version that is put back."""
        return len(self.rows)


def repair(file: Path, findings: Iterable[Finding], *, dry_run: bool) -> list[Repair]:
    """Puts back the streams of the findings, each in its own transaction. Raises NoBackup and OSError."""
    keys = {(finding.club, finding.stream) for finding in findings if finding.stream}
    with reading(file) as backup:
        backup.check()
        part, rows = _events(backup, keys)
    repairs = [_plan(key, part.columns, rows.get(key, [])) for key in sorted(keys)]
    if not dry_run:
        for one in repairs:
            if not one.reason:
                with loading(part):
                    _put_back(one)
    return repairs


def _events(backup: Reader, keys: set[Key]) -> tuple[Part, dict[Key, list[list[Any]]]]:
    """The part with the events of the backup, and the events of these streams in order of version."""
    part = _part(backup)
    found: dict[Key, list[list[Any]]] = {}
    with loading(part):
        club, stream, version = (part.columns.index(name) for name in ("club", "stream", "version"))
        for row in backup.rows(part):
            if (row[club], row[stream]) in keys:
                found.setdefault((row[club], row[stream]), []).append(row)
        for rows in found.values():
            rows.sort(key=lambda row: int(row[version]))
    return part, found


def _part(backup: Reader) -> Part:
    part = next((part for part in backup.manifest.parts if part.table == Event._meta.db_table), None)
    if part is None:
        raise NoBackup("it has no events")
    return part


def _plan(key: Key, columns: list[str], rows: list[list[Any]]) -> Repair:
    """Decides whether the stream can be put back."""
    kept = [dict(zip(columns, row, strict=True)) for row in rows]
    if not kept:
        return Repair(*key, reason=NOT_HERE)
    if not _is_sound(kept):
        return Repair(*key, reason=NOT_SOUND)
    end = Head(kept[-1]["kind"], kept[-1]["version"], kept[-1]["hash"])
    head = store.head(UUID(key[0]), UUID(key[1]))
    known = {row["hash"] for row in kept}
    stored = rows_of(UUID(key[0]), UUID(key[1]))
    later = [row for row in stored if row.envelope.version > end.version and row.hash not in known]
    if later:
        last = _following(end, later)
        if last is None or head != last:
            return Repair(*key, reason=NOT_FOLLOWING.format(version=end.version))
        end = last
    elif head is not None and head.version > end.version:
        return Repair(*key, reason=LOST.format(version=end.version))
    return Repair(*key, columns, rows, end)


def _is_sound(rows: Sequence[dict[str, Any]]) -> bool:
    """Whether the events of a backup are a whole stream by their versions and hashes."""
    previous = ""
    for version, row in enumerate(rows, 1):
        try:
            is_next = row["version"] == version and chained(previous, _envelope(row)) == row["hash"]
        except (ValueError, TypeError, KeyError):
            return False  # values that no event has
        if not is_next:
            return False
        previous = row["hash"]
    return True


def _envelope(row: dict[str, Any]) -> Envelope:
    """What is hashed of an event of a backup."""
    return Envelope(
        actor=row["actor"] if row.get("origin_actor") is None else row["origin_actor"],
        club=row.get("origin_club") or row["club"],
        command=None if row["command"] is None else msgspec.Raw(row["command"]),
        correlation=row["correlation"],
        data=msgspec.Raw(row["data"]),
        kind=row["kind"],
        recorded_at=time_text(datetime.fromisoformat(row["recorded_at"])),
        rules=row["rules"],
        schema=row["schema"],
        stream=row["stream"],
        type=row["type"],
        version=row["version"],
    )


def _following(end: Head, later: Sequence[Row]) -> Head | None:
    """Where the stream ends with these events; None where they do not follow from `end`."""
    for row in later:
        envelope = row.envelope
        if envelope.version != end.version + 1 or chained(end.hash, envelope) != row.hash:
            return None
        end = Head(envelope.kind, envelope.version, row.hash)
    return end


def _put_back(one: Repair) -> None:
    assert one.head is not None
    club, stream = UUID(one.club), UUID(one.stream)
    with writing():
        store.lock(stream)
        with guards_off():
            Event.objects.filter(club=club, stream=stream, version__lte=one.last).delete()
            _remove_moved(one)
            tables.insert(connection, Event, one.columns, one.rows)
            StreamHead.objects.filter(club=club, stream=stream).delete()
            StreamHead.objects.create(club=club, stream=stream, **one.head._asdict())


def _remove_moved(one: Repair) -> None:
    """Removes events that are to be put back and were moved to another stream or club."""
    position, hash = one.columns.index("position"), one.columns.index("hash")
    by_position = {row[position]: row[hash] for row in one.rows}
    for some in batched(by_position):
        moved = Event.objects.filter(position__in=some, hash__in=[by_position[number] for number in some])
        moved.delete()


def batched(numbers: Iterable[int]) -> Iterator[list[int]]:
    """The numbers, some at a time: SQLite takes so many parameters in a query."""
    rest = iter(numbers)
    while some := list(islice(rest, tables.ROWS_AT_ONCE)):
        yield some
