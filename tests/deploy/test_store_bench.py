"""The bounds of `bench store`: each part of an append on SQLite stores the events that it says."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from django.db import connection

from bench.log.bounds import cases
from league.log.models import Event, StreamHead

pytestmark = [pytest.mark.backend("sqlite"), pytest.mark.django_db(transaction=True)]


def test_each_part_stores_its_events_and_moves_the_head() -> None:
    with closing(sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)) as bare:
        parts = cases(bare, 3)
        for number, run in enumerate(parts.values(), 1):
            run()
            run()
            assert Event.objects.count() == 6 * number
    assert set(StreamHead.objects.values_list("version", flat=True)) == {6}
    assert StreamHead.objects.count() == len(parts) == 3
