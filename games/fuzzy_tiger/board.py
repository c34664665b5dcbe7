"""The board: moves and pushes, who is bitten and who is shamed, who goes back. Positions are spaces by player."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from games.fuzzy_tiger.cards import BACK_TO, FACE, SINGLE_SPACES

Positions = Mapping[str, int]
FARTHEST_BITTEN = max(SINGLE_SPACES)


def forward(positions: Positions, player: str, steps: int) -> dict[str, int]:
    """Who stands elsewhere after `player` moved forward: exactly so far, but not beyond the tiger's face."""
    return arrive(positions, player, max(FACE, positions[player] - steps))


def arrive(positions: Positions, player: str, space: int) -> dict[str, int]:
    """Who stands elsewhere after `player` came to `space`.

    Where one monkey alone may stand, the one that stood there is pushed a space forward, and so on down to 0.
    """
    standing = {at: other for other, at in positions.items() if other != player and at in SINGLE_SPACES}
    moved = {player: space}
    pushed = standing.get(space)
    while pushed is not None:
        space -= 1
        moved[pushed] = space
        pushed = standing.get(space)
    return changes(positions, moved)


def swap(positions: Positions, player: str, other: str) -> dict[str, int]:
    """Two monkeys change places; nobody is pushed."""
    return changes(positions, {player: positions[other], other: positions[player]})


def changes(positions: Positions, moved: Mapping[str, int]) -> dict[str, int]:
    """Those of `moved` who did not stand there before."""
    return {player: space for player, space in moved.items() if positions[player] != space}


def nearest_first(positions: Positions, players: Iterable[str]) -> list[str]:
    """The players in the order of their distance from the tiger; of equals, as given."""
    return sorted(players, key=lambda player: positions[player])


def going_back(positions: Positions, actors: Collection[str], *, stays: bool) -> dict[str, int]:
    """Where monkeys go after a turn: all from the tiger's face, and unless the card lets them stay the actors."""
    leaving = {
        player: space
        for player, space in positions.items()
        if space == FACE or (player in actors and space in BACK_TO and not stays)
    }
    return {player: BACK_TO[leaving[player]] for player in nearest_first(positions, leaving)}


def bitten(positions: Positions, sheltered: Collection[str]) -> tuple[str, ...]:
    """The monkeys nearest to the tiger that can be bitten: not farther than 4, and not sheltered."""
    near = {
        player: space for player, space in positions.items() if space <= FARTHEST_BITTEN and player not in sheltered
    }
    return tuple(player for player, space in near.items() if space == min(near.values()))


def shamed(positions: Positions) -> str | None:
    """The monkey that is alone on the farthest space."""
    farthest = max(positions.values())
    there = [player for player, space in positions.items() if space == farthest]
    return there[0] if len(there) == 1 else None


def crowded(positions: Positions) -> int | None:
    """A space for one monkey where more than one stand."""
    taken = [space for space in positions.values() if space in SINGLE_SPACES]
    return next((space for space in taken if taken.count(space) > 1), None)
