"""Results that a score sheet of one round can say; they are written into the table's game."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.game import Options
from games.kernel import Json
from games.registry import find_game
from games.scoresheet import outcome_of_round
from games.scoresheet.commands import SheetOptions
from league.domain.tournament.results.reports import Report
from league.domain.tournament.rounds.state import RoundGame


def counted(played: RoundGame, seats: Sequence[str], report: Report) -> Report:
    """The report with the places and scores as the game counts them; unchanged where its sheet can't say it.

    Raises Rejected `bad_sheet` for scores or places that the game does not take.
    """
    if find_game(played.game).options is not SheetOptions:
        return report
    options = msgspec.convert(dict(played.options), SheetOptions)
    sheet = sheet_of(options, report)
    return report if sheet is None else report_of(outcome_of_round(tuple(seats), options, sheet))


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
