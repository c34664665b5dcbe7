"""Why an entry sits in an area: its place in the standings, and what decided at the borders of the area."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.kernel import N_
from league.domain.explanations.context import Context
from league.domain.explanations.place import decided_between
from league.domain.explanations.reasons import Reason, in_words
from league.domain.standings.ranking import SHARED
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.values.numbers import written

WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Area(NamedTuple):
    """An area as it was seated. tables: how many it has."""

    letter: str
    entries: tuple[str, ...]
    tables: int


def areas(tables: tuple[SeatedTable, ...]) -> list[Area]:
    """The areas of a seating, best first."""
    by_letter: dict[str, list[SeatedTable]] = {}
    for table in tables:
        by_letter.setdefault(table.area or "", []).append(table)
    return [
        Area(letter, tuple(entry for table in own for entry in table.seats), len(own))
        for letter, own in by_letter.items()
    ]


def top(size: int) -> str:
    """The code for a first area of this size: `areas.top_four`; from 13 on in digits."""
    return f"areas.top_{WORDS[size - 2] if 2 <= size <= len(WORDS) + 1 else size}"


def why_in_area(context: Context) -> Iterator[Reason]:
    listed = areas(context.attempt.event.tables)
    at = next(at for at, area in enumerate(listed) if context.entry in area.entries)
    area = listed[at]
    if not context.problem.place:
        template = N_("Nobody has a place before the first round: the lots put {entry} into area {area}.")
        yield context.reason("areas.first_round_by_lot", template, {"entry": context.entry, "area": area.letter})
    elif not context.rows or context.number == 1:
        yield _by_rating(context, area)
    else:
        yield _by_place(context, listed, at)
        if at > 0:
            yield _border(context, listed[at - 1], area)
        if at + 1 < len(listed):
            yield _border(context, area, listed[at + 1])
    if area.tables > 1:
        template = N_("Area {area} has {tables} tables, and the lots spread its entries over them.")
        yield context.reason("areas.table_by_lot", template, {"area": area.letter, "tables": area.tables})


def _by_rating(context: Context, area: Area) -> Reason:
    rating, place = context.problem.rating.get(context.entry), context.problem.place[context.entry]
    facts = {"entry": context.entry, "area": area.letter, "rating": rating, "place": place}
    template = N_("The first round is seated by rating: {entry} has {rating} and sits in area {area}.")
    if not rating:
        template = N_("The first round is seated by rating: {entry} has none and sits in area {area}.")
    return context.reason("areas.first_round_by_rating", template, facts)


def _by_place(context: Context, listed: list[Area], at: int) -> Reason:
    row, area = context.rows[context.entry], listed[at]
    facts = {
        "entry": context.entry,
        "place": row.place,
        "points": written(row.points),
        "area": area.letter,
        "size": len(area.entries),
        "above": sum(len(higher.entries) for higher in listed[:at]),
    }
    rule = top(len(area.entries)) if at == 0 else "areas.next"
    template = N_("{entry} has place {place} with {points} points, and the first {size} form area {area}.")
    if at > 0:
        template = N_(
            "{entry} has place {place} with {points} points. Area {area} comes after the {above} entries above it."
        )
    return context.reason(rule, template, facts, *context.standings)


def _border(context: Context, upper: Area, lower: Area) -> Reason:
    place = context.problem.place
    last = max(upper.entries, key=lambda entry: (place.get(entry, 0), entry == context.entry))
    first = min(lower.entries, key=lambda entry: (place.get(entry, 0), entry != context.entry))
    decider = decided_between(context.state, context.rows[last], context.rows[first])
    facts = {
        "upper": upper.letter,
        "lower": lower.letter,
        "last": last,
        "first": first,
        "decided_by": "lot" if decider.by == SHARED else decider.by,
        "criterion": in_words(decider.by),
    }
    if decider.by == SHARED:
        template = N_("{last} and {first} share a place: the lots put {last} into area {upper}, {first} into {lower}.")
        return context.reason("areas.border_by_lot", template, facts, *context.standings)
    template = N_("{last} is in area {upper} and {first} in area {lower} because of: {criterion}.")
    return context.reason("areas.border", template, facts, *context.standings)
