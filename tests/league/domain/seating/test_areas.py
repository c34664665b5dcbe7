"""Areas on a problem alone: everybody present has a seat, or the round is refused."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import Rejected
from league.domain.seating import areas
from league.domain.seating.problem import Bounds, Problem, Separated


def names(count):
    return tuple(f"e{number:04}" for number in range(count))


def test_areas_that_tables_of_the_rounds_game_cannot_seat_are_refused():
    """7 can be 4 and 3, but where the game of the round asks for 4 or 5 one of an area would have no seat."""
    with pytest.raises(Rejected) as refused:
        areas.seat(Problem(1, "seed", names(40), Bounds(4, 5, 4)), k=7)
    assert (refused.value.code, refused.value.facts) == ("bad_area", {"k": 7})


@given(st.integers(2, 80), st.integers(2, 40), st.tuples(st.integers(2, 8), st.integers(0, 3)))
def test_nobody_is_left_without_a_seat(count, k, sizes):
    smallest, more = sizes
    problem = Problem(1, "seed", names(count), Bounds(smallest, smallest + more, smallest))
    try:
        seating = areas.seat(problem, k=k)
    except Rejected as refused:
        assert refused.code == ("too_few_entries" if count < smallest else "bad_area")  # noqa: PT017
        return
    seated = [entry for table in seating.tables for entry in table.seats]
    assert sorted([*seated, *seating.byes]) == list(names(count))


@pytest.mark.parametrize("k", [3, 4, 6, 8])
def test_areas_of_several_tables_keep_apart_whom_no_change_of_places_parts(k):
    """Groups that overlap, of which exchanges find no way out: all are seated anew, at the tables that the areas have.

    24 at tables of 3 to 4, rather 3: areas of 4 or 8 have other tables than a seating without areas would.
    """
    kept = 0
    for seed in range(60):
        lot = Random(seed)
        groups = tuple(
            Separated("household", tuple(lot.sample(names(24), lot.randint(3, 6))), hard=True) for _ in range(6)
        )
        place = {entry: number for number, entry in enumerate(names(24), 1)}
        problem = Problem(2, f"seed {seed}", names(24), Bounds(3, 4, 3), place=place, separated=groups)
        try:
            seating = areas.seat(problem, k=k)
        except Rejected as refused:
            assert refused.code == "apart"  # noqa: PT017
            continue
        kept += 1
        sizes = [len(table.seats) for table in seating.tables]
        assert sizes == [len(group.entries) for group in areas.fill(names(24), k, problem.bounds, "any")]
        for table in seating.tables:
            assert not any(len(set(table.seats) & set(group.entries)) > 1 for group in groups)
    assert kept > 30
