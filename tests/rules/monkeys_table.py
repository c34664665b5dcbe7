"""Scenes at a 4 Monkeys table: hands and stacks as a scene needs them, sheets written short."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest

from games import Match, Rejected
from games.four_monkeys.commands import MonkeysOptions
from games.four_monkeys.events import MonkeysStarted, RoundStarted, Seats
from games.four_monkeys.parts import COLOURS, deck

FIGURES = {"c": "circle", "t": "triangle", "s": "square", "p": "pentagon"}
KINDS = ["cc", "ct", "cs", "cp", "tt", "ts", "tp", "ss", "sp", "pp"]
"""The ten kinds of cards by the first letters of their figures."""

HAND = "cc ct cs cp tt"
START = {"type": "start_round"}
TIME_UP = {"type": "time_up"}


def started(players: int | Sequence[str] = 3, seed: int = 1, **options: Any) -> Match:
    """A match of p0, p1, … or of those named."""
    names = [f"p{seat}" for seat in range(players)] if isinstance(players, int) else list(players)
    return Match.start("four-monkeys", names, options, seed)


def cards(seat: int, kinds: str, but: Iterable[int] = ()) -> list[int]:
    """Ids of cards of that seat's deck, one for each kind in the text ("ct ct pp"), none twice."""
    free = [card for card in deck(seat) if card not in but]
    taken: list[int] = []
    for kind in kinds.split():
        found = next(card for card in free if KINDS[card % 40 // 4] == kind and card not in taken)
        taken.append(found)
    return taken


def dealt(
    hands: Mapping[str, str],
    stacks: Sequence[Sequence[str]],
    left: Mapping[str, int] | None = None,
    **options: Any,
) -> Match:
    """Round 1, dealt: five cards each, those stacks (top first). left: how many cards are under a hand, else 35."""
    players = tuple(hands)
    piles = {}
    for seat, player in enumerate(players):
        hand = cards(seat, hands[player])
        rest = [card for card in deck(seat) if card not in hand]
        piles[player] = (*hand, *rest[: (left or {}).get(player, 35)])
    area = Seats("A", players, 3 if len(players) == 2 else len(players))
    colours = dict(zip(players, [*COLOURS, *COLOURS], strict=False))
    round_started = RoundStarted(
        round=1,
        attempt=1,
        areas=(area,),
        decks=colours,
        piles=piles,
        stacks={"A": tuple(tuple(stack) for stack in stacks)},
    )
    return Match.load(
        "four-monkeys",
        [(MonkeysStarted(players, "1", MonkeysOptions(play="dealt", **options)), None), (round_started, START)],
    )


def hand(match: Match, player: str) -> list[int]:
    return [card["id"] for card in match.view("referee")["hands"][player]]


def act(match: Match, player: str, action: str, **fields: object) -> list[dict[str, Any]]:
    return match.send({"type": action, "player": player, **fields})


def grab(match: Match, player: str, stack: int, laid: str | int = 1) -> list[dict[str, Any]]:
    """Takes a tile with cards of those kinds beneath, or with so many of the hand's first."""
    held = match.view("referee")["hands"][player]
    chosen: list[int] = []
    if isinstance(laid, int):
        chosen = [card["id"] for card in held[:laid]]
    else:
        for kind in laid.split():
            wanted = sorted(FIGURES[letter] for letter in kind)
            chosen.append(
                next(c["id"] for c in held if sorted(c["figures"]) == wanted and c["id"] not in chosen),
            )
    return act(match, player, "grab", stack=stack, cards=chosen)


def refused(match: Match, command: object) -> str:
    """The code of the refusal; nothing has changed."""
    return refusal_of(match, command).code


def refusal_of(match: Match, command: object) -> Rejected:
    before = match.log
    with pytest.raises(Rejected) as refusal:
        match.send(command)
    assert match.log == before
    return refusal.value


def stacks(match: Match, area: int = 0) -> list[list[str]]:
    found: list[list[str]] = match.view("referee")["areas"][area]["stacks"]
    return found


# recorded play


def report(tiles: str, *, replenished: bool = False, bananas: int = 0) -> dict[str, Any]:
    """What lies before a player: "c1 c5*" is c1 green and c5 orange."""
    return {
        "tiles": [{"combo": tile.rstrip("*"), "burned": tile.endswith("*")} for tile in tiles.split()],
        "replenished": replenished,
        "bananas": bananas,
    }


def sheet(reports: Mapping[str, str | dict[str, Any]], stop: str | None = None) -> dict[str, Any]:
    ended_by = {"reason": "time"} if stop is None else {"reason": "stop", "player": stop}
    lying = {player: report(tiles) if isinstance(tiles, str) else tiles for player, tiles in reports.items()}
    return {"type": "record_round", "sheet": lying, "ended_by": ended_by}


def recorded(reports: Mapping[str, str | dict[str, Any]], stop: str | None = None, **options: Any) -> Match:
    """Round 1, reported, before anything is checked."""
    match = started(list(reports), **options)
    match.send(START)
    match.send(sheet(reports, stop))
    return match


def to_check(match: Match) -> list[tuple[str, int]]:
    return [(asked["player"], asked["tile"]) for asked in match.view("referee")["to_check"]]


def check(match: Match, player: str, tile: int, correct: bool) -> list[dict[str, Any]]:
    return match.send({"type": "check", "player": player, "tile": tile, "correct": correct})


def check_on(match: Match, correct: bool = True) -> None:
    """Checks the round to its end, all alike, of tiles of equal value the one taken first."""
    while match.view(None)["phase"] == "check":
        check(match, *to_check(match)[0], correct)


def play_round(match: Match, reports: Mapping[str, str | dict[str, Any]], stop: str | None = None) -> None:
    """A round reported, with all that is checked found correct."""
    match.send(START)
    match.send(sheet(reports, stop))
    check_on(match)


ALL_TEN = "c1 c2 c3 c4 c5 c6 c7 c8 c9 c10"
