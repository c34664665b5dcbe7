"""A reader never sees what a writer has folded and not stored."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import monotonic
from uuid import UUID

import pytest
from django.db import connections
from uuid6 import uuid7

from league.domain.tournament.closing.commands import Cancel
from league.repository import streams
from league.repository.streams import TOURNAMENT
from tests.league.counted_queries import counted
from tests.league.nights import Night, new_club, new_people

pytestmark = pytest.mark.django_db(transaction=True)


def state_read(club: UUID, id: UUID) -> str:
    """What a reader in a thread of its own takes the tournament's state to be."""
    try:
        with streams.reading(club, TOURNAMENT, id) as stream:
            return str(stream.aggregate.state.state)
    finally:
        connections.close_all()


def test_a_reader_who_waited_for_a_writer_reads_what_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader has found the kept stream; before it has the lock, a writer takes the stream away and folds."""
    night = Night.open(new_club())
    stream, found = streams._cache[night.id], Event()

    class Watched(dict[UUID, streams.Stream]):
        """Tells when somebody has looked a stream up."""

        def get(self, *args: object) -> object:  # type: ignore[override]
            try:
                return super().get(*args)  # type: ignore[call-overload]
            finally:
                found.set()

    monkeypatch.setattr(streams, "_cache", kept := Watched({night.id: stream}))
    with ThreadPoolExecutor(1) as pool:
        with stream.lock:
            reader = pool.submit(state_read, night.club.pk, night.id)
            assert found.wait(10)
            kept.pop(night.id)
            monkeypatch.setattr(streams, "keep", lambda stream: None)
            stream.aggregate.send(Cancel())
        assert reader.result(10) == "open"


def test_many_streams_are_loaded_at_once_and_what_went_on_meanwhile_is_asked_for_again() -> None:
    club = new_club()
    nights = [Night.open(club) for _ in range(4)]
    keys = [(club.pk, night.id) for night in nights]
    streams._cache.pop(nights[3].id)
    with counted() as asked:
        assert [stream.id for stream in streams.each(TOURNAMENT, keys)] == [night.id for night in nights]
    assert len(asked) == 1
    read = streams.each(TOURNAMENT, keys)
    assert next(read).aggregate.version == 1
    nights[1].enter(new_people(club, 3))
    streams._cache.pop(nights[2].id)
    nights[3].send(Cancel())
    assert [stream.aggregate.version for stream in read] == [7, 1, 2]
    read = streams.each(TOURNAMENT, keys)
    next(read)
    streams._cache.pop(nights[1].id)
    assert next(read).aggregate.version == 7


def test_of_many_streams_none_may_be_missing() -> None:
    club, other = new_club(), new_club()
    night = Night.open(club)
    for missing in ((other.pk, night.id), (club.pk, uuid7())):
        with pytest.raises(streams.NoSuchStream):
            list(streams.each(TOURNAMENT, [(club.pk, night.id), missing]))
    assert list(streams.each(TOURNAMENT, [])) == []


def test_a_query_for_what_to_read_ahead_holds_up_no_reader() -> None:
    night = Night.open(new_club())

    def found_slowly() -> Iterator[tuple[UUID, UUID]]:
        assert pool.submit(state_read, night.club.pk, night.id).result(10) == "open"
        yield night.club.pk, night.id

    with ThreadPoolExecutor(1) as pool:
        streams.read_ahead(TOURNAMENT, found_slowly(), monotonic() + 60)
