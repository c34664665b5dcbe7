"""Settings that can hardly be intended: accepted with a warning, followed, or refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.kernel import REFEREE, Json
from league.domain.preview.what_if import what_if
from league.domain.tournament import commands as c
from league.domain.tournament.events import TournamentChanged
from league.domain.tournament.formats import Swiss
from league.domain.tournament.settings import PointScheme, Raw
from league.domain.tournament.view import view
from league.domain.tournament.warnings import warnings
from league.domain.values.faults import BadFields
from tests.league.domain.night import EVENING, Night

LOW_RAW: Json = {"raw": {}, "low_wins": True}


def warned(points: Json, **more: Any) -> list[tuple[str, str]]:
    return [(warning.field, warning.code) for warning in warnings(Night("ann", "bob", points=points, **more).state)]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ({"win": 1, "draw": 2, "loss": 0}, [("points.draw", "above_win")]),
        ({"win": 1, "draw": 1, "loss": 0}, []),
        ({"win": 3, "draw": 1, "loss": 2}, [("points.loss", "above_draw")]),
        ({"win": 1, "draw": "1/2", "loss": 2}, [("points.loss", "above_win")]),
        ({"win": 0, "draw": 1, "loss": 2}, [("points.draw", "above_win"), ("points.loss", "above_win")]),
        ({"win": 0, "draw": 1, "loss": 2, "low_wins": True}, []),
        ({"win": 0, "draw": -1, "loss": 2, "low_wins": True}, [("points.draw", "above_win")]),
        ({"by_place": [1, 2, 3, 4]}, [("points.by_place", "last_above_first")]),
        ({"by_place": [1, 2, 3, 4], "low_wins": True}, []),
        ({"by_place": [4, 3, 2, 1], "low_wins": True}, [("points.by_place", "last_above_first")]),
        ({"low_wins": True}, [("points.by_place", "last_above_first")]),
        ({"by_place": [-1, -2, -3]}, [("points.by_place", "last_above_first")]),
        ({"by_place": [15, 5, -5, -15], "raw": {"minus": 30000, "per": 1000}}, []),
        ({"by_place": [4, 2, 1, 0], "per_size": {"3": [0, 2, 4]}}, [("points.per_size.3", "last_above_first")]),
        ({"raw": {}}, []),
        (LOW_RAW, []),
        ({"share": True}, []),
        ({"by_place": [4, 2, 1, 0], "bye": 5}, [("points.bye", "above_first")]),
        ({"by_place": [1, 2, 3, 4], "low_wins": True, "bye": 0}, [("points.bye", "above_first")]),
        ({"by_place": [4, 2, 1, 0], "bye": 4}, []),
        ({**LOW_RAW, "bye": 0}, [("points.bye", "above_first")]),
        ({**LOW_RAW, "bye": 72}, []),
        ({"raw": {"minus": 72}, "low_wins": True, "bye": 0}, []),
        ({"raw": {}, "bye": 0}, []),
    ],
)
def test_points_that_reward_the_worse_result_are_pointed_out(points, expected):
    assert warned(points) == expected


def test_scores_as_points_on_a_sheet_whose_lowest_score_wins_need_low_wins():
    assert warned({"raw": {}}, game_options={"win": "low"}) == [("points.raw", "last_above_first")]
    assert warned({"by_place": [1, 2, 3, 4], "low_wins": True}, game_options={"win": "high"}) == []


def test_low_totals_of_scores_in_a_game_whose_highest_score_wins_are_pointed_out():
    assert warned(LOW_RAW, game="monster-trick") == [("points.raw", "last_above_first")]
    assert warned({"by_place": [1, 2, 3, 4], "low_wins": True}, game="monster-trick") == []


def test_the_body_has_them():
    points: Json = {"by_place": [1, 2]}
    found = view(Night("ann", points=points).state, REFEREE)
    assert found["warnings"] == [
        {
            "field": "points.by_place",
            "code": "last_above_first",
            "detail": "A last place is worth more than a first, although the highest total wins.",
        }
    ]
    assert view(Night("ann").state, REFEREE)["warnings"] == []


def golf(night: Night, **scores: int) -> dict[str, int]:
    """The places of a table with these scores in the next round."""
    night.give(" ".join(scores))
    night.start()
    night.send(c.RecordResult(night.last.tables[0].id, None, EVENING, scores=dict(scores)))
    result = night.last.tables[0].result
    night.close_round()
    assert result is not None
    return result.places


def test_a_sheet_follows_where_the_lowest_total_of_scores_wins():
    night = Night("ann", "bob", points=LOW_RAW)
    assert golf(night, ann=3, bob=5) == {"ann": 1, "bob": 2}
    assert night.places() == {"ann": 1, "bob": 2}
    assert golf(Night("ann", "bob", points=LOW_RAW, edition=1), ann=3, bob=5) == {"ann": 2, "bob": 1}


def test_a_sheet_follows_a_change_of_the_points_and_a_stage_with_others():
    night = Night("ann", "bob", "cy", points={"raw": {}})
    assert golf(night, ann=3, bob=5, cy=1) == {"ann": 2, "bob": 1, "cy": 3}
    night.send(
        c.BeginStage(
            top=2, carry="none", format=Swiss(), points=PointScheme(raw=Raw(), low_wins=True), table_size=None, rounds=2
        )
    )
    assert golf(night, ann=3, bob=5) == {"ann": 1, "bob": 2}
    assert night.state.game_of(night.state.rounds[0]).low_wins is False


def test_a_sheet_that_said_the_opposite_before_it_was_refused_stops_no_other_change():
    night = Night("ann", "bob", points={"raw": {}}, game_options={"win": "high"}, edition=1)
    settings = msgspec.structs.replace(night.state.settings, points=PointScheme(raw=Raw(), low_wins=True))
    night.aggregate.begin([TournamentChanged(settings)])
    night.send(c.Change(name="Golf"))
    assert night.state.settings.name == "Golf"
    assert what_if(night.state, None, ("wins",)).settings.chain == ("wins",)


def test_a_sheet_that_says_the_opposite_is_refused():
    with pytest.raises(BadFields) as caught:
        Night("ann", "bob", points=LOW_RAW, game_options={"win": "high"})
    assert [(fault.field, fault.code) for fault in caught.value.faults] == [("game_options.win", "opposite")]
    night = Night("ann", "bob", points={"raw": {}}, game_options={"win": "high"})
    assert night.refused(c.Change(points=PointScheme(raw=Raw(), low_wins=True))).field == "game_options.win"
