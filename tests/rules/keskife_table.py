"""Scenes at a Keskifé table: cards as a scene needs them, and fingers written short."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from games import Match, Rejected
from games.keskife.commands import KeskifeOptions
from games.keskife.events import CardsDealt, KeskifeStarted, NumberTurned, RoleTaken, RoundStarted

LETTERS = "ABCDEFGH"


def started(players: int = 5, seed: int = 1, **options: object) -> Match:
    """A dealt match of A, B, C…"""
    return Match.start("keskife", list(LETTERS[:players]), {"play": "dealt", **options}, seed)


def recorded(players: int = 5, **options: object) -> Match:
    return Match.start("keskife", list(LETTERS[:players]), options)


def miming(players: int, monkeys: str, pot: Any = "all") -> Match:
    """Round 1, led by A, the cards are dealt so that those are the monkeys; all mime."""
    names = tuple(LETTERS[:players])
    cards: dict[str, Any] = {name: "monkey" if name in monkeys else "action" for name in names}
    options = KeskifeOptions(play="dealt", pot=pot)
    return Match.load(
        "keskife",
        [
            (KeskifeStarted(names, "1", options, "A"), None),
            (RoundStarted(1, "A", drawn=False), {"type": "start_round"}),
            (RoleTaken("A", cards["A"], drawn=False), {"type": "take_role", "player": "A", "role": cards["A"]}),
            (CardsDealt(cards), None),
            (NumberTurned(1, 2, reshuffled=False), None),
        ],
    )


def pointing(players: int, monkeys: str, pot: Any = "all") -> Match:
    """As `miming`, and the lead has stopped it."""
    match = miming(players, monkeys, pot)
    match.send({"type": "stop_action", "player": "A"})
    return match


def point(match: Match, fingers: str) -> list[dict[str, Any]]:
    """Everybody points: "AE BE" is A at E, then B at E. Answers the last events."""
    events = []
    for finger in fingers.split():
        events = match.send({"type": "point", "player": finger[0], "at": finger[1]})
    return events


def sheet(lead: str, monkeys: Sequence[str], fingers: str) -> dict[str, Any]:
    points = {finger[0]: finger[1] for finger in fingers.split()}
    return {"type": "record_round", "lead": lead, "monkeys": list(monkeys), "points": points}


def scored(players: int, monkeys: str, fingers: str, pot: str = "all") -> dict[str, Any]:
    """The breakdown of round 1 with these monkeys and fingers, played and reported: both come to the same."""
    played, told = pointing(players, monkeys, pot), recorded(players, pot=pot)
    point(played, fingers)
    told.send(sheet("A", monkeys, fingers))
    assert played.outcome() == told.outcome()
    (only,) = played.outcome()["rounds"]
    assert only["points"] == {player: sum(parts.values()) for player, parts in only["breakdown"].items()}
    return dict(only["breakdown"])


def points(breakdown: dict[str, Any]) -> dict[str, int]:
    return {player: sum(parts.values()) for player, parts in breakdown.items()}


def refused(match: Match, command: object) -> tuple[str, str | None]:
    """Code and field of the refusal; nothing has changed."""
    before = match.log
    with pytest.raises(Rejected) as refusal:
        match.send(command)
    assert match.log == before
    return refusal.value.code, refusal.value.field


def code(match: Match, command: object) -> str:
    return refused(match, command)[0]


def play_round(match: Match, lot: Random) -> None:
    """A whole round by lot, up to its points."""
    number = len(match.outcome()["rounds"])
    while len(match.outcome()["rounds"]) == number:
        match.execute(match.suggest(lot))


def play_until(match: Match, phase: str, lot: Random) -> None:
    while match.view(None)["phase"] != phase:
        match.execute(match.suggest(lot))
