"""A penalty makes the total worse, whichever total ranks first. Worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import REFEREE
from league.domain.explanations.place import why_placed
from league.domain.tournament import commands as c
from league.domain.tournament.formats import Swiss
from league.domain.tournament.results.events import PenaltyGiven
from league.domain.tournament.settings import PointScheme, Raw
from league.domain.tournament.view import penalty_view
from tests.league.domain.night import EVENING, Night

GOLF: dict[str, Any] = {"points": {"raw": {}, "low_wins": True}, "game_options": {"win": "low"}}


def golf_night(edition: int = 2, **scores: int) -> Night:
    """One closed round in which the fewest strokes are first."""
    night = Night(*scores, edition=edition, **GOLF)
    night.give(" ".join(scores))
    night.start()
    night.send(c.RecordResult("r1a1", None, EVENING, scores=dict(scores)))
    night.close_round()
    return night


def penalty(entry: str, points: int | str, **more: int) -> c.Penalise:
    return c.Penalise(id=f"p {entry} {points}", entry=entry, points=points, reason="lost ball", **more)


@pytest.mark.parametrize("edition", [1, 2])
def test_where_the_lowest_total_wins_points_are_added_and_taken_back_when_lifted(edition):
    night = golf_night(edition, ann=1, bob=5, cy=9)
    (given,) = night.send(penalty("ann", 8))
    assert (given.points, given.added) == (-8, 8)
    assert night.points() == {"bob": 5, "ann": 9, "cy": 9}
    assert (night.row("ann")["penalties"], night.row("ann")["penalties_are_added"]) == (8, True)
    assert "penalties_are_added" not in night.row("bob")
    assert penalty_view(night.state.penalties["p ann 8"], REFEREE)["points"] == 8
    night.send(c.LiftPenalty("p ann 8"))
    assert (night.points(), night.row("ann")["penalties"]) == ({"ann": 1, "bob": 5, "cy": 9}, 0)


def test_negative_and_fractional_points_go_the_other_way():
    night = golf_night(ann=1, bob=5)
    night.send(penalty("bob", -3))
    night.send(penalty("ann", "3/2"))
    assert night.points() == {"bob": 2, "ann": "2.5"}
    assert (night.row("bob")["penalties"], night.row("ann")["penalties"]) == (-3, "1.5")


def test_it_makes_the_total_worse_by_the_settings_as_they_are_now():
    night = Night("ann", "bob", points={"by_place": [1, 2]})
    night.play("ann bob")
    night.send(penalty("ann", 8))
    assert (night.points(), "penalties_are_added" in night.row("ann")) == ({"ann": -7, "bob": 2}, False)
    night.send(c.Change(points=PointScheme(by_place=(1, 2), low_wins=True)))
    assert (night.points(), night.row("ann")["penalties_are_added"]) == ({"ann": 9, "bob": 2}, True)
    assert (night.places(), night.row("ann")["penalties"]) == ({"bob": 1, "ann": 2}, 8)
    night.send(penalty("bob", 1))
    night.send(c.Change(points=PointScheme(by_place=(1, 2))))
    assert night.points() == {"ann": -7, "bob": 1}


def test_a_penalty_of_the_log_keeps_its_sign():
    night = golf_night(1, ann=1, bob=5)
    old = PenaltyGiven(penalty="p", entry="bob", points=8, after_round=1, reason="as 0.5.0 took it")
    night.aggregate.begin([old])
    assert night.points() == {"bob": -3, "ann": 1}
    assert penalty_view(night.state.penalties["p"], REFEREE)["points"] == 8


def test_it_follows_the_stage_in_which_it_counts():
    """A final in which low wins, after rounds in which high wins; a penalty of the rounds before is taken off."""
    night = Night("ann", "bob", "cy", points={"raw": {}})
    night.give("ann bob cy")
    night.start()
    night.send(c.RecordResult("r1a1", None, EVENING, scores={"ann": 9, "bob": 5, "cy": 1}))
    night.close_round()
    night.send(
        c.BeginStage(
            top=2, carry="none", format=Swiss(), points=PointScheme(raw=Raw(), low_wins=True), table_size=None, rounds=1
        )
    )
    night.give("ann bob")
    night.start()
    night.send(c.RecordResult("r2a1", None, EVENING, scores={"ann": 3, "bob": 4}))
    night.close_round()
    (before, *_), (own, *_) = night.send(penalty("cy", 1)), night.send(penalty("ann", 2))
    assert (before.points, own.points) == (1, -2)
    assert night.places() == {"bob": 1, "ann": 2, "cy": 3}
    assert night.points() == {"bob": 4, "ann": 5, "cy": 0}


def test_the_explanation_says_added():
    night = golf_night(ann=1, bob=5)
    night.send(penalty("ann", 8))
    reasons = {reason.rule: reason.sentence for reason in why_placed(night.state, night.aggregate.events, "ann")}
    told = reasons["standings.penalties"]
    assert told.template.format(**told.facts) == "Penalties added 8 points to the total of ann."
