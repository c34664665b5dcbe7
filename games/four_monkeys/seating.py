"""Who sits where in a round, and with which deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from games.four_monkeys.events import Seats
from games.four_monkeys.parts import COLOURS, Colour
from games.four_monkeys.state import State

IN_ONE_AREA = 6
IN_AREA_A = 4
SETS_FOR_TWO = 3
ROUNDS, ROUNDS_IN_TWO_AREAS = 3, 4


def rounds(players: Sequence[str]) -> int:
    """How many rounds a game has."""
    return ROUNDS if len(players) <= IN_ONE_AREA else ROUNDS_IN_TWO_AREAS


def seat_all(state: State) -> tuple[Seats, ...]:
    """The areas of the attempt to come: for a round played again they stay as they are."""
    if state.attempt > 1:
        return tuple(area.seats for area in state.areas)
    if len(state.players) <= IN_ONE_AREA:
        return (_area("A", state.players, state.players),)
    in_a = set(_strongest(state)[:IN_AREA_A])
    a = tuple(player for player in state.players if player in in_a)
    b = tuple(player for player in state.players if player not in in_a)
    return _area("A", a, state.players), _area("B", b, state.players)


def _area(name: str, players: tuple[str, ...], all_players: Sequence[str]) -> Seats:
    """One set of tiles a player; three in a game of two."""
    return Seats(name, players, SETS_FOR_TWO if len(all_players) == 2 else len(players))


def _strongest(state: State) -> Sequence[str]:
    """All players, those with the highest total so far first; before the first round in seating order.

    Of equals first the higher score of the round just scored, then who sat in area A, then seating order.
    """
    if not state.scores.rounds:
        return state.players
    totals = state.scores.totals(state.players)
    last = state.scores.of_round(state.round - 1)
    sat_in_a = state.areas[0].seats.players
    return sorted(state.players, key=lambda player: (-totals[player], -last[player], player not in sat_in_a))


def deal_colours(areas: Iterable[Seats], before: Mapping[str, Colour]) -> dict[str, Colour]:
    """A deck colour for each player: in each area the one of the round before for as many as possible."""
    chosen: dict[str, Colour] = {}
    for area in areas:
        chosen |= _colours(area.players, before)
    return chosen


def _colours(circle: Sequence[str], before: Mapping[str, Colour]) -> dict[str, Colour]:
    """Who can't keep theirs takes, of those that go, the one with fewest decks in the area."""
    chosen: dict[str, Colour] = {}
    for player in circle:
        if player in before and _goes_with(circle, chosen, player, before[player]):
            chosen[player] = before[player]
    for player in circle:
        if player not in chosen:
            free = [colour for colour in COLOURS if _goes_with(circle, chosen, player, colour)]
            chosen[player] = min(free, key=list(chosen.values()).count)
    return chosen


def _goes_with(circle: Sequence[str], chosen: Mapping[str, Colour], player: str, colour: Colour) -> bool:
    """Up to four in an area have different colours; of more, no neighbours share one, and two decks of each exist."""
    taken = list(chosen.values())
    if len(circle) <= len(COLOURS):
        return colour not in taken
    return taken.count(colour) < 2 and all(chosen.get(other) != colour for other in _neighbours(circle, player))


def _neighbours(circle: Sequence[str], player: str) -> list[str]:
    """The neighbours of a player, in a closed circle."""
    pairs = [*pairwise(circle), (circle[-1], circle[0])]
    return [left if right == player else right for left, right in pairs if player in (left, right)]
