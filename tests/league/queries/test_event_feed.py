"""Reads of the log that find their rows by an index, however long the log is."""

from __future__ import annotations

import json
from uuid import UUID

import pytest
from django.db import connection

from games.kernel import REFEREE
from league.access.roles import Caller
from league.models import Club, Role
from league.queries import event_feed
from tests.league.nights import Night, new_club, new_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return new_club()


@pytest.fixture
def games(club: Club) -> set[UUID]:
    """The games of a round of several tables."""
    night = Night.open(club)
    night.enter(new_people(club, 9))
    return {UUID(table.id) for table in night.start_round().tables}


def plan_of(club: Club, games: set[UUID]) -> str:
    """How the database finds the first events; told to use an index if it has one, as in a long log."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    return event_feed.first_events(club.pk, games).explain()


def test_the_first_events_of_games_are_found_by_stream_and_version(club: Club, games: set[UUID]) -> None:
    plan = plan_of(club, games)
    assert "version" in plan
    assert "position" not in plan
    assert "SCAN" not in plan
    assert "Sort" not in plan


def test_a_referee_who_plays_is_a_player_in_that_game_and_staff_at_the_others(club: Club, games: set[UUID]) -> None:
    first = {stream: text for stream, text, *_ in event_feed.first_events(club.pk, games)}
    own, *others = games
    player = json.loads(first[own])["players"][0]
    viewers = event_feed.viewers_at(Caller(club.pk, UUID(player), Role.REFEREE), games)
    assert viewers == {own: player, **dict.fromkeys(others, REFEREE)}
