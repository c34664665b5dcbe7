"""Score pods: the cases of the documents, properties over random fields, and against all seatings of small fields."""

import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import Rejected
from league.domain.seating.costs import cost, separated_pairs
from league.domain.seating.masks import masks_of
from league.domain.seating.pods import REPEAT, SHORT, SOFT, seat
from league.domain.seating.pods.start import in_order
from league.domain.seating.pods.swaps import STRICT, Weights, total
from league.domain.seating.problem import Bounds, PastRound, PastTable, Problem, Separated, pairs
from league.domain.seating.sizes import table_sizes

SIZES = [(3, 5, 4), (4, 4, 4), (3, 4, 4), (4, 5, 4), (2, 3, 3), (3, 3, 3), (5, 6, 5), (2, 12, 7)]


def names(count):
    return tuple(f"e{number}" for number in range(1, count + 1))


def past(number, *tables, byes=()):
    return PastRound(number, tuple(PastTable(at, tuple(seats)) for at, seats in enumerate(tables, 1)), tuple(byes))


def ranked(entries, points):
    """The place of each by its points, equal where shared."""
    return {entry: 1 + sum(points[other] > points[entry] for other in entries) for entry in entries}


def a_problem(entries, points, bounds=(4, 4, 4), **more):
    given_points = {entry: Fraction(own) for entry, own in zip(entries, points, strict=True)}
    found = {"number": 2, "seed": "seed", "place": ranked(entries, given_points), "points": given_points}
    return Problem(players=tuple(entries), bounds=Bounds(bounds[0], bounds[1], bounds[2]), **(found | more))


def together(seating):
    return [frozenset(table.seats) for table in seating.tables]


def shared(seating):
    return {pair for table in seating.tables for pair in pairs(table.seats)}


def all_seatings(entries, sizes):
    """Every way to seat them all, each once."""
    if not entries:
        yield []
        return
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for others in combinations(entries[1:], size - 1):
            rest = [entry for entry in entries[1:] if entry not in others]
            for tables in all_seatings(rest, left):
                yield [(entries[0], *others), *tables]


def test_near_in_score_sit_together():
    entries = names(12)
    seating = seat(a_problem(entries, range(12, 0, -1)))
    assert together(seating) == [frozenset(entries[:4]), frozenset(entries[4:8]), frozenset(entries[8:])]
    assert seating.byes == ()


def test_third_bye_goes_to_who_has_had_none():
    entries = names(17)
    had = dict.fromkeys(entries, 1) | {"e15": 2, "e17": 2, "e16": 0}
    met = past(1, ["e15", "e17", "e1", "e2"])
    seating = seat(a_problem(entries, range(17, 0, -1), byes_had=had, history=(met,), number=5))
    assert seating.byes == ("e16",)


def test_four_players_at_tables_of_two_meet_nobody_twice_in_three_rounds():
    entries = names(4)
    rounds: tuple[PastRound, ...] = ()
    for number in (1, 2, 3):
        points = {entry: sum(table.seats[0] == entry for each in rounds for table in each.tables) for entry in entries}
        problem = a_problem(entries, points.values(), (2, 3, 2), history=rounds, number=number)
        seating = seat(problem)
        assert cost(problem, [table.seats for table in seating.tables])["repeats"] == 0
        rounds += (past(number, *[table.seats for table in seating.tables]),)


def test_one_pair_that_meets_three_times_is_dearer_than_three_that_meet_twice():
    entries = names(7)
    twice = [past(1, ["e1", "e2"]), past(2, ["e1", "e2"])]
    three_pairs = [past(1, ["e1", "e2"], ["e3", "e4"], ["e5", "e6"])]
    weights = Weights(1, 0, 0)

    def costs(rounds, *met_again):
        everybody = masks_of(a_problem(entries, [1] * 7, history=tuple(rounds)), entries)
        return total(everybody, met_again, weights)

    assert costs(twice, [0, 1], [2, 3], [4, 5], [6]) == 2
    assert costs(three_pairs, [0, 1], [2, 4], [3, 5], [6]) == 1
    third_meeting = sum(k * k for k in [3]) - sum(k * k for k in [2])
    second_meeting = sum(k * k for k in [2]) - sum(k * k for k in [1])
    assert third_meeting - second_meeting == 2


