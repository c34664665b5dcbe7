"""How a table may end that has not reported, and the tournament as it would be after such a round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import NamedTuple

import msgspec

from league.domain.standings.round_scores import decided_score
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.results.state import Result
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.settings import TieBreaks
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import Written, written

NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
DRAWN = (1, 1)
Places = tuple[int, ...]
"""Of each seat, from seat 1 on."""


class Option(NamedTuple):
    """What an entry may come to at its table. shared: it is drawn."""

    place: int
    shared: bool = False


class Outcome(NamedTuple):
    """How a table ends. scores: of each seat, where they matter. awards: its points, where these are given."""

    places: Places
    scores: tuple[Fraction, ...] | None = None
    awards: tuple[Fraction, ...] | None = None


class Open(NamedTuple):
    """A table that has not reported. may_draw: two play there for a win, a draw or a loss."""

    table: Table
    may_draw: bool

    @property
    def size(self) -> int:
        """How many sit there."""
        return len(self.table.seats)

    @property
    def options(self) -> list[Option]:
        """What each may come to, the best first."""
        strict = [Option(place) for place in range(1, self.size + 1)]
        return [strict[0], Option(1, shared=True), strict[1]] if self.may_draw else strict

    @property
    def ways(self) -> int:
        """In how many ways it may end."""
        return factorial(self.size) + self.may_draw

    def endings(self) -> Iterator[Places]:
        """All of them."""
        yield from permutations(range(1, self.size + 1))
        if self.may_draw:
            yield DRAWN

    def endings_with(self, entry: str, option: Option) -> Iterator[Places]:
        """Those in which one of its entries comes to that."""
        seat = self.table.seats.index(entry)
        if option.shared:
            yield DRAWN
            return
        rest = [place for place in range(1, self.size + 1) if place != option.place]
        for others in permutations(rest):
            yield (*others[:seat], option.place, *others[seat:])


def ways_with(found: Open, option: Option) -> int:
    """In how many ways a table may end in which one of its entries comes to that."""
    return 1 if option.shared else factorial(found.size - 1)


def option_of(places: Places, seat: int) -> Option:
    """What a seat, counted from 0, comes to."""
    return Option(places[seat], places.count(places[seat]) > 1)


def open_tables(state: Tournament, found: Round) -> list[Open]:
    """The tables of a round that have not reported."""
    for_outcomes = state.settings_in_round(found.number).points.outcomes is not None
    return [
        Open(table, for_outcomes and len(table.seats) == len(DRAWN)) for table in found.tables if table.result is None
    ]


def after(state: Tournament, found: Round, ends: Mapping[str, Outcome], chain: TieBreaks) -> Tournament:
    """The tournament when the round is closed and the tables have ended so. chain: of tie-breaks. It has no secrets."""
    tables = [_told(table, ends[table.id]) if table.id in ends else table for table in found.tables]
    settings = msgspec.structs.replace(state.settings, tie_breaks=chain)
    closing = replace(found, tables=tables, state="running")
    known = replace(state, settings=settings, rounds=[*state.rounds[:-1], closing], secret="", lot_secret="")
    known.rounds[-1] = replace(closing, state="closed", score=decided_score(known, closing))
    return known


def rotated(tables: Sequence[Open]) -> Iterator[dict[str, Outcome]]:
    """So few outcomes of the tables that everybody comes to everything once."""
    largest = max((found.size for found in tables), default=0)
    for by in range(max(largest, 1)):
        yield {found.table.id: Outcome(_turned(found.size, by)) for found in tables}
    if any(found.may_draw for found in tables):
        yield {found.table.id: Outcome(DRAWN if found.may_draw else _turned(found.size, 0)) for found in tables}


def _turned(size: int, by: int) -> Places:
    return tuple((seat + by) % size + 1 for seat in range(size))


def _told(table: Table, ending: Outcome) -> Table:
    places = dict(zip(table.seats, ending.places, strict=True))
    claim = Claim(places, _written(table, ending.scores), _written(table, ending.awards))
    return replace(table, result=Result(claim, "table", NO_TIME, None))


def _written(table: Table, numbers: Sequence[Fraction] | None) -> dict[str, Written] | None:
    return None if numbers is None else dict(zip(table.seats, map(written, numbers), strict=True))
