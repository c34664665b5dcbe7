"""Seats at planned tables: each player has each seat as evenly often as possible.

Equal tables: exact. Players and tables are a bipartite graph; a player of n rounds is split into vertices of s edges
and one of the rest, and the edges get s colours, the seats: each table has each seat once, each player each seat
floor or ceil(n / s) times. Tables that differ by a seat: the last seat of the larger ones has a colour of its own, so
it is spread evenly too, and the other seats are coloured as equal tables. Past rounds are balanced by swaps.
Source: Koenig; de Werra, equitable edge colourings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from league.domain.seating.rotation.budget import SCALE, odds

SWAPS_PER_SEAT = 500
FEWEST_SWAPS, MOST_SWAPS = 20_000, 120_000
PER_UNIT = 20

Tables = list[list[int]]


def seat(
    rounds: Sequence[Sequence[Sequence[int]]], had: Mapping[int, Mapping[int, int]], chance: Random
) -> list[Tables]:
    """The players of each table from seat 1 on. had: times that each has had a seat, from 1."""
    seated = _spread([table for tables in rounds for table in tables])
    if any(any(times.values()) for times in had.values()):
        _even_out(seated, had, chance)
    found, at = [], 0
    for tables in rounds:
        found.append(seated[at : at + len(tables)])
        at += len(tables)
    return found


def _spread(tables: list[Sequence[int]]) -> Tables:
    """Each table's players by seat; the larger of two table sizes has a seat of its own."""
    largest, smallest = max(map(len, tables)), min(map(len, tables))
    last: dict[int, int] = {}
    if largest > smallest:
        large = [number for number, table in enumerate(tables) if len(table) == largest]
        by_seat = _coloured([tables[number] for number in large], largest)
        last = {number: table[-1] for number, table in zip(large, by_seat, strict=True)}
    rest = [[player for player in table if player != last.get(number)] for number, table in enumerate(tables)]
    by_seat = _coloured(rest, smallest)
    return [table + ([last[number]] if number in last else []) for number, table in enumerate(by_seat)]


def _coloured(tables: Sequence[Sequence[int]], colours: int) -> Tables:
    colouring = _Colouring(colours, len(tables))
    met: dict[int, int] = {}
    for table, players in enumerate(tables):
        for player in players:
            part, met[player] = met.get(player, 0) // colours, met.get(player, 0) + 1
            colouring.add((player, part), table)
    return [[colouring.at_table[table][colour][0] for colour in range(colours)] for table in range(len(tables))]


class _Colouring:
    """Edges between players and tables; no vertex has two edges of a colour."""

    def __init__(self, colours: int, tables: int) -> None:
        self.colours = colours
        self.at_table: list[dict[int, tuple[int, int]]] = [{} for _ in range(tables)]
        self.of_player: dict[tuple[int, int], dict[int, int]] = {}

    def add(self, player: tuple[int, int], table: int) -> None:
        """Add an edge; if no colour is free at both ends, swap the colours along a path."""
        mine = self.of_player.setdefault(player, {})
        there = self.at_table[table]
        own = next(colour for colour in range(self.colours) if colour not in mine)
        its = next(colour for colour in range(self.colours) if colour not in there)
        if own in there:
            self._turn_over(table, own, its)
        there[own] = player
        mine[own] = table

    def _turn_over(self, table: int, own: int, its: int) -> None:
        """Swap the colours `own` and `its` along the path from `table` that begins with `own`."""
        path, colour = [], own
        at: int | None = table
        while at is not None and colour in self.at_table[at]:
            player = self.at_table[at][colour]
            path.append((player, at, colour))
            other = its if colour == own else own
            following = self.of_player[player].get(other)
            if following is None:
                break
            path.append((player, following, other))
            at = following
        for player, place, colour in path:
            del self.at_table[place][colour], self.of_player[player][colour]
        for player, place, colour in path:
            turned = its if colour == own else own
            self.at_table[place][turned] = player
            self.of_player[player][turned] = place


def _even_out(seated: Tables, had: Mapping[int, Mapping[int, int]], chance: Random) -> None:
    """Swap seats at tables, in place, while counts including the past become more even: a short annealing."""
    seats = max(map(len, seated))
    times = {player: [had.get(player, {}).get(seat, 0) for seat in range(1, seats + 1)] for t in seated for player in t}
    for table in seated:
        for seat, player in enumerate(table):
            times[player][seat] += 1
    random, accept, worse, best, journal = chance.random, odds(PER_UNIT), 0, 0, list[tuple[list[int], int, int]]()
    for _ in range(min(MOST_SWAPS, max(FEWEST_SWAPS, SWAPS_PER_SEAT * sum(map(len, seated))))):
        table = seated[int(random() * len(seated))]
        one, other = int(random() * len(table)), int(random() * len(table))
        if one == other:
            continue
        row_a, row_b = times[table[one]], times[table[other]]
        dearer = row_a[other] - row_a[one] + row_b[one] - row_b[other] + 2
        if dearer > 0 and (dearer >= len(accept) or random() * SCALE >= accept[dearer]):
            continue
        _swap(table, one, other, row_a, row_b)
        worse += dearer
        if worse < best:
            best = worse
            journal.clear()
        else:
            journal.append((table, one, other))
    for table, one, other in reversed(journal):
        table[one], table[other] = table[other], table[one]


def _swap(table: list[int], one: int, other: int, row_a: list[int], row_b: list[int]) -> None:
    table[one], table[other] = table[other], table[one]
    row_a[one] -= 1
    row_a[other] += 1
    row_b[other] -= 1
    row_b[one] += 1
