"""Scenes at a Monster Trick table: hands as a scene needs them, and plays written short."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games import Match, Rejected
from games.monster_trick.cards import Card
from games.monster_trick.commands import MonsterOptions
from games.monster_trick.events import MonsterStarted, RoundDealt

Play = tuple[str, Card, int | str]


def green(value: int) -> Card:
    return Card("green", value)


def yellow(value: int) -> Card:
    return Card("yellow", value)


def purple(value: int) -> Card:
    return Card("purple", value)


def blue(value: int) -> Card:
    return Card("blue", value)


def plain(card: Card) -> dict[str, Any]:
    return {"suit": card.suit, "value": card.value}


def dealt(orders: dict[str, list[int]] | None = None, **hands: Sequence[Card]) -> Match:
    """Round 1, everybody has arranged (1, 2, 3 where `orders` doesn't say), the first named is on turn."""
    match = Match.load(
        "monster-trick",
        [
            (MonsterStarted(tuple(hands), "1", MonsterOptions(play="dealt"), next(iter(hands))), None),
            (RoundDealt(1, {player: tuple(hand) for player, hand in hands.items()}), {"type": "start_round"}),
        ],
    )
    for player in hands:
        match.send({"type": "arrange", "player": player, "order": (orders or {}).get(player, [1, 2, 3])})
    return match


def started(players: Sequence[str] = ("ann", "bob", "cy"), seed: int = 1, **options: object) -> Match:
    return Match.start("monster-trick", list(players), {"play": "dealt", **options}, seed)


def play(match: Match, player: str, card: Card, trick: int | str) -> list[dict[str, Any]]:
    return match.send({"type": "play", "player": player, "card": plain(card), "trick": trick})


def play_all(match: Match, *plays: Play) -> Match:
    for player, card, trick in plays:
        play(match, player, card, trick)
    return match


def refused(match: Match, command: object) -> str:
    """The code of the refusal; nothing has changed."""
    before = match.log
    with pytest.raises(Rejected) as refusal:
        match.send(command)
    assert match.log == before
    return refusal.value.code


def legal(match: Match) -> dict[Card, list[int | str]]:
    """Where each card of the player on turn may go."""
    choices = match.view("referee")["legal"]
    return {Card(**choice["card"]): choice["tricks"] for choice in choices}


def sheet(orders: dict[str, list[int]], tricks: list[str] | dict[str, int]) -> dict[str, Any]:
    return {"type": "record_round", "orders": orders, "tricks": tricks}


def play_round(match: Match, lot: Random) -> None:
    """A whole dealt round by lot, from its deal to its points."""
    number = len(match.outcome()["rounds"])
    while len(match.outcome()["rounds"]) == number:
        match.execute(match.suggest(lot))
