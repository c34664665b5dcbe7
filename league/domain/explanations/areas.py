"""Why somebody sits in an area: the place in the standings, and what decided at the borders of the area."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.kernel import N_
from games.telling import Sentence
from league.domain.explanations.context import Context
from league.domain.explanations.place import decided_between
from league.domain.explanations.reasons import Reason, in_words
from league.domain.standings.ranking import SHARED
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.values.numbers import written

WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Area(NamedTuple):
    """An area as it was seated: its letter, and who is in it."""

    letter: str
    entries: tuple[str, ...]
    tables: int


def areas(tables: tuple[SeatedTable, ...]) -> list[Area]:
    """The areas in their order, the best first."""
    found: dict[str, list[SeatedTable]] = {}
    for table in tables:
        found.setdefault(table.area or "", []).append(table)
    return [
        Area(letter, tuple(entry for table in of for entry in table.seats), len(of)) for letter, of in found.items()
    ]


def top(size: int) -> str:
    """The rule of the first area of so many entries: `areas.top_four`; from 13 on in digits."""
    return f"areas.top_{WORDS[size - 2] if 2 <= size <= len(WORDS) + 1 else size}"


def why_in_area(scene: Context) -> Iterator[Reason]:
    """The rules that put an entry into its area, as it was seated."""
    listed = areas(scene.drawing.event.tables)
    at = next(at for at, area in enumerate(listed) if scene.entry in area.entries)
    if not scene.field.place:
        template = N_("Before the first round nobody stands anywhere: the lots put {entry} into area {area}.")
        facts = {"entry": scene.entry, "area": listed[at].letter}
        yield Reason("areas.first_round_by_lot", Sentence(template, facts), scene.rests_on)
    elif not scene.rows or scene.number == 1:
        yield _by_rating(scene, listed[at])
    else:
        yield _by_place(scene, listed, at)
        if at > 0:
            yield _border(scene, listed[at - 1], listed[at])
        if at + 1 < len(listed):
            yield _border(scene, listed[at], listed[at + 1])
    if listed[at].tables > 1:
        template = N_("Area {area} has {tables} tables; the lots spread its entries over them.")
        said = Sentence(template, {"area": listed[at].letter, "tables": listed[at].tables})
        yield Reason("areas.table_by_lot", said, scene.rests_on)


def _by_rating(scene: Context, area: Area) -> Reason:
    rating = scene.field.rating.get(scene.entry)
    facts = {"entry": scene.entry, "area": area.letter, "rating": rating, "place": scene.field.place[scene.entry]}
    without = N_("The first round goes by rating; {entry} has none: area {area}.")
    template = N_("The first round goes by rating; {entry} has {rating}: area {area}.")
    return Reason("areas.first_round_by_rating", Sentence(template if rating else without, facts), scene.rests_on)


def _by_place(scene: Context, listed: list[Area], at: int) -> Reason:
    row, area = scene.rows[scene.entry], listed[at]
    facts = {
        "entry": scene.entry,
        "place": row.place,
        "points": written(row.points),
        "area": area.letter,
        "size": len(area.entries),
        "above": sum(len(higher.entries) for higher in listed[:at]),
    }
    rests_on = (*scene.rests_on, *scene.standing)
    if at == 0:
        template = N_("{entry} is in place {place} with {points} points; the first {size} make area {area}.")
        return Reason(top(len(area.entries)), Sentence(template, facts), rests_on)
    template = N_(
        "{entry} is in place {place} with {points} points; after {above} in the areas above comes area {area}."
    )
    return Reason("areas.next", Sentence(template, facts), rests_on)


def _border(scene: Context, upper: Area, lower: Area) -> Reason:
    """What decided between the last of an area and the first of the next."""
    place = scene.field.place
    last = max(upper.entries, key=lambda entry: (place.get(entry, 0), entry == scene.entry))
    first = min(lower.entries, key=lambda entry: (place.get(entry, 0), entry != scene.entry))
    decided = decided_between(scene.before, scene.rows[last], scene.rows[first])
    facts = {
        "upper": upper.letter,
        "lower": lower.letter,
        "last": last,
        "first": first,
        "decided_by": decided.by,
        "criterion": in_words(decided.by),
    }
    rests_on = (*scene.rests_on, *scene.standing)
    if decided.by == SHARED:
        template = N_("{last} and {first} share a place: the lots put {last} into area {upper}, {first} into {lower}.")
        return Reason("areas.border_by_lot", Sentence(template, {**facts, "decided_by": "lot"}), rests_on)
    template = N_("Between areas {upper} and {lower} decided, for {last} before {first}: {criterion}.")
    return Reason("areas.border", Sentence(template, facts), rests_on)
