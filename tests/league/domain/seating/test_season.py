"""Seatings that look at the season: what was had there counts below everything that was had in the tournament."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from games.kernel import draw
from league.domain.seating import areas, pairs, pods
from league.domain.seating.costs import cost
from league.domain.seating.problem import Bounds, PastRound, Problem, SeasonHistory
from league.domain.seating.problem import pairs as pairs_of
from league.domain.seating.rotation import plan_rotation
from league.domain.seating.season_weights import LEVELS, PAIRS, meeting_weight, met_steps, short_steps
from tests.league.domain.seating.test_pods import names, past

SEEDS = [f"seed {number}" for number in range(6)]


def met(*tables: str, times: int = 1) -> dict[tuple[str, str], int]:
    """Everybody at these tables has met so often."""
    return {pair: times for table in tables for pair in pairs_of(table.split())}


def a_problem(
    count: int, season: SeasonHistory | None, seed: str = "seed", sizes: tuple[int, int, int] = (4, 4, 4), **more
) -> Problem:
    found = {"number": 1, "rounds": 1}
    return Problem(
        seed=seed,
        players=tuple(draw(seed, "order", names(count))),
        bounds=Bounds(*sizes),
        season=season,
        **(found | more),
    )


def repeated(problem: Problem, tables: list[tuple[str, ...]]) -> int:
    """Pairs that have met in the season."""
    assert problem.season is not None
    return sum(pair in problem.season.met for table in tables for pair in pairs_of(table))


EVENING = met("e1 e2 e3 e4", "e5 e6 e7 e8", "e9 e10 e11 e12", "e13 e14 e15 e16")
"""A round of sixteen before; another without a repeat of it takes one of each table."""
DUELS = met("e1 e2", "e3 e4", "e5 e6", "e7 e8")
SEAT = {
    "pods": lambda problem: pods.seat(problem).tables,
    "pairs": lambda problem: pairs.seat(problem).tables,
    "areas": lambda problem: areas.seat(problem, k=None).tables,
}


@pytest.mark.parametrize("seed", SEEDS)
def test_tables_are_those_of_strangers_as_long_as_there_are_some(seed: str) -> None:
    problem = a_problem(16, SeasonHistory(met=EVENING), seed)
    assert repeated(problem, [table.seats for table in pods.seat(problem).tables]) == 0
    assert repeated(problem, list(plan_rotation(problem, 1).rounds[0].tables)) == 0


def test_pairs_are_strangers_as_long_as_there_are_some() -> None:
    for number in range(40):
        problem = a_problem(8, SeasonHistory(met=DUELS), f"seed {number}", (2, 2, 2))
        assert repeated(problem, [table.seats for table in pairs.seat(problem).tables]) == 0


@pytest.mark.parametrize(
    ("known", "meet"),
    [
        ({"e1 e2": 5, "e3 e4": 5, "e1 e3": 1, "e2 e4": 1, "e1 e4": 2, "e2 e3": 2}, {"e1 e3", "e2 e4"}),
        ({"e1 e2": 1, "e3 e4": 3, "e1 e3": 2, "e2 e4": 2, "e1 e4": 5, "e2 e3": 5}, {"e1 e3", "e2 e4"}),
    ],
    ids=["fewest", "two twice rather than one three times"],
)
def test_of_pairs_who_all_have_met_those_meet_who_have_done_so_least(known: dict[str, int], meet: set[str]) -> None:
    """Four in the season's last weeks."""
    counted = {pair: times for told, times in known.items() for pair in met(told)}
    for number in range(12):
        tables = pairs.seat(a_problem(4, SeasonHistory(met=counted), f"seed {number}", (2, 2, 2))).tables
        assert {" ".join(sorted(table.seats)) for table in tables} == meet