def test_a_third_meeting_is_put_off_for_a_second_where_somebody_has_to_meet_again():
    entries = names(8)
    rounds = (past(1, entries[:4], entries[4:]), past(2, entries[:2], entries[2:4], entries[4:6], entries[6:]))
    problem = a_problem(entries, [1] * 8, history=rounds, number=3)
    counts = [problem.met[pair] for pair in shared(seat(problem))]
    assert sorted(counts, reverse=True)[:1] == [1]
    assert sum(counts) == 4


@pytest.mark.parametrize("count", [3, 4, 5])
def test_one_table_only_is_left_as_it_is(count):
    entries = names(count)
    problem = a_problem(entries, range(count), (3, 5, 4), history=(past(1, entries),))
    assert together(seat(problem)) == [frozenset(entries)]


def test_two_tables_only_part_those_who_have_met_as_far_as_it_goes():
    entries = names(8)
    problem = a_problem(entries, [1] * 8, history=(past(1, entries[:4], entries[4:]),))
    seating = seat(problem)
    assert cost(problem, [table.seats for table in seating.tables])["repeats"] == 4
    assert all(len(table & set(entries[:4])) == 2 for table in together(seating))


def test_a_penalty_counts_as_it_stands_in_the_points():
    entries = names(8)
    problem = a_problem(entries, [30, 29, 28, 27, 26 + 1, 10, 9, 8])
    punished = a_problem(entries, [30 - 25, 29, 28, 27, 26, 10, 9, 8])
    assert together(seat(problem))[0] == {"e1", "e2", "e3", "e4"}
    assert together(seat(punished))[0] == {"e2", "e3", "e4", "e5"}


def test_a_weight_of_nothing_lets_everybody_meet_again_and_a_great_one_does_not():
    entries = names(16)
    rounds = (past(1, *[entries[at : at + 4] for at in (0, 4, 8, 12)]),)
    problem = a_problem(entries, range(16, 0, -1), history=rounds)
    assert cost(problem, together_in_order(seat(problem, repeat_weight=0)))["repeats"] == 24
    assert cost(problem, together_in_order(seat(problem, repeat_weight=10**9)))["repeats"] == 0
    assert cost(problem, together_in_order(seat(problem)))["repeats"] == 0


def together_in_order(seating):
    return [table.seats for table in seating.tables]


def test_who_has_sat_at_a_short_table_does_not_again():
    entries = names(15)
    rounds = (past(1, entries[:4], entries[4:8], entries[8:12], entries[12:]),)
    problem = a_problem(entries, [1] * 15, (3, 4, 4), history=rounds)
    short = next(table for table in together_in_order(seat(problem)) if len(table) == 3)
    assert not set(short) & {"e13", "e14", "e15"}


def test_a_household_is_kept_apart():
    entries = names(12)
    problem = a_problem(entries, range(12, 0, -1), separated=(Separated("household", ("e1", "e2", "e3"), hard=True),))
    assert not shared(seat(problem)) & {("e1", "e2"), ("e1", "e3"), ("e2", "e3")}


def test_a_household_of_more_than_there_are_tables_is_refused_with_its_names():
    entries = names(8)
    family = Separated("household", ("e2", "e5", "e7", "gone"), hard=True)
    with pytest.raises(Rejected) as refused:
        seat(a_problem(entries, range(8, 0, -1), separated=(family,)))
    assert refused.value.code == "apart"
    assert refused.value.facts["entries"] == ["e2", "e5", "e7"]
    assert refused.value.detail.startswith("These 3 can't be kept apart at 2 tables: ")


def test_a_bye_does_not_part_a_household():
    entries = names(9)
    family = Separated("household", ("e1", "e2", "e9"), hard=True)
    seating = seat(a_problem(entries, range(9, 0, -1), separated=(family,)))
    assert seating.byes == ("e9",)
    with pytest.raises(Rejected):
        seat(a_problem(entries, range(9, 0, -1), separated=(Separated("household", ("e1", "e2", "e3"), hard=True),)))


def test_households_that_conflict_only_in_a_ring_are_refused_without_those_who_have_no_part_in_it():
    entries = names(8)
    ring = [("e1", "e2"), ("e2", "e3"), ("e3", "e4"), ("e4", "e5"), ("e1", "e5"), ("e7", "e8")]
    with pytest.raises(Rejected) as refused:
        seat(a_problem(entries, range(8), separated=tuple(Separated("household", pair, hard=True) for pair in ring)))
    assert refused.value.facts["entries"] == ["e5", "e4", "e3", "e2", "e1"]


