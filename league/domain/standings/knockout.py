"""How far each entry has come in a knockout, which ranks before any points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from league.domain.seating import knockout
from league.domain.seating.history import past_round_of
from league.domain.seating.problem import Bounds, Problem
from league.domain.standings.stage_parts import StagePart
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament


def reached(state: Tournament, part: StagePart, rounds: Sequence[Round]) -> Mapping[str, int]:
    """Ranks from 1 after the closed rounds of a part, equal if equally far; empty in other formats."""
    format, size = part.settings.knockout, part.settings.table_size
    if format is None:
        return {}
    closed = tuple(past_round_of(round) for round in rounds if round.state == "closed" and round.number >= part.first)
    if not closed:
        return {}
    following = closed[-1].number + 1
    may = state.entries if part.stage is None else dict.fromkeys(part.stage.entries)
    players = tuple(entry.id for entry in state.entries.values() if entry.id in may and entry.plays(following))
    field = Problem(following, "", players, Bounds(size.min, size.max, size.prefer), history=closed)
    return knockout.reached(field, advance=format.advance)
