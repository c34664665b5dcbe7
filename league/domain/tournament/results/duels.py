"""Results of a table of two in chess notation; the first seat is white.

| written | meaning | report |
| --- | --- | --- |
| `1-0`, `0-1` | one has won | places 1, 2 |
| `½-½`, `1/2-1/2` | a draw | places 1, 1 |
| `+/-`, `-/+` | the loser never came | place 1 and one absent |
| `-/-` | nobody came: both share the last place | both absent |
| `½-0`, `0-½`, `0-0` | decided by staff: what a draw or a loss pays | awards |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from games.kernel import N_, Rejected
from league.domain.standings.points import table_points
from league.domain.tournament.results.reports import Report
from league.domain.tournament.settings import PointScheme
from league.domain.values.numbers import written

ResultOfTwo = Literal["1-0", "½-½", "1/2-1/2", "0-1", "+/-", "-/+", "-/-", "½-0", "0-½", "0-0"]


def report_of_two(seats: Sequence[str], text: ResultOfTwo, scheme: PointScheme) -> Report:
    """The report that `text` makes for these seats. Raises Rejected unless there are two, or if scores are points."""
    if len(seats) != 2:
        facts = {"result": text, "seats": len(seats)}
        raise Rejected(
            "not_two", N_("{result} is a result of a table of two; this one has {seats} seats."), facts, "result"
        )
    if scheme.pays_scores:
        raise Rejected("scores_needed", N_("Scores are the points here: enter scores instead."), field="result")
    white, black = seats
    match text:
        case "1-0":
            return Report(places={white: 1, black: 2})
        case "0-1":
            return Report(places={white: 2, black: 1})
        case "½-½" | "1/2-1/2":
            return Report(places={white: 1, black: 1})
        case "+/-":
            return Report(places={white: 1}, absent=(black,))
        case "-/+":
            return Report(places={black: 1}, absent=(white,))
        case "-/-":
            return Report(absent=(white, black))
        case _:
            return _awarded(white, black, text, scheme)


def _awarded(white: str, black: str, text: str, scheme: PointScheme) -> Report:
    drawn, decided = table_points(scheme, {white: 1, black: 1}), table_points(scheme, {white: 1, black: 2})
    points = {"½": drawn[white], "0": decided[black]}
    whites, blacks = text.split("-")
    return Report(awards={white: written(points[whites]), black: written(points[blacks])})
