"""The course of a knockout, from its closed rounds: who is still in, and in which round the others went out.

The seeding is read from the first round, as it was seated: first the byes, then the tables as they were dealt
(`heats`), with the best seed in each table's last seat. A director who swaps two entries there swaps their seeding.
In later rounds, who is still in and which table is a small final was decided when the round was seated
(`PastRound.still_in`), so a later correction changes neither. Rounds seated before that was recorded are read by their
entries: a table without anybody still in is a small final.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from league.domain.seating.knockout import bracket
from league.domain.seating.knockout.exchange import exchanged
from league.domain.seating.knockout.heats import undealt
from league.domain.seating.problem import PastRound, PastTable

Groups = tuple[tuple[str, ...], ...]
"""Entries that came equally far, the furthest first."""
NOT_THERE = (1, False, 0)
"""Entries that were not at the small final come after those who were."""


@dataclass(frozen=True)
class TableResult:
    """How a table ended. on: those who go on. out: the others. Both by place, then by seed.

    level: those of `on` that share the place of the last who goes on, if others do as well. beaten: these others. tied:
    the same, if nobody decided between them, so that the seeding did.
    """

    table: PastTable
    on: tuple[str, ...]
    out: tuple[str, ...]
    level: tuple[str, ...]
    beaten: tuple[str, ...]
    tied: tuple[str, ...]

    @property
    def shared(self) -> tuple[str, ...]:
        """Everybody between whom somebody has to decide."""
        return (*self.level, *self.beaten)


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
        at = after_round(at, played, advance, bracketed)
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


def after_round(at: Course, played: PastRound, advance: int, bracketed: bool) -> Course:
    """The course after one more round. One entry goes on from the only table of a round without byes: the winner."""
    at = as_seated(at, played, bracketed)
    still_in = frozenset(at.alive)
    small_finals = [table for table in played.tables if is_small_final(table, played, still_in)]
    main = [table for table in played.tables if table not in small_finals]
    byes = [entry for entry in played.byes if entry in still_in]
    at = with_newcomers(at, main)
    final = len(main) == 1 and not byes
    ends = tuple(end_of(table, 1 if final else advance, at.rank) for table in main)
    gone_on = [entry for end in ends for entry in end.on] + byes
    by_seeding = sorted(gone_on, key=lambda entry: at.rank[entry])
    slots: bracket.Slots = tuple(by_seeding)
    if bracketed:
        stood = [bracket.PlayedMatch(end.table.seats, next(iter(end.on), None)) for end in ends]
        slots = bracket.after(at.slots, stood + [bracket.PlayedMatch((entry,), entry) for entry in byes])
    stopped = (*_with_small_final(at.stopped, small_finals), _stopped(at, ends, gone_on, final))
    return replace(at, slots=slots, stopped=stopped, ends=ends)


def as_seated(at: Course, played: PastRound, bracketed: bool) -> Course:
    """The course with those still in when the round was seated: a correction since then changes nobody.

    Those who would be in by now went out in the round before.
    """
    still_in = at.alive if played.still_in is None else played.still_in
    if frozenset(still_in) == frozenset(at.alive):
        return at
    extra = [entry for entry in at.alive if entry not in still_in]
    lacking = [entry for entry in still_in if entry not in at.alive]
    pairs = exchanged(extra, lacking, [end.table.seats for end in at.ends])
    instead = {entry: other for entry, other in pairs if entry is not None}
    slots = [entry if entry is None else instead.get(entry, entry) for entry in at.slots] + [
        entry for other, entry in pairs if other is None
    ]
    last = [[entry for entry in group if entry not in lacking] for group in at.stopped[-1]] or [[]]
    stopped = (*at.stopped[:-1], _nonempty([[*extra, *last[0]], *last[1:]]))
    return replace(at, slots=bracket.bracket_of(slots) if bracketed else tuple(slots), stopped=stopped)


def is_small_final(table: PastTable, played: PastRound, still_in: Collection[str]) -> bool:
    if played.still_in is not None:
        return table.is_small_final
    return not any(entry in still_in for entry in table.seats)


def with_newcomers(at: Course, main: Sequence[PastTable]) -> Course:
    """The course with entries that a director added, seeded last."""
    new = [entry for table in main for entry in table.seats if entry not in at.rank]
    return replace(at, rank={**at.rank, **{entry: rank for rank, entry in enumerate(new, len(at.rank))}})


def end_of(table: PastTable, advance: int, rank: Mapping[str, int]) -> TableResult:
    """How a table ended; what was decided counts if it was decided between those who are level by the result."""
    chosen, others = table.level
    found = _ended(table, advance, sorted(table.seats, key=lambda entry: rank[entry]))
    if not chosen or len(chosen) != len(found.level) or frozenset(found.shared) != {*chosen, *others}:
        return found
    decided = _ended(table, advance, sorted(table.seats, key=lambda entry: (entry in others, rank[entry])))
    return replace(decided, tied=())


def _ended(table: PastTable, advance: int, seeds: Sequence[str]) -> TableResult:
    """How a table ended. seeds: of two who are equal, the first goes on."""
    order = [entry for group in by_place(table, seeds) for entry in group]
    there = [entry for entry in order if _was_there(table, entry)]
    on = there[:advance]
    beaten = tuple(entry for entry in there[advance:] if standing(table, entry) == standing(table, on[-1]))
    level = tuple(entry for entry in on if beaten and standing(table, entry) == standing(table, on[-1]))
    out = tuple(entry for entry in order if entry not in on)
    return TableResult(table, tuple(on), out, level, beaten, beaten)


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
