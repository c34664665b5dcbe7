"""The open games of a round robin divided into as few rounds as possible: an edge colouring of their graph.

Source: colours are exchanged along alternating paths (Kempe; Vizing's theorem says that they suffice for one round more
than the most games of one player). Where no path helps, a game takes the place of others, which are placed again. The
bound is the most games of one player, or the games among some players divided by the games that fit into a round.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

NEXT = 0
"""The colour of the round that is to be seated."""
STEPS = 4_000
"""The placements that are tried for each number of rounds, besides one for each game."""


class Game(NamedTuple):
    """An open game of two players, who are numbers from 0; in a double round robin a pair may have two."""

    one: int
    other: int


def fewest_rounds(games: Sequence[Game], waiting: Collection[int]) -> int:
    """A lower bound of the rounds for these games. waiting: players who have no game in the first of them."""
    had = _games_of(games)
    order = sorted(had, key=lambda player: -len(had[player]))
    least = max((len(mine) + (player in waiting) for player, mine in had.items()), default=0)
    taken: set[int] = set()
    inside = playing = 0
    for count, player in enumerate(order, 1):
        inside += sum(games[at].one in taken or games[at].other in taken for at in had[player])
        taken.add(player)
        playing += player not in waiting
        if count > 1:
            least = max(least, 1 - (-(inside - playing // 2) // (count // 2)))
    return least


def divided(games: Sequence[Game], rounds: Sequence[int], waiting: Collection[int], chance: Random) -> list[int]:
    """The round of each game, from 0, as few as found. rounds: of each game in a division that is valid already.

    Nobody who is waiting has a game in round 0.
    """
    for count in range(fewest_rounds(games, waiting), max(rounds, default=-1) + 1):
        found = Division(games, waiting, count)
        if found.search(rounds, chance):
            return found.rounds()
    return list(rounds)


def with_full_round(games: Sequence[Game], rounds: Sequence[int], waiting: Collection[int]) -> list[int]:
    """The same number of rounds or fewer, with as many games in round 0 as exchanges along paths allow."""
    found = Division(games, waiting, max(rounds) + 1)
    for at, colour in enumerate(rounds):
        found.put(at, colour)
    found.fill_next()
    return found.rounds()


class Division:
    """Games in rounds, of which no player has two in one round; some games may have none yet."""

    def __init__(self, games: Sequence[Game], waiting: Collection[int], count: int) -> None:
        self.games, self.waiting, self.count = games, waiting, count
        self._of: list[int | None] = [None] * len(games)
        self._at: dict[int, dict[int, int]] = {player: {} for game in games for player in game}

    def rounds(self) -> list[int]:
        """The round of each game; all have one."""
        return [colour for colour in self._of if colour is not None]

    def put(self, at: int, colour: int) -> None:
        self._of[at] = colour
        for player in self.games[at]:
            self._at[player][colour] = at

    def _take(self, at: int) -> int:
        colour = self._of[at]
        assert colour is not None
        self._of[at] = None
        for player in self.games[at]:
            del self._at[player][colour]
        return colour

    def search(self, rounds: Sequence[int], chance: Random) -> bool:
        """Whether all games fit. rounds: a division into more rounds, the fullest of which are kept."""
        sizes = [0] * (max(rounds) + 1)
        for colour in rounds:
            sizes[colour] += 1
        first = [NEXT] if self.waiting else []
        kept = sorted(range(len(first), len(sizes)), key=lambda colour: (-sizes[colour], colour))
        renamed = {old: new for new, old in enumerate([*first, *kept][: self.count])}
        queue = []
        for at, colour in enumerate(rounds):
            if colour in renamed:
                self.put(at, renamed[colour])
            else:
                queue.append(at)
        for _ in range(STEPS + len(self.games)):
            if not queue:
                return True
            queue += self._placed(queue.pop(0), chance)
        return not queue

    def _placed(self, at: int, chance: Random) -> list[int]:
        """Places a game, and returns the games that had to leave for it."""
        one, other = self.games[at]
        free, others = self._free(one, at), self._free(other, at)
        both = [colour for colour in free if colour in others]
        if both:
            self.put(at, both[0])
            return []
        for mine, theirs in product(free, others):
            path = self._path(other, mine, theirs)
            if self._end(other, path) != one and self._may_swap(path, mine, theirs):
                self._swap(path, mine, theirs)
                self.put(at, mine)
                return []
        colours = list(self._allowed(at))
        colour = colours[int(chance.random() * len(colours))]
        leaving = list(dict.fromkeys(self._at[player][colour] for player in (one, other) if colour in self._at[player]))
        for gone in leaving:
            self._take(gone)
        self.put(at, colour)
        return leaving

    def fill_next(self) -> None:
        """Exchanges games with later rounds as long as round 0 becomes fuller."""
        while any(self._fill_from(colour) for colour in range(1, self.count)):
            pass

    def _fill_from(self, colour: int) -> bool:
        is_fuller = False
        for player, mine in self._at.items():
            if colour in mine and NEXT not in mine:
                path = self._path(player, colour, NEXT)
                if len(path) % 2 and self._may_swap(path, colour, NEXT):
                    self._swap(path, colour, NEXT)
                    is_fuller = True
        return is_fuller

    def _allowed(self, at: int) -> range:
        return range(1 if any(player in self.waiting for player in self.games[at]) else 0, self.count)

    def _free(self, player: int, at: int) -> list[int]:
        mine = self._at[player]
        return [colour for colour in self._allowed(at) if colour not in mine]

    def _path(self, player: int, first: int, second: int) -> list[int]:
        """The games from a player on, of the two colours in turn, `first` first."""
        path: list[int] = []
        while first in self._at[player]:
            path.append(self._at[player][first])
            player = self._opponent(player, path[-1])
            first, second = second, first
        return path

    def _end(self, player: int, path: Sequence[int]) -> int:
        """The player at the far end of a path."""
        for at in path:
            player = self._opponent(player, at)
        return player

    def _opponent(self, player: int, at: int) -> int:
        game = self.games[at]
        return game.other if player == game.one else game.one

    def _may_swap(self, path: Sequence[int], one: int, other: int) -> bool:
        """Whether the exchange gives nobody who is waiting a game in round 0."""
        is_next = bool(self.waiting) and NEXT in (one, other)
        return not (is_next and any(player in self.waiting for at in path for player in self.games[at]))

    def _swap(self, path: Sequence[int], one: int, other: int) -> None:
        changed = [(at, other if self._take(at) == one else one) for at in path]
        for at, colour in changed:
            self.put(at, colour)


def _games_of(games: Sequence[Game]) -> dict[int, list[int]]:
    had: dict[int, list[int]] = {}
    for at, game in enumerate(games):
        for player in game:
            had.setdefault(player, []).append(at)
    return had
