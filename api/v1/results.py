"""Bodies with results of tables, and the reports that they are."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from api.parsing import Body
from api.problems import bad_field
from games import exact
from games.codec import MAX_INT
from games.kernel import N_
from league.domain.tournament.results.duels import ResultOfTwo
from league.domain.tournament.results.reports import Place, Report
from league.domain.values.fields import MOST_GAMES
from league.domain.values.numbers import Number
from league.models import Table
from league.services import results

WrittenReason = Annotated[str, Meta(min_length=1, max_length=500)]
Away = Annotated[list[str], Meta(max_length=12)]


class Result(Body, frozen=True):
    """A table's result by scores, places or awards. These with absent and left name exactly the entries of the table.

    scores: by entry. places: by entry, as 1, 1, 3. awards: points by entry, in place of what places pay; for staff.
    absent: entries that never came. left: entries that went before the end; they may have a score. Both are last
    unless they have a place. stand_in: the person who played, by entry. result: instead, of a table of two: `1-0`,
    `½-½`; the first seat is white, an absent player has `-`.
    """

    scores: dict[str, exact.Number] | None = None
    places: dict[str, Place] | None = None
    awards: dict[str, Number] | None = None
    absent: Away = []
    left: Away = []
    stand_in: dict[str, str] = {}
    result: ResultOfTwo | None = None


class Results(Result, frozen=True):
    """A result; or in its place `games`, with the result of each game at the table in order, all or nothing.

    Where several games are played at a table, a single result is that of the game which `?game=` names.
    """

    games: Annotated[list[Result], Meta(min_length=1, max_length=MOST_GAMES)] | None = None


class Dispute(Result, frozen=True):
    """The result as it should be. note: for staff."""

    note: Annotated[str, Meta(max_length=500)] | None = None


class Ruling(Result, frozen=True, kw_only=True):
    """A ruling: the reported result is upheld, or another one is right.

    reason: for staff. uphold: the reported result is right.
    """

    reason: WrittenReason
    uphold: bool = False


class Correction(Result, frozen=True, kw_only=True):
    """The right result, or an amendment of the game, or the end of an earlier correction.

    reason: for staff. at: the number, in the game's log, of the event to amend. command: the game's command in its
    place. withdraw: the game's outcome counts again.
    """

    reason: WrittenReason
    at: Annotated[int, Meta(ge=0, le=MAX_INT)] | None = None
    command: dict[str, Any] | None = None
    withdraw: bool = False


def report_of(body: Result, table: Table, path: str = "") -> Report:
    """The report that a body is, with exact numbers. path: before the names of its fields. Raises Problem."""
    if body.result is None:
        return Report(
            places=body.places,
            scores=None if body.scores is None else _exact_scores(body.scores, f"{path}scores."),
            awards=body.awards,
            absent=tuple(body.absent),
            left=tuple(body.left),
            stand_in=body.stand_in,
        )
    if any(given is not None for given in (body.scores, body.places, body.awards)):
        raise bad_field(f"{path}result", "one_of", N_("A result of two stands alone: no scores, places or awards."))
    two = results.of_two(table, body.result)
    absent = (*two.absent, *(entry for entry in body.absent if entry not in two.absent))
    return msgspec.structs.replace(two, absent=absent, left=tuple(body.left), stand_in=body.stand_in)


def _exact_scores(scores: dict[str, exact.Number], path: str) -> dict[str, exact.Written]:
    return {entry: _exact(f"{path}{entry}", score) for entry, score in scores.items()}


def _exact(field: str, score: exact.Number) -> exact.Written:
    try:
        return exact.write(exact.read(score))
    except ValueError as fault:
        raise bad_field(field, "bad_number", N_("This is no exact number: {reason}."), reason=str(fault)) from fault


def reports_of(body: Results, table: Table, path: str = "") -> list[Report] | None:
    """The report of each game at a table; None where the body is one result. path: before the names of its fields."""
    if body.games is None:
        return None
    if is_result(body) or body.stand_in:
        raise bad_field(f"{path}games", "one_of", N_("Either a result, or a list of those of all games."))
    return [report_of(game, table, f"{path}games.{at}.") for at, game in enumerate(body.games)]


def is_result(body: Result) -> bool:
    """Whether a body holds a result."""
    given = (body.scores, body.places, body.awards, body.result)
    return any((*(part is not None for part in given), body.absent, body.left))
