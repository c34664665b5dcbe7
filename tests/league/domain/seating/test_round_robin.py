"""Round robin: the published Berger tables, what they promise, and people who leave and come late."""

from collections import Counter
from itertools import chain, combinations, count, pairwise, product
from random import Random

import pytest

from games.kernel import Rejected
from league.domain.seating.problem import Seating, pair_of
from league.domain.seating.round_robin import ROUNDS_LEFT, open_games, seat
from league.domain.seating.round_robin.berger import meeting, pairs_of, round_of, rounds_of, table_in_round
from league.domain.seating.round_robin.colouring import Game, fewest_rounds
from tests.league.domain.seating.duels import names, problem_of, seats

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


def next_round(entrants, past=(), *, double=False, numbers=None, waiting=(), others=(), **more):
    """The round after these. past: the tables of each."""
    problem = problem_of(entrants, rounds=past, **more)
    return seat(problem, double=double, numbers=numbers or entrants, waiting=waiting, others=others)


def all_rounds(entries, *, double=False):
    """All rounds of a fresh one, in which everybody stays."""
    made: list[Seating] = []
    for left in reversed(range(rounds_of(entries, double))):
        made.append(next_round(names(entries), [seats(seating) for seating in made], double=double))
        assert made[-1].cost[ROUNDS_LEFT] == left
    return made


@pytest.mark.parametrize("size", PUBLISHED)
def test_the_published_tables(size):
    for number, line in enumerate(PUBLISHED[size], 1):
        assert {f"{first}-{second}" for first, second in pairs_of(size, number)} == set(line.split()), number


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
    single, double = ([seats(seating) for seating in all_rounds(6, double=double)] for double in (False, True))
    assert double[:5] == [*single[:3], single[4], single[3]]
    assert double[5:] == [[(b, a) for a, b in tables] for tables in single]


@pytest.mark.parametrize(("entries", "double"), [(5, False), (8, False), (7, True), (12, True)])
def test_a_fresh_one_is_the_berger_tables(entries, double):
    for number, seating in enumerate(all_rounds(entries, double=double), 1):
        planned = round_of(entries, number, double=double)
        assert seats(seating) == [
            (f"e{first - 1:04}", f"e{second - 1:04}") for first, second in planned if max(first, second) <= entries
        ]


@pytest.mark.parametrize("entries", SIZES)
def test_the_round_and_the_table_of_two_numbers(entries):
    for double, number in product((False, True), range(1, rounds_of(entries, False) + 1)):
        for table, pair in enumerate(round_of(entries, number, double=double)):
            assert meeting(*pair, entries, double=double) == number
            if not double:
                assert table_in_round(*pair, entries) == table
            assert meeting(*pair, entries, double=True, cycle=1) > rounds_of(entries, False)


def played(entries, changes, *, double=False, away=None):
    """All rounds of a round robin with changes; before each, the rounds that it says are needed are the fewest.

    changes: before a round, who leaves and who comes. away: before a round, who sits it out.
    """
    numbers, there = names(entries), names(entries)
    past: list[list[tuple[str, ...]]] = []
    for number in count(1):
        leaving, coming = changes.get(number, ((), ()))
        there = [*(entry for entry in there if entry not in leaving), *coming]
        numbers += [entry for entry in coming if entry not in numbers]
        out = [entry for entry in (away or {}).get(number, ()) if entry in there]
        players = [entry for entry in there if entry not in out]
        games = open_pairs(there, past, double=double)
        try:
            seating = next_round(players, past, double=double, numbers=numbers, waiting=out)
        except Rejected as refusal:
            code = "no_more_rounds" if not games else "nobody_meets"
            assert_code(refusal, "too_few_entries" if len(players) < 2 else code)
            assert all({*pair} & {*out} for pair in games)
            return past
        assert seating.cost[ROUNDS_LEFT] + 1 == fewest(games, out)
        idle = set(seating.byes)
        tables = seats(seating)
        assert sorted([*idle, *(entry for table in tables for entry in table)]) == sorted(players)
        for table in tables:
            games.remove(pair_of(*table))
            assert all(tuple(reversed(table)) == met for met in chain(*past) if set(met) == set(table))
        assert not any(idle.issuperset(pair) for pair in games), "nobody sits out who could play"
        past.append(tables)
    raise AssertionError


