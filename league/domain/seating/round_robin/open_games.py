"""The pairs of a round robin that still have to meet, and the round that is played next."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations

from league.domain.seating.problem import Pair, Problem, pair_of, pairs
from league.domain.seating.round_robin import berger, colouring
from league.domain.seating.round_robin.colouring import NEXT, Game

UNEVEN = 2
"""From this difference in starts on, the balance decides who starts, and before it the Berger tables."""


MOST_SEARCHED = 200
"""Players up to which the fewest rounds are searched for; more keep to the Berger tables, of which one is the next."""


class OpenGames:
    """The games still open among those who are in. Their players are pairing numbers, from 0.

    problem, numbers, waiting, double: as in `seat`. games: with the second meetings of a double round robin.
    """

    def __init__(self, problem: Problem, numbers: Sequence[str], waiting: Sequence[str], *, double: bool) -> None:
        self.problem, self.numbers, self.double = problem, numbers, double
        self._number = {entry: at for at, entry in enumerate(numbers)}
        self._waiting = frozenset(self._number[entry] for entry in waiting)
        self._in = sorted(self._number[entry] for entry in (*problem.players, *waiting))

    @cached_property
    def met(self) -> Counter[Pair]:
        """Times that each pair has shared a table in the stage."""
        tables = (table for past in self.problem.history for table in past.tables)
        return Counter(pair for table in tables for pair in pairs(table.seats))

    @cached_property
    def is_undisturbed(self) -> bool:
        """Whether everybody is there, and all rounds so far, but not yet all, were those of the Berger tables."""
        past, count = self.problem.history, len(self.numbers)
        if self._waiting or len(self._in) < count or len(past) >= berger.rounds_of(count, self.double):
            return False
        return all(self._is_of_berger([table.seats for table in round.tables], at) for at, round in enumerate(past, 1))

    def _is_of_berger(self, tables: Sequence[tuple[str, ...]], number: int) -> bool:
        count = len(self.numbers)
        planned = berger.round_of(count, number, double=self.double)
        there = {(self.numbers[a - 1], self.numbers[b - 1]) for a, b in planned if max(a, b) <= count}
        return len(tables) == len(there) and there == set(tables)

    @property
    def rounds_left_of_berger(self) -> int:
        return berger.rounds_of(len(self.numbers), self.double) - self.problem.number_in_stage

    @property
    def has_games(self) -> bool:
        return next(self._open(), None) is not None

    @cached_property
    def games(self) -> list[Game]:
        return [game for game, _ in self._games]

    @cached_property
    def _games(self) -> list[tuple[Game, int]]:
        """The open games with their rounds in the Berger tables, from 1."""
        return list(self._open())

    def _open(self) -> Iterator[tuple[Game, int]]:
        count, cycles = len(self.numbers), 2 if self.double else 1
        for one, other in combinations(self._in, 2):
            for cycle in range(self._times(one, other), cycles):
                yield Game(one, other), berger.meeting(one + 1, other + 1, count, double=self.double, cycle=cycle)

    def _times(self, one: int, other: int) -> int:
        return self.met[pair_of(self.numbers[one], self.numbers[other])]

    def has_left_open(self, others: Sequence[str]) -> bool:
        """Whether somebody who has left, or any of the others, has not met everybody."""
        everybody, cycles = dict.fromkeys((*self.numbers, *others)), 2 if self.double else 1
        return any(self.met[pair_of(*pair)] < cycles for pair in combinations(everybody, 2))

    @property
    def waiting_with_games(self) -> list[str]:
        """Those who sit out and have games open."""
        playing = {player for game in self.games for player in game}
        return [self.numbers[player] for player in sorted(self._waiting) if player in playing]

    def next_round(self) -> tuple[list[tuple[str, str]], int]:
        """The pairs of the next round, starter first, and the number of rounds needed after it."""
        chosen, left = self._of_many() if len(self._in) > MOST_SEARCHED else self._of_fewest()
        return [self._starting(game) for game in sorted(chosen, key=self._table)], left

    def _of_many(self) -> tuple[list[Game], int]:
        """The first of the fullest rounds of the Berger tables."""
        numbers = range(1, berger.rounds_of(len(self.numbers), self.double) + 1)
        most, chosen = (len(self._in) - len(self._waiting)) // 2, list[Game]()
        for number in numbers:
            if len(chosen) < most:
                games = [game for game in self._open_in(number) if self._waiting.isdisjoint(game)]
                chosen = games if len(games) > len(chosen) else chosen
        played = frozenset(chosen)
        return chosen, sum(any(game not in played for game in self._open_in(number)) for number in numbers)

    def _open_in(self, number: int) -> Iterator[Game]:
        """The open games of a round of the Berger tables."""
        count, there = len(self.numbers), self._there
        cycle = (number - 1) // (berger.even(count) - 1)
        for first, second in berger.round_of(count, number, double=self.double):
            one, other = sorted((first - 1, second - 1))
            if one in there and other in there and self._times(one, other) <= cycle:
                yield Game(one, other)

    @cached_property
    def _there(self) -> frozenset[int]:
        return frozenset(self._in)

    def _of_fewest(self) -> tuple[list[Game], int]:
        rounds = colouring.divided(self.games, self._first_division(), self._waiting, self.problem.chance("rounds"))
        if not self._waiting:
            rounds = _with_next(rounds, self._fullest(rounds))
        rounds = colouring.with_full_round(self.games, rounds, self._waiting)
        chosen = [game for game, round in zip(self.games, rounds, strict=True) if round == NEXT]
        return chosen, len(set(rounds) - {NEXT})

    def _first_division(self) -> list[int]:
        """The open games in the rounds of the Berger tables, from 0, without those in which nothing is open.

        While somebody waits, the fullest of the rounds without them comes first, and its games with them come last.
        """
        rounds = _dense([round for _, round in self._games])
        if not self._waiting:
            return rounds
        waits = [bool(self._waiting.intersection(game)) for game in self.games]
        sizes = Counter(round for round, is_waiting in zip(rounds, waits, strict=True) if not is_waiting)
        first = min(range(max(rounds) + 1), key=lambda round: -sizes[round])
        moved, last = _with_next(rounds, first), max(rounds) + 1
        return [last if round == NEXT and wait else round for round, wait in zip(moved, waits, strict=True)]

    def _fullest(self, rounds: Sequence[int]) -> int:
        """The round with most games, then most first meetings, then the earliest in the Berger tables."""
        games: dict[int, list[tuple[Game, int]]] = defaultdict(list)
        for game, round in zip(self._games, rounds, strict=True):
            games[round].append(game)

        def key(round: int) -> tuple[int, int, int]:
            firsts = sum(not self._times(*game) for game, _ in games[round])
            return -len(games[round]), -firsts, min(of_berger for _, of_berger in games[round])

        return min(games, key=key)

    def _table(self, game: Game) -> int:
        return berger.table_in_round(game.one + 1, game.other + 1, len(self.numbers))

    def _starting(self, game: Game) -> tuple[str, str]:
        """The pair, starter first: reversed where they have met, else by the balance of starts and the tables."""
        one, other = (self.numbers[at - 1] for at in berger.starting(game.one + 1, game.other + 1, len(self.numbers)))
        before = self._last_meeting(one, other)
        if before is not None:
            return (one, other) if before.index(one) > before.index(other) else (other, one)
        return (other, one) if self._balance[one] - self._balance[other] >= UNEVEN else (one, other)

    def _last_meeting(self, one: str, other: str) -> tuple[str, ...] | None:
        """The seats of the last table that the two shared."""
        tables = (table.seats for past in reversed(self.problem.history) for table in past.tables)
        return next((seats for seats in tables if one in seats and other in seats), None)

    @cached_property
    def _balance(self) -> Counter[str]:
        """By entry, the times in seat 1 less the others."""
        had: Counter[str] = Counter()
        for past in self.problem.history:
            for table in past.tables:
                for seat, entry in enumerate(table.seats):
                    had[entry] += -1 if seat else 1
        return had


def _dense(numbers: Sequence[int]) -> list[int]:
    """The numbers without gaps, from 0, in the same order."""
    dense = {number: at for at, number in enumerate(sorted(set(numbers)))}
    return [dense[number] for number in numbers]


def _with_next(rounds: Sequence[int], chosen: int) -> list[int]:
    """The rounds with that one first; it changes places with the first."""
    swapped = {NEXT: chosen, chosen: NEXT}
    return [swapped.get(round, round) for round in rounds]
