"""What the first round of a tournament would be for a number of people, before anybody is entered."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from league.domain.seating import knockout
from league.domain.seating.areas import area_sizes
from league.domain.seating.knockout import bracket
from league.domain.seating.problem import Bounds
from league.domain.seating.round_robin import berger
from league.domain.seating.sizes import Sizes, table_sizes
from league.domain.standings.points import paid
from league.domain.tournament.formats import Areas, Knockout, Manual, Prescribed, RoundRobin
from league.domain.tournament.settings import Settings


class Outlook(NamedTuple):
    """tables: seats of each, the largest first. byes: people without a table in the first round. rounds: until the
    format is played to its end; None if that is up to the director."""

    tables: tuple[int, ...]
    byes: int
    rounds: int | None = None


def outlook(settings: Settings, people: int) -> Outlook | None:
    """The first round of so many people; None where the director or a plan says who sits where.

    Raises Rejected where too few are there, or a format can't use such tables.
    """
    format, size = settings.format, settings.table_size
    bounds = Bounds(size.min, size.max, size.prefer)
    match format:
        case Manual() | Prescribed():
            return None
        case Knockout():
            rounds = knockout.rounds_of(people, bounds, format.advance)
            return Outlook(*_first_of_knockout(people, bounds), rounds)
        case RoundRobin():
            return Outlook(*table_sizes(people, 2, 2, 2), berger.rounds_of(people, format.double))
        case Areas() if format.k:
            return Outlook(*_by_areas(people, format.k, bounds))
    return Outlook(*table_sizes(people, *bounds))


def payments(settings: Settings, sizes: tuple[int, ...]) -> dict[int, list[Fraction]]:
    """What the places at a table of each of these sizes pay, from the first on."""
    return {size: paid(settings.points, size) for size in sizes}


def _first_of_knockout(people: int, bounds: Bounds) -> Sizes:
    """The first matches of a bracket, in which the best seeds have byes, or the first heats."""
    if bounds.max > 2 or people < 2:
        return table_sizes(people, *bounds)
    first = bracket.pairing(bracket.bracket_of([str(seed) for seed in range(people)]))
    return Sizes((2,) * len(first.matches), len(first.walkovers))


def _by_areas(people: int, k: int, bounds: Bounds) -> Sizes:
    byes = table_sizes(people, *bounds).byes
    areas = area_sizes(people - byes, k, bounds.min, bounds.max)
    return Sizes(tuple(chain.from_iterable(table_sizes(area, *bounds).tables for area in areas)), byes)
