"""Scores as points, alone or beside points by place; the lowest total first. Worked by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from league.domain.standings.points import bye_points, paid, table_points
from league.domain.tournament import commands as c
from league.domain.tournament.results.commands import CorrectResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.settings import PointScheme, Raw
from tests.league.domain.night import EVENING, Night, places

RIICHI = PointScheme((15, 5, -5, -15), raw=Raw(30000, 1000))
HANDS = {"ann": 45200, "bob": 31100, "cy": 22000, "dan": 1700}


def test_riichi_with_uma_is_the_places_part_and_what_is_above_the_return():
    """15 + 15.2, 5 + 1.1, -5 - 8, -15 - 28.3."""
    points = table_points(RIICHI, places("ann bob cy dan"), HANDS)
    assert points == {"ann": Fraction("30.2"), "bob": Fraction("6.1"), "cy": -13, "dan": Fraction("-43.3")}


def test_a_shared_place_shares_its_part_and_keeps_the_scores():
    points = table_points(RIICHI, places("ann=bob cy dan"), {"ann": 40000, "bob": 40000, "cy": 20000, "dan": 0})
    assert points == {"ann": 20, "bob": 20, "cy": -15, "dan": -45}


def test_alone_a_score_is_its_points():
    scheme = PointScheme(raw=Raw())
    assert table_points(scheme, places("ann bob"), {"ann": "2.5", "bob": -7}) == {"ann": Fraction(5, 2), "bob": -7}
    assert table_points(PointScheme(raw=Raw("1/2", "1/3")), places("ann bob"), {"ann": 1, "bob": 0}) == {
        "ann": Fraction(3, 2),
        "bob": Fraction(-3, 2),
    }


def test_places_pay_at_the_sizes_for_which_there_is_a_list():
    scheme = PointScheme(raw=Raw(), per_size={"3": (2, 1)})
    assert paid(scheme, 3) == [2, 1, 0]
    assert paid(scheme, 4) == [0, 0, 0, 0]
    assert bye_points(scheme, [], 4) == 0


def test_who_has_no_score_has_the_points_of_the_place_alone():
    points = table_points(RIICHI, places("ann bob cy dan"), {"ann": 30000, "bob": 30000, "cy": 30000})
    assert points == {"ann": 15, "bob": 5, "cy": -5, "dan": -15}


def raw_night(**more: Any) -> Night:
    """One table of ann, bob and cy is running."""
    night = Night("ann", "bob", "cy", points={"raw": {}, **more})
    night.give("ann bob cy")
    night.start()
    return night


def said(night: Night, **told: Any) -> c.RecordResult:
    return c.RecordResult(night.last.tables[0].id, told.pop("places", None), EVENING, source="table", by="u:1", **told)


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"places": {"ann": 1, "bob": 2, "cy": 3}}, "scores_needed"),
        ({"places": {"ann": 1, "bob": 2}, "absent": ("cy",)}, "scores_needed"),
        ({"scores": {"ann": "1/1000003", "bob": "1/1000033", "cy": 0}}, "bad_result"),
    ],
)
def test_a_result_that_can_not_be_paid_is_refused(told, code):
    night = raw_night()
    assert night.refused(said(night, **told)).code == code


def test_absent_and_left_need_no_score_and_awards_stand_as_given():
    night = raw_night()
    night.send(said(night, scores={"ann": 5}, absent=("bob",), left=("cy",)))
    assert night.points() == {"ann": 5, "bob": 0, "cy": 0}
    night.send(said(night, awards={"ann": 1, "bob": 2, "cy": 3}))
    assert night.points() == {"cy": 3, "bob": 2, "ann": 1}


def test_the_lowest_total_is_first_and_its_last_round_decides():
    """Strokes: ann 4 + 3, bob 3 + 4, cy 5 + 5. The fewer in the last round are the better."""
    night = Night("ann", "bob", "cy", points={"raw": {}, "low_wins": True}, tie_breaks=["last_round"],
                  game_options={"win": "low"})  # fmt: skip
    for scores in ({"ann": 4, "bob": 3, "cy": 5}, {"ann": 3, "bob": 4, "cy": 5}):
        night.give("ann bob cy")
        night.start()
        night.send(said(night, scores=scores))
        night.close_round()
    night.send(c.Close())
    assert night.places() == {"ann": 1, "bob": 2, "cy": 3}
    assert (night.points(), night.row("ann")["decided_by"]) == ({"ann": 7, "bob": 7, "cy": 10}, "last_round")
    assert night.row("ann")["tie_breaks"] == {"last_round": 3}


def test_a_round_paid_by_place_is_corrected_by_places_after_a_change_to_scores():
    night = Night("ann", "bob")
    night.play("ann bob")
    night.send(c.Change(points=PointScheme(raw=Raw())))
    told = Report(places={"ann": 2, "bob": 1})
    night.send(CorrectResult(table="r1a1", said=told, at=EVENING, by="user:1", reason="wrong way round"))
    assert night.points() == {"bob": 4, "ann": 2}


def test_a_table_that_told_places_before_a_change_to_scores_does_not_stop_the_night():
    night = Night("ann", "bob")
    night.give("ann bob")
    night.start()
    night.report(1, ann=1, bob=2)
    night.send(c.Change(points=PointScheme(raw=Raw())))
    assert night.points() == {"ann": 0, "bob": 0}
    night.close_round()
    assert night.points() == {"ann": 0, "bob": 0}