def test_a_repeat_in_the_tournament_is_dearer_than_any_in_the_season() -> None:
    """Eight in fours, three who met here: all others have met often in the season."""
    here, everybody = (("e1", "e2", "e3", "e4"), ("e5", "e6", "e7", "e8")), names(8)
    in_season = {pair: 40 for pair in pairs_of(everybody) if not any(set(pair) <= set(table) for table in here)}
    problem = a_problem(8, SeasonHistory(met=in_season), number=2, history=(past(1, *here),))
    mixed = [table.seats for table in pods.seat(problem).tables]
    assert cost(problem, mixed)["repeats"] == 4
    later = plan_rotation(problem, 1, steps=4000).rounds[0].tables
    assert cost(problem, later)["repeats"] == 4
    twos = dict.fromkeys((("e1", "e2"), ("e3", "e4"), ("e1", "e3"), ("e2", "e4")), 1)
    duels = past(1, *twos)
    of_two = a_problem(
        4, SeasonHistory(met={("e1", "e4"): 40, ("e2", "e3"): 40}), sizes=(2, 2, 2), number=2, history=(duels,)
    )
    assert cost(of_two, [table.seats for table in pairs.seat(of_two).tables])["repeats"] == 0


@pytest.mark.parametrize("number", range(3))
def test_where_there_is_a_round_without_a_repeat_the_season_brings_none(number: int) -> None:
    """Twenty in fours who have met all through the season in tables by lot: round after round, while there is a way."""
    lots = Random(number)
    season = Counter(pair for _ in range(12) for table in by_lot(20, lots) for pair in pairs_of(table))
    seen, rounds = a_problem(20, SeasonHistory(met=season), f"seed {number}"), tuple[PastRound, ...]()
    free = 0
    for at in range(1, 5):
        problem = replace(seen, number=at, history=rounds)
        tables = [table.seats for table in pods.seat(replace(problem, season=None)).tables]
        if not cost(problem, tables)["repeats"]:
            free += 1
            assert not cost(problem, [table.seats for table in pods.seat(problem).tables])["repeats"]
        rounds = (*rounds, past(at, *tables))
    assert free >= 3


def by_lot(count: int, lots: Random) -> list[tuple[str, ...]]:
    """Tables of four."""
    order = list(names(count))
    lots.shuffle(order)
    return [tuple(order[at : at + 4]) for at in range(0, count, 4)]


def test_equals_meet_equals_before_the_season_is_looked_at() -> None:
    """Four won, four lost; the winners have all met once in the season. No loser comes between them."""
    points = {entry: Fraction(int(entry in ("e1", "e2", "e3", "e4"))) for entry in names(8)}
    place = {entry: 1 if own else 5 for entry, own in points.items()}
    season = SeasonHistory(met=met("e1 e2 e3 e4"))
    problem = a_problem(8, season, sizes=(2, 2, 2), number=2, points=points, place=place)
    for table in pairs.seat(problem).tables:
        assert len({points[entry] for entry in table.seats}) == 1


@pytest.mark.parametrize("method", SEAT)
def test_the_bye_goes_to_who_has_had_the_fewest_here_and_then_in_the_season(method: str) -> None:
    count, sizes = (7, (2, 2, 2)) if method == "pairs" else (9, (4, 4, 4))
    in_season = {entry: 1 for entry in names(count) if entry not in ("e3", "e5")}
    tables = SEAT[method](a_problem(count, SeasonHistory(byes=in_season), sizes=sizes, place={"e5": 9, "e3": 1}))
    assert "e5" not in [entry for table in tables for entry in table.seats]
    had = a_problem(
        count, SeasonHistory(byes=in_season), sizes=sizes, place={"e5": 9, "e3": 1}, byes_had={"e5": 1, "e3": 1}
    )
    seated = [entry for table in SEAT[method](had) for entry in table.seats]
    assert "e5" in seated
    assert "e3" in seated


