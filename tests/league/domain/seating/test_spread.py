"""People of one club or household in the first round of a knockout: as far apart as their seeding allows."""

from dataclasses import replace
from random import Random

import pytest

from league.domain.seating import knockout
from league.domain.seating.knockout.bracket import bracket_of, pairing
from league.domain.seating.knockout.spread import meeting_round
from league.domain.seating.problem import Problem, Separated
from tests.league.domain.seating.knockouts import FOURS, PAIRS, Knockout, names


def rated(count, clubs, bounds=PAIRS, **more):
    """s1 to sn, rated in this order; clubs: groups of their numbers."""
    players = names(count)
    groups = tuple(Separated("club", tuple(f"s{number}" for number in club)) for club in clubs)
    rating = {entry: 2000 - 10 * at for at, entry in enumerate(players)}
    return Problem(1, "x", players, bounds, rating=rating, mates=groups, **more)


def drawn(count, clubs, seed, bounds=PAIRS):
    """The same without ratings: the lots are the order of the players."""
    players = list(names(count))
    Random(seed).shuffle(players)
    return replace(rated(count, clubs, bounds), players=tuple(players), rating={})


def quarter(seed, rounds):
    """The quarter of the bracket in which a seed, from 0, plays."""
    for size in (1 << number for number in range(rounds, 2, -1)):
        seed = min(seed, size - 1 - seed)
    return seed


def test_two_of_a_club_who_would_meet_at_once_meet_in_the_final():
    problem = rated(8, [[4, 5]])
    assert knockout.spread_seeding(problem) == ("s1", "s2", "s4", "s3", "s5", "s6", "s7", "s8")
    seats = [set(table.seats) for table in knockout.seat(problem, advance=1, third_place=False).tables]
    assert {"s4", "s5"} not in seats


def test_the_first_two_stay_where_they_are():
    assert knockout.spread_seeding(rated(4, [[1, 2]])) == names(4)
    assert knockout.spread_seeding(rated(2, [[1, 2]])) == names(2)


def test_a_club_of_everybody_is_none():
    assert knockout.spread_seeding(rated(16, [range(1, 17)])) == names(16)


def test_in_a_stage_only_equals_change_places():
    before = Knockout(8)
    before.play()
    assert knockout.spread_seeding(rated(8, [[4, 5]], earlier=tuple(before.past))) == names(8)


@pytest.mark.parametrize("count", range(3, 41))
def test_no_seed_loses_its_protection(count):
    """The first 2, 4, 8 ... are the same people, and so are those with byes."""
    pick = Random(count)
    clubs = [pick.sample(range(1, count + 1), min(count - 1, pick.randint(2, 5))) for _ in range(count // 3)]
    seeds = knockout.spread_seeding(rated(count, clubs))
    rounds = (count - 1).bit_length()
    for first in (1 << power for power in range(rounds + 1)):
        assert set(seeds[:first]) == set(names(count)[:first])
    byes = (1 << rounds) - count
    assert set(pairing(bracket_of(seeds)).walkovers) == set(names(count)[:byes])
    assert knockout.seeding(rated(count, clubs)) == names(count)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("count", [8, 11, 16, 24, 40])
def test_with_the_lots_alone_up_to_four_of_a_club_are_in_four_quarters(count, seed):
    free = list(range(1, count + 1))
    Random(f"{seed}/{count}").shuffle(free)
    clubs = [[free.pop() for _ in range(size)] for size in (4, 3, 2)[: 2 if count < 16 else 3]]
    seeds = knockout.spread_seeding(drawn(count, clubs, seed))
    rounds = (count - 1).bit_length()
    for club in clubs:
        quarters = [quarter(seeds.index(f"s{number}"), rounds) for number in club]
        assert len(set(quarters)) == len(club)
    for one, other in (club for club in clubs if len(club) == 2):
        assert meeting_round(seeds.index(f"s{one}"), seeds.index(f"s{other}"), rounds) == rounds


@pytest.mark.parametrize("seed", range(8))
def test_heats_seat_a_club_at_as_many_tables_as_there_are(seed):
    problem = drawn(16, [[1, 2, 3, 4], [5, 6, 7]], seed, FOURS)
    tables = [table.seats for table in knockout.seat(problem, advance=2, third_place=False).tables]
    for club in ({"s1", "s2", "s3", "s4"}, {"s5", "s6", "s7"}):
        assert max(len(club.intersection(seats)) for seats in tables) == 1


@pytest.mark.parametrize(
    ("a", "b", "first"), [(0, 7, 1), (0, 3, 2), (0, 1, 3), (0, 4, 2), (1, 5, 2), (6, 1, 1), (4, 5, 3)]
)
def test_when_two_seeds_of_eight_meet_at_the_earliest(a, b, first):
    assert meeting_round(a, b, 3) == meeting_round(b, a, 3) == first
