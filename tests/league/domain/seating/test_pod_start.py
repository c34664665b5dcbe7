"""What pods start from, and the exhaustive search for tables: by hand, and against all ways."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from league.domain.seating.masks import mask_of, masks_of
from league.domain.seating.partition import partition
from league.domain.seating.pods.start import in_order, start
from league.domain.seating.problem import Bounds, PastRound, PastTable, Problem, Separated
from league.domain.seating.separation import dealt


def masks_with(points, *, short=(), separated=(), fixed=None):
    """Entries with these points, best first. short: numbers of those who have sat at a smaller table, by round."""
    entries = tuple(f"e{number}" for number in range(len(points)))
    tables = tuple(tuple(entries[at] for at in who) for who in ((), *short) if who)
    largest = tuple(f"gone{number}" for number in range(9))
    rounds = tuple(PastRound(at, (PastTable(1, largest), PastTable(2, table))) for at, table in enumerate(tables, 1))
    given = {entry: Fraction(own) for entry, own in zip(entries, points, strict=True)}
    problem = Problem(
        1, "s", entries, Bounds(3, 4, 4), points=given, history=rounds, separated=separated, fixed=fixed or {}
    )
    return masks_of(problem, entries)


def test_the_smaller_table_is_the_last_where_nothing_speaks_against_it():
    assert in_order(masks_with([1] * 7), (4, 3), 10) == [[0, 1, 2, 3], [4, 5, 6]]


def test_the_smaller_table_goes_to_those_who_have_not_had_it():
    assert in_order(masks_with([1] * 11, short=[(8, 9, 10)]), (4, 4, 3), 10) == [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9, 10]]


def test_the_smaller_table_goes_where_a_gap_in_the_scores_is():
    points = [9, 9, 9, 5, 5, 5, 5, 1, 1, 1, 1]
    assert in_order(masks_with(points), (4, 4, 3), 10) == [[0, 1, 2], [3, 4, 5, 6], [7, 8, 9, 10]]


def test_those_of_one_certain_table_are_put_together_where_the_middle_of_them_is():
    begun = start(
        masks_with([1] * 12, fixed={"e0": 4, "e5": 4, "e11": 4, "e2": 7}), [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    )
    assert begun.at == {4: 1}
    assert {0, 5, 11} < set(begun.tables[1])
    assert sorted(member for table in begun.tables for member in table) == list(range(12))


def test_dealing_by_group_parts_groups_as_large_as_there_are_tables():
    groups = tuple(Separated("club", tuple(f"e{3 * at + first}" for at in range(4)), hard=True) for first in range(3))
    tables = dealt(masks_with([1] * 12, separated=groups), (3, 3, 3, 3))
    assert all(sorted(member % 3 for member in table) == [0, 1, 2] for table in tables)


def ways(left, sizes):
    """Every way to seat those who are left at tables of these sizes."""
    if not left:
        yield []
        return
    for size in sorted(set(sizes)):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(left[1:], size - 1):
            table = (left[0], *others)
            for tables in ways([member for member in left if member not in table], rest):
                yield [table, *tables]


@pytest.mark.parametrize("sizes", [(3, 3, 3), (4, 4), (4, 3), (3, 2, 2), (3, 3, 2)])
def test_tables_are_found_exactly_where_there_are_some(sizes):
    lot, size, found = Random(str(sizes)), sum(sizes), set()
    for _ in range(60):
        barred = [0] * size
        for a, b in combinations(range(size), 2):
            if lot.random() < 0.35:
                barred[a] |= 1 << b
                barred[b] |= 1 << a
        tables = partition(barred, sizes)
        free = any(
            not any(barred[member] & mask_of(table) for table in way for member in table)
            for way in ways(list(range(size)), sizes)
        )
        assert (tables is not None) == free
        found.add(free)
        if tables:
            assert sorted(map(len, tables)) == sorted(sizes)
            assert not any(barred[member] & mask_of(table) for table in tables for member in table)
    assert found == {True, False}


def test_a_search_ends_after_its_steps():
    nobody_meets = [(1 << 40) - 1 & ~(1 << member) for member in range(40)]
    assert partition([0] * 40, (4,) * 10, steps=3) is None
    assert partition(nobody_meets, (4,) * 10) is None
