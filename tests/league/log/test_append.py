"""What an append writes, and what it refuses."""

from __future__ import annotations

import threading
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection

from league.log import store
from league.log.models import Event, StreamHead
from league.log.store import Conflict, Stored
from tests.league.log.scene import NOON, batch, notes, stream_of, write


@pytest.mark.django_db
def test_what_was_appended_is_what_is_loaded():
    club, stream = uuid4(), uuid4()
    written = write(club, batch(stream, notes(1, 2, 3)), actor="user:1")
    assert store.load(club, stream) == written
    assert [row.version for row in written] == [1, 2, 3]
    assert [row.data for row in written] == ['{"n":1}', '{"n":2}', '{"n":3}']
    assert [row.command for row in written] == ['{"type":"note"}', None, None]
    first = written[0]
    assert (first.club, first.stream, first.kind, first.type, first.schema) == (club, stream, "game", "probe.noted", 1)
    assert (first.actor, first.rules, first.recorded_at) == ("user:1", "probe/1", NOON)


@pytest.mark.django_db
def test_text_of_every_language_comes_back():
    club, stream = uuid4(), uuid4()
    said = "Grüße, 棋, \U0001f3b2, \\n and \"quotes\" 'both'".encode()
    fact = store.Fact("probe.said", 1, store_json(said), store_json(said))
    assert write(club, batch(stream, [fact])) == store.load(club, stream)
    assert store.load(club, stream)[0].data.encode() == fact.data


def store_json(text: bytes) -> bytes:
    return b'{"text":"' + text.replace(b"\\", b"\\\\").replace(b'"', b'\\"') + b'"}'


@pytest.mark.django_db
def test_load_begins_after_the_version_that_is_known():
    written = stream_of(club := uuid4(), 5)
    assert store.load(club, written[0].stream, 3) == written[3:]
    assert store.load(club, written[0].stream, 5) == []
    assert store.load(uuid4(), written[0].stream) == []


@pytest.mark.django_db
def test_many_streams_are_loaded_as_each_by_itself():
    """Of two clubs, with a text of many letters; a stream of which nothing is newer is not there, nor one of others."""
    one, other = uuid4(), uuid4()
    long, short, elsewhere = (stream_of(club, 5) for club in (one, one, other))
    said = write(one, batch(uuid4(), [store.Fact("probe.said", 1, store_json("Grüße, 棋".encode()))]))
    wanted = {(one, long[0].stream): 3, (one, short[0].stream): 5, (other, elsewhere[0].stream): 0}
    found = store.load_all(wanted | {(one, said[0].stream): 0, (other, short[0].stream): 0})
    assert found == {long[0].stream: long[3:], elsewhere[0].stream: elsewhere, said[0].stream: said}


@pytest.mark.django_db
def test_one_append_for_several_streams():
    club, game, night = uuid4(), uuid4(), uuid4()
    opened = write(club, batch(game, notes(1)), batch(night, notes(1, 2), kind="tournament"))
    rows = write(club, batch(game, notes(2, 3), opened[0]), batch(night, notes(3), opened[2], kind="tournament"))
    assert [(row.stream, row.version) for row in rows] == [(game, 2), (game, 3), (night, 4 - 1)]
    assert len({row.correlation for row in rows}) == 1
    assert store.head(club, game) == ("game", 3, rows[1].hash)
    assert store.head(club, night) == ("tournament", 3, rows[2].hash)
    assert store.feed(club) == [*opened, *rows]


@pytest.mark.django_db(transaction=True)
def test_one_append_for_several_clubs():
    clubs = [uuid4(), uuid4()]
    opened = [stream_of(club) for club in clubs]
    with store.writing():
        keys = [(club, rows[0].stream) for club, rows in zip(clubs, opened, strict=True)]
        assert store.lock_free(keys) == {stream for _, stream in keys}
        batches = [batch(rows[0].stream, notes(4, 5), rows[-1]) for rows in opened]
        parts = [store.chain(club, one, "clock", uuid4(), NOON) for club, one in zip(clubs, batches, strict=True)]
        written = store.append_all(parts)
    for club, rows in zip(clubs, opened, strict=True):
        assert store.load(club, rows[0].stream) == [*rows, *(row for row in written if row.club == club)]


