"""The players of 4 Monkeys that look at nothing but their own view."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from games import Match
from games.four_monkeys.bots import at_random, tries
from tests.rules.monkeys_table import HAND, START, TIME_UP, dealt, grab, started

Player = Callable[..., dict[str, Any] | None]


def awaited(match: Match, player: str) -> list[str]:
    return [asked["type"] for asked in match.pending() if asked["player"] == player]


def move(match: Match, who: Player, player: str, lot: Random) -> dict[str, Any] | None:
    return who(match.view(player), player, lot, awaited=awaited(match, player))


def play(seats: dict[str, Player], seed: int, **options: Any) -> Match:
    """A whole game: everybody in turn does one thing, until nobody wants more or sixty rounds are gone."""
    match, lot = started(list(seats), seed, play="dealt", **options), Random(seed)
    while match.pending():
        match.send(START)
        for _ in range(60):
            acted = [act_once(match, player, who, lot) for player, who in seats.items()]
            if not any(acted):
                break
        if match.view(None)["phase"] == "play":
            match.send(TIME_UP)
        while match.view(None)["phase"] == "check":
            player = match.view(None)["to_check"][0]["player"]
            match.send(move(match, seats[player], player, lot))
    return match


def act_once(match: Match, player: str, who: Player, lot: Random) -> bool:
    if match.view(None)["phase"] != "play":
        return False
    command = move(match, who, player, lot)
    if command is not None:
        match.send(command)
    return command is not None


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("who", [at_random, tries])
@pytest.mark.parametrize("variant", ["standard", "family"])
def test_all_that_they_send_is_accepted_and_the_game_comes_to_its_end(players, who, variant):
    match = play({f"p{seat}": who for seat in range(players)}, players, variant=variant, bananas=True)
    assert match.outcome()["finished"]


def test_nobody_who_tries_is_ever_wrong():
    match = play({f"p{seat}": tries for seat in range(4)}, 3)
    checked = [event["correct"] for event in match.log if event["type"] == "tile_checked"]
    assert len(checked) > 10
    assert all(checked)


def test_who_tries_beats_who_plays_by_lot_from_every_seat():
    won = 0
    for seed in range(12):
        seats: dict[str, Player] = dict.fromkeys(["p0", "p1", "p2", "p3"], at_random)
        seats[f"p{seed % 4}"] = tries
        won += play(seats, seed).outcome()["winners"] == [f"p{seed % 4}"]
    assert won >= 11


def test_who_tries_says_stop_with_all_ten_and_only_then():
    ended = [
        event
        for seed in range(6)
        for event in play({"p0": tries, "p1": tries}, seed).log
        if event["type"] in ("round_ended", "round_voided")
    ]
    assert {event["type"] for event in ended} == {"round_ended"}
    assert any(event["reason"] == "stop" for event in ended)


def test_who_tries_takes_the_most_valuable_new_combo_with_the_fewest_cards():
    match = dealt({"ann": "ct cs sp pp cc", "bob": HAND}, [["c1"], ["c5"], ["c9"]])
    command = move(match, tries, "ann", Random(1))
    assert command is not None
    assert command == {"type": "grab", "player": "ann", "stack": 1, "cards": command["cards"]}
    assert len(command["cards"]) == 2
    match.send(command)
    match.send(TIME_UP)
    assert match.send({"type": "check", "player": "ann", "tile": 0})[0]["correct"] is True


def test_who_tries_gives_the_skin_to_who_lies_ahead():
    match = dealt({"ann": HAND, "bob": HAND, "cy": HAND}, [["c1"] * 3, ["c9"]], bananas=True)
    grab(match, "cy", 1)
    grab(match, "bob", 0)
    grab(match, "ann", 0)
    assert move(match, tries, "ann", Random(1)) == {"type": "banana", "player": "ann", "to": "cy"}


def test_what_is_hidden_from_a_player_does_not_change_what_the_player_does():
    moves = []
    for bobs, below in (("cc ct cs cp tt", "c2"), ("pp pp sp sp ss", "c3")):
        match = dealt({"ann": HAND, "bob": bobs}, [["c5", "c9"], ["c1", below]])
        grab(match, "bob", 0, 2)
        moves.append([move(match, who, "ann", Random(seed)) for who in (at_random, tries) for seed in range(20)])
    assert moves[0] == moves[1]
