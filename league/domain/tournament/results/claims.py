"""Turns a report into a claim, the place of every seat, or refuses it; and compares claims."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

import msgspec

from games.game import Options
from games.kernel import N_, Json, Rejected
from games.scoresheet.commands import SheetOptions
from games.scoresheet.rules import outcome_of_round
from league.domain.standings.round_scores import scheme_of
from league.domain.tournament.results.reports import Claim, Report
from league.domain.tournament.results.stand_ins import require_seated_once
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.settings import PointScheme
from league.domain.tournament.state import SCORE_SHEET, Tournament
from league.domain.values.numbers import exact, is_ranking, places_by, too_fine, written

T = TypeVar("T")


def claim_in(state: Tournament, table: Table, report: Report) -> Claim:
    """The claim that a report makes for a table of the tournament. Raises Rejected.

    If scores are the points, everybody who played to the end needs one, and no score may be finer than points may be.
    """
    round = state.round_with(table)
    scheme = scheme_of(state, round)
    claim = claim_of(table, report, low_wins=state.game_at(table).low_wins, low_points=scheme.lowest_first)
    require_seated_once(state, table, claim)
    require_scores(table, claim, scheme)
    if scheme.pays_scores and claim.awards is None and too_fine((claim.scores or {}).values()):
        template = N_("The fractions are too fine to be added up exactly: use simpler ones.")
        raise Rejected("bad_result", template, field="scores")
    return claim


def counted_in(state: Tournament, table: Table, report: Report) -> Report:
    """The report with the places and scores as the table's game counts them; unchanged where its sheet can't say it.

    Raises Rejected for what is no result of the table, also `bad_sheet` where the game does not take it.
    """
    played = state.game_at(table)
    claim_of(table, report, low_wins=played.low_wins)
    if played.game != SCORE_SHEET:
        return report
    options = msgspec.convert(dict(played.options), SheetOptions)
    sheet = sheet_of(options, report)
    return report if sheet is None else report_of(outcome_of_round(table.seats, options, sheet))


def sheet_of(options: Options | None, report: Report) -> Json | None:
    """The game's command that says all of a report: by scores, or by places where the game asks for places only.

    options: the game's. None where it is no sheet of one round, or the report says more than that.
    """
    if not isinstance(options, SheetOptions) or options.rounds != 1:
        return None
    field, other = ("places", "scores") if options.places_only else ("scores", "places")
    more = (getattr(report, other), report.awards, report.absent, report.left, report.stand_in)
    numbers = getattr(report, field)
    return None if numbers is None or any(more) else {"type": "record_round", field: dict(numbers)}


def report_of(outcome: Json) -> Report:
    """The report that says the outcome of a finished game."""
    return Report(places=outcome["placings"], scores=outcome["totals"])


def require_scores(table: Table, claim: Claim, scheme: PointScheme, field: str = "scores") -> None:
    """Refuses a claim that a scheme can't pay: if scores are the points, everybody who played on has one."""
    if not scheme.pays_scores or claim.awards is not None:
        return
    if missing := [entry for entry in table.seats if entry not in (*(claim.scores or ()), *claim.absent, *claim.left)]:
        facts = {"entry": missing[0]}
        raise Rejected("scores_needed", N_("{entry} needs a score, because scores are the points here."), facts, field)


def claim_of(table: Table, report: Report, *, low_wins: bool = False, low_points: bool = False) -> Claim:
    """The claim that a report makes for `table`. Raises Rejected.

    low_wins: whether the lowest score is the best; low_points: whether the lowest points are. The named seats,
    including those absent or left, must be exactly the table's. Those away without an award get 0, or the worst award.
    """
    _require_seats(table, report)
    _require_fit(report)
    away = {*report.absent, *report.left}
    awards = {entry: exact(points) for entry, points in (report.awards or {}).items()}
    no_award = (max if low_points else min)([Fraction(0), *awards.values()])
    if report.places is not None:
        ranked = dict(report.places)
    elif report.awards is not None:
        ranked = places_by(awards, low=low_points)
    else:
        sign = -1 if low_wins else 1
        scores = report.scores or {}
        ranked = places_by({entry: sign * exact(score) for entry, score in scores.items() if entry not in away})
    return Claim(
        _places(table, ranked, report),
        None if report.scores is None else _numbers(table, report.scores),
        None if report.awards is None else {entry: written(awards.get(entry, no_award)) for entry in table.seats},
        _seated(table, report.absent),
        _seated(table, report.left),
        _by_seat(table, report.stand_in),
    )


