"""Who goes on after a round of a knockout, who does not, and what the seeding decided."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from league.domain.seating.knockout.course import Course, standing
from league.domain.seating.problem import Problem


class Border(NamedTuple):
    """Places shared between some who go on and some who don't, decided by the seeding.

    table: its number; None: among entries of several tables that fill up a table. on, out: those who shared them.
    """

    table: int | None
    on: tuple[str, ...]
    out: tuple[str, ...]


class Advance(NamedTuple):
    """Who goes on after a round; best seed first.

    on: those there to play. gone: those who could, but have left. filled: those of `on` that went out, but fill a
    table. out: the others, in groups that did equally well at their tables, best first. borders: the shared places.
    """

    on: tuple[str, ...]
    gone: tuple[str, ...]
    filled: tuple[str, ...]
    out: tuple[tuple[str, ...], ...]
    borders: tuple[Border, ...]


def advance_of(at: Course, problem: Problem) -> Advance:
    """Who of the problem's players goes on after the last round of the course."""
    there = frozenset(problem.players)
    on = [entry for entry in at.alive if entry in there]
    lacking = problem.bounds.min - len(on) if len(on) > 1 else 0
    out = _beaten(at)
    candidates = [[entry for entry in group if entry in there] for group in out]
    filled = [entry for group in candidates for entry in group][: max(lacking, 0)]
    return Advance(
        _by_seeding(at, [*on, *filled]),
        _by_seeding(at, [entry for entry in at.alive if entry not in there]),
        _by_seeding(at, filled),
        tuple(rest for group in out if (rest := _without(group, frozenset(filled)))),
        (*_at_tables(at), *_among(candidates, frozenset(filled))),
    )


def _beaten(at: Course) -> list[list[str]]:
    """Those who went out in the last round, grouped by result, then by seed."""
    did = {entry: standing(end.table, entry) for end in at.ends for entry in end.out}
    order = sorted(did, key=lambda entry: (did[entry], at.rank[entry]))
    return [list(group) for _, group in groupby(order, key=lambda entry: did[entry])]


def _at_tables(at: Course) -> list[Border]:
    borders = []
    for end in at.ends:
        if end.tied:
            shared = standing(end.table, end.tied[0])
            on = tuple(entry for entry in end.on if standing(end.table, entry) == shared)
            borders.append(Border(end.table.number, on, end.tied))
    return borders


def _among(groups: Iterable[Sequence[str]], filled: Collection[str]) -> list[Border]:
    split = [(group, _without(group, filled)) for group in groups]
    return [
        Border(None, tuple(entry for entry in group if entry in filled), out)
        for group, out in split
        if 0 < len(out) < len(group)
    ]


def _without(entries: Iterable[str], others: Collection[str]) -> tuple[str, ...]:
    return tuple(entry for entry in entries if entry not in others)


def _by_seeding(at: Course, entries: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(entries, key=lambda entry: at.rank[entry]))
