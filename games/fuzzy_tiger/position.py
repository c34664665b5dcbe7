"""How a game begins: the cards in use, and how the table stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.fuzzy_tiger.board import crowded
from games.fuzzy_tiger.cards import CARDS, FACE, FEWEST_CARDS, FIRST_TIME, SLEEP, START, TAKES_BACK
from games.fuzzy_tiger.commands import Position
from games.fuzzy_tiger.scoring import is_reached
from games.game import bad_option
from games.kernel import N_, Rejected

MOST = 1_000
"""Whiskers and damage that a set-up position may have; far more than any game reaches."""


def in_use(cards: Sequence[int]) -> tuple[int, ...]:
    """The cards in everybody's hand, rising. Raises Rejected `bad_options` where they can't be played with."""
    if not set(cards) <= set(CARDS):
        raise bad_option("cards", N_("Cards are {least} to {most}."), least=min(CARDS), most=max(CARDS))
    if len(set(cards)) < len(cards):
        raise bad_option("cards", N_("A card is named twice."))
    if len(cards) < FEWEST_CARDS:
        raise bad_option("cards", N_("At least {least} cards are in use."), least=FEWEST_CARDS)
    if not set(cards) >= TAKES_BACK:
        raise bad_option("cards", N_("Card {card} is always in use."), card=min(TAKES_BACK))
    return tuple(sorted(cards))


def set_up(players: Sequence[str], position: Position | None) -> Position:
    """How the table stands, all players named. Raises Rejected `bad_position` where that can't come about."""
    given = position or Position()
    table = Position(
        positions=_of_all(players, "positions", given.positions, START),
        tiger=given.tiger,
        whiskers=_of_all(players, "whiskers", given.whiskers, 0),
        damage=_of_all(players, "damage", given.damage, 0),
        time=given.time,
    )
    _require_spaces(table.positions)
    for name, counted in (("whiskers", table.whiskers), ("damage", table.damage)):
        for player, count in counted.items():
            _require_within(f"{name}.{player}", count, range(MOST + 1))
    _require_within("tiger", table.tiger, range(1, SLEEP + 1))
    if table.time is not None:
        _require_within("time", table.time, range(1, FIRST_TIME + 1))
    if is_reached(table.whiskers, table.time):
        raise bad_position("whiskers", "the game would be over")
    return table


def bad_position(where: str, reason: str) -> Rejected:
    """The refusal of a position that can't come about. where: the key, and the player."""
    return Rejected(
        "bad_position",
        N_("There is no such position: {field}, {reason}."),
        {"field": where, "reason": reason},
        field=f"position.{where}",
    )


def _of_all(players: Sequence[str], name: str, given: Mapping[str, int], start: int) -> dict[str, int]:
    """What is given, and `start` for who is not named."""
    for player in given:
        if player not in players:
            raise bad_position(f"{name}.{player}", "no player of this match")
    return {player: given.get(player, start) for player in players}


def _require_spaces(positions: Mapping[str, int]) -> None:
    for player, space in positions.items():
        _require_within(f"positions.{player}", space, range(FACE, START + 1))
    full = crowded(positions)
    if full is not None:
        raise bad_position("positions", f"space {full} holds one monkey")


def _require_within(where: str, number: int, bounds: range) -> None:
    if number not in bounds:
        raise bad_position(where, f"{bounds[0]} to {bounds[-1]}")
