"""Table sizes and byes: by hand, against an exhaustive search for small numbers, and for every number to 2,000."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import Rejected
from league.domain.seating.sizes import seats_all, table_sizes
from league.domain.tournament.settings import TableSize
from league.domain.values.faults import read


@pytest.mark.parametrize(
    ("entries", "bounds", "tables", "byes"),
    [
        (14, (3, 5, 4), (5, 5, 4), 0),
        (5, (3, 4, 4), (4,), 1),
        (6, (4, 5, 4), (5,), 1),
        (7, (4, 5, 4), (5,), 2),
        (11, (4, 5, 4), (5, 5), 1),
        (17, (4, 4, 4), (4, 4, 4, 4), 1),
        (5, (2, 2, 2), (2, 2), 1),
        (13, (3, 5, 4), (5, 4, 4), 0),
        (12, (3, 5, 4), (4, 4, 4), 0),
        (6, (3, 5, 4), (3, 3), 0),
        (7, (3, 5, 4), (4, 3), 0),
        (2, (2, 12, 4), (2,), 0),
        (2000, (4, 4, 4), (4,) * 500, 0),
        (2000, (3, 4, 4), (4,) * 500, 0),
        (2000, (4, 5, 4), (4,) * 500, 0),
        (2000, (3, 5, 4), (4,) * 500, 0),
        (2000, (2, 2, 2), (2,) * 1000, 0),
        (2000, (4, 5, 5), (5,) * 400, 0),
    ],
)
def test_worked_by_hand(entries, bounds, tables, byes):
    assert table_sizes(entries, *bounds) == (tables, byes)


BY_HAND_4_TO_5 = {4: "4", 5: "5", 6: "5 +1", 7: "5 +2", 8: "44", 9: "54", 10: "55", 11: "55 +1", 12: "444", 13: "544",
                  14: "554", 15: "555", 16: "4444", 17: "5444"}  # fmt: skip
BY_HAND_3_TO_4 = {3: "3", 4: "4", 5: "4 +1", 6: "33", 7: "43", 8: "44", 9: "333", 10: "433", 11: "443", 12: "444"}


@pytest.mark.parametrize(("bounds", "answers"), [((4, 5, 4), BY_HAND_4_TO_5), ((3, 4, 4), BY_HAND_3_TO_4)])
def test_every_small_number_has_the_answer_worked_by_hand(bounds, answers):
    for entries, answer in answers.items():
        sizes = table_sizes(entries, *bounds)
        said = "".join(map(str, sizes.tables)) + (f" +{sizes.byes}" if sizes.byes else "")
        assert said == answer


@pytest.mark.parametrize("bounds", [(3, 4, 4), (4, 5, 4), (3, 5, 4), (2, 2, 2), (4, 4, 4)])
def test_below_one_table_it_is_refused(bounds):
    for entries in range(bounds[0]):
        with pytest.raises(Rejected) as caught:
            table_sizes(entries, *bounds)
        assert caught.value.code == "too_few_entries"
        assert caught.value.facts == {"entries": entries, "smallest": bounds[0]}


def partitions(total, smallest, largest):
    """Every list of falling sizes within the bounds with that total."""
    if total == 0:
        yield ()
    for first in range(min(total, largest), smallest - 1, -1):
        for rest in partitions(total - first, smallest, first):
            yield (first, *rest)


def best_of_all(entries, smallest, largest, prefer):
    """The rule, word for word, over every way there is."""
    ways = [
        (entries - seated, way) for seated in range(1, entries + 1) for way in partitions(seated, smallest, largest)
    ]
    byes, way = min(ways, key=lambda w: (w[0], sum((size - prefer) ** 2 for size in w[1]), len(w[1])))
    return way, byes


@pytest.mark.parametrize(
    "bounds",
    [(2, 2, 2), (4, 4, 4), (2, 5, 3), (3, 4, 3), (3, 4, 4), (3, 5, 4), (4, 5, 4), (4, 5, 5), (5, 8, 6), (4, 12, 7)],
)
def test_no_way_is_better_by_the_rule(bounds):
    for entries in range(bounds[0], 31):
        assert table_sizes(entries, *bounds) == best_of_all(entries, *bounds)


@st.composite
def cases(draw):
    smallest = draw(st.integers(2, 12))
    largest = draw(st.integers(smallest, 12))
    return draw(st.integers(smallest, 2000)), smallest, largest, draw(st.integers(smallest, largest))


@given(cases())
def test_all_are_seated_or_have_a_bye_within_the_bounds(case):
    entries, smallest, largest, _ = case
    tables, byes = table_sizes(*case)
    assert sum(tables) + byes == entries
    assert all(smallest <= size <= largest for size in tables)
    assert list(tables) == sorted(tables, reverse=True)
    assert max(tables) - min(tables) <= 1
    assert not any(seats_all(more, smallest, largest) for more in range(entries - byes + 1, entries + 1))


def test_every_number_to_2000_is_answered_within_a_second():
    began = process_time()
    for entries in range(3, 2001):
        table_sizes(entries, 3, 5, 4)
    assert process_time() - began < 1


@pytest.mark.parametrize(
    ("said", "prefer"),
    [
        ({}, 4),
        ({"min": 2, "max": 2}, 2),
        ({"max": 3}, 3),
        ({"min": 5}, 5),
        ({"min": 3, "max": 5}, 4),
        ({"prefer": 6}, 6),
    ],
)
def test_what_is_preferred_where_it_is_not_said(said, prefer):
    assert read(TableSize, said).prefer == prefer
