"""Why somebody has a place: points, tie-breaks, and what decided against the neighbours."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from league.domain.explanations.place import decided_between, why_placed
from league.domain.standings.standings import rows
from league.domain.tournament import commands as c
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
    assert night.places() == {"bob": 1, "ann": 2, "cy": 2, "dan": 4}
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
