"""The course of a knockout, from its closed rounds: who is still in, and in which round the others went out.

The seeding is read from the first round, as it was seated: first the byes, then the tables as they were dealt
(`heats`), with the best seed in each table's last seat. A director who swaps two entries there swaps their seeding.
Later tables are recognised by their entries, not by their areas: without anybody still in, it is a small final.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from league.domain.seating.knockout import bracket
from league.domain.seating.knockout.heats import undealt
from league.domain.seating.problem import PastRound, PastTable

Groups = tuple[tuple[str, ...], ...]
"""Entries that came equally far, the furthest first."""
NOT_THERE = (1, False, 0)
"""Entries that were not at the small final come after those who were."""


@dataclass(frozen=True)
class TableResult:
    """How a table ended. on: those who go on. out: the others. Both by place, then by seed.

    tied: those of `out` that share the place of the last who goes on, so that the seeding decided.
    """

    table: PastTable
    on: tuple[str, ...]
    out: tuple[str, ...]
    tied: tuple[str, ...]


@dataclass(frozen=True)
class Course:
    """A knockout after some rounds. rank: by seed, from 0.

    slots: those still in; of a bracket by slot, else by seed. stopped: those who went out, round by round. ends: the
    tables of the last round with entries that were still in.
    """

    rank: Mapping[str, int]
    slots: bracket.Slots
    stopped: tuple[Groups, ...] = ()
    ends: tuple[TableResult, ...] = ()

    @property
    def alive(self) -> list[str]:
        return [entry for entry in self.slots if entry is not None]

    @property
    def over(self) -> bool:
        return len(self.alive) < 2


def course(past: Sequence[PastRound], *, advance: int, bracketed: bool) -> Course:
    """The course after these rounds, at least one. bracketed: all tables are of two."""
    seeds = seeds_of(past[0])
    at = Course({entry: rank for rank, entry in enumerate(seeds)}, bracket.bracket_of(seeds) if bracketed else seeds)
    for played in past:
        at = _after(at, played, advance, bracketed)
    return at


def seeds_of(first: PastRound) -> tuple[str, ...]:
    """The seeding, best first, by which the first round was seated."""
    tables = sorted(first.tables, key=lambda table: (len(table.area or ""), table.area or ""))
    return (*first.byes, *undealt([table.seats[::-1] for table in tables]))


def by_place(table: PastTable, order: Iterable[str]) -> list[list[str]]:
    """The entries of a table, best first, grouped by standing; each group in the given order."""
    sorted_so = sorted(order, key=lambda entry: standing(table, entry))
    return [list(equal) for _, equal in groupby(sorted_so, key=lambda entry: standing(table, entry))]


def standing(table: PastTable, entry: str) -> tuple[bool, int]:
    """How an entry did at its table, less is better: those who stayed to the end first, then by place."""
    return entry in table.away, table.places.get(entry, len(table.seats))


def _after(at: Course, played: PastRound, advance: int, bracketed: bool) -> Course:
    """The course after one more round. One entry goes on from the only table of a round without byes: the winner."""
    still_in = frozenset(at.alive)
    main = [table for table in played.tables if not still_in.isdisjoint(table.seats)]
    small_finals = [table for table in played.tables if still_in.isdisjoint(table.seats)]
    byes = [entry for entry in played.byes if entry in still_in]
    at = _with_newcomers(at, main)
    final = len(main) == 1 and not byes
    ends = tuple(_end(table, 1 if final else advance, at.rank) for table in main)
    gone_on = [entry for end in ends for entry in end.on] + byes
    by_seeding = sorted(gone_on, key=lambda entry: at.rank[entry])
    slots: bracket.Slots = tuple(by_seeding)
    if bracketed:
        stood = [bracket.PlayedMatch(end.table.seats, next(iter(end.on), None)) for end in ends]
        slots = bracket.after(at.slots, stood + [bracket.PlayedMatch((entry,), entry) for entry in byes])
    stopped = (*_with_small_final(at.stopped, small_finals), _stopped(at, ends, gone_on, final))
    return replace(at, slots=slots, stopped=stopped, ends=ends)


def _with_newcomers(at: Course, main: Sequence[PastTable]) -> Course:
    """The course with entries that a director added, seeded last."""
    new = [entry for table in main for entry in table.seats if entry not in at.rank]
    return replace(at, rank={**at.rank, **{entry: rank for rank, entry in enumerate(new, len(at.rank))}})


def _end(table: PastTable, advance: int, rank: Mapping[str, int]) -> TableResult:
    groups = by_place(table, sorted(table.seats, key=lambda entry: rank[entry]))
    order = [entry for group in groups for entry in group]
    there = [entry for entry in order if _was_there(table, entry)]
    on = there[:advance]
    tied = [entry for entry in there[advance:] if standing(table, entry) == standing(table, on[-1])]
    return TableResult(table, tuple(on), tuple(entry for entry in order if entry not in on), tuple(tied))


def _was_there(table: PastTable, entry: str) -> bool:
    """Whether the entry came and stayed; at a table where nothing was played only the first place came."""
    away, place = standing(table, entry)
    return not away and (table.played or place == 1)


def _stopped(at: Course, ends: Sequence[TableResult], gone_on: Sequence[str], final: bool) -> Groups:
    """Those who went out in a round: of a final by place; those who were still in but did not play, last."""
    out = [entry for end in ends for entry in end.out]
    known = frozenset((*out, *gone_on))
    missing = [entry for entry in at.alive if entry not in known]
    if final:
        return _nonempty([*by_place(ends[0].table, out), missing])
    return _nonempty([out + missing])


def _with_small_final(stopped: tuple[Groups, ...], small_finals: Sequence[PastTable]) -> tuple[Groups, ...]:
    """Those who went out last, in the order of the small final between them."""
    if not small_finals or not stopped:
        return stopped
    there = {entry: (0, *standing(table, entry)) for table in small_finals for entry in table.seats}
    groups: list[list[str]] = []
    for group in stopped[-1]:
        order = sorted(group, key=lambda entry: there.get(entry, NOT_THERE))
        groups += [list(equal) for _, equal in groupby(order, key=lambda entry: there.get(entry, NOT_THERE))]
    return (*stopped[:-1], _nonempty(groups))


def _nonempty(groups: Iterable[Sequence[str]]) -> Groups:
    return tuple(tuple(group) for group in groups if group)
