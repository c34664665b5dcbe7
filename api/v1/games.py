"""`games`: what can be played here, with the JSON Schemas of options and commands."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import Http404
from rest_framework.request import Request

from api.base import Resource
from api.openapi.schema import Page, describes
from api.replies import Reply
from games import list_games


class GameShown(msgspec.Struct):
    """A game: what there is to know before it starts. commands: JSON Schema by the command's type."""

    slug: str
    title: str
    min_players: int
    max_players: int
    options: dict[str, Any]
    commands: dict[str, dict[str, Any]]
    variants: list[str]


def _shown(game: dict[str, Any]) -> dict[str, Any]:
    return {**game, "variants": _variants(game["options"])}


def _variants(options: dict[str, Any]) -> list[str]:
    """The ways to play that the options offer: dealt by the service, or recorded at a real table."""
    for part in options.get("$defs", {}).values():
        play = part.get("properties", {}).get("play", {})
        if "enum" in play:
            return list(play["enum"])
    return []


class Games(Resource):
    """All games."""

    @describes(Page[GameShown], public=True)
    def get(self, request: Request) -> Reply:
        """Every game that can be played here; they fit on one page."""
        return Reply({"next": None, "previous": None, "results": [_shown(game) for game in list_games()]})


class OneGame(Resource):
    """A game."""

    @describes(GameShown, public=True)
    def get(self, request: Request, slug: str) -> Reply:
        """The game of that slug."""
        for game in list_games():
            if game["slug"] == slug:
                return Reply(_shown(game))
        raise Http404