def test_everybody_has_a_table_where_every_table_has_one_of_each_household():
    entries = names(40)
    families = tuple(Separated("household", entries[at::4], hard=True) for at in range(4))
    seating = seat(a_problem(entries, range(40), separated=families))
    assert all(len({int(entry[1:]) % 4 for entry in table}) == 4 for table in together(seating))


def test_a_club_is_kept_apart_where_it_costs_nobody_a_repeat():
    entries = names(16)
    club = Separated("club", ("e1", "e2", "e3", "e4"))
    problem = a_problem(entries, [1] * 16, separated=(club,))
    assert cost(problem, together_in_order(seat(problem)))["apart"] == 0
    crowded = a_problem(entries, [1] * 16, separated=(Separated("club", entries[:6]),))
    assert cost(crowded, together_in_order(seat(crowded)))["apart"] == 2


def test_whoever_sits_at_a_certain_table_sits_there_and_never_at_another():
    entries = names(16)
    problem = a_problem(entries, range(16, 0, -1), fixed={"e1": 3, "e2": 1, "e9": 3, "e16": 7})
    seating = seat(problem)
    numbers = {entry: table.number for table in seating.tables for entry in table.seats}
    assert {entry: numbers[entry] for entry in ("e1", "e2", "e9", "e16")} == {"e1": 3, "e2": 1, "e9": 3, "e16": 7}
    assert sorted(table.number or 0 for table in seating.tables) == [0, 1, 3, 7]


def test_a_certain_table_takes_as_many_as_it_has_seats_and_no_other_has_its_number():
    seating = seat(a_problem(names(12), range(12, 0, -1), fixed=dict.fromkeys(names(5), 2)))
    (certain,) = [table for table in seating.tables if table.number == 2]
    assert set(certain.seats) < set(names(5))
    assert [table.number for table in seating.tables].count(None) == 2


def test_neighbours_in_the_standings_with_tables_of_their_own_do_not_sit_together():
    seating = seat(a_problem(names(8), range(8, 0, -1), fixed={"e1": 5, "e2": 6}))
    numbers = {entry: table.number for table in seating.tables for entry in table.seats}
    assert (numbers["e1"], numbers["e2"]) == (5, 6)


def test_more_certain_tables_than_tables_are_refused():
    with pytest.raises(Rejected) as refused:
        seat(a_problem(names(8), range(8, 0, -1), fixed={"e1": 1, "e2": 2, "e3": 3}))
    assert refused.value.facts["entries"] == ["e1", "e2", "e3"]


def test_two_of_a_household_with_one_certain_table_are_refused():
    family = Separated("household", ("e1", "e8"), hard=True)
    with pytest.raises(Rejected) as refused:
        seat(a_problem(names(8), range(8, 0, -1), fixed={"e1": 1, "e8": 1}, separated=(family,)))
    assert sorted(refused.value.facts["entries"]) == ["e1", "e8"]


def test_the_first_round_goes_by_lot_or_by_the_places_that_are_given():
    entries = names(8)
    by_lot = Problem(1, "s", entries, Bounds(4, 4, 4))
    assert together(seat(by_lot)) == [frozenset(entries[:4]), frozenset(entries[4:])]
    by_rating = Problem(1, "s", entries, Bounds(4, 4, 4), place={entry: 9 - int(entry[1:]) for entry in entries})
    assert together(seat(by_rating)) == [frozenset(entries[4:]), frozenset(entries[:4])]


@st.composite
def histories(draw, most=26):
    """A problem with some rounds played, some who came late and some who left; and the bounds of its tables."""
    bounds = draw(st.sampled_from(SIZES))
    count, rounds = draw(st.integers(bounds[0], most)), draw(st.integers(0, 5))
    lot = Random(draw(st.integers(0, 10**6)))
    return history(bounds, count, rounds, lot)