def assert_code(refusal, code):
    assert refusal.code == code


def open_pairs(there, past, *, double=False):
    met = Counter(pair_of(*table) for tables in past for table in tables)
    return [pair for pair in combinations(sorted(there), 2) for _ in range(1 + double - met[pair])]


def fewest(games, waiting):
    """The fewest rounds for these games by trying everything; nobody who is waiting has one in the first."""
    had = Counter(entry for pair in games for entry in pair)
    least = max(*had.values(), -(-len(games) // (len(had) // 2)))
    return next(rounds for rounds in count(least) if fits(games, waiting, dict.fromkeys(had, 0), rounds, 0))


def fits(games, waiting, taken, rounds, known):
    """Whether the games fit. taken: by entry, its rounds as a bit mask. known: rounds that have a game, at least."""
    best, best_rounds = None, None
    for pair in games:
        one, other = pair
        free = [
            at
            for at in range(min(rounds, known + 2))
            if not (taken[one] | taken[other]) >> at & 1 and (at or not {*waiting} & {*pair})
        ]
        if best_rounds is None or len(free) < len(best_rounds):
            best, best_rounds = pair, free
    if best is None or best_rounds is None:
        return True
    rest = list(games)
    rest.remove(best)
    for at in best_rounds:
        for entry in best:
            taken[entry] |= 1 << at
        if fits(rest, waiting, taken, rounds, max(known, at)):
            return True
        for entry in best:
            taken[entry] &= ~(1 << at)
    return False


def test_of_five_with_one_gone_after_round_1_three_more_rounds_are_needed():
    (first, *_), (bye,) = (seats(all_rounds(5)[0]), all_rounds(5)[0].byes)
    assert len(played(5, {2: ((first[0],), ())})) == 1 + 3
    assert len(played(5, {2: ((bye,), ())})) == 1 + 2


def test_with_four_and_a_fifth_after_round_1_everybody_meets_everybody_once():
    rounds = played(4, {2: ((), ("late",))})
    met = Counter(pair_of(*table) for tables in rounds for table in tables)
    assert met == Counter(combinations([*names(4), "late"], 2))
    assert len(rounds) == 5


@pytest.mark.parametrize("entries", range(2, 6))
@pytest.mark.parametrize("double", [False, True])
def test_whoever_leaves_comes_or_returns_the_fewest_rounds_are_played(entries, double):
    for one, number in product(names(entries), range(2, entries + 1)):
        played(entries, {number: ((one,), ())}, double=double)
        played(entries, {number: ((one,), ()), number + 1: ((), (one,))}, double=double)
        played(entries, {number: ((), ("late",))}, double=double)
        played(entries, {number: ((one,), ("late",))}, double=double)
        played(entries, {}, double=double, away={number: (one,)})


@pytest.mark.parametrize("entries", [6, 7])
def test_whichever_two_leave_or_sit_out_the_fewest_rounds_are_played(entries):
    for pair, number in product(combinations(names(entries), 2), range(2, entries, 2)):
        played(entries, {number: (pair, ())})
        played(entries, {number: (pair[:1], ("late",)), number + 1: (pair[1:], ())})
        played(entries, {}, away={number: pair})


@pytest.mark.parametrize("entries", [9, 16, 23, 30])
@pytest.mark.parametrize("double", [False, True])
def test_nobody_meets_twice_and_nobody_never_however_many_come_and_go(entries, double):
    chance, there = Random(entries), names(entries)
    past: list[list[tuple[str, ...]]] = []
    numbers = list(there)
    for number in count(1):
        if number > 1 and chance.random() < 0.2:
            there.remove(chance.choice(there))
        if 1 < number < entries and chance.random() < 0.2:
            numbers.append(f"late{number:04}")
            there.append(numbers[-1])
        out = [chance.choice(there)] if number < entries and chance.random() < 0.2 else []
        games = open_pairs(there, past, double=double)
        players = [entry for entry in there if entry not in out]
        if not games:
            break
        seating = next_round(players, past, double=double, numbers=numbers, waiting=out)
        index = {entry: at for at, entry in enumerate(numbers)}
        bound = fewest_rounds([Game(index[a], index[b]) for a, b in games], [index[entry] for entry in out])
        assert seating.cost[ROUNDS_LEFT] + 1 == bound
        past.append(seats(seating))
    met = Counter(pair_of(*table) for tables in past for table in tables)
    assert all(met[pair] == 1 + double for pair in combinations(sorted(there), 2))
    with pytest.raises(Rejected, match="everybody who is here has met everybody else who is here"):
        next_round(there, past, double=double, numbers=numbers)


def test_pairs_that_met_by_hand_do_not_meet_again():
    past = [[("e0000", "e0001"), ("e0002", "e0003")], [("e0001", "e0002"), ("e0004", "e0005")]]
    for _ in range(4):
        past.append(seats(next_round(names(6), past)))
    with pytest.raises(Rejected, match="After 6 rounds everybody has met everybody"):
        next_round(names(6), past)
    assert Counter(pair_of(*table) for tables in past for table in tables) == Counter(combinations(names(6), 2))


def test_the_sentence_at_the_end_does_not_speak_of_those_who_left_or_never_came():
    past = [seats(seating) for seating in all_rounds(4)]
    with pytest.raises(Rejected, match="everybody has met everybody"):
        next_round(names(3), past, numbers=names(4))
    for more in ({"numbers": names(5)}, {"others": ["e0004"]}):
        with pytest.raises(Rejected, match="everybody who is here has met everybody else"):
            next_round(names(4), past, **more)


def test_where_all_open_games_need_somebody_who_sits_out_they_are_named():
    with pytest.raises(Rejected) as refused:
        next_round(["e0000", "e0001"], [[("e0000", "e0001")]], numbers=names(3), waiting=["e0002"])
    assert (refused.value.code, refused.value.facts) == ("nobody_meets", {"number": 2, "entries": ["e0002"]})


def test_whoever_has_no_number_is_refused():
    with pytest.raises(Rejected) as refused:
        next_round(names(4), numbers=names(3))
    assert (refused.value.code, refused.value.facts) == ("no_number", {"entries": ["e0003"]})


def test_two_thousand_are_seated_at_once_when_one_has_left_too():
    first = next_round(names(2000))
    assert (len(first.tables), first.cost[ROUNDS_LEFT]) == (1000, 1998)
    gone = next_round(names(2000)[1:], [seats(first)], numbers=names(2000))
    assert (len(gone.tables), gone.cost[ROUNDS_LEFT]) == (999, 1997)


def test_more_than_are_searched_for_meet_once_all_the_same(monkeypatch):
    """Ten with the way of more than two hundred: one leaves, one comes, one sits out."""
    monkeypatch.setattr(open_games, "MOST_SEARCHED", 1)
    for double in (False, True):
        there, numbers, past = names(10), names(10), list[list[tuple[str, ...]]]()
        while True:
            if len(past) == 2:
                there, numbers = [*there[1:], "late"], [*numbers, "late"]
            out = there[:1] if len(past) == 4 else []
            if not open_pairs(there, past, double=double):
                break
            made = next_round(
                [entry for entry in there if entry not in out], past, double=double, numbers=numbers, waiting=out
            )
            past.append(seats(made))
            assert (made.cost[ROUNDS_LEFT] == 0) == (not open_pairs(there, past, double=double))
        met = Counter(pair_of(*table) for tables in past for table in tables)
        assert all(met[pair] == 1 + double for pair in combinations(sorted(there), 2))


def test_the_smallest():
    assert [rounds_of(entries, False) for entries in range(6)] == [0, 0, 1, 3, 3, 5]
    assert [seats(seating) for seating in all_rounds(2, double=True)] == [[("e0000", "e0001")], [("e0001", "e0000")]]
    with pytest.raises(Rejected) as refused:
        next_round(names(1), numbers=names(3))
    assert refused.value.code == "too_few_entries"


def test_whoever_has_a_table_of_its_own_sits_there():
    numbers = [table.number for table in next_round(names(4), fixed={"e0003": 9}).tables]
    assert numbers == [9, None]
