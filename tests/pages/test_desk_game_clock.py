"""The desk of a tournament whose game has a clock of its own."""

from __future__ import annotations

from django.test import Client
from django.utils import timezone

from league.models import Person
from tests.league.nights import Night as Played
from tests.pages.night import Night
from tests.pages.test_desk_steps import step


def test_the_clock_of_a_game_stands_at_its_table_and_can_be_stopped(director: Client, night: Night):
    """The round has no clock: its game, 4 Monkeys, has one."""
    played = Played.open(night.club, game="four-monkeys", game_options={"play": "dealt"})
    played.enter(list(Person.objects.filter(club=night.club)[:4]))
    (table,) = played.start_round().tables
    assert 'role="timer"' not in director.get(step(played.id, "")).text
    played.at = timezone.now()
    played.play(table.id, {"type": "start_round"})
    text = director.get(step(played.id, "")).text
    assert text.count('role="timer"') == 1
    assert "/pause/" in text
    assert "/extend/" not in text
