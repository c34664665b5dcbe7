"""Every game in every variant: what the tests over the registry run on. A new game is in by its folder."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

import msgspec

from games import Match
from games.game import Game
from games.registry import all_games

NAMES = ["ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal", "ida", "jo", "kit", "lou"]
SEED = 918273645


class Variant(NamedTuple):
    """A game with one choice of those options that have few values."""

    slug: str
    options: dict[str, Any]
    players: list[str]

    def start(self, seed: int = SEED) -> Match:
        return Match.start(self.slug, self.players, self.options, seed)

    def played(self, commands: int, lot: Random, seed: int = SEED) -> Match:
        """A match after so many commands by lot, or at its end."""
        match = self.start(seed)
        play_on(match, commands, lot)
        return match

    def __str__(self) -> str:
        return "-".join([self.slug, *(str(value) for value in self.options.values()), str(len(self.players))])


def play_on(match: Match, commands: int, lot: Random) -> None:
    for _ in range(commands):
        if not match.pending():
            return
        match.execute(match.suggest(lot))


def variants() -> Iterator[Variant]:
    """Each game's options in turn, the numbers of players going round."""
    for slug, game in all_games().items():
        for number, options in enumerate(choices(game)):
            size = game.min_players + number % (game.max_players - game.min_players + 1)
            yield Variant(slug, options, NAMES[:size])


def choices(game: Game[Any]) -> Iterator[dict[str, Any]]:
    """All combinations of options that are one of few words, or true or false. Several rounds where that is one."""
    properties = msgspec.json.schema_components([game.options])[1][game.options.__name__]["properties"]
    few: dict[str, list[Any]] = {}
    for name, schema in properties.items():
        if "enum" in schema:
            few[name] = schema["enum"]
        elif schema.get("type") == "boolean":
            few[name] = [False, True]
        elif name == "rounds":
            few[name] = [3]
    for values in product(*few.values()):
        yield dict(zip(few, values, strict=True))


VARIANTS = list(variants())