def history(bounds, count, rounds, lot):
    """Rounds played by the format itself: a tenth misses each, so that people come and go."""
    everybody = names(count)
    played: tuple[PastRound, ...] = ()
    points: Counter[str] = Counter()
    byes: Counter[str] = Counter()
    for number in range(1, rounds + 2):
        there = [entry for entry in everybody if lot.random() > 0.1] if number > 1 else list(everybody)
        if len(there) < bounds[0]:
            there = list(everybody)
        lot.shuffle(there)
        own = {entry: Fraction(points[entry]) for entry in there}
        known = {"place": ranked(there, own), "points": own, "history": played, "byes_had": dict(byes)}
        problem = Problem(number, f"s{number}", tuple(there), Bounds(bounds[0], bounds[1], bounds[2]), **known)
        if number > rounds:
            return problem
        seating = seat(problem)
        for table in seating.tables:
            points.update(dict(zip(lot.sample(table.seats, len(table.seats)), (5, 3, 1), strict=False)))
        byes.update(seating.byes)
        played += (past(number, *[table.seats for table in seating.tables], byes=seating.byes),)
    raise AssertionError


def start_of(problem, entries):
    """What the standings' order costs, and the measure."""
    seated = masks_of(problem, entries)
    sizes = table_sizes(len(problem.players), *[problem.bounds.min, problem.bounds.max, problem.bounds.prefer]).tables
    return seated, in_order(seated, sizes, SHORT)


@settings(max_examples=60, deadline=None)
@given(histories())
def test_everybody_sits_once_at_a_table_of_the_right_size_at_no_more_than_the_start_cost(problem):
    seating = seat(problem)
    placed = [entry for table in seating.tables for entry in table.seats] + list(seating.byes)
    assert sorted(placed) == sorted(problem.players)
    assert all(problem.bounds.min <= len(table.seats) <= problem.bounds.max for table in seating.tables)
    most = max((problem.byes_had.get(entry, 0) for entry in seating.byes), default=0)
    if seating.byes:
        assert most <= min(problem.byes_had.get(entry, 0) for table in seating.tables for entry in table.seats)
    entries = [entry for entry in problem.by_standing if entry not in seating.byes]
    number = {entry: at for at, entry in enumerate(entries)}
    seated, start = start_of(problem, entries)
    tables = [[number[entry] for entry in table.seats] for table in seating.tables]
    for weights in (Weights(STRICT, SOFT, SHORT), Weights(REPEAT, SOFT, SHORT)):
        if total(seated, tables, weights) <= total(seated, start, weights):
            return
    raise AssertionError


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([(3, 3, 3), (2, 3, 3), (4, 4, 4), (3, 4, 4)]),
    st.integers(4, 10),
    st.integers(1, 4),
    st.integers(0, 10**6),
)
def test_nobody_meets_again_where_all_seatings_tried_show_that_nobody_has_to(bounds, count, rounds, lot):
    problem = history(bounds, max(count, bounds[0]), rounds, Random(lot))
    seating = seat(problem)
    seated = sorted(entry for table in seating.tables for entry in table.seats)
    sizes = [len(table.seats) for table in seating.tables]
    ways = all_seatings(seated, sizes)
    fewest_is_none = any(not any(problem.met[pair] for seats in way for pair in pairs(seats)) for way in ways)
    if fewest_is_none:
        assert not any(problem.met[pair] for pair in shared(seating))


@settings(max_examples=40, deadline=None)
@given(
    st.integers(8, 24), st.lists(st.tuples(st.integers(1, 24), st.integers(1, 24)), max_size=14), st.integers(0, 10**6)
)
def test_hard_separations_are_kept_or_refused_with_names(count, chosen, lot):
    problem = history((3, 5, 4), count, 2, Random(lot))
    entries = sorted(problem.players)
    some = [(entries[a % len(entries)], entries[b % len(entries)]) for a, b in chosen]
    groups = tuple(Separated("household", pair, hard=True) for pair in some if pair[0] != pair[1])
    problem = Problem(**{**vars_of(problem), "separated": groups})
    seating, refused = seated_or_refused(problem)
    if refused:
        assert refused.code == "apart"
        assert set(refused.facts["entries"]) <= {entry for group in groups for entry in group.entries}
        assert not can_be_parted(problem, groups)
    else:
        assert not shared(seating) & set(separated_pairs(problem, hard=True))


def seated_or_refused(problem):
    try:
        return seat(problem), None
    except Rejected as refused:
        return None, refused


