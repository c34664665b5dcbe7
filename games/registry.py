"""Which games there are: each subpackage here with a `GAME`. A new folder edits no list."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

import games
from games.game import Game
from games.kernel import N_, Json, Rejected


@cache
def all_games() -> Mapping[str, Game[Any]]:
    """Every game by its slug, in the order of the slugs."""
    packages = (import_module(f"games.{found.name}") for found in iter_modules(games.__path__) if found.ispkg)
    found = [package.GAME for package in packages if hasattr(package, "GAME")]
    return MappingProxyType({game.slug: game for game in sorted(found, key=lambda game: game.slug)})


def find_game(slug: object) -> Game[Any]:
    """The game of that slug. Raises Rejected `unknown_game`."""
    game = all_games().get(slug) if isinstance(slug, str) else None
    if game is None:
        raise Rejected("unknown_game", N_("There is no such game."), field="game")
    return game


def list_games() -> list[Json]:
    """What there is to know of each game before it starts, as plain JSON values (see `Game.describe`)."""
    return [game.describe() for game in all_games().values()]