@pytest.mark.django_db
def test_hundreds_of_streams_open_in_one_append():
    club = uuid4()
    rows = write(club, *(batch(uuid4(), notes(n)) for n in range(300)))
    assert [row.data for row in store.feed(club, limit=1000)] == [f'{{"n":{n}}}' for n in range(300)]
    assert store.feed(club, limit=1000) == rows


@pytest.mark.django_db
def test_an_append_of_nothing_writes_nothing():
    club = uuid4()
    assert write(club, batch(uuid4(), [])) == []
    assert store.feed(club) == []


@pytest.mark.django_db
def test_recorded_at_never_decreases_in_a_stream():
    club = uuid4()
    last = stream_of(club)[-1]
    earlier = write(club, batch(last.stream, notes(4), last), at=NOON - timedelta(minutes=5))[-1]
    assert earlier.recorded_at == NOON
    later = write(club, batch(last.stream, notes(5), earlier), at=NOON + timedelta(minutes=5))[-1]
    assert later.recorded_at == NOON + timedelta(minutes=5)


@pytest.mark.django_db
@pytest.mark.parametrize("after", [0, 1, 2, 4, 7])
def test_a_version_that_is_not_the_streams_end_is_a_conflict(after: int):
    club = uuid4()
    written = stream_of(club, 3)
    known = written[min(after, 3) - 1]
    stale = store.Batch(known.stream, "game", "probe/1", after, known.hash if after else "", NOON, notes(9))
    with pytest.raises(Conflict):
        write(club, stale)
    assert store.load(club, known.stream) == written


@pytest.mark.django_db
def test_a_hash_that_is_not_the_streams_end_is_a_conflict():
    last = stream_of(club := uuid4(), 3)[-1]
    with pytest.raises(Conflict):
        write(club, store.Batch(last.stream, "game", "probe/1", 3, "0" * 64, NOON, notes(9)))


@pytest.mark.django_db
def test_a_conflict_in_one_stream_leaves_the_others_alone():
    club, fresh = uuid4(), uuid4()
    written = stream_of(club, 3)
    with pytest.raises(Conflict):
        write(club, batch(fresh, notes(1)), batch(written[0].stream, notes(9), written[1]))
    assert store.load(club, fresh) == []
    assert store.head(club, fresh) is None
    assert store.feed(club) == written


@pytest.mark.django_db(transaction=True)
def test_of_two_writers_on_one_version_one_has_a_conflict():
    club = uuid4()
    last = stream_of(club)[-1]
    both = threading.Barrier(2)
    outcomes: list[list[Stored] | Conflict] = []

    def writer(n: int) -> None:
        both.wait(10)
        try:
            outcomes.append(write(club, batch(last.stream, notes(n), last)))
        except Conflict as conflict:
            outcomes.append(conflict)
        finally:
            connection.close()

    threads = [threading.Thread(target=writer, args=(n,)) for n in (10, 20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    won = [outcome for outcome in outcomes if not isinstance(outcome, Conflict)]
    assert len(outcomes) == 2
    assert len(won) == 1
    assert store.load(club, last.stream, last.version) == won[0]


@pytest.mark.django_db
def test_the_models_read_what_was_written():
    club = uuid4()
    written = stream_of(club)
    event = Event.objects.get(club=club, version=2)
    assert (event.position, event.stream, event.data, event.command) == (
        written[1].position,
        written[1].stream,
        {"n": 2},
        None,
    )
    assert Event.objects.get(club=club, version=1).command == {"type": "note"}
    assert Event.objects.filter(club=club, recorded_at=NOON).count() == 3
    assert StreamHead.objects.get(club=club).hash == written[-1].hash