def can_be_parted(problem, groups):
    """Whether some seating keeps them apart, all being tried; whoever is in no group is left out of the trial."""
    sizes = table_sizes(len(problem.players), problem.bounds.min, problem.bounds.max, problem.bounds.prefer).tables
    foes = {frozenset(group.entries) for group in groups}
    some = sorted({entry for group in groups for entry in group.entries})

    def placed(at, tables):
        if at == len(some):
            return True
        return any(
            placed(at + 1, [*tables[:number], [*table, some[at]], *tables[number + 1 :]])
            for number, table in enumerate(tables)
            if len(table) < sizes[number] and not any({other, some[at]} in foes for other in table)
        )

    return placed(0, [[] for _ in sizes])


def vars_of(problem):
    return {name: getattr(problem, name) for name in Problem.__dataclass_fields__}


@pytest.mark.parametrize("bounds", [(4, 4, 4), (3, 4, 4)])
def test_byes_differ_by_at_most_one_among_those_who_are_always_there(bounds):
    entries = names(5)
    had: Counter[str] = Counter()
    played: tuple[PastRound, ...] = ()
    for number in range(1, 10):
        problem = Problem(
            number, f"s{number}", entries, Bounds(bounds[0], bounds[1], bounds[2]), history=played, byes_had=dict(had)
        )
        seating = seat(problem)
        had.update(seating.byes)
        played += (past(number, *together_in_order(seating), byes=seating.byes),)
        assert max(had[entry] for entry in entries) - min(had[entry] for entry in entries) <= 1


def test_a_planned_round_without_a_repeat_is_found_or_another():
    """Five rounds of a square of 16 in 4s: the last is the only one that is left, and has to be found."""
    square = [[f"e{4 * row + column + 1}" for column in range(4)] for row in range(4)]
    shifts = [(0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0)]
    lines = [[tuple(row) for row in square], [tuple(row[at] for row in square) for at in range(4)]]
    lines += [
        [tuple(square[row][shifts[field_times(times, row)][at]] for row in range(4)) for at in range(4)]
        for times in (1, 2)
    ]
    played = tuple(past(number, *tables) for number, tables in enumerate(lines, 1))
    problem = a_problem(names(16), [lot % 5 for lot in range(16)], history=played, number=5)
    assert max(problem.met.values()) == 1
    assert not any(problem.met[pair] for pair in shared(seat(problem)))


def field_times(a, b):
    """The product of the field of four."""
    return 0 if not a or not b else [1, 2, 3][([1, 2, 3].index(a) + [1, 2, 3].index(b)) % 3]


@pytest.mark.parametrize("side", [5, 7, 11])
def test_the_last_round_of_an_affine_plane_is_found(side):
    """Of the rounds without a repeat that there are, one is left, and one seating only."""
    entries, around = names(side * side), range(side)
    played = tuple(
        past(step + 1, *[[entries[side * row + (step * row + at) % side] for row in around] for at in around])
        for step in around
    )
    points = [lot % 7 for lot in range(side * side)]
    problem = a_problem(entries, points, (side, side, side), history=played, number=side + 1)
    assert set(together(seat(problem))) == {frozenset(entries[side * row : side * row + side]) for row in around}


def test_households_as_large_as_there_are_tables_are_kept_apart_in_a_large_field():
    entries = names(400)
    families = tuple(Separated("household", entries[at * 100 : (at + 1) * 100], hard=True) for at in range(4))
    seating = seat(a_problem(entries, range(400), separated=families))
    assert all(len({(int(entry[1:]) - 1) // 100 for entry in table}) == 4 for table in together(seating))


STORY = """
from random import Random
from tests.league.domain.seating.test_pods import history
from league.domain.seating.pods import seat
print(seat(history((3, 5, 4), 37, 4, Random(5))))
"""


def test_the_same_field_is_seated_the_same_under_another_hash_seed():
    told = [
        subprocess.run(
            [sys.executable, "-c", STORY],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, ["", *sys.path]))},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert "Seated" in told[0]


@pytest.mark.parametrize(("count", "bounds"), [(2000, (3, 5, 4)), (1999, (2, 12, 7)), (301, (2, 3, 2))])
def test_large_fields_meet_nobody_again_in_a_number_of_steps_that_grows_with_them(count, bounds):
    entries = names(count)
    played = past(1, *[entries[at : at + bounds[2]] for at in range(0, count - bounds[2], bounds[2])])
    problem = a_problem(entries, [number % 9 for number in range(count)], bounds, history=(played,))
    seating = seat(problem)
    assert sum(len(table.seats) for table in seating.tables) + len(seating.byes) == count
    assert not any(pair in problem.met for pair in shared(seating))
    assert seating.steps <= 300 * count
