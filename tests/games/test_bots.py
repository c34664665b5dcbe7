"""Bots: opponents that look at their own view only."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import Match
from games.bots import Endless, next_command, play
from games.kernel import REFEREE
from games.registry import all_games
from tests.games.variants import NAMES, choices, every_pair

DEALT = [
    (slug, options, size)
    for slug, game in all_games().items()
    if "dealt" in choices(game).get("play", [])
    for options in every_pair({**choices(game), "play": ["dealt"]})
    for size in (game.min_players, game.max_players)
]


def test_every_game_that_can_be_dealt_has_a_random_bot_and_one_that_tries():
    for slug in {slug for slug, _, _ in DEALT}:
        assert {"random", "tries"} <= set(all_games()[slug].bots)


@pytest.mark.parametrize("name", ["random", "tries"])
@pytest.mark.parametrize(("slug", "options", "size"), DEALT, ids=str)
def test_bots_play_to_the_end_and_are_never_refused(slug: str, options: dict[str, Any], size: int, name: str):
    players = NAMES[:size]
    match = Match.start(slug, players, options, seed=5)
    play(match, {player: match.game.bots[name]() for player in players}, Random(5))
    assert match.outcome()["finished"]


@pytest.mark.parametrize(("slug", "options", "size"), DEALT, ids=str)
def test_the_same_lot_plays_the_same_game(slug: str, options: dict[str, Any], size: int):
    players = NAMES[:size]

    def log() -> list[Any]:
        match = Match.start(slug, players, options, seed=9)
        return play(match, {player: match.game.bots["tries"]() for player in players}, Random(9)).log

    assert log() == log()


@pytest.mark.parametrize("slug", sorted({slug for slug, _, _ in DEALT}))
def test_the_one_that_tries_beats_the_random_one(slug: str):
    game = all_games()[slug]
    size = max(game.min_players, min(4, game.max_players))
    players, won = NAMES[:size], 0.0
    for seed in range(60):
        match = Match.start(slug, players, {"play": "dealt"}, seed)
        tries = {players[seed % size], players[(seed + 2) % size]}
        bots = {player: game.bots["tries" if player in tries else "random"]() for player in players}
        outcome = play(match, bots, Random(seed)).outcome()
        won += len(tries & set(outcome["winners"])) / len(outcome["winners"])
    share = len({players[0], players[2 % size]}) / size
    assert won > 60 * share


def test_a_clock_runs_out_where_nobody_wants_to_go_on(monkeypatch):
    match = Match.start("monster-trick", NAMES[:2], {"play": "dealt"}, seed=1)
    match.send({"type": "start_round"})
    monkeypatch.setattr(Match, "clock", lambda self: ("round 1", 240))
    never = dict.fromkeys(NAMES[:2], lambda view, me, lot, awaited: None)
    assert next_command(match, never, Random(1)) == {"type": "time_up"}


def test_bots_that_never_end_are_stopped(monkeypatch):
    monkeypatch.setattr("games.bots.MOST_COMMANDS", 3)
    match = Match.start("monster-trick", NAMES[:2], {"play": "dealt"}, seed=1)
    with pytest.raises(Endless):
        play(match, dict.fromkeys(NAMES[:2], match.game.bots["random"]()), Random(1))
    assert REFEREE not in NAMES
