"""Monster Trick dealt by the service: what is refused first, and commands in a wrong form."""

from __future__ import annotations

import pytest

from tests.rules.monster_table import dealt, green, plain, refused, started


def test_refusals_are_looked_at_in_the_order_form_player_phase_turn_rest():
    match = dealt(orange=[green(1)], red=[green(3)])
    good = {"type": "play", "player": "red", "card": plain(green(9)), "trick": 7}
    assert refused(match, {**good, "player": "zoe", "card": 3}) == "bad_command"
    assert refused(match, {"type": "arrange", "player": "zoe", "order": []}) == "unknown_player"
    assert refused(match, {"type": "arrange", "player": "red", "order": []}) == "wrong_phase"
    assert refused(match, good) == "not_your_turn"
    assert refused(match, {**good, "player": "orange"}) == "not_in_hand"
    assert refused(started(), {**good, "player": "zoe"}) == "unknown_player"
    assert refused(started(), {**good, "player": "ann"}) == "wrong_phase"


@pytest.mark.parametrize(
    "command",
    [
        {"type": "start_round", "player": "orange"},
        {"type": "play", "player": "orange", "card": {"suit": "green"}, "trick": "new"},
        {"type": "play", "player": "orange", "card": {"suit": "green", "value": True}, "trick": "new"},
        {"type": "play", "player": "orange", "card": {"suit": "green", "value": 1, "x": 1}, "trick": "new"},
        {"type": "play", "player": "orange", "card": {"suit": "green", "value": 1}, "trick": None},
        {"type": "play", "player": "orange", "card": {"suit": "green", "value": 1}, "trick": True},
        {"type": "play", "player": "orange", "card": {"suit": "green", "value": 1}, "trick": "new", "x": 1},
        {"type": "play", "player": 1, "card": {"suit": "green", "value": 1}, "trick": "new"},
        {"type": "arrange", "player": "orange", "order": [1, 2, True]},
        {"type": "arrange", "player": "orange", "order": "123"},
    ],
)
def test_a_command_in_a_wrong_form_is_a_bad_command(command):
    assert refused(dealt(orange=[green(1)], red=[green(3)]), command) == "bad_command"


def test_a_dealt_match_takes_no_sheet():
    command = {"type": "record_round", "orders": {}, "tricks": []}
    assert refused(started(), command) == "wrong_phase"
