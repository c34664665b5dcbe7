"""What a result as told comes to: the place of every seat, or the refusal. And whether two say the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

import msgspec

from games.game import Options
from games.kernel import N_, Json, Rejected
from games.scoresheet.commands import SheetOptions
from games.scoresheet.rules import outcome_of_round
from league.domain.tournament.results.reports import Claim, Report
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.settings import PointScheme
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import exact, is_ranking, too_fine, written

T = TypeVar("T")
SCORE_SHEET = "scoresheet"
"""The game whose results are its sheets."""


def claim_in(state: Tournament, table: Table, said: Report) -> Claim:
    """The result that `said` means for a table of the tournament. Raises Rejected also where it lacks scores.

    Whoever played to the end has a score where scores are points; and scores are no finer than points may be.
    """
    claim = claim_of(table, said, low_wins=state.game_at(table).low_wins)
    played = next(found for found in state.rounds if found.id == table.round)
    scheme = (played.score and played.score.scheme) or state.settings_in_round(played.number).points
    require_scores(table, claim, scheme)
    if scheme.pays_scores and claim.awards is None and too_fine((claim.scores or {}).values()):
        raise Rejected("bad_result", N_("These scores have too large a common denominator."), field="scores")
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
    """Refuses a result that a scheme can't pay: where scores are points, whoever played to the end has one."""
    if not scheme.pays_scores or claim.awards is not None:
        return
    if lacking := [entry for entry in table.seats if entry not in (*(claim.scores or ()), *claim.absent, *claim.left)]:
        facts = {"entry": lacking[0]}
        raise Rejected("scores_needed", N_("Scores are points here: {entry} has none."), facts, field)


def claim_of(table: Table, said: Report, *, low_wins: bool = False) -> Claim:
    """The result that `said` means for `table`. low_wins: whether the lowest score is the best.

    The seats that are named, with who is absent and who left, are exactly the table's. Raises Rejected.
    """
    _require_seats(table, said)
    _require_fit(said)
    away = {*said.absent, *said.left}
    if said.places is not None:
        ranked = dict(said.places)
    elif said.awards is not None:
        ranked = _ranking({entry: exact(points) for entry, points in said.awards.items()})
    else:
        sign = -1 if low_wins else 1
        scores = said.scores or {}
        ranked = _ranking({entry: sign * exact(score) for entry, score in scores.items() if entry not in away})
    return Claim(
        _places(table, ranked, said),
        None if said.scores is None else _numbers(table, said.scores),
        None if said.awards is None else _numbers(table, {**dict.fromkeys(table.seats, 0), **said.awards}),
        _seated(table, said.absent),
        _seated(table, said.left),
        _by_seat(table, said.stand_in),
    )


def _places(table: Table, ranked: Mapping[str, int], said: Report) -> dict[str, int]:
    """The place of every seat: who is away and has none comes after all others. Where nobody came all are last."""
    if not ranked and len(said.absent) == len(table.seats):
        return dict.fromkeys(table.seats, len(table.seats))
    if not ranked:
        raise Rejected("nobody_played", N_("A result has somebody who played; else it is told as awards."))
    places = {entry: ranked.get(entry, len(ranked) + 1) for entry in table.seats}
    if not is_ranking(list(places.values())):
        facts = {"places": list(places.values())}
        raise Rejected("bad_places", N_("Places are written 1, 2, 3; shared ones as 1, 1, 3."), facts, "places")
    return places


def agrees(known: Claim, said: Report, claim: Claim) -> bool:
    """Whether what was `said`, and comes to `claim`, is the known result: only what is said is compared."""
    by_scores = said.scores is not None and known.scores is not None
    return (
        (claim.scores == known.scores if by_scores else claim.places == known.places)
        and (said.places is None or claim.places == known.places)
        and (said.awards is None or claim.awards == known.awards)
        and (claim.absent, claim.left) == (known.absent, known.left)
        and (not said.stand_in or claim.stand_in == known.stand_in)
    )


def adds(known: Claim, claim: Claim) -> bool:
    """Whether a claim says scores, awards or stand-ins of which the known result tells nothing."""
    return bool(
        (claim.scores and not known.scores)
        or (claim.awards and not known.awards)
        or (claim.stand_in and not known.stand_in)
    )


def _require_seats(table: Table, said: Report) -> None:
    """Refuses unless exactly the table's seats are named."""
    named: list[tuple[str, Iterable[str] | None]] = [
        ("places", said.places),
        ("scores", said.scores),
        ("awards", said.awards),
    ]
    for field, told in [(field, told) for field, told in named if told is not None] or [("places", ())]:
        _require_exactly(table, field, [*told, *said.absent, *said.left])
    _require_exactly(table, "stand_in", [*said.stand_in, *table.seats])


def _require_exactly(table: Table, field: str, named: Sequence[str]) -> None:
    missing = [entry for entry in table.seats if entry not in named]
    strangers = [entry for entry in named if entry not in table.seats]
    if missing or strangers:
        facts = {"missing": missing, "strangers": strangers}
        raise Rejected("wrong_players", N_("A result names exactly the seats of its table."), facts, field)


def _require_fit(said: Report) -> None:
    """Refuses who is both absent and gone, has a score without having come, or has somebody in a seat that is empty."""
    for field, others in (("left", said.left), ("scores", said.scores or ()), ("stand_in", said.stand_in)):
        if both := [entry for entry in said.absent if entry in others]:
            facts = {"entry": both[0], "field": field}
            raise Rejected("bad_result", N_("{entry} is absent and stands in {field} too."), facts, "absent")


def _ranking(values: Mapping[str, Fraction]) -> dict[str, int]:
    """Places by value, the highest first; equal ones share a place."""
    return {entry: 1 + sum(other > value for other in values.values()) for entry, value in values.items()}


def _numbers(table: Table, given: Mapping[str, int | str]) -> dict[str, int | str]:
    return {entry: written(exact(given[entry])) for entry in table.seats if entry in given}


def _seated(table: Table, named: Iterable[str]) -> tuple[str, ...]:
    return tuple(entry for entry in table.seats if entry in tuple(named))


def _by_seat(table: Table, given: Mapping[str, T]) -> dict[str, T]:
    return {entry: given[entry] for entry in table.seats if entry in given}