def test_a_bye_in_the_season_is_no_reason_for_a_repeat_here() -> None:
    """Three in pairs: e1 and e2 have met here. Only with a bye of one of them is there no repeat; e3 had none."""
    season = SeasonHistory(byes={"e1": 3, "e2": 4})
    problem = a_problem(3, season, sizes=(2, 2, 2), number=2, history=(past(1, ("e1", "e2"), byes=("e3",)),))
    assert pairs.seat(problem).byes == ("e1",)


def test_byes_of_a_rotation_go_round_the_season() -> None:
    in_season = {entry: 1 for entry in names(9) if entry not in ("e2", "e7")}
    for seed in SEEDS:
        plan = plan_rotation(a_problem(9, SeasonHistory(byes=in_season), seed), 2, steps=4000)
        assert sorted(entry for planned in plan.rounds for entry in planned.byes) == ["e2", "e7"]


def test_a_bye_of_a_rotation_goes_to_who_always_sits_at_one_table_too() -> None:
    season = SeasonHistory(byes={"e1": 1, "e2": 1, "e4": 1, "e5": 1})
    for seed in SEEDS:
        (planned,) = plan_rotation(a_problem(5, season, seed, fixed={"e3": 1}), 1, steps=2000).rounds
        assert planned.byes == ("e3",)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_rotation_gets_no_dearer_by_looking_at_the_season(seed: str) -> None:
    """Twenty in fours, four rounds: no repeat is possible and none comes, and fewer pairs of the season than by lot."""
    evening = plan_rotation(a_problem(20, None, "before"), 4)
    known = Counter(pair for planned in evening.rounds for table in planned.tables for pair in pairs_of(table))
    blind = plan_rotation(a_problem(20, None, seed), 4)
    problem = a_problem(20, SeasonHistory(met=dict(known)), seed)
    seen = plan_rotation(problem, 4)
    assert seen.repeats == blind.repeats == 0

    def again(plan) -> int:
        return sum(repeated(problem, list(planned.tables)) for planned in plan.rounds)

    assert again(seen) < again(blind)
    had = Counter((entry, seat) for one in seen.rounds for table in one.tables for seat, entry in enumerate(table))
    assert set(had.values()) == {1}


def test_short_tables_go_round_the_season() -> None:
    """Ten at tables of four and three: who has had two short ones in the season sits at the large table."""
    season = SeasonHistory(short={"e1": 2, "e2": 2, "e3": 2, "e4": 2})
    for seed in SEEDS:
        problem = a_problem(10, season, seed, (3, 4, 4))
        for tables in (
            [table.seats for table in pods.seat(problem).tables],
            plan_rotation(problem, 1).rounds[0].tables,
        ):
            large = next(table for table in tables if len(table) == 4)
            assert set(large) == {"e1", "e2", "e3", "e4"}


def test_a_short_table_here_weighs_more_than_any_in_the_season() -> None:
    """Seven at a four and a three: three have had the small one here, the four others often in the season."""
    before = past(1, ("e1", "e2", "e3", "e4"), ("e5", "e6", "e7"))
    season = SeasonHistory(short={"e1": 30, "e2": 30, "e3": 30, "e4": 30})
    problem = a_problem(7, season, sizes=(3, 4, 4), number=2, history=(before,))
    small = next(table.seats for table in pods.seat(problem, repeat_weight=0).tables if len(table.seats) == 3)
    assert set(small) < {"e1", "e2", "e3", "e4"}


@pytest.mark.parametrize("method", SEAT)
def test_who_has_started_in_the_season_does_not_start(method: str) -> None:
    """At each table somebody has never had the first seat, and gets it; the others have had it once."""
    count, sizes = (8, (2, 2, 2)) if method == "pairs" else (8, (4, 4, 4))
    for seed in SEEDS:
        started = dict.fromkeys(names(count), (1,))
        blind = SEAT[method](a_problem(count, SeasonHistory(), seed, sizes))
        fresh = [table.seats[-1] for table in blind]
        season = SeasonHistory(seats={entry: had for entry, had in started.items() if entry not in fresh})
        seen = SEAT[method](a_problem(count, season, seed, sizes))
        assert sorted(table.seats[0] for table in seen) == sorted(fresh)


