"""Following a club by position."""

from __future__ import annotations

from uuid import uuid4

import pytest

from league.log import store
from tests.league.log.scene import batch, notes, stream_of, write

pytestmark = pytest.mark.django_db


def test_a_feed_goes_on_after_the_position_that_was_read():
    club = uuid4()
    written = [*stream_of(club, 4), *stream_of(club, 3)]
    read, after = [], 0
    while rows := store.feed(club, after, 2):
        assert len(rows) <= 2
        read += rows
        after = rows[-1].position
    assert read == written
    assert [row.position for row in read] == sorted({row.position for row in read})


def test_a_feed_is_of_one_club():
    club, other = uuid4(), uuid4()
    mine, theirs = stream_of(club), stream_of(other)
    assert (store.feed(club), store.feed(other)) == (mine, theirs)
    assert store.feed(uuid4()) == []


def test_a_feed_of_one_stream_or_kind():
    club = uuid4()
    game, night = uuid4(), uuid4()
    rows = write(club, batch(game, notes(1, 2)), batch(night, notes(1), kind="tournament"))
    assert store.feed(club, stream=night) == rows[2:]
    assert store.feed(club, kind="game") == rows[:2]
    assert store.feed(club, rows[0].position, kind="game") == rows[1:2]
    assert store.feed(club, stream=night, kind="game") == []
