"""A plan of rounds as a CSV file, in the long form that `plan_file` reads. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence

from league.domain.tournament.formats import Bye, Chosen, RoundPlan
from league.files.plan_file import BYE, ENTRY, KIND, PLACE, POINTS, ROUND, SEAT, TABLE

FORMULA = ("=", "+", "-", "@")
"""With these a spreadsheet takes a text for something to be computed."""
ALWAYS = (ROUND, TABLE, SEAT)


def written(plan: Sequence[RoundPlan], name: Callable[[str], str]) -> str:
    """The plan's rows, with the columns that are needed. name: how an entry is named, for people to read."""
    rows = [row for number, planned in enumerate(plan, 1) for row in _rows(number, planned, name)]
    heads = [*ALWAYS, *(head for head in (ENTRY, PLACE, POINTS, KIND) if any(row.get(head) for row in rows))]
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, heads, restval="", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would compute the text."""
    return text.startswith(FORMULA)


def _rows(number: int, planned: RoundPlan, name: Callable[[str], str]) -> Iterator[dict[str, str]]:
    for table, seats in enumerate(planned.tables, 1):
        for seat, chosen in enumerate(seats, 1):
            yield {ROUND: str(number), TABLE: str(table), SEAT: str(seat), **_named(chosen, name)}
    for bye in planned.byes:
        row = {ROUND: str(number), TABLE: BYE}
        if isinstance(bye, Bye):
            points = "" if bye.points is None else str(bye.points)
            yield {**row, **_named(bye.entry, name), POINTS: points, KIND: bye.kind}
        else:
            yield {**row, **_named(bye, name)}


def _named(chosen: Chosen, name: Callable[[str], str]) -> dict[str, str]:
    if isinstance(chosen, int):
        return {PLACE: str(chosen)}
    text = name(chosen)
    return {ENTRY: f"'{text}" if is_formula(text) else text}
