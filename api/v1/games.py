"""`games`: the games of this site, with the JSON Schemas of their options and commands."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404
from rest_framework.request import Request

from api.base import Reply, WholeList
from api.openapi.schema import Page, describes
from api.permissions import ReadOnly
from games import list_games


class Game(msgspec.Struct):
    """A game.

    slug: the name that other bodies use. title: as people read it. min_players: the fewest at a table. max_players: the
    most at a table. options: the JSON Schema of its options. commands:
    a JSON Schema for each type of command. variants: ways to play, `dealt` by the service or `recorded` at a table.
    """

    slug: str
    title: str
    min_players: int
    max_players: int
    options: dict[str, Any]
    commands: dict[str, dict[str, Any]]
    variants: list[str]


def _with_variants(game: dict[str, Any]) -> dict[str, Any]:
    return {**game, "variants": _variants(game["options"])}


def _variants(options: dict[str, Any]) -> list[str]:
    """The values of the option `play`; empty for a game that has no such option."""
    for part in options.get("$defs", {}).values():
        play = part.get("properties", {}).get("play", {})
        if "enum" in play:
            return list(play["enum"])
    return []


class Games(WholeList):
    """All games."""

    permission_classes = [ReadOnly]
    lookup_field = "slug"
    lookup_value_converter = "slug"
    list_name = "games"

    @describes(Page[Game])
    def list(self, request: Request) -> Reply:
        """All games of this site."""
        return self.page_of([_with_variants(game) for game in list_games()], key="slug")

    @describes(Game)
    def retrieve(self, request: Request, slug: str) -> Reply:
        """The game with that slug."""
        for game in list_games():
            if game["slug"] == slug:
                return Reply(_with_variants(game))
        raise Http404
