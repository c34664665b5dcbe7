"""The course of a tournament: whether another round follows."""

from __future__ import annotations

from league.domain.seating.knockout.corrections import is_left
from league.domain.seating.round_robin import ROUNDS_LEFT
from league.domain.tournament.formats import Knockout, Manual, Prescribed
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament


def is_last(state: Tournament, round: Round) -> bool:
    """Whether no round can follow this one by the settings: of their number, a knockout's final, an exhausted plan."""
    settings = state.settings_in_round(round.number)
    if settings.rounds is not None and round.number >= settings.rounds:
        return True
    match settings.format:
        case Knockout():
            matches = [table for table in round.tables if not table.is_small_final]
            return len(matches) + len(round.byes) == 1
        case Prescribed(plan):
            return round.number >= len(plan)
        case _:
            return round.cost.get(ROUNDS_LEFT) == 0


def is_over(state: Tournament, last: Round) -> bool:
    """Whether no round can follow this closed one: `is_last`, or too few are left in a knockout."""
    if state.stage_of(last.number + 1) is not state.stage_of(last.number):
        return False
    return is_last(state, last) or not is_left(state, last.number + 1)


def is_followed(state: Tournament, round: Round) -> bool:
    """Whether a round follows this one that is drawn, or seated from a plan."""
    return not is_last(state, round) and not isinstance(state.settings_in_round(round.number).format, Manual)
