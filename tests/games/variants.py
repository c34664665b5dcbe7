"""Every game in variants: what the tests over the registry run on. A new game is in by its folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
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
    """Each game with every pair of its options' values and with every number of players, both going round."""
    for slug, game in all_games().items():
        options, sizes = every_pair(choices(game)), range(game.min_players, game.max_players + 1)
        for number in range(max(len(options), len(sizes))):
            yield Variant(slug, options[number % len(options)], NAMES[: sizes[number % len(sizes)]])


def choices(game: Game[Any]) -> dict[str, list[Any]]:
    """The values of options that are one of few words, or true or false. Several rounds where that is an option."""
    properties = msgspec.json.schema_components([game.options])[1][game.options.__name__]["properties"]
    few: dict[str, list[Any]] = {}
    for name, schema in properties.items():
        if "enum" in schema:
            few[name] = schema["enum"]
        elif schema.get("type") == "boolean":
            few[name] = [False, True]
        elif name == "rounds":
            few[name] = [3]
    return few


def every_pair(few: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    """A few choices of all options in which any two values of two options occur together; always the same ones.

    Each starts from the first pair that is still missing. The other options get the value that adds the most pairs.
    """
    width, rows = min(2, len(few)), []
    missing = [
        pair
        for names in combinations(few, width)
        for pair in product(*([(name, value) for value in few[name]] for name in names))
    ]
    while missing:
        row = dict(missing[0])
        for name in few:
            row.setdefault(name, max(few[name], key=lambda value: sum(_has({**row, name: value}, missing))))
        rows.append({name: row[name] for name in few})
        missing = [pair for pair, is_there in zip(missing, _has(row, missing), strict=True) if not is_there]
    return rows


def _has(row: Mapping[str, Any], pairs: Iterable[Iterable[tuple[str, Any]]]) -> list[bool]:
    """Of each pair, whether the row has both of its values."""
    return [all(row.get(name) == value for name, value in pair) for pair in pairs]


VARIANTS = list(variants())
