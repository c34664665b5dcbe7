"""Who seats a round of each format, and what it is told beside the field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.kernel import N_, Rejected, draw
from league.domain.seating import areas, knockout, pairs, pods, round_robin
from league.domain.seating.costs import apart_pairs
from league.domain.seating.lots import attempt_seed
from league.domain.seating.pairs import dutch
from league.domain.seating.problem import Problem, Seating
from league.domain.seating.problem import pairs as pairs_of
from league.domain.seating.rotation import tournament_plan
from league.domain.seating.rotation.tournament_plan import Progress
from league.domain.tournament.formats import Areas, Knockout, Rotation, RoundRobin, Swiss
from league.domain.tournament.rounds.seating import RotationPlan
from league.domain.tournament.settings import Settings
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import exact


@dataclass(frozen=True)
class Means:
    """What a seating may use beside the log. dutch: pairs by the FIDE Dutch system, where its package is installed.

    steps: how many a search makes at most; None: the usual number. progress: is told of it, and may cut it short.
    """

    dutch: dutch.Pair | None = None
    steps: int | None = None
    progress: Progress | None = None


@dataclass(frozen=True)
class Made:
    """A format's seating. rotation: the plan of rounds to come that it is the first of, where that is a new one."""

    seating: Seating
    rotation: RotationPlan | None = None


def seated(state: Tournament, field: Problem, means: Means) -> Made:
    """The round of `field` by the format that it is held in. Raises Rejected."""
    format = state.effective_settings.format
    made = SEATED_BY[type(format)](state, field, format, means)
    _require_apart(field, made.seating)
    return made


def _require_apart(field: Problem, seating: Seating) -> None:
    """Refuses a seating that brings those together who may not meet: a bracket does, and a round robin has to."""
    hard = apart_pairs(field, hard=True)
    for table in seating.tables:
        if met := [pair for pair in pairs_of(table.seats) if pair in hard]:
            template = N_("These are never to meet and would in this round: {entries}. Keep them apart less strictly.")
            facts = {"entries": list(met[0])}
            raise Rejected("apart", template, facts)


def _areas(state: Tournament, field: Problem, format: Areas, means: Means) -> Made:
    return Made(areas.seat(field, k=format.k))


def _swiss(state: Tournament, field: Problem, format: Swiss, means: Means) -> Made:
    if format.is_dutch:
        numbers, scores = _numbers(state, field), _scores(state.effective_settings)
        white = draw(state.lot_secret, "white", [True, False])[0]
        return Made(dutch.seat(field, numbers=numbers, pair=means.dutch, scores=scores, white_first=white))
    seat = pairs.seat if field.bounds.max == 2 else pods.seat
    return Made(seat(field, repeat_weight=format.repeat_weight))


def _rotation(state: Tournament, field: Problem, format: Rotation, means: Means) -> Made:
    standing = tournament_plan.standing(state, field)
    made = standing or tournament_plan.planned(state, field, means.steps, means.progress)
    return Made(tournament_plan.round_of(made, field.number), None if standing else made)


def _round_robin(state: Tournament, field: Problem, format: RoundRobin, means: Means) -> Made:
    seating = round_robin.seat(field, double=format.double, numbers=_numbers(state, field))
    if not seating.tables:
        template = N_("Of those who are left nobody meets anybody in round {number}: give its tables by hand.")
        raise Rejected("nobody_meets", template, {"number": field.number}, "plan")
    return Made(seating)


def _knockout(state: Tournament, field: Problem, format: Knockout, means: Means) -> Made:
    return Made(knockout.seat(field, advance=format.advance, third_place=format.third_place))


SEATED_BY: Mapping[type, Callable[[Tournament, Problem, Any, Means], Made]] = {
    Areas: _areas,
    Swiss: _swiss,
    Rotation: _rotation,
    RoundRobin: _round_robin,
    Knockout: _knockout,
}
"""The formats whose rounds the service seats; of the others the plan is given."""


def _numbers(state: Tournament, field: Problem) -> list[str]:
    """The pairing numbers of a whole event: by rating, then by the lots of the first round; late entries at the end.

    They are drawn once, when the first round is seated, and say the same ever after. In a stage they are the order in
    which its entries went on.
    """
    if state.stage is not None:
        return list(state.stage.entries)
    first = state.rounds[0] if state.rounds and state.rounds[0].state != "draft" else None
    if first is None:
        early, seed = [entry.id for entry in state.players(1)], field.seed
    else:
        sat = dict.fromkeys([entry for table in first.tables for entry in table.seats] + list(first.byes))
        early = [entry for entry in state.entries if entry in sat]
        seed = attempt_seed(state.lot_secret, 1, first.attempt)
    drawn = draw(seed, "numbers", early)
    ratings = {entry.id: -1 if entry.rating is None else entry.rating for entry in state.entries.values()}
    known = dict.fromkeys(early)
    late = [entry for entry in state.entries if entry not in known and _plays(state, entry)]
    return [*sorted(drawn, key=lambda entry: -ratings[entry]), *late]


def _plays(state: Tournament, entry: str) -> bool:
    """Whether a late entry has a part in this event: it has had a seat or a bye, or is to have one now."""
    if state.entries[entry].plays(state.next_number):
        return True
    return any(
        entry in found.byes or any(entry in table.seats for table in found.tables) for found in state.closed_rounds
    )


def _scores(held: Settings) -> dutch.Scores:
    """What a round that is won, drawn and lost in all its games pays; by places a win is one and a draw a half."""
    scheme = held.points
    if scheme.outcomes is None:
        return dutch.Scores()
    win, draw_, loss = (held.games_per_round * exact(points) for points in scheme.outcomes)
    return dutch.Scores(win, draw_, loss, win if scheme.bye in ("win", "mean", None) else exact(scheme.bye))
