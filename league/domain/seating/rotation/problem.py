"""A rotation as numbers: players by their place in the lots, cost of each pair so far, and byes by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random

from games.kernel import N_, Rejected
from league.domain.seating.costs import separated_pairs
from league.domain.seating.problem import Problem
from league.domain.seating.season_weights import season_byes
from league.domain.seating.sizes import table_sizes

Schedule = list[list[int]]
"""For each round, all players: those at tables in order, larger tables first, then those who sit out."""

SOFT, HARD = 10, 100_000
"""Weight of a meeting of a separated pair, in repeats."""


@dataclass(frozen=True)
class RotationProblem:
    """players: their number; they are known by index. sizes: of the tables, largest first, the same in every round.

    met: past meetings of pairs, the lower index first. separations: weight of a meeting, by pair. byes: by round.
    short_had: short tables so far. pinned: by player, the number of their fixed table.
    """

    players: int
    rounds: int
    sizes: tuple[int, ...]
    byes: tuple[tuple[int, ...], ...]
    met: dict[tuple[int, int], int]
    separations: dict[tuple[int, int], int]
    byes_had: tuple[int, ...]
    short_had: tuple[int, ...]
    pinned: dict[int, int]

    @cached_property
    def seated(self) -> int:
        return sum(self.sizes)

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """For each seat of a round, where its table begins and ends."""
        return tuple(span for span in self.tables for _ in range(*span))

    @cached_property
    def tables(self) -> tuple[tuple[int, int], ...]:
        found, at = [], 0
        for size in self.sizes:
            found.append((at, at + size))
            at += size
        return tuple(found)

    @cached_property
    def short(self) -> tuple[bool, ...]:
        """For each seat of a round, whether its table is smaller than the largest."""
        return tuple(end - begin < self.sizes[0] for begin, end in self.spans)

    @cached_property
    def alike(self) -> bool:
        """Whether nothing distinguishes the players, so that a plan serves for any order of the lots."""
        equal = len(set(self.byes_had)) == 1 and len(set(self.short_had)) == 1
        return equal and not (self.met or self.separations or self.pinned)

    @cached_property
    def fewest_duty(self) -> int:
        """The least possible `duty`: each short seat goes to the player who has had fewest."""
        had = sorted(self.short_had)
        left = self.rounds * sum(self.short)
        level, at = had[0], 0
        while left:
            while at < len(had) and had[at] == level:
                at += 1
            raised = min(at, left)
            had[:at] = [level] * (at - raised) + [level + 1] * raised
            left -= raised
            level += 1
        return duty(had)


def duty(had: Sequence[int]) -> int:
    """A measure of uneven sharing: the sum of n * (n - 1) / 2."""
    return sum(count * (count - 1) // 2 for count in had)


def rotation_problem_of(round_problem: Problem, rounds: int, standing: Sequence[Sequence[str]] = ()) -> RotationProblem:
    """The problem in numbers. standing: byes by an earlier plan, kept where they are still fair.

    Raises Rejected: `too_few_entries`, `apart` and `fixed`.
    """
    index = {entry: at for at, entry in enumerate(round_problem.players)}
    sizes = table_sizes(len(round_problem.players), *round_problem.bounds)
    pinned = {index[entry]: number for entry, number in round_problem.fixed.items() if entry in index}
    _require_room(round_problem, pinned, sizes.tables)
    _require_apart(round_problem, index, len(sizes.tables) + sizes.byes)
    weights = {}
    for (a, b), hard in separated_pairs(round_problem).items():
        if a in index and b in index:
            weights[_ordered(index[a], index[b])] = HARD if hard else SOFT
    met = {
        _ordered(index[a], index[b]): times for (a, b), times in round_problem.met.items() if a in index and b in index
    }
    had = [round_problem.byes_had.get(entry, 0) for entry in round_problem.players]
    in_season = season_byes(round_problem)
    kept = [[index[entry] for entry in round_byes if entry in index] for round_byes in standing]
    return RotationProblem(
        len(round_problem.players),
        rounds,
        sizes.tables,
        _byes(had, [in_season.get(entry, 0) for entry in round_problem.players], rounds, sizes.byes, kept),
        met,
        weights,
        tuple(had),
        tuple(round_problem.short_had[entry] for entry in round_problem.players),
        pinned,
    )


def start_of(problem: RotationProblem, chance: Random) -> Schedule:
    return [_by_lot(problem, number, chance) for number in range(problem.rounds)]


def movable(problem: RotationProblem, schedule: Schedule) -> list[list[int]]:
    """For each round, the seats whose players may change."""
    return [[at for at in range(problem.seated) if players[at] not in problem.pinned] for players in schedule]


def shorts(problem: RotationProblem, schedule: Schedule) -> list[int]:
    had = list(problem.short_had)
    for players in schedule:
        for at, short in enumerate(problem.short):
            had[players[at]] += short
    return had


def meetings(problem: RotationProblem, schedule: Schedule) -> Counter[tuple[int, int]]:
    """Times that each pair will have met, including the past."""
    times = Counter(problem.met)
    for players in schedule:
        for begin, end in problem.tables:
            times.update(combinations(sorted(players[begin:end]), 2))
    return times


def _by_lot(problem: RotationProblem, number: int, chance: Random) -> list[int]:
    out = problem.byes[number]
    free = [player for player in range(problem.players) if player not in out and player not in problem.pinned]
    for last in range(len(free) - 1, 0, -1):
        other = int(chance.random() * (last + 1))
        free[last], free[other] = free[other], free[last]
    groups: dict[int, list[int]] = {}
    for player, furniture in sorted(problem.pinned.items()):
        if player not in out:
            groups.setdefault(furniture, []).append(player)
    tables = _fixed_tables(problem, number, groups)
    players = []
    for table, size in enumerate(problem.sizes):
        there = tables.get(table, [])
        players += there + [free.pop() for _ in range(size - len(there))]
    return players + list(out)


def _fixed_tables(problem: RotationProblem, number: int, groups: dict[int, list[int]]) -> dict[int, list[int]]:
    """The table of each group with a common fixed table: they rotate, so that all share the short ones."""
    count, taken = len(problem.sizes), dict[int, list[int]]()
    by_size = sorted(groups, key=lambda furniture: (-len(groups[furniture]), furniture))
    for place, furniture in enumerate(by_size):
        turn = [(place + number * len(groups) + step) % count for step in range(count)]
        table = next(at for at in turn if at not in taken and problem.sizes[at] >= len(groups[furniture]))
        taken[table] = groups[furniture]
    return taken


def _byes(
    had: Sequence[int], in_season: Sequence[int], rounds: int, count: int, kept: Sequence[Sequence[int]]
) -> tuple[tuple[int, ...], ...]:
    """The byes by round: fewest so far, then fewest in the season, then those of the previous plan, then by lot."""
    so_far = list(had)
    found = []
    for number in range(rounds):
        before = kept[number] if number < len(kept) else ()
        order = sorted(range(len(so_far)), key=lambda player: (so_far[player], in_season[player], player not in before))
        out = tuple(order[:count])
        for player in out:
            so_far[player] += 1
        found.append(out)
    return tuple(found)


def _require_room(round_problem: Problem, pinned: dict[int, int], sizes: Sequence[int]) -> None:
    """Refuse fixed tables that don't fit."""
    at_table = Counter(pinned.values())
    for size, (furniture, people) in zip(sizes, at_table.most_common(), strict=False):
        if people > size:
            entries = [entry for entry in round_problem.players if round_problem.fixed.get(entry) == furniture]
            template = N_("Table {table} has {seats} seats, too few for those who always sit there: {entries}.")
            raise Rejected("fixed", template, {"table": furniture, "seats": size, "entries": entries}, "fixed")
    if len(at_table) > len(sizes):
        entries = [entry for entry in round_problem.players if entry in round_problem.fixed]
        facts = {"fixed": len(at_table), "tables": len(sizes), "entries": entries}
        template = N_("There are {tables} tables, but these always sit at {fixed} different ones: {entries}.")
        raise Rejected("fixed", template, facts, "fixed")


def _require_apart(round_problem: Problem, index: dict[str, int], places: int) -> None:
    """Refuse a hard group that has more members than there are tables, or two with the same fixed table."""
    for group in round_problem.separated:
        there = [entry for entry in dict.fromkeys(group.entries) if entry in index]
        together = [
            entry
            for entry in there
            if entry in round_problem.fixed
            and sum(round_problem.fixed.get(other) == round_problem.fixed[entry] for other in there) > 1
        ]
        if group.hard and len(there) > places:
            raise refused(there)
        if group.hard and together:
            raise refused(together)


def refused(entries: Sequence[str]) -> Rejected:
    template = N_("There are too few tables to keep these apart: {entries}.")
    return Rejected("apart", template, {"entries": list(entries)}, "apart")


def _ordered(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)
