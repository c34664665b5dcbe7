"""Why somebody has a place: points, tie-breaks, and what decided against the neighbours."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any, cast

import pytest

from league.domain.explanations.place import decided_between, why_placed
from league.domain.standings.standings import rows
from league.domain.tournament import commands as c
from league.domain.values.numbers import exact
from tests.league.domain import exercises
from tests.league.domain.duels import CHESS, PAIRING, play_pairs
from tests.league.domain.night import EVENING, Night


def told(night: Night, entry: str) -> dict[str, dict[str, Any]]:
    return {reason.rule: reason.sentence.facts for reason in why_placed(night.state, night.aggregate.events, entry)}


def test_points_decide_and_the_tie_break_where_they_are_equal():
    night = Night("ann", "bob", "cy", "dan", "eve", "fay", tie_breaks=["wins"])
    night.play("ann bob cy", "dan eve fay")
    night.play("bob dan ann", "eve cy fay")
    assert night.points() == {"dan": 6, "eve": 6, "bob": 6, "ann": 5, "cy": 3, "fay": 2}
    of_ann = told(night, "ann")
    assert (of_ann["standings.points"]["place"], of_ann["standings.points"]["rounds"]) == (4, {"1": 4, "2": 1})
    assert (of_ann["standings.above"]["decided_by"], of_ann["standings.above"]["upper_value"]) == ("points", 6)
    assert (of_ann["standings.below"]["lower"], of_ann["standings.below"]["lower_value"]) == ("cy", 3)
    assert of_ann["tie_breaks.wins"]["value"] == 1
    assert told(night, "dan")["standings.shared"]["decided_by"] == "shared"


def test_the_last_rounds_decide_though_the_last_one_alone_is_equal():
    night = Night("ann", "bob", "cy", "dan", tie_breaks=["last_round"])
    night.play("ann bob", "cy dan")
    night.play("bob ann", "dan cy")
    night.play("ann=bob", "cy dan")
    above = told(night, "ann")["standings.above"]
    assert (above["upper"], above["decided_by"], above["upper_value"]) == ("bob", "last_round", None)
    first, second = rows(night.state)[:2]
    assert decided_between(night.state, first, second).by == first.decided_by


def test_a_table_that_has_not_reported_yet_decides_nothing():
    night = Night("ann", "bob", "cy", "dan", tie_breaks=["last_round"], points={"by_place": [1, 0]})
    night.play("ann bob", "cy dan")
    night.give("bob ann", "cy dan")
    night.start()
    night.report(1, bob=1, ann=2)
    assert night.places() == {"ann": 1, "cy": 1, "bob": 3, "dan": 4}
    assert told(night, "ann")["standings.shared"]["lower"] == "cy"
    for upper, lower in pairwise(rows(night.state)):
        shares = upper.place == lower.place
        assert (decided_between(night.state, upper, lower).by == "shared") == shares


def test_penalties_byes_missed_rounds_and_dropped_ones_are_named():
    scheme = {"by_place": [4, 2, 1, 0], "best": {"n": 2, "of": "round"}}
    night = Night("ann", "bob", "cy", points=scheme)
    night.play("ann bob", byes="cy")
    night.play("bob cy")
    night.play("ann cy", byes="bob")
    night.send(c.Penalise("p1", "ann", 3, "late"))
    night.send(c.Penalise("p2", "bob", "-1/2", "fair"))
    of_ann = told(night, "ann")
    assert of_ann["standings.penalties"]["points"] == 3
    assert of_ann["standings.missed"]["rounds"] == [2]
    assert of_ann["standings.dropped"]["rounds"] == [2]
    assert told(night, "bob")["standings.penalties"]["points"] == "0.5"
    assert told(night, "cy")["standings.byes"]["byes"].keys() == {"1"}
    (reason,) = [
        reason
        for reason in why_placed(night.state, night.aggregate.events, "ann")
        if reason.rule == "standings.penalties"
    ]
    assert [night.aggregate.events[at - 1].type for at in reason.rests_on] == ["tournament.penalty_given"]


def test_a_knockout_is_decided_by_how_far_each_came():
    size = {"min": 2, "max": 2}
    night = Night("ann", "bob", "cy", "dan", table_size=size, format={"type": "knockout"})
    night.play_as_seated()
    night.play_as_seated()
    night.send(c.Close(EVENING))
    winner = next(name for name, place in night.places().items() if place == 1)
    assert told(night, winner)["standings.below"]["decided_by"] == "knockout"


def test_whoever_was_never_there_has_no_place():
    night = Night("ann", "bob")
    night.register("late")
    assert list(told(night, "late")) == ["standings.not_listed"]


def test_every_sentence_is_whole_in_an_open_and_a_closed_tournament():
    night = Night("ann", "bob", "cy", "dan", "eve", tie_breaks=["wins", "last_round", "count_back", "lot"])
    night.play("ann bob cy", byes="dan")
    night.play("eve=bob dan")
    for _ in range(2):
        for entry in ("ann", "bob", "cy", "dan", "eve"):
            for reason in why_placed(night.state, night.aggregate.events, entry):
                assert reason.sentence.template.format(**reason.sentence.facts)
        night.send(c.Close(EVENING))


def parts_of(night: Night, entry: str, name: str) -> list[Any]:
    made_of: list[Any] = told(night, entry)[f"tie_breaks.{name}"].get("parts", [])
    return made_of


def total(made_of: list[Any]) -> Fraction:
    return sum((exact(value) for _, _, value in made_of), Fraction(0))


SUMS = ["buchholz", "buchholz_cut1", "median", "sonneborn_berger", "wins_played", "wins"]


@pytest.mark.parametrize("edition", ["2024", "2026"])
def test_the_parts_of_a_sum_give_its_value_for_everybody(edition: str):
    night = exercises.swiss(tie_breaks=SUMS, fide_tie_breaks=edition)
    for row in rows(night.state):
        reasons = told(night, row.entry)
        found = {name: total(reasons[f"tie_breaks.{name}"].get("parts", [])) for name in SUMS}
        assert found == {name: exact(cast(int | str, value)) for name, value in row.tie_breaks.items()}, row.entry


def test_the_parts_name_the_opponents_the_dummies_and_what_is_cut():
    night = Night("ann", "bob", "cid", points=CHESS, format={"type": "swiss"}, tie_breaks=["buchholz", "buchholz_cut1"])
    play_pairs(night, "ann-bob 1-0", {"cid": PAIRING})
    play_pairs(night, "bob-cid 1-0", {"ann": PAIRING})
    assert parts_of(night, "ann", "buchholz") == [(1, "bob", 1), (2, None, 1)]
    assert parts_of(night, "ann", "buchholz_cut1") == [(2, None, 1)]
    assert told(night, "ann")["tie_breaks.buchholz_cut1"]["cut"] == [(1, "bob", 1)]
    assert told(night, "ann")["tie_breaks.fide"] == {"edition": "March 2026"}


def test_the_parts_at_larger_tables():
    chain: list[Any] = [
        "wins", "game_points", "best_game", "share", "count_back", "rank_average", "last_round", "progressive",
        "opponents", "head_to_head", "lot",
    ]  # fmt: skip
    night = Night("ann", "bob", "cy", tie_breaks=chain, points={"by_place": [2, 1, 0]})
    scored(night, ann=6, bob=3, cy=1)
    scored(night, ann=2, bob=4, cy=2)
    assert night.points() == {"ann": "2.5", "bob": 3, "cy": "0.5"}
    assert {name: parts_of(night, "ann", name) for name in chain} == {
        "wins": [(1, None, 1)],
        "game_points": [(1, None, 6), (2, None, 2)],
        "best_game": [(1, None, 6)],
        "share": [(1, None, "0.6"), (2, None, "0.25")],
        "count_back": [(1, None, 1), (2, None, 2)],
        "rank_average": [(1, None, 0), (2, None, "0.5")],
        "last_round": [(2, None, "0.5"), (1, None, 2)],
        "progressive": [(1, None, 2), (2, None, "2.5")],
        "opponents": [(1, "bob", "1.5"), (1, "cy", "0.25"), (2, "bob", "1.5"), (2, "cy", "0.25")],
        "head_to_head": [],
        "lot": [],
    }


def scored(night: Night, **scores: int) -> None:
    """A round at one table, with scores of which the highest wins."""
    night.give(" ".join(scores))
    night.start()
    places = {name: 1 + sum(other > mine for other in scores.values()) for name, mine in scores.items()}
    night.send(c.RecordResult(night.last.tables[0].id, places, EVENING, scores={**scores}))
    night.close_round()


def test_head_to_head_names_the_places_against_the_tied():
    night = Night("ann", "bob", "cy", "dan", tie_breaks=["head_to_head"])
    night.play("ann bob", "cy dan")
    night.play("dan ann", "bob cy")
    assert night.points() == dict.fromkeys(["ann", "bob", "cy", "dan"], 6)
    assert parts_of(night, "ann", "head_to_head") == [(1, "bob", 1), (2, "dan", 2)]


def test_while_a_round_runs_its_points_are_no_part_of_a_tie_break():
    night = Night("ann", "bob", "cy", "dan", tie_breaks=["progressive", "last_round"])
    night.play("ann bob", "cy dan")
    night.give("bob cy", byes="ann dan")
    night.start()
    for name in ("progressive", "last_round"):
        assert parts_of(night, "ann", name) == [(1, None, 4)]
        assert night.row("ann")["tie_breaks"][name] == 4
