"""In how many ways the tables may end, by how many rivals come before one and how many are level with one.

Given one's own key each table is a matter of its own: its outcomes are counted by what they add to these numbers, and
the counts of the tables are multiplied out. Steps are counted, so the same question is answered the same everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import factorial
from typing import NamedTuple

from league.domain.forecast.bounds import Keys, Span
from league.domain.forecast.goals import Counts, Race
from league.domain.forecast.outcomes import Open, Option

BEFORE, LEVEL = 0, 1
Ways = Mapping[Counts, int]
"""How many outcomes bring these counts."""


class TooMany(Exception):
    """There are no steps left to count them."""


@dataclass
class Steps:
    """A budget. left: how many."""

    left: int

    def spend(self, steps: int) -> None:
        """Takes so many. Raises TooMany where they are not there, and then none are left."""
        if steps > self.left:
            self.left = 0
            raise TooMany
        self.left -= steps

    def shared(self, among: int, least: int = 0) -> Steps:
        """Takes off the share of one of so many; that many at least, as long as they are there."""
        share = max(self.left // among, min(least, self.left))
        self.left -= share
        return Steps(share)


@dataclass(frozen=True)
class Rivals:
    """The rivals of an entry that comes to a certain key. at: what each adds to, by what it comes to; None: to nothing.

    resting: what those add who have no seat at a table that is still to report.
    """

    width: int
    at: Mapping[str, Mapping[Option | None, int | None]]
    resting: Counts

    def of(self, entry: str, option: Option | None) -> int | None:
        """What an entry adds to that comes to that."""
        found = self.at.get(entry)
        return None if found is None else found[option]

    def added(self, counts: Counts, brought: Iterable[int | None]) -> Counts:
        """The counts with one more at each of these."""
        sums = list(counts)
        for at in brought:
            if at is not None:
                sums[at] += 1
        return tuple(sums)


def rivals(race: Race, keys: Keys, own: Span) -> Rivals:
    """The rivals in a race of somebody with that key."""
    width = 2 * len(race.groups)
    at = {
        entry: {option: _compared(span, own, 2 * group) for option, span in keys[entry].items()}
        for group, members in enumerate(race.groups)
        for entry in members
    }
    found = Rivals(width, at, (0,) * width)
    return Rivals(width, at, found.added(found.resting, (told[None] for told in at.values() if None in told)))


def _compared(rival: Span, own: Span, first: int) -> int | None:
    """What a rival adds to; who may be before one and may be not is level as far as is known."""
    least, greatest = rival
    if least > own[1]:
        return first + BEFORE
    return None if greatest < own[0] else first + LEVEL


def ways_of(found: Open, against: Rivals, steps: Steps, sits: tuple[str, Option] | None = None) -> Ways:
    """The outcomes of a table. sits: who of it comes to what, where that is given. Raises TooMany."""
    entry, option = sits or (None, None)
    others = [other for other in found.table.seats if other != entry]
    if option is not None and option.shared:
        return _drawn(others, against)
    places = [Option(place) for place in range(1, found.size + 1) if Option(place) != option]
    ways = Counter(_strict([[against.of(other, place) for place in places] for other in others], against, steps))
    if found.may_draw and option is None:
        ways.update(_drawn(others, against))
    return ways


def _drawn(others: Sequence[str], against: Rivals) -> Ways:
    brought = (against.of(other, Option(1, shared=True)) for other in others)
    return {against.added((0,) * against.width, brought): 1}


def _strict(columns: Sequence[Sequence[int | None]], against: Rivals, steps: Steps) -> Ways:
    """The ways to give everybody a place of their own. columns: of each of them what every place adds to.

    Who adds the same everywhere takes what is left. Places that are alike for all others are one kind of place.
    """
    varying = [column for column in columns if any(at != column[0] for at in column)]
    constant = [column[0] for column in columns if all(at == column[0] for at in column)]
    kinds = list(Counter(zip(*varying, strict=True)).items()) if varying else []
    base = against.added((0,) * against.width, constant)
    ways: dict[tuple[tuple[int, ...], Counts], int] = {((0,) * len(kinds), base): factorial(len(constant))}
    for who in range(len(varying)):
        steps.spend(len(ways) * len(kinds))
        grown: Counter[tuple[tuple[int, ...], Counts]] = Counter()
        for (used, counts), times in ways.items():
            for kind, (adds, there) in enumerate(kinds):
                if used[kind] < there:
                    taken = (*used[:kind], used[kind] + 1, *used[kind + 1 :])
                    grown[taken, against.added(counts, (adds[who],))] += times * (there - used[kind])
        ways = grown
    found: Counter[Counts] = Counter()
    for (_, counts), times in ways.items():
        found[counts] += times
    return found


def combined(tables: Sequence[Ways], start: Counts, race: Race, steps: Steps) -> Ways:
    """The outcomes of all tables together, by counts as far as they matter. Raises TooMany."""
    ways: Ways = {race.clipped(start): 1}
    for table in sorted(tables, key=len):
        steps.spend(len(ways) * len(table))
        grown: Counter[Counts] = Counter()
        for counts, times in ways.items():
            for more, often in table.items():
                grown[race.clipped(tuple(map(sum, zip(counts, more, strict=True))))] += times * often
        ways = grown
    return ways


class Bounds(NamedTuple):
    """The least and the most who come before one, and who come before one or are level; there is one group."""

    least_before: int
    most_before: int
    least_both: int
    most_both: int


def bounds(tables: Sequence[Ways], start: Counts) -> Bounds:
    """Over all outcomes of all tables: each is at its least, and at its most, by itself."""
    before = [[counts[BEFORE] for counts in table] for table in tables]
    both = [[sum(counts) for counts in table] for table in tables]
    first, all_of_them = start[BEFORE], sum(start)
    return Bounds(
        first + sum(map(min, before)),
        first + sum(map(max, before)),
        all_of_them + sum(map(min, both)),
        all_of_them + sum(map(max, both)),
    )
