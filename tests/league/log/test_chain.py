"""The hash, as an outsider would compute it."""

from __future__ import annotations

import hashlib
import json
from uuid import UUID, uuid4

import pytest

from league.log import store
from league.log.envelope import Batch, Fact, chain
from league.log.store import Stored
from tests.league.log.scene import NOON, batch, notes, stream_of, write

CLUB = UUID("00000000-0000-7000-8000-00000000000a")
STREAM = UUID("00000000-0000-7000-8000-00000000000b")
CORRELATION = UUID("00000000-0000-7000-8000-00000000000c")


def test_the_hash_is_sha_256_of_this_very_text():
    written = chain(CLUB, Batch(STREAM, "game", "probe/1", 0, "", None, notes(1, 2)), "clock", CORRELATION, NOON)
    first = (
        '{"actor":"clock","club":"00000000-0000-7000-8000-00000000000a","command":{"type":"note"},'
        '"correlation":"00000000-0000-7000-8000-00000000000c","data":{"n":1},"kind":"game",'
        '"recorded_at":"2026-01-31T12:00:00.000000Z","rules":"probe/1","schema":1,'
        '"stream":"00000000-0000-7000-8000-00000000000b","type":"probe.noted","version":1}'
    )
    second = first.replace('{"type":"note"}', "null").replace('"n":1', '"n":2').replace('"version":1', '"version":2')
    one = hashlib.sha256(first.encode()).hexdigest()
    assert written.hashes == [one, hashlib.sha256((one + second).encode()).hexdigest()]
    assert one == "b4274795182041913ed91e653b8d3880ef125572fb4cf05c4f5bd3a4e8ff5b89"


def outsider(previous: str, row: Stored) -> str:
    """The hash from an exported event, by the standard library alone."""
    fields = {
        "actor": row.actor,
        "club": str(row.club),
        "command": None if row.command is None else json.loads(row.command),
        "correlation": str(row.correlation),
        "data": json.loads(row.data),
        "kind": row.kind,
        "recorded_at": row.recorded_at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        "rules": row.rules,
        "schema": row.schema,
        "stream": str(row.stream),
        "type": row.type,
        "version": row.version,
    }
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256((previous + text).encode()).hexdigest()


@pytest.mark.django_db
def test_each_event_hashes_the_one_before_it():
    club = uuid4()
    last = stream_of(club, 3)[-1]
    said = Fact("probe.said", 2, '{"text":"Grüße, \U0001f3b2"}'.encode())
    write(club, batch(last.stream, [said], last))
    previous = ""
    for row in store.load(club, last.stream):
        previous = outsider(previous, row)
        assert row.hash == previous
    assert store.head(club, last.stream) == ("game", 4, previous)
