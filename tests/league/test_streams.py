"""A reader never sees what a writer has folded and not stored."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event
from uuid import UUID

import pytest
from django.db import connections

from league import streams
from league.domain.tournament.commands import Cancel
from league.streams import TOURNAMENT
from tests.league.nights import Night, new_club

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
    stream, found = streams._kept[night.id], Event()

    class Watched(dict[UUID, streams.Stream]):
        """Tells when somebody has looked a stream up."""

        def get(self, *args: object) -> object:  # type: ignore[override]
            try:
                return super().get(*args)  # type: ignore[call-overload]
            finally:
                found.set()

    monkeypatch.setattr(streams, "_kept", kept := Watched({night.id: stream}))
    with ThreadPoolExecutor(1) as pool:
        with stream.lock:
            reader = pool.submit(state_read, night.club.pk, night.id)
            assert found.wait(10)
            kept.pop(night.id)
            monkeypatch.setattr(streams, "keep", lambda stream: None)
            stream.aggregate.send(Cancel())
        assert reader.result(10) == "open"
