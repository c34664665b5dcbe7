"""Areas on a field alone: whoever is there has a seat, or the round is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import Rejected
from league.domain.seating import areas
from league.domain.seating.field import Bounds, Field


def names(count):
    return tuple(f"e{number:04}" for number in range(count))


def test_areas_that_tables_of_the_rounds_game_cannot_seat_are_refused():
    """7 can be 4 and 3, but where the game of the round asks for 4 or 5 one of an area would have no seat."""
    with pytest.raises(Rejected) as refused:
        areas.seat(Field(1, "seed", names(40), Bounds(4, 5, 4)), k=7)
    assert (refused.value.code, refused.value.facts) == ("bad_area", {"k": 7})


@given(st.integers(2, 80), st.integers(2, 40), st.tuples(st.integers(2, 8), st.integers(0, 3)))
def test_nobody_is_left_without_a_seat(count, k, sizes):
    smallest, more = sizes
    field = Field(1, "seed", names(count), Bounds(smallest, smallest + more, smallest))
    try:
        seating = areas.seat(field, k=k)
    except Rejected as refused:
        assert refused.code == ("too_few_entries" if count < smallest else "bad_area")  # noqa: PT017
        return
    seated = [entry for table in seating.tables for entry in table.seats]
    assert sorted([*seated, *seating.byes]) == list(names(count))
