"""The parts into which stages divide a tournament, and the rounds and penalties that count in each.

Part 0 is before the first stage; part n is stage n. The rounds of a part count by its own rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from msgspec import UNSET

from league.domain.standings.points import worst
from league.domain.standings.tie_breaks import RoundLine
from league.domain.tournament.results.state import Penalty
from league.domain.tournament.settings import Settings
from league.domain.tournament.stages.stage import Carry, Stage
from league.domain.tournament.state import Tournament

ALL = "all"
PAIR = 2


@dataclass(frozen=True)
class StagePart:
    """A stage as standings see it. number: 0 before the first stage. stage: None there. settings: of its rounds."""

    number: int
    stage: Stage | None
    settings: Settings

    @property
    def first(self) -> int:
        """The number of its first round."""
        return 1 if self.stage is None else self.stage.from_round

    @property
    def carry(self) -> Carry:
        """The share of the points before it that counts in it."""
        return "none" if self.stage is None else self.stage.carry

    @property
    def sign(self) -> int:
        """-1 if the lowest total ranks first, otherwise 1."""
        return -1 if self.settings.points.lowest_first else 1

    @property
    def is_bracket(self) -> bool:
        """Whether it is a knockout with two at each table."""
        return self.settings.knockout is not None and self.settings.table_size.max == PAIR

    def own_lines(self, lines: Sequence[RoundLine]) -> Sequence[RoundLine]:
        return [line for line in lines if line.number >= self.first]

    def tie_break_lines(self, lines: Sequence[RoundLine]) -> Sequence[RoundLine]:
        """The rounds for tie-breaks: its own, and earlier ones if all points were carried over."""
        return lines if self.carry == ALL else self.own_lines(lines)


def part_at(state: Tournament, after_round: int | None) -> StagePart:
    """The part of the standings after a round; None: the current one."""
    return part_of(state, state.stage if after_round is None else state.stage_of(after_round))


def part_of(state: Tournament, stage: Stage | None) -> StagePart:
    """The part of a stage; None: before the first."""
    if stage is None:
        return StagePart(0, None, state.settings)
    return StagePart(stage.number, stage, stage.over(state.settings))


def part_before(state: Tournament, stage: Stage) -> StagePart:
    """The part that a stage froze."""
    return part_of(state, state.stages[stage.number - 2] if stage.number > 1 else None)


def counts_in(state: Tournament, entry: str, after_round: int, given: int) -> int:
    """The number of the part in which a penalty counts. given: the tournament's version at its event.

    It is the last stage that had begun when the penalty was given, if the entry is in it and the penalty's round is not
    frozen; otherwise an earlier one.
    """
    return max(
        (
            stage.number
            for stage in state.stages
            if stage.version < given and stage.from_round - 1 <= after_round and entry in stage.entries
        ),
        default=0,
    )


def part_for_penalty(state: Tournament, entry: str, after_round: int) -> StagePart:
    """The part in which a penalty counts that is given now."""
    number = counts_in(state, entry, after_round, state.version + 1)
    return part_of(state, state.stages[number - 1] if number else None)


class Penalties(NamedTuple):
    """The penalties of an entry. off: taken off its points. worse: as given. are_added: some were given as points to
    add, because the lowest total ranks first."""

    off: Fraction = Fraction(0)
    worse: Fraction = Fraction(0)
    are_added: bool = False


def penalties(
    state: Tournament, part: StagePart, after_round: int, frozen_by: Stage | None = None
) -> tuple[dict[str, Fraction], dict[str, Penalties]]:
    """The penalties of each entry after that round: points off in the part itself, and all up to it.

    frozen_by: the stage that froze these standings; penalties given since then count in them, whatever their round.
    """
    own, total = dict.fromkeys(state.entries, Fraction(0)), dict.fromkeys(state.entries, Penalties())
    for penalty in state.penalties.values():
        counted = counts_in(state, penalty.entry, penalty.after_round, penalty.given)
        is_late = frozen_by is not None and penalty.given > frozen_by.version
        if penalty.lifted or counted > part.number or (penalty.after_round > after_round and not is_late):
            continue
        off, worse, are_added = total[penalty.entry]
        one = as_counted(state, penalty)
        total[penalty.entry] = Penalties(off + one.off, worse + one.worse, are_added or one.are_added)
        if counted == part.number:
            own[penalty.entry] += one.off
    return own, total


def as_counted(state: Tournament, penalty: Penalty) -> Penalties:
    """A penalty as it counts. It makes the total worse by the settings as they are now; in edition 1 as they were."""
    if state.edition == 1:
        return Penalties(penalty.points, penalty.worsens_by, penalty.added is not None)
    number = counts_in(state, penalty.entry, penalty.after_round, penalty.given)
    sign = part_of(state, state.stages[number - 1] if number else None).sign
    return Penalties(sign * penalty.worsens_by, penalty.worsens_by, sign < 0)


def dropped(state: Tournament, part: StagePart, lines: Sequence[RoundLine]) -> list[RoundLine] | None:
    """Rounds or games up to a part that don't count if only the best do; None if all count."""
    parts = [part_of(state, stage) for stage in (None, *state.stages[: part.number])]
    if all(each.settings.points.best is UNSET for each in parts):
        return None
    ends = [each.first for each in parts[1:]]
    dropped_lines: list[RoundLine] = []
    for each, end in zip(parts, [*ends, None], strict=True):
        own = [line for line in each.own_lines(lines) if not line.struck]
        lines_of_part = [line for line in own if end is None or line.number < end]
        dropped_lines += worst(each.settings.points, lines_of_part)
    return dropped_lines


def carried(part: StagePart, entries: Sequence[str]) -> Mapping[str, Fraction]:
    """The points that these entries carry into a part."""
    return dict.fromkeys(entries, Fraction(0)) if part.stage is None else part.stage.carried(entries)
