"""The standings of a large tournament with every tie-break there is in its chain, in the time of the CPU."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from random import Random
from statistics import median
from time import process_time
from typing import get_args

from bench.levels import Row
from league.domain.standings.points import table_points
from league.domain.standings.standings import standings
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.formats import Swiss
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.results.scores import RoundScore
from league.domain.tournament.results.state import Result
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.settings import PointScheme, Settings, TieBreakName
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import is_ranking, written

LEVEL_SECONDS = 1.0
RUNS = 3
FULL_CHAIN: tuple[TieBreakName, ...] = get_args(TieBreakName)
FIDE: tuple[TieBreakName, ...] = ("direct_encounter", "buchholz_cut1", "buchholz", "sonneborn_berger", "lot")
CHESS = PointScheme(win=1, draw="1/2", loss=0)
EVENTS = (
    ("two at a table, all 17 tie-breaks", 2000, 15, 2, CHESS, FULL_CHAIN),
    ("four at a table, all 17 tie-breaks", 2000, 15, 4, PointScheme(by_place=(4, 2, 1, 0)), FULL_CHAIN),
    ("two at a table, FIDE's usual chain", 2000, 15, 2, CHESS, FIDE),
    ("two at a table, all 17 tie-breaks", 500, 9, 2, CHESS, FULL_CHAIN),
)
AT = datetime(2026, 12, 1, 19, tzinfo=UTC)


def rows() -> Iterator[Row]:
    """A line for each event."""
    for what, entries, rounds, size, scheme, chain in EVENTS:
        state = event(entries, rounds, size, scheme, chain)
        seconds = median(spent(state) for _ in range(RUNS))
        name = f"{entries:,} entries, {rounds} rounds, {what}"
        measured = f"{seconds:.2f} s, {seconds / LEVEL_SECONDS:.2f} of the level"
        yield Row(name, measured, f"< {LEVEL_SECONDS:.0f} s of CPU", seconds < LEVEL_SECONDS)


def spent(state: Tournament) -> float:
    """The seconds that the rows take, as the API shows them."""
    begun = process_time()
    standings(state)
    return process_time() - begun


def event(entries: int, rounds: int, size: int, scheme: PointScheme, chain: tuple[TieBreakName, ...]) -> Tournament:
    """A tournament that was played by lot: equals sit together, some places are shared, and the rest has byes."""
    random = Random(0)
    state = Tournament(settings=Settings("event", "scoresheet", format=Swiss(), points=scheme, tie_breaks=chain))
    state.lot_secret = "0" * 32
    names = [f"e{number:04}" for number in range(entries)]
    state.entries = {name: Entry(name, name, (), 1, 1, checked_in=True) for name in names}
    points = dict.fromkeys(names, Fraction(0))
    for number in range(1, rounds + 1):
        order = sorted(random.sample(names, len(names)), key=lambda name: -points[name])
        played = _round(number, order, size, scheme, random)
        state.rounds.append(played)
        for name, made in played.score.points.items() if played.score else ():
            points[name] += made
    return state


def _round(number: int, order: list[str], size: int, scheme: PointScheme, random: Random) -> Round:
    absent = random.randrange(size) + size
    seated, byes = order[:-absent], order[-absent:]
    score = RoundScore(byes=dict.fromkeys(byes, Fraction(1)), scheme=scheme)
    tables: list[Table] = []
    for at in range(0, len(seated) - size + 1, size):
        seats = tuple(seated[at : at + size])
        made = {seat: random.randrange(4 * size) for seat in seats}
        places = {seat: 1 + sum(other > mine for other in made.values()) for seat, mine in made.items()}
        assert is_ranking(list(places.values()))
        table = Table(f"r{number}t{at}", f"r{number}", at // size + 1, None, seats, 1)
        table.result = Result(
            Claim(places, {seat: written(Fraction(one)) for seat, one in made.items()}), "table", AT, None
        )
        score.places |= places
        score.points |= table_points(scheme, places)
        tables.append(table)
    left = seated[len(tables) * size :]
    score.missed = dict.fromkeys(left, Fraction(0))
    return Round(f"r{number}", number, 1, 1, tables, tuple(byes), {}, 1, state="closed", score=score)
