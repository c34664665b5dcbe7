"""How tables without a result may end, and the tournament after a round that ends so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import NamedTuple

import msgspec

from league.domain.seating.knockout.level import BY_SEED
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
"""The place of each seat, from seat 1 on."""


class Option(NamedTuple):
    """A place that an entry may get at its table. shared: the table is drawn."""

    place: int
    shared: bool = False


class Outcome(NamedTuple):
    """How a table ends, by seat. scores: where they matter. awards: points, where a test of bounds sets them."""

    places: Places
    scores: tuple[Fraction, ...] | None = None
    awards: tuple[Fraction, ...] | None = None


Outcomes = Mapping[str, Outcome]
"""The outcome of each open table, by table id."""


class OpenTable(NamedTuple):
    """A table without a result. may_draw: two play there for a win, draw or loss, and nobody has to settle a draw."""

    table: Table
    may_draw: bool

    @property
    def size(self) -> int:
        return len(self.table.seats)

    @property
    def options(self) -> list[Option]:
        """The options of each of its entries, best first."""
        strict = [Option(place) for place in range(1, self.size + 1)]
        return [strict[0], Option(1, shared=True), strict[1]] if self.may_draw else strict

    def count(self, option: Option | None) -> int:
        """The number of ways in which the table may end. option: of one of its entries; None leaves it free."""
        if option is None:
            return factorial(self.size) + self.may_draw
        return 1 if option.shared else factorial(self.size - 1)

    def all_places(self, entry: str, option: Option | None) -> Iterator[Places]:
        """Every way in which the table may end; if an option is given, only those that give it to the entry."""
        places = range(1, self.size + 1)
        if option is None:
            yield from permutations(places)
        elif not option.shared:
            seat = self.table.seats.index(entry)
            for others in permutations(place for place in places if place != option.place):
                yield (*others[:seat], option.place, *others[seat:])
        if option.shared if option else self.may_draw:
            yield DRAWN


def option_of(places: Places, seat: int) -> Option:
    """The option that a seat, counted from 0, has got."""
    return Option(places[seat], places.count(places[seat]) > 1)


def open_tables(state: Tournament, round: Round) -> list[OpenTable]:
    settings = state.settings_in_round(round.number)
    for_outcomes, format = settings.points.outcomes is not None, settings.knockout
    asks = format is not None and format.level != BY_SEED
    return [
        OpenTable(table, for_outcomes and len(table.seats) == len(DRAWN) and (table.is_small_final or not asks))
        for table in round.tables
        if table.result is None
    ]


def closed_with(state: Tournament, round: Round, outcomes: Outcomes, chain: TieBreaks) -> Tournament:
    """The tournament after the round has closed with these outcomes, without secrets. chain: its tie-breaks."""
    tables = [_reported(table, outcomes[table.id]) if table.id in outcomes else table for table in round.tables]
    settings = msgspec.structs.replace(state.settings, tie_breaks=chain)
    running = replace(round, tables=tables, state="running")
    closed = replace(state, settings=settings, rounds=[*state.rounds[:-1], running], secret="", lot_secret="")
    closed.rounds[-1] = replace(running, state="closed", score=decided_score(closed, running))
    return closed


def covering(tables: Sequence[OpenTable]) -> Iterator[dict[str, Outcome]]:
    """A few outcomes in which every entry gets each of its options at least once."""
    largest = max((table.size for table in tables), default=1)
    for shift in range(largest):
        yield {table.table.id: Outcome(_rotated(table.size, shift)) for table in tables}
    if any(table.may_draw for table in tables):
        yield {table.table.id: Outcome(DRAWN if table.may_draw else _rotated(table.size, 0)) for table in tables}


def _rotated(size: int, shift: int) -> Places:
    return tuple((seat + shift) % size + 1 for seat in range(size))


def _reported(table: Table, outcome: Outcome) -> Table:
    places = dict(zip(table.seats, outcome.places, strict=True))
    claim = Claim(places, _by_entry(table, outcome.scores), _by_entry(table, outcome.awards))
    return replace(table, result=Result(claim, "table", NO_TIME, None))


def _by_entry(table: Table, numbers: Sequence[Fraction] | None) -> dict[str, Written] | None:
    return None if numbers is None else dict(zip(table.seats, map(written, numbers), strict=True))
