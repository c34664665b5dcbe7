"""The course of a tournament: whether another round follows."""

from __future__ import annotations

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
            return sum(not table.is_small_final for table in round.tables) == 1
        case Prescribed(plan):
            return round.number >= len(plan)
        case _:
            return round.cost.get(ROUNDS_LEFT) == 0


def is_followed(state: Tournament, round: Round) -> bool:
    """Whether a round follows this one that is drawn, or seated from a plan."""
    return not is_last(state, round) and not isinstance(state.settings_in_round(round.number).format, Manual)
