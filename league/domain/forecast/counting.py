"""Counts the outcomes of a round by how many rivals finish ahead of an entry, and how many level with it.

Given the entry's key, each table is independent: its outcomes are counted by what they add to these numbers, and the
counts of all tables are multiplied out. The budget is in steps, so a question has the same answer on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import factorial

from league.domain.forecast.bounds import KeyRange, Keys
from league.domain.forecast.goals import Counts, Race
from league.domain.forecast.outcomes import OpenTable, Option

AHEAD, LEVEL = 0, 1
Ways = Mapping[Counts, int]
"""Number of outcomes by the counts that they bring."""


class TooMany(Exception):
    """The budget has no steps left."""


@dataclass
class Steps:
    """A budget. left: steps that may still be spent."""

    left: int

    def spend(self, steps: int) -> None:
        """Raises TooMany if too few are left, and then leaves none."""
        if steps > self.left:
            self.left = 0
            raise TooMany
        self.left -= steps

    def share(self, among: int, least: int) -> Steps:
        """Split off an equal share of `among`, but at least `least` steps as long as there are that many."""
        share = max(self.left // among, min(least, self.left))
        self.left -= share
        return Steps(share)


@dataclass(frozen=True)
class Rivals:
    """How rivals compare with an entry that has a given key.

    at: for a rival and its option, the index of `Counts` that goes up by one; rivals that finish behind have none.
    resting: the counts of rivals without a seat at an open table.
    """

    at: Mapping[tuple[str, Option | None], int]
    resting: Counts


def rivals_of(race: Race, keys: Keys, own: KeyRange) -> Rivals:
    """The rivals of an entry whose key is in `own`. Keys whose ranges overlap count as level."""
    at = {
        (entry, option): 2 * group + (AHEAD if least > own[1] else LEVEL)
        for group, members in enumerate(race.groups)
        for entry in members
        for option, (least, greatest) in keys[entry].items()
        if greatest >= own[0]
    }
    nobody = (0,) * (2 * len(race.groups))
    return Rivals(at, counted(nobody, (index for (_, option), index in at.items() if option is None)))


def counted(counts: Counts, indexes: Iterable[int | None]) -> Counts:
    """The counts with one more at each of the indexes; None adds nothing."""
    sums = list(counts)
    for index in indexes:
        if index is not None:
            sums[index] += 1
    return tuple(sums)


def ways_of(table: OpenTable, rivals: Rivals, steps: Steps, entry: str, option: Option | None) -> Ways:
    """The outcomes of a table. option: of the entry, if it sits there. Raises TooMany."""
    others = [other for other in table.table.seats if other != entry]
    drawn = [rivals.at.get((other, Option(1, shared=True))) for other in others]
    nobody = (0,) * len(rivals.resting)
    if option is not None and option.shared:
        return {counted(nobody, drawn): 1}
    places = [Option(place) for place in range(1, table.size + 1) if Option(place) != option]
    columns = [[rivals.at.get((other, place)) for place in places] for other in others]
    ways = _strict(columns, nobody, steps)
    if table.may_draw and option is None:
        ways[counted(nobody, drawn)] += 1
    return ways


def _strict(columns: Sequence[Sequence[int | None]], nobody: Counts, steps: Steps) -> Counter[Counts]:
    """The ways to give each entry a place of its own. columns: for each entry, the index that each place adds to.

    Entries with the same index everywhere take the places left over. Places that are alike for all other entries form
    one kind, and only the number used of each kind is kept.
    """
    varying = [column for column in columns if any(index != column[0] for index in column)]
    constant = [column[0] for column in columns if all(index == column[0] for index in column)]
    kinds = list(Counter(zip(*varying, strict=True)).items()) if varying else []
    ways = Counter({((0,) * len(kinds), counted(nobody, constant)): factorial(len(constant))})
    for entry in range(len(varying)):
        steps.spend(len(ways) * len(kinds))
        grown: Counter[tuple[tuple[int, ...], Counts]] = Counter()
        for (used, counts), times in ways.items():
            for kind, (indexes, available) in enumerate(kinds):
                if used[kind] < available:
                    taken = (*used[:kind], used[kind] + 1, *used[kind + 1 :])
                    grown[taken, counted(counts, indexes[entry : entry + 1])] += times * (available - used[kind])
        ways = grown
    total: Counter[Counts] = Counter()
    for (_, counts), times in ways.items():
        total[counts] += times
    return total


def combined(tables: Sequence[Ways], start: Counts, race: Race, steps: Steps) -> Ways:
    """The outcomes of all tables together, by counts as far as they matter for the race. Raises TooMany."""
    ways: Ways = {race.clipped(start): 1}
    for table in sorted(tables, key=len):
        steps.spend(len(ways) * len(table))
        grown: Counter[Counts] = Counter()
        for counts, times in ways.items():
            for more, often in table.items():
                grown[race.clipped(tuple(map(sum, zip(counts, more, strict=True))))] += times * often
        ways = grown
    return ways


def extremes(tables: Sequence[Ways], start: Counts, *, level: bool) -> tuple[int, int]:
    """The least and the most rivals ahead over all outcomes, for a single group. level: include those level."""
    width = 2 if level else 1
    numbers = [[sum(counts[:width]) for counts in table] for table in tables]
    resting = sum(start[:width])
    return resting + sum(map(min, numbers)), resting + sum(map(max, numbers))
