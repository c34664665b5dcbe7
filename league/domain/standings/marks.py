"""What a row of standings says besides its numbers: that its entry has withdrawn, and in a stage what the row counts.

Not in tournaments of the first edition, which show what they showed.
"""

from __future__ import annotations

from collections.abc import Callable

from games.kernel import Json
from league.domain.standings import stage_parts
from league.domain.tournament.state import Tournament


def by_entry(state: Tournament, after_round: int | None) -> Callable[[str], Json]:
    """The marks of an entry's row in the standings after a round; None: in the current ones.

    withdrawn: present where it is so. block: present in a stage.
    """
    if state.edition == 1:
        return lambda entry: {}
    blocks, stage_of = _blocks(state, after_round), _stages(state, after_round)

    def of(entry: str) -> Json:
        marks: Json = {"withdrawn": True} if has_withdrawn(state, entry, after_round) else {}
        return {**marks, "block": blocks[stage_of.get(entry, 0)]} if len(blocks) > 1 else marks

    return of


def has_withdrawn(state: Tournament, entry: str, after_round: int | None = None) -> bool:
    """Whether the entry had left by the end of that round, with today's knowledge; None: whether it has left by now.

    Not one that has announced that it leaves after a later round.
    """
    dropped = state.entries[entry]
    if after_round is None or after_round >= len(state.begun_rounds):
        return dropped.has_left_before(len(state.closed_rounds) + 1)
    return dropped.dropped_after is not None and dropped.dropped_after <= after_round


def _blocks(state: Tournament, after_round: int | None) -> list[Json]:
    """What rows count that end before the first stage, and in each stage up to that of the round.

    rounds: those in tie-breaks, and in points next to those carried over.
    """
    begun = len(state.begun_rounds)
    last = begun if after_round is None else min(begun, after_round)
    number = stage_parts.part_at(state, after_round).number
    parts = [stage_parts.part_of(state, stage) for stage in (None, *state.stages[:number])]
    ends = [*(part.first - 1 for part in parts[1:]), last]
    return [
        {
            "stage": part.number,
            "rounds": list(range(1 if part.carry == stage_parts.ALL else part.first, end + 1)),
            "carried": part.carry,
        }
        for part, end in zip(parts, ends, strict=True)
    ]


def _stages(state: Tournament, after_round: int | None) -> dict[str, int]:
    """The last stage of each entry, by its number."""
    number = stage_parts.part_at(state, after_round).number
    return {entry: stage.number for stage in state.stages[:number] for entry in stage.entries}
