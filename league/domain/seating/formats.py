"""Seats a round by the tournament's format, with what formats need besides the problem."""

from __future__ import annotations

from dataclasses import dataclass

from games.kernel import N_, Rejected, draw
from league.domain.seating import areas, knockout, pairs, pods, round_robin
from league.domain.seating.costs import separated_pairs
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
class SeatingOptions:
    """What a seating may use besides the log. dutch: pairs by the FIDE Dutch system, if its package is installed.

    steps: limit of a search; None: the usual one. progress: called during a search, and may stop it.
    """

    dutch: dutch.Pair | None = None
    steps: int | None = None
    progress: Progress | None = None


@dataclass(frozen=True)
class FormatResult:
    """A format's seating. rotation: the plan of the following rounds, if it is a new one."""

    seating: Seating
    rotation: RotationPlan | None = None


def seat_round(state: Tournament, problem: Problem, options: SeatingOptions) -> FormatResult:
    """The round by the tournament's format. Raises Rejected."""
    result = _by_format(state, problem, options)
    _require_separated(problem, result.seating)
    return result


def _require_separated(problem: Problem, seating: Seating) -> None:
    """Refuse a seating that breaks a hard separation, as a bracket or a round robin may."""
    hard = separated_pairs(problem, hard=True)
    for table in seating.tables:
        if met := [pair for pair in pairs_of(table.seats) if pair in hard]:
            template = N_("These must be kept apart, but they would meet in this round: {entries}.")
            raise Rejected("apart", template, {"entries": list(met[0])})


def _by_format(state: Tournament, problem: Problem, options: SeatingOptions) -> FormatResult:
    match state.effective_settings.format:
        case Areas(k=k):
            return FormatResult(areas.seat(problem, k=k))
        case Swiss(is_dutch=True):
            return FormatResult(_dutch(state, problem, options))
        case Swiss(repeat_weight=weight):
            seat = pairs.seat if problem.bounds.max == 2 else pods.seat
            return FormatResult(seat(problem, repeat_weight=weight))
        case Rotation():
            in_force = tournament_plan.plan_in_force(state, problem)
            plan = in_force or tournament_plan.new_plan(state, problem, options.steps, options.progress)
            return FormatResult(tournament_plan.round_of(plan, problem.number), None if in_force else plan)
        case RoundRobin(double=double):
            return FormatResult(_round_robin(state, problem, double=double))
        case Knockout(advance=advance, third_place=third_place):
            return FormatResult(knockout.seat(problem, advance=advance, third_place=third_place))
        case other:
            raise TypeError(f"the director gives the tables of the format {other}")


def _dutch(state: Tournament, problem: Problem, options: SeatingOptions) -> Seating:
    numbers, scores = _numbers(state, problem), _scores(state.effective_settings)
    white = draw(state.lot_secret, "white", [True, False])[0]
    return dutch.seat(problem, numbers=numbers, pair=options.dutch, scores=scores, white_first=white)


def _round_robin(state: Tournament, problem: Problem, *, double: bool) -> Seating:
    """The next round of those who are in; an entry that sits only this one out plays later."""
    known, there = _numbers(state, problem), frozenset(problem.players)
    admitted = [state.entries[entry] for entry in state.entries if entry in state.admitted(problem.number)]
    waiting = [entry.id for entry in admitted if entry.id not in there and entry.plays_from(problem.number)]
    numbers = list(dict.fromkeys((*known, *waiting)))
    others = [entry.id for entry in admitted]
    return round_robin.seat(problem, double=double, numbers=numbers, waiting=waiting, others=others)


def _numbers(state: Tournament, problem: Problem) -> list[str]:
    """The pairing numbers of a whole event: by rating, then by the lots of the first round; late entries at the end.

    They are drawn when the first round is seated and stay the same. In a stage they are the order of its entries.
    """
    if state.stage is not None:
        return list(state.stage.entries)
    first = state.rounds[0] if state.rounds and state.rounds[0].state != "draft" else None
    if first is None:
        early, seed = [entry.id for entry in state.players(1)], problem.seed
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
    """Whether a late entry takes part in this event: it has had a seat or a bye, or will have one now."""
    if state.entries[entry].plays(state.next_number):
        return True
    return any(
        entry in found.byes or any(entry in table.seats for table in found.tables) for found in state.closed_rounds
    )


def _scores(settings: Settings) -> dutch.Scores:
    """Points for a round with all games won, drawn or lost. With points by place, a win counts 1 and a draw a half."""
    scheme = settings.points
    if scheme.outcomes is None:
        return dutch.Scores()
    win, draw_, loss = (settings.games_per_round * exact(points) for points in scheme.outcomes)
    return dutch.Scores(win, draw_, loss, win if scheme.bye in ("win", "mean", None) else exact(scheme.bye))
