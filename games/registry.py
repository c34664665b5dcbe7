"""Which games there are: each subpackage here with a `GAME`, and what other packages offer by an entry point.

A new folder edits no list; nor does a package whose entry point, of the group `tablekeeper.games`, names its `Game`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

from games.game import Game
from games.kernel import N_, Json, Rejected

GROUP = "tablekeeper.games"


@cache
def all_games() -> Mapping[str, Game[Any]]:
    """Every game by its slug, in the order of the slugs.

    Raises RuntimeError where two games have one slug or an entry point can't be loaded, TypeError where one names no
    game.
    """
    found: dict[str, Game[Any]] = {}
    for game in (*_of_this_package(), *_of_other_packages()):
        if game.slug in found:
            raise RuntimeError(f"Two games are called {game.slug}.")
        found[game.slug] = game
    return MappingProxyType(dict(sorted(found.items())))


def _of_this_package() -> Iterator[Game[Any]]:
    packages = (
        import_module(f"games.{found.name}") for found in iter_modules([str(Path(__file__).parent)]) if found.ispkg
    )
    yield from (package.GAME for package in packages if hasattr(package, "GAME"))


def _of_other_packages() -> Iterator[Game[Any]]:
    for entry in entry_points(group=GROUP):
        try:
            game = entry.load()
        except Exception as fault:
            raise RuntimeError(f"An entry point of {GROUP} can't be loaded: {entry}.") from fault
        if not isinstance(game, Game):
            raise TypeError(f"An entry point of {GROUP} names no game: {entry}.")
        yield game


def find_game(slug: object) -> Game[Any]:
    """The game of that slug. Raises Rejected `unknown_game`."""
    game = all_games().get(slug) if isinstance(slug, str) else None
    if game is None:
        raise Rejected("unknown_game", N_("There is no such game."), field="game")
    return game


def list_games() -> list[Json]:
    """What there is to know of each game before it starts, as plain JSON values (see `Game.describe`)."""
    return [game.describe() for game in all_games().values()]
