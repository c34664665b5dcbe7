"""Games that earlier releases recorded replay to their old result, and their commands still decide the same."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from games import Match
from games.kernel import Json, LaterRelease
from games.registry import all_games, find_game
from tests.games.variants import play_on
from tests.upgrades.kept import VERSIONS, known, read

pytestmark = pytest.mark.backend("sqlite")
STARTED = ("players", "options", "seed")


def kept(version: str) -> list[Json]:
    """The games that a release has played."""
    return [json.loads(line) for line in read(version, "games.jsonl").splitlines()]


GAMES = [
    pytest.param(game, id=f"{version}-{game['game']}-{game['options'].get('play', 'usual')}")
    for version in VERSIONS
    for game in kept(version)
]


def test_games_of_every_release_are_kept() -> None:
    assert VERSIONS == ["0.1.0", "0.2.0", "0.3.0", "0.4.0", "0.5.0"]
    assert {game["game"] for game in kept("0.5.0")} == set(all_games()) - {"high-card"}


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_game_replays_to_its_old_result(game: Json) -> None:
    outcome = Match.from_log(game["game"], game["log"]).outcome()
    assert known(outcome, game["outcome"]) == game["outcome"]


@pytest.mark.parametrize("game", GAMES)
def test_its_commands_decide_the_same_or_the_rules_have_a_new_edition(game: Json) -> None:
    """An amend of an old game decides its later commands again: another outcome needs an edition of its own."""
    started = game["log"][0]
    match = Match.start(game["game"], *(started[name] for name in STARTED))
    for event in game["log"]:
        if event.get("command"):
            match.send(event["command"])
    assert known(match.log, game["log"]) == game["log"]


def test_a_game_keeps_the_edition_of_the_rules_under_which_it_began(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("monster-trick")
    first = replace(game.rules, decide=lambda *_: iter(()))
    second = replace(game, rules=replace(game.rules, edition=2), older={1: first})
    assert Match(second).rules.label == "monster-trick/2"
    assert Match(second, 2).rules.decide is game.rules.decide
    old = Match(second, 1)
    assert (old.rules.label, old.rules.decide) == ("monster-trick/1", first.decide)
    old.begin(game.first_events(["ann", "bob"], {"play": "recorded"}, 1))
    assert old.send(old.suggest(Random(1))) == []


@pytest.mark.parametrize("edition", [0, 2])
def test_an_unknown_edition_is_refused_and_not_read_by_other_rules(edition: int) -> None:
    with pytest.raises(LaterRelease):
        Match(find_game("scoresheet"), edition)


def test_a_later_schema_of_an_event_is_refused() -> None:
    match = Match.start("scoresheet", ["ann", "bob"], None, 1)
    play_on(match, 1, Random(1))
    event = match.events[0]
    with pytest.raises(LaterRelease):
        match.game.codec.from_plain(event.type, event.schema + 1, {})
