"""Opponents for a demonstration or a lonely evening: players that look at their own view and at nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.game import Bot
from games.kernel import REFEREE, Json
from games.match import Match

MOST_COMMANDS = 20_000


class Endless(Exception):
    """The bots play on and on."""


def play(match: Match, bots: Mapping[str, Bot], lot: Random) -> Match:
    """Plays a dealt match to its end. bots: by player. Raises Endless after MOST_COMMANDS."""
    for _ in range(MOST_COMMANDS):
        if not match.pending():
            return match
        match.execute(next_command(match, bots, lot))
    raise Endless(match.game.slug)


def next_command(match: Match, bots: Mapping[str, Bot], lot: Random) -> Json:
    """What happens next: a command of one of the players who are awaited, or the referee's part.

    Who comes first among them is drawn: in a game where all act at once they are equally fast. Where none of them
    wants to go on, the game's clock has run out.
    """
    asked: dict[str, list[str]] = {}
    for wanted in match.pending():
        asked.setdefault(wanted["player"], []).append(wanted["type"])
    awaited = sorted(asked.keys() - {REFEREE})
    for player in lot.sample(awaited, len(awaited)):
        if (command := bots[player](match.view(player), player, lot, asked[player])) is not None:
            return command
    return {"type": "time_up"} if awaited and match.clock() else match.suggest(lot)
