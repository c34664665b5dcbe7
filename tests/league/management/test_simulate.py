"""`manage.py simulate`: bots play, and the table says who wins from which seat."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from league.management.commands.simulate import simulated


def test_wins_add_up_to_the_games_and_the_same_seed_gives_the_same():
    tally = simulated("monster-trick", 3, 20, "tries,random,tries", seed=4)
    again = simulated("monster-trick", 3, 20, "tries,random,tries", seed=4)
    assert sum(tally.wins) == 20
    assert (tally.wins, tally.points, tally.events) == (again.wins, again.points, again.events)
    assert tally.wins != simulated("monster-trick", 3, 20, "tries,random,tries", seed=5).wins


def test_it_prints_a_row_for_each_seat_and_the_speed():
    out = StringIO()
    call_command("simulate", "monster-trick", players=4, games=5, stdout=out)
    text = out.getvalue()
    assert len(re.findall(r"│ \d ", text)) == 4
    assert "events a second of CPU" in text


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"game": "chess"}, "no such game"),
        ({"game": "scoresheet"}, "There is no bot for scoresheet"),
        ({"players": 9}, "2 to 5 players"),
        ({"games": 0}, "must be from 1 to"),
        ({"bots": "clever"}, "no bot clever"),
        ({"bots": "tries,random,tries", "players": 4}, "one for each of the 4"),
    ],
)
def test_what_can_not_be_played_is_refused_in_a_sentence(options, sentence):
    asked = {"game": "monster-trick", "players": 2, "games": 1, **options}
    with pytest.raises(CommandError, match=sentence):
        call_command("simulate", asked.pop("game"), **asked)


def test_bots_that_never_end_are_told_in_a_sentence(monkeypatch):
    monkeypatch.setattr("games.bots.MOST_COMMANDS", 3)
    with pytest.raises(CommandError, match="never finish a game of monster-trick"):
        call_command("simulate", "monster-trick", players=2, games=1)
