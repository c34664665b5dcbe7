"""The page of the desk about the rest: penalties, the settings, and the end of the tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from league.admin.desk.step import Step
from league.admin.desk.tournament import closing, hall, round_tab
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.steps import OPEN
from league.domain.standings.stage_parts import as_counted
from league.domain.values.numbers import written
from league.queries.wording import Points, points


@dataclass(frozen=True)
class PenaltyRow:
    """A penalty. is_added: its points are added, because the lowest total ranks first. lift: None if it is lifted, or
    if the tournament is over."""

    name: str
    points: Points
    is_added: bool
    reason: str
    lift: Step | None


def context(desk: TournamentDesk, _query: QueryDict) -> dict[str, Any]:
    state, shared = desk.state, round_tab.common(desk)
    can_penalise = shared["is_going"] and state.entries and desk.may(closing.Penalise)
    return {
        **shared,
        **hall.announcements(desk, shared["at"]),
        "penalties": [_penalty(desk, id) for id in state.penalties],
        "penalise": closing.Penalise(desk) if can_penalise else None,
        "numbers": [round.number for round in state.closed_rounds],
    }


def _penalty(desk: TournamentDesk, id: str) -> PenaltyRow:
    penalty = desk.state.penalties[id]
    can_lift = not penalty.lifted and desk.state.state in OPEN and desk.may(closing.LiftPenalty)
    return PenaltyRow(
        name=desk.name(penalty.entry),
        points=points(written(penalty.worsens_by)),
        is_added=as_counted(desk.state, penalty).are_added,
        reason=penalty.reason,
        lift=closing.LiftPenalty(desk, id) if can_lift else None,
    )
