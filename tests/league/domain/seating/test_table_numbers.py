"""The tables of the hall: an entry with a fixed one sits there, and nobody else while another table is free."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from league.domain.seating.problem import Bounds, Problem, Seated
from league.domain.seating.table_numbers import number_tables
from league.domain.tournament import commands as c
from tests.league.domain.night import Night


def numbers(*tables: str, fixed: Mapping[str, int], hall: int = 0, rotate: bool = False) -> list[int]:
    seats = [tuple(table.split()) for table in tables]
    players = tuple(entry for at_table in seats for entry in at_table)
    problem = Problem(1, "seed", players, Bounds(2, 4, 2), fixed=fixed)
    return number_tables(problem, [Seated(at_table) for at_table in seats], rotate=rotate, hall=hall)


@pytest.mark.parametrize("rotate", [False, True])
def test_where_two_with_fixed_tables_meet_the_other_table_stays_free(rotate: bool) -> None:
    found = numbers("c d", "a b", "e f", fixed={"a": 1, "b": 2}, rotate=rotate)
    assert found[1] == 1
    assert sorted(found) == [1, 3, 4]


def test_three_with_fixed_tables_at_one_keep_two_free() -> None:
    assert numbers("a b c", "d e", "f g", fixed={"a": 3, "b": 1, "c": 2}) == [3, 4, 5]


def test_the_table_is_given_where_the_hall_has_no_other() -> None:
    assert numbers("a b", "c d", "e f", fixed={"a": 1, "b": 2}, hall=3) == [1, 3, 2]
    assert numbers("a b", "c d", "e f", fixed={"a": 1, "b": 2}, hall=4) == [1, 3, 4]


def test_whoever_sits_at_the_own_table_keeps_nothing_else_free() -> None:
    assert numbers("a b", "c d", "e f", fixed={"a": 2, "c": 1}) == [2, 1, 3]
    assert numbers("a b", "c d", fixed={"z": 1}) == [1, 2], "who sits out needs no table"


@pytest.mark.parametrize("format", ["swiss", "areas", "round_robin"])
def test_a_tournament_keeps_the_table_free_in_the_log_too(format: str) -> None:
    night = Night(*"abcdef", format={"type": format}, table_size={"min": 2, "max": 2, "prefer": 2})
    night.seat()
    one, other = night.last.tables[1].seats
    night.send(c.Discard(night.last.id))
    night.send(c.FixTable(one, 1))
    night.send(c.FixTable(other, 2))
    made = night.plan()
    at = {entry: table.number for table in made.tables for entry in table.seats}
    own = [entry for entry, fixed in ((one, 1), (other, 2)) if at[entry] == fixed]
    assert own
    assert all(number > 2 for entry, number in at.items() if entry not in (one, other) and at[other] == at[one])
