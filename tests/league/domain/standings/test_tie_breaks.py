"""Tie-breaks of tables of several, worked by hand; and what holds for every chain."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from league.domain.standings import tie_breaks
from league.domain.standings.standings import standings
from league.domain.standings.tie_breaks.chain import METHODS
from league.domain.tournament import commands as c
from league.domain.tournament.results.commands import CorrectResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.settings import TieBreakName
from tests.league.domain.night import EVENING, FOUR, Night

ALL = get_args(TieBreakName)


def values(night: Night, name: str) -> dict[str, Any]:
    return {row["entry"]: row["tie_breaks"][name] for row in sorted(standings(night.state), key=lambda r: r["entry"])}


def scored(night: Night, *tables: dict[str, Any]) -> None:
    """A round that is told by scores."""
    night.give(*(" ".join(table) for table in tables))
    night.start()
    for table, scores in zip(night.last.tables, tables, strict=True):
        night.send(c.RecordResult(table.id, None, EVENING, scores=scores))
    night.close_round()


def test_the_table_of_the_package_names_every_tie_break_once():
    told = [
        line.split("|")[1].strip(" `") for line in (tie_breaks.__doc__ or "").splitlines() if line.startswith("| `")
    ]
    assert sorted(told) == sorted(METHODS) == sorted(ALL)


def test_a_shared_win_counts_in_part_or_by_option_not_at_all():
    night = Night(*FOUR, tie_breaks=["wins"])
    night.play("ann=bob=cy dan")
    night.play("ann bob cy dan")
    assert values(night, "wins") == {"ann": "4/3", "bob": "1/3", "cy": "1/3", "dan": 0}
    strict = Night(*FOUR, tie_breaks=[{"name": "wins", "shared": "none"}])
    strict.play("ann=bob=cy dan")
    strict.play("ann bob cy dan")
    assert values(strict, "wins") == {"ann": 1, "bob": 0, "cy": 0, "dan": 0}


def test_game_points_and_the_best_game_go_by_the_scores_that_were_told():
    night = Night(*FOUR, tie_breaks=["game_points", "best_game"])
    scored(night, {"ann": 10, "bob": "7.5", "cy": 3, "dan": -2})
    scored(night, {"ann": 1, "bob": "4", "cy": 9, "dan": 0})
    assert values(night, "game_points") == {"ann": 11, "bob": "11.5", "cy": 12, "dan": -2}
    assert values(night, "best_game") == {"ann": 10, "bob": "7.5", "cy": 9, "dan": 0}


def test_where_the_lowest_score_wins_fewer_game_points_are_better():
    """ann 3 and 1, bob 2 and 8: each has won a table."""
    night = Night("ann", "bob", "cy", game_options={"win": "low"}, tie_breaks=["game_points", "best_game"])
    scored(night, {"ann": 3, "bob": 2, "cy": 9})
    scored(night, {"ann": 1, "bob": 8, "cy": 9})
    assert night.points() == {"ann": 6, "bob": 6, "cy": 2}
    assert night.places() == {"ann": 1, "bob": 2, "cy": 3}
    assert values(night, "game_points") == {"ann": 4, "bob": 10, "cy": 18}
    assert values(night, "best_game") == {"ann": 1, "bob": 2, "cy": 9}


def test_the_share_is_of_all_scores_at_the_table_and_of_the_points_where_none_was_told():
    """10 of 20, then 4 of 4 + 2 + 1 + 0; who is below 0 has none."""
    night = Night(*FOUR, tie_breaks=["share"])
    scored(night, {"ann": 10, "bob": 6, "cy": 4, "dan": -3})
    night.play("ann bob cy dan")
    assert values(night, "share") == {"ann": "15/14", "bob": "41/70", "cy": "12/35", "dan": 0}


def test_opponents_count_as_often_as_they_were_met_by_their_points_per_round():
    """Rounds: ann 4, bob 2, cy 1 of a table of three; then dan 4, ann 2, bob 1. Points per round: ann 3, bob 3/2, cy 1
    (of one round), dan 4. ann has met bob twice: (3/2 + 1 + 3/2 + 4) / 4."""
    night = Night(*FOUR, points={"by_place": [4, 2, 1]}, tie_breaks=["opponents"])
    night.play("ann bob cy")
    night.play("dan ann bob")
    assert values(night, "opponents") == {"ann": 2, "bob": "2.75", "cy": "2.25", "dan": "2.25"}
    floored = Night(*FOUR, points={"by_place": [4, 2, 1]}, tie_breaks=[{"name": "opponents", "floor": "3/2"}])
    floored.play("ann bob cy")
    floored.play("dan ann bob")
    assert values(floored, "opponents") == {"ann": "2.125", "bob": "2.875", "cy": "2.25", "dan": "2.25"}


def test_a_bye_that_the_pairing_gave_is_a_round_of_an_opponent():
    """Points per round: ann 3, bob 3/2, cy (1 + 3) / 2, dan (3 + 4) / 2."""
    night = Night(*FOUR, points={"by_place": [4, 2, 1], "bye": 3}, tie_breaks=["opponents"])
    night.play("ann bob cy", byes="dan")
    night.play("dan ann bob", byes="cy")
    assert values(night, "opponents") == {"ann": "2.125", "bob": "2.875", "cy": "2.25", "dan": "2.25"}


def test_where_the_lowest_total_wins_opponents_with_fewer_points_are_the_stronger():
    """ann and bob have 7; ann's opponent has 12 in all, bob's 20."""
    low: dict[str, Any] = {"points": {"raw": {}, "low_wins": True}, "game_options": {"win": "low"}}
    night = Night(*FOUR, tie_breaks=["buchholz"], **low)
    scored(night, {"ann": 3, "cy": 6}, {"bob": 4, "dan": 10})
    scored(night, {"ann": 4, "cy": 6}, {"bob": 3, "dan": 10})
    assert night.points() == {"ann": 7, "bob": 7, "cy": 12, "dan": 20}
    assert night.places() == {"ann": 1, "bob": 2, "cy": 3, "dan": 4}
    assert values(night, "buchholz") == {"ann": 24, "bob": 40, "cy": 14, "dan": 14}


def test_head_to_head_is_undecided_where_the_tied_are_equal_there():
    """ann and bob have 4 + 1 each: first and third at the two tables that they shared."""
    night = Night(*FOUR, points={"by_place": [4, 2, 1, 0]}, tie_breaks=["head_to_head"])
    night.play("ann cy bob dan")
    night.play("bob cy ann dan")
    assert (night.places()["ann"], night.places()["bob"]) == (1, 1)
    assert values(night, "head_to_head") == {"ann": 2, "bob": 2, "cy": 0, "dan": 0}


def test_head_to_head_is_the_mean_place_at_the_tables_that_the_tied_shared():
    """a 4 + 1, b 2 + 1 + 2, c 1 + 4: all 5. a was first where it met them; c third and first, b second and third."""
    night = Night(*"abcdef", points={"by_place": [4, 2, 1]}, tie_breaks=["head_to_head"])
    night.play("a b c", "d e f")
    night.play("d e a", "c f b")
    night.send(c.Penalise("p", "b", -2, "helped"))
    assert [night.points()[name] for name in "abc"] == [5, 5, 5]
    assert list(night.places().items())[1:4] == [("a", 2), ("c", 3), ("b", 4)]
    assert [night.row(name)["decided_by"] for name in "abc"] == ["head_to_head"] * 3
    assert values(night, "head_to_head") == {"a": 1, "b": "2.5", "c": 2, "d": 0, "e": 0, "f": 0}


def test_head_to_head_is_undecided_where_not_all_of_the_tied_have_met():
    """a and b have met, c neither: all three share the place."""
    night = Night(*"abcdef", points={"by_place": [4, 2, 1]}, tie_breaks=["head_to_head"])
    night.play("d a b", "e c f")
    night.send(c.Penalise("p", "b", -1, "helped"))
    assert [night.points()[name] for name in "abc"] == [2, 2, 2]
    assert len({night.places()[name] for name in "abc"}) == 1
    assert set(values(night, "head_to_head").values()) == {0}


def test_head_to_head_asks_again_among_those_who_are_still_tied():
    """Nobody has points. Mean places: a 1, b 2, c 2, d 3. Of b and c alone only the first table counts: b was ahead."""
    night = Night(*"abcd", points={"by_place": [0]}, tie_breaks=["head_to_head"])
    night.play("a b c d")
    night.play("a b", "c d")
    assert night.places() == {"a": 1, "b": 2, "c": 3, "d": 4}
    assert values(night, "head_to_head") == {"a": 1, "b": 2, "c": 2, "d": 3}


def test_the_mean_rank_takes_tables_of_all_sizes():
    """ann: first of four, second of three: (0 + 1/2) / 2. dan: last of four, and out of the second round."""
    night = Night(*FOUR, points={"by_place": [0, 0, 0, 0]}, tie_breaks=["rank_average"])
    night.play("ann bob cy dan")
    night.play("bob ann cy")
    night.come("eve")
    assert values(night, "rank_average") == {"ann": "0.25", "bob": "1/6", "cy": "5/6", "dan": 1, "eve": 1}
    assert list(night.places())[:3] == ["bob", "ann", "cy"]


@st.composite
def nights(draw: st.DrawFn) -> tuple[list[str], list[list[str]], list[str]]:
    """Names, rounds of tables as places, and a chain."""
    names = list("abcdefgh")[: draw(st.integers(4, 8))]
    rounds: list[list[str]] = []
    for _ in range(draw(st.integers(1, 4))):
        order = draw(st.permutations(names))
        cut = draw(st.integers(2, len(names) - 2))
        joins = draw(st.lists(st.sampled_from([" ", "=", " "]), min_size=len(names), max_size=len(names)))
        tables = [order[:cut], order[cut:]]
        told = ["".join(f"{name}{join}" for name, join in zip(seats, joins, strict=False)) for seats in tables]
        rounds.append([table.rstrip(" =") for table in told])
    return names, rounds, draw(st.lists(st.sampled_from(ALL), unique=True, max_size=6))


def held(names: list[str], rounds: list[list[str]], chain: list[str]) -> Night:
    night = Night(*names, tie_breaks=chain, points={"win": 1, "draw": "1/2", "loss": 0})
    for tables in rounds:
        night.play(*tables)
    return night


@settings(max_examples=60, deadline=None)
@given(nights())
def test_the_order_is_one_order_whoever_is_registered_first(told: Any):
    names, rounds, chain = told
    one, other = held(names, rounds, chain), held(names[::-1], rounds, chain)
    assert standings(one.state) == standings(other.state)
    listed = [row["place"] for row in standings(one.state)]
    assert listed == sorted(listed)
    assert all(place == 1 + sum(other < place for other in listed) for place in listed)
    if "lot" in chain:
        assert listed == list(range(1, len(names) + 1))


@settings(max_examples=40, deadline=None)
@given(nights(), st.data())
def test_a_result_wrongly_told_and_corrected_has_never_been(told: Any, data: st.DataObject):
    names, rounds, chain = told
    right, wrong = held(names, rounds, chain), held(names, rounds, chain)
    found = wrong.state.rounds[data.draw(st.integers(0, len(rounds) - 1))]
    table = found.tables[data.draw(st.integers(0, 1))]
    first = dict(table.result.claim.places) if table.result else {}
    seats = data.draw(st.permutations(table.seats))
    for said in ({seat: place for place, seat in enumerate(seats, 1)}, first):
        wrong.send(CorrectResult(table=table.id, said=Report(places=said), at=EVENING, by="user:1", reason="wrong"))
    assert standings(wrong.state) == standings(right.state)


@settings(max_examples=40, deadline=None)
@given(nights())
def test_a_longer_chain_only_parts_those_who_were_tied(told: Any):
    names, rounds, chain = told
    night = held(names, rounds, chain)
    order = night.places()
    for at in range(len(chain)):
        shorter = replace(night.state, settings=held(names, [], chain[:at]).state.settings)
        before = {row["entry"]: row["place"] for row in standings(shorter)}
        assert all(before[one] <= before[two] for one in names for two in names if order[one] < order[two])
