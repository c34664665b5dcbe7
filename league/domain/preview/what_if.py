"""The standings under other points or another chain of tie-breaks. Nothing is changed."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from league.domain.standings.byes import Byes
from league.domain.standings.comparison import Compared, side_by_side
from league.domain.standings.round_scores import missed_pays, table_scores
from league.domain.standings.standings import rows_before, standings
from league.domain.tournament.checks import new_faults
from league.domain.tournament.closing.rules import decided_places, final_places
from league.domain.tournament.results.claims import require_scores
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.settings import PointScheme, TieBreaks
from league.domain.tournament.state import Tournament
from league.domain.values.faults import refuse
from league.domain.values.fields import Part


class WhatIf(Part, frozen=True):
    """Other points, or another chain of tie-breaks; None keeps the decided ones."""

    points: PointScheme | None = None
    tie_breaks: TieBreaks | None = None


def compare(state: Tournament, question: WhatIf, after_round: int | None = None) -> list[Compared]:
    """The standings as they are and as they would be, side by side. Raises whatever `what_if` raises."""
    would_be = what_if(state, question.points, question.tie_breaks)
    return side_by_side(standings(state, after_round), standings(would_be, after_round))


def what_if(state: Tournament, points: PointScheme | None, tie_breaks: TieBreaks | None) -> Tournament:
    """A copy of the tournament as if it had had these settings from the start; None keeps what was decided.

    Entries in a final stay in it, and a final with points of its own keeps them. Paid byes and missed rounds stay as
    decided. Raises BadFields for invalid settings, Rejected if points need scores that were not reported.
    """
    chain = state.settings.tie_breaks if tie_breaks is None else tie_breaks
    settings = msgspec.structs.replace(state.settings, points=points or state.settings.points, tie_breaks=chain)
    refuse(new_faults(settings, state.settings))
    copy = replace(state, settings=settings, final=None, rounds=[])
    for round in state.rounds:
        copy.rounds.append(round if points is None else _paid_by(copy, round))
    for at, stage in enumerate(state.stages):
        frozen = replace(stage, standings=decided_places(rows_before(copy, stage)))
        copy.stages = (*copy.stages[:at], frozen, *copy.stages[at + 1 :])
    if state.final is not None:
        copy.final = final_places(copy)
    return copy


def _paid_by(copy: Tournament, round: Round) -> Round:
    """The round as paid by the settings of `copy`, which has the earlier rounds."""
    scheme = copy.settings_in_round(round.number).points
    for table in round.tables:
        for game in table.games:
            if game.result is not None:
                require_scores(table, game.result.claim, scheme, field="points")
    if round.score is None:
        return round
    score = table_scores(copy, round, scheme)
    score.scheme = scheme
    byes = Byes(copy, copy.closed_rounds)
    score.byes = {entry: byes.pays(round, entry, score) for entry in round.score.byes}
    score.missed = dict.fromkeys(round.score.missed, missed_pays(copy, round, score))
    return replace(round, score=score)