def _places(table: Table, ranked: Mapping[str, int], report: Report) -> dict[str, int]:
    """The place of every seat: those away without a place come last. If nobody came, all share the last place."""
    if not ranked and len(report.absent) == len(table.seats):
        return dict.fromkeys(table.seats, len(table.seats))
    if not ranked:
        raise Rejected("nobody_played", N_("Nobody played at this table: enter awards instead."))
    places = {entry: ranked.get(entry, len(ranked) + 1) for entry in table.seats}
    if not is_ranking(list(places.values())):
        facts = {"places": list(places.values())}
        raise Rejected("bad_places", N_("Places are numbered 1, 2, 3; shared places 1, 1, 3."), facts, "places")
    return places


def agrees(known: Claim, report: Report, claim: Claim) -> bool:
    """Whether a report repeats the known claim. Only the fields that it gives are compared."""
    by_scores = report.scores is not None and known.scores is not None
    return (
        (claim.scores == known.scores if by_scores else claim.places == known.places)
        and (report.places is None or claim.places == known.places)
        and (report.awards is None or claim.awards == known.awards)
        and (claim.absent, claim.left) == (known.absent, known.left)
        and (not report.stand_in or claim.stand_in == known.stand_in)
    )


def adds(known: Claim, claim: Claim) -> bool:
    """Whether a claim has scores, awards or stand-ins that the known one lacks."""
    return bool(
        (claim.scores and not known.scores)
        or (claim.awards and not known.awards)
        or (claim.stand_in and not known.stand_in)
    )


def _require_seats(table: Table, report: Report) -> None:
    """Refuses a report that doesn't name exactly the table's seats."""
    named: list[tuple[str, Iterable[str] | None]] = [
        ("places", report.places),
        ("scores", report.scores),
        ("awards", report.awards),
    ]
    for field, names in [(field, names) for field, names in named if names is not None] or [("places", ())]:
        _require_exactly(table, field, [*names, *report.absent, *report.left])
    _require_exactly(table, "stand_in", [*report.stand_in, *table.seats])


def _require_exactly(table: Table, field: str, named: Sequence[str]) -> None:
    missing = [entry for entry in table.seats if entry not in named]
    strangers = [entry for entry in named if entry not in table.seats]
    if missing or strangers:
        facts = {"missing": missing, "strangers": strangers}
        template = (
            N_("{missing} must be in the result too: it names exactly the entries at its table.")
            if missing
            else N_("{strangers} can't be in the result: it names exactly the entries at its table.")
        )
        raise Rejected("wrong_players", template, facts, field)


def _require_fit(report: Report) -> None:
    """Refuses entries both absent and left, and absent entries with a score or a stand-in."""
    for field, others in (("left", report.left), ("scores", report.scores or ()), ("stand_in", report.stand_in)):
        if both := [entry for entry in report.absent if entry in others]:
            facts = {"entry": both[0], "field": field}
            raise Rejected("bad_result", N_("{entry} is absent but also listed under {field}."), facts, "absent")


def _numbers(table: Table, given: Mapping[str, int | str]) -> dict[str, int | str]:
    return {entry: written(exact(given[entry])) for entry in table.seats if entry in given}


def _seated(table: Table, named: Iterable[str]) -> tuple[str, ...]:
    return tuple(entry for entry in table.seats if entry in tuple(named))


def _by_seat(table: Table, given: Mapping[str, T]) -> dict[str, T]:
    return {entry: given[entry] for entry in table.seats if entry in given}
