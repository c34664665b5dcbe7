"""Scenes before a tiger: where the monkeys stand, the cards of a turn, and what came of them, written short."""

from __future__ import annotations

from typing import Any

import pytest

from games import Match, Rejected

SHELTER, HYPNOSIS, STONES, LIANA, WALK, COURIER, CHARGE, LASSO, THINK = range(1, 10)


def table(tiger: int = 6, time: int | None = None, *, cards: list[int] | None = None, **positions: int) -> Match:
    """Players in the order named, on their spaces."""
    return scene({"positions": positions, "tiger": tiger, "time": time}, cards=cards)


def scene(position: dict[str, Any], *, cards: list[int] | None = None) -> Match:
    """A set-up position; its `positions` name the players."""
    options: dict[str, Any] = {"position": position}
    if cards is not None:
        options["cards"] = cards
    return Match.start("fuzzy-tiger", list(position["positions"]), options)


def turn(match: Match, **cards: int) -> list[dict[str, Any]]:
    """All choose; the events of the last choice, when the cards are turned up."""
    events: list[dict[str, Any]] = []
    for player, card in cards.items():
        events = match.send({"type": "choose", "player": player, "card": card})
    return events


def act(match: Match, player: str, **choice: Any) -> list[dict[str, Any]]:
    return match.send({"type": "act", "player": player, **choice})


def refused(match: Match, command: object) -> tuple[str, str | None]:
    """The code of the refusal and the field; nothing has changed."""
    before, views = match.log, [match.view(viewer) for viewer in ("referee", None)]
    with pytest.raises(Rejected) as refusal:
        match.send(command)
    assert match.log == before
    assert [match.view(viewer) for viewer in ("referee", None)] == views
    return refusal.value.code, refusal.value.field


def spaces(match: Match) -> dict[str, int]:
    found: dict[str, int] = match.view(None)["positions"]
    return found


def plucked(match: Match) -> dict[str, int]:
    """Who has whiskers."""
    return {player: whiskers for player, whiskers in match.view(None)["whiskers"].items() if whiskers}


def hurt(match: Match) -> dict[str, int]:
    """Who has damage."""
    return {player: damage for player, damage in match.view(None)["damage"].items() if damage}


def steps(match: Match) -> list[str]:
    """The kinds of what happened in the last turn."""
    return [step["type"] for step in match.view(None)["last_turn"]]
