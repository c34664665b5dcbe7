"""The seated entries as numbers, best first, with their scores, and with meetings as bit masks for fast searches.

Bit i of a mask stands for entry number i.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.domain.seating.problem import Problem, scaled
from league.domain.seating.season_weights import SHORT_UNIT, met_steps, short_steps

TOP = 1000
"""The score of the best entry; the last has 0."""


@dataclass(frozen=True)
class Masks:
    """entries: best first. scores: 0 to TOP. met: for k from 1, per entry those it has met at least k times.

    hard, soft: per entry those it is kept apart from. short_had: times at a smaller table, in units of 1 / short_unit;
    with a season, its tables are added. in_season: for each step from 1, per entry those it has met so often in the
    season. labels: by table number, the entries that always sit there. groups: entries of whom no two may share a
    table.
    """

    entries: tuple[str, ...]
    scores: tuple[int, ...]
    met: tuple[tuple[int, ...], ...]
    hard: tuple[int, ...]
    soft: tuple[int, ...]
    short_had: tuple[int, ...]
    labels: Mapping[int, tuple[int, ...]]
    groups: tuple[tuple[int, ...], ...]
    in_season: tuple[tuple[int, ...], ...] = ()
    short_unit: int = 1

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def barred_without_repeats(self) -> tuple[int, ...]:
        """Per entry: everyone barred from its table when repeats are forbidden."""
        if not self.met:
            return self.hard
        return tuple(known | hard for known, hard in zip(self.met[0], self.hard, strict=True))


def masks_of(problem: Problem, entries: Sequence[str]) -> Masks:
    """The masks of these entries of the problem, in this order."""
    number = {entry: at for at, entry in enumerate(entries)}
    labels: dict[int, list[int]] = {}
    for at, entry in enumerate(entries):
        if entry in problem.fixed:
            labels.setdefault(problem.fixed[entry], []).append(at)
    groups = [_members(group.entries, number) for group in problem.separated if group.hard]
    hard = _strangers(len(entries), groups)
    _keep_labels_apart(hard, list(labels.values()))
    soft = _strangers(len(entries), [_members(group.entries, number) for group in problem.separated if not group.hard])
    return Masks(
        tuple(entries),
        _scores(problem, entries),
        _met(problem, number),
        tuple(hard),
        tuple(wish & ~must for wish, must in zip(soft, hard, strict=True)),
        _short_had(problem, entries),
        {label: tuple(members) for label, members in labels.items()},
        tuple(tuple(members) for members in groups if len(members) > 1),
        _in_season(problem, number),
        1 if problem.season is None else SHORT_UNIT,
    )


def mask_of(members: Sequence[int]) -> int:
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def members_of(mask: int) -> list[int]:
    """The members of a mask, lowest number first."""
    members = []
    while mask:
        lowest = mask & -mask
        members.append(lowest.bit_length() - 1)
        mask ^= lowest
    return members


def _scores(problem: Problem, entries: Sequence[str]) -> tuple[int, ...]:
    """Points; or places, if all points are equal, so that a first round may go by rating."""
    points = {entry: problem.points.get(entry, Fraction(0)) for entry in entries}
    if len(set(points.values())) == 1:
        points = {entry: Fraction(-problem.place.get(entry, 0)) for entry in entries}
    by_entry = scaled(points, TOP)
    return tuple(by_entry[entry] for entry in entries)


def _met(problem: Problem, number: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
    """For k from 1: the masks of those that each entry has met at least k times."""
    times: list[list[int]] = []
    for past in problem.full_history:
        for table in past.tables:
            members = _members(table.seats, number)
            everybody = mask_of(members)
            for member in members:
                _count(times, member, everybody ^ (1 << member), len(number))
    return tuple(tuple(row) for row in times)


def _short_had(problem: Problem, entries: Sequence[str]) -> tuple[int, ...]:
    """Times at a smaller table, with those in the season if there is one."""
    if problem.season is None:
        return tuple(problem.short_had[entry] for entry in entries)
    steps = short_steps(problem)
    return tuple(problem.short_had[entry] * SHORT_UNIT + steps.get(entry, 0) for entry in entries)


def _in_season(problem: Problem, number: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
    """For each step from 1: the masks of those that each entry has met at least so often in the season."""
    steps = met_steps(problem)
    rows = [[0] * len(number) for _ in range(max(steps.values(), default=0))]
    for (a, b), step in steps.items():
        if a in number and b in number:
            for row in rows[:step]:
                row[number[a]] |= 1 << number[b]
                row[number[b]] |= 1 << number[a]
    return tuple(map(tuple, rows))


def _count(times: list[list[int]], member: int, again: int, size: int) -> None:
    for row in times:
        if not again:
            return
        row[member], again = row[member] | again, row[member] & again
    if again:
        times.append([0] * size)
        times[-1][member] = again


def _strangers(size: int, groups: Sequence[Sequence[int]]) -> list[int]:
    """Per entry: the mask of the others in its groups."""
    masks = [0] * size
    for members in groups:
        everybody = mask_of(members)
        for member in members:
            masks[member] |= everybody & ~(1 << member)
    return masks


def _keep_labels_apart(masks: list[int], labels: Sequence[Sequence[int]]) -> None:
    """Bar entries with different fixed tables from each other."""
    everybody = mask_of([member for members in labels for member in members])
    for members in labels:
        own = mask_of(members)
        for member in members:
            masks[member] |= everybody & ~own


def _members(entries: Sequence[str], number: Mapping[str, int]) -> list[int]:
    """The numbers of the entries that are seated, each once, best first."""
    return sorted({number[entry] for entry in entries if entry in number})
