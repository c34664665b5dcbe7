"""Round robin: the published Berger tables, what they promise, and people who leave and come late."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from games.kernel import Rejected
from league.domain.seating.problem import Problem
from league.domain.seating.round_robin import berger, rounds_of, seat
from tests.league.domain.seating.duels import TWO, names, seats

SIZES = range(3, 15)

PUBLISHED = {
    4: ["1-4 2-3", "4-3 1-2", "2-4 3-1"],
    6: ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"],
    8: [
        "1-8 2-7 3-6 4-5",
        "8-5 6-4 7-3 1-2",
        "2-8 3-1 4-7 5-6",
        "8-6 7-5 1-4 2-3",
        "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4",
        "4-8 5-3 6-2 7-1",
    ],
}
"""The tables of the FIDE Handbook, white first."""


def round_of(entrants, number, *, double=False, numbers=None, **more):
    problem = Problem(number, "seed", tuple(entrants), TWO, **more)
    return seat(problem, double=double, numbers=numbers or entrants)


def all_rounds(entries, *, double=False):
    entrants = names(entries)
    return [round_of(entrants, number, double=double) for number in range(1, rounds_of(entries, double) + 1)]


@pytest.mark.parametrize("size", PUBLISHED)
def test_the_published_tables(size):
    for number, line in enumerate(PUBLISHED[size], 1):
        assert {f"{first}-{second}" for first, second in berger(size, number)} == set(line.split()), number


@pytest.mark.parametrize("entries", SIZES)
def test_everybody_meets_everybody_once_and_sits_or_sits_out_once_a_round(entries):
    rounds = all_rounds(entries)
    assert len(rounds) == (entries if entries % 2 else entries - 1)
    met = Counter(frozenset(table) for seating in rounds for table in seats(seating))
    assert met == Counter(map(frozenset, combinations(names(entries), 2)))
    for seating in rounds:
        assert sorted([*seating.byes, *(entry for table in seats(seating) for entry in table)]) == names(entries)
        assert len(seating.byes) == entries % 2


@pytest.mark.parametrize("entries", SIZES)
def test_starts_differ_by_no_more_than_they_have_to(entries):
    """With an odd count everybody starts half of its games; with an even one, one more or one less than the other."""
    rounds = all_rounds(entries)
    started = Counter(table[0] for seating in rounds for table in seats(seating))
    games = Counter(entry for seating in rounds for table in seats(seating) for entry in table)
    assert {abs(2 * started[entry] - games[entry]) for entry in names(entries)} == {1 - entries % 2}


@pytest.mark.parametrize("entries", SIZES)
def test_double_is_everybody_twice_with_the_start_changed(entries):
    rounds = all_rounds(entries, double=True)
    assert len(rounds) == rounds_of(entries, True) == 2 * rounds_of(entries, False)
    met = Counter(table for seating in rounds for table in seats(seating))
    assert met == Counter(
        (a, b) for one, other in combinations(names(entries), 2) for a, b in [(one, other), (other, one)]
    )


@pytest.mark.parametrize("entries", SIZES)
def test_nobody_starts_three_times_running_where_the_cycles_of_a_double_one_meet(entries):
    had: dict[str, list[int]] = {entry: [] for entry in names(entries)}
    for seating in all_rounds(entries, double=True):
        for first, second in seats(seating):
            had[first].append(1)
            had[second].append(-1)
    for sides in had.values():
        assert not any(a == b == c for (a, b), (_, c) in pairwise(pairwise(sides)))


def test_the_last_two_rounds_of_the_first_cycle_change_places():
    entrants = names(6)
    single = [seats(round_of(entrants, number)) for number in range(1, 6)]
    double = [seats(round_of(entrants, number, double=True)) for number in range(1, 11)]
    assert double[:5] == [*single[:3], single[4], single[3]]
    assert double[5:] == [[(b, a) for a, b in tables] for tables in single]


def test_the_opponents_of_whoever_left_sit_out():
    entrants = names(6)
    there = [entry for entry in entrants if entry != "e0001"]
    byes = [round_of(there, number, numbers=entrants).byes for number in range(1, 6)]
    assert sorted(byes) == [("e0000",), ("e0002",), ("e0003",), ("e0004",), ("e0005",)]


def test_who_comes_late_takes_the_place_of_the_dummy():
    before, after = names(5), names(6)
    for number in range(1, 6):
        old, new = round_of(before, number), round_of(after, number)
        assert set(seats(old)) < set(seats(new))
        (extra,) = set(seats(new)) - set(seats(old))
        assert set(extra) == {"e0005", old.byes[0]}


def test_who_has_no_number_is_refused():
    with pytest.raises(Rejected) as refused:
        round_of(names(4), 1, numbers=names(3))
    assert (refused.value.code, refused.value.facts) == ("no_number", {"entries": ["e0003"]})


@pytest.mark.parametrize(("double", "rounds"), [(False, 3), (True, 6)])
def test_after_the_last_round_there_are_no_more(double, rounds):
    round_of(names(4), rounds, double=double)
    with pytest.raises(Rejected) as refused:
        round_of(names(4), rounds + 1, double=double)
    assert (refused.value.code, refused.value.facts) == ("no_more_rounds", {"rounds": rounds})


def test_the_smallest():
    assert [rounds_of(entries, False) for entries in range(6)] == [0, 0, 1, 3, 3, 5]
    assert [seats(round_of(names(2), number, double=True)) for number in (1, 2)] == [
        [("e0000", "e0001")],
        [("e0001", "e0000")],
    ]
    with pytest.raises(Rejected) as refused:
        round_of(names(1), 1, numbers=names(3))
    assert refused.value.code == "too_few_entries"


def test_who_has_a_table_of_its_own_sits_there():
    numbers = [table.number for table in round_of(names(4), 1, fixed={"e0003": 9}).tables]
    assert numbers == [9, None]