@pytest.mark.parametrize("method", SEAT)
def test_who_has_started_here_does_not_start_again_before_all_others_whatever_was_in_the_season(method: str) -> None:
    """Two rounds at one table: who began the first has never begun in the season, everybody else always."""
    size = 2 if method == "pairs" else 4
    before = past(1, names(size))
    season = SeasonHistory(seats=dict.fromkeys(names(size)[1:], (9,)))
    for seed in SEEDS:
        (table,) = SEAT[method](a_problem(size, season, seed, (size, size, size), number=2, history=(before,)))
        assert table.seats[0] != "e1"


def test_seats_of_a_rotation_are_evened_over_the_season() -> None:
    """One round of eight in fours: the two who never started do so, wherever they sit, unless at one table."""
    season = SeasonHistory(seats={entry: (1, 0, 0, 0) for entry in names(8) if entry not in ("e1", "e8")})
    for seed in SEEDS:
        tables = plan_rotation(a_problem(8, season, seed), 1).rounds[0].tables
        starters = {table[0] for table in tables}
        assert starters == {"e1", "e8"} or any({"e1", "e8"} <= set(table) for table in tables)
        assert starters & {"e1", "e8"}


@pytest.mark.parametrize("method", SEAT)
def test_a_season_of_nothing_changes_nothing(method: str) -> None:
    count, sizes = (11, (2, 2, 2)) if method == "pairs" else (11, (3, 5, 4))
    for seed in SEEDS:
        assert SEAT[method](a_problem(count, SeasonHistory(), seed, sizes)) == SEAT[method](
            a_problem(count, None, seed, sizes)
        )


def test_steps_go_from_the_least_to_the_most() -> None:
    everybody = dict(zip(combinations(names(3), 2), (7, 9, 8), strict=True))
    assert met_steps(a_problem(3, SeasonHistory(met=everybody))) == {("e1", "e3"): 2, ("e2", "e3"): 1}
    some = dict(list(everybody.items())[:2])
    steps = met_steps(a_problem(3, SeasonHistory(met=some)))
    assert steps == {("e1", "e2"): LEVELS, ("e1", "e3"): LEVELS}
    assert met_steps(a_problem(2, SeasonHistory(met=everybody))) == {}
    assert short_steps(a_problem(3, SeasonHistory(short={"e1": 100, "e2": 1}))) == {"e1": LEVELS, "e2": 1}


@pytest.mark.parametrize("repeat", [0, 15, 500, 400_000, 10**10])
def test_all_that_a_change_parts_costs_no_more_in_the_season_than_a_repeat(repeat: int) -> None:
    assert 0 <= meeting_weight(repeat) * LEVELS**2 * PAIRS <= repeat


def test_what_is_counted_is_told_where_it_was_asked_for() -> None:
    tables = [("e1", "e2", "e3", "e4")]
    assert "season_repeats" not in cost(a_problem(4, None), tables)
    assert cost(a_problem(4, SeasonHistory(met=met("e1 e3", "e2 e4", times=3))), tables)["season_repeats"] == 6


STORY = """
from tests.league.domain.seating.test_season import *
season = SeasonHistory(EVENING, {"e3": (4, 1)}, {"e5": 2}, {"e1": 3})
of_fours = a_problem(15, season, sizes=(3, 4, 4))
print(pods.seat(of_fours), plan_rotation(of_fours, 2, steps=2000))
print(pairs.seat(a_problem(15, season, sizes=(2, 2, 2))), areas.seat(a_problem(15, season), k=None))
"""


def test_the_same_season_seats_the_same_under_another_hash_seed() -> None:
    path = os.pathsep.join(filter(None, ["", *sys.path]))
    told = [
        subprocess.run(
            [sys.executable, "-c", STORY],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": path},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert "PlannedRound" in told[0]
