"""Results as they are told: who was away, awards, stand-ins; the place of every seat."""

import pytest

from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament.results.events import ResultRecorded
from league.domain.tournament.view import result_view
from tests.league.domain.night import EVENING, FOUR, Night, running_night


def told(night: Night, **said) -> ResultRecorded:
    """Table 1 reports."""
    (event,) = night.send(record(**said))
    assert isinstance(event, ResultRecorded)
    return event


def record(**said) -> c.RecordResult:
    return c.RecordResult("r1a1", said.pop("places", None), EVENING, source="table", by="user:1", **said)


def test_a_table_reports_with_one_who_left_and_one_who_never_came():
    night = running_night()
    event = told(night, scores={"ann": 7, "bob": 9}, left=("cy",), absent=("dan",))
    assert event.places == {"ann": 2, "bob": 1, "cy": 3, "dan": 3}
    assert (event.left, event.absent, event.source) == (("cy",), ("dan",), "table")
    # Third and fourth pay 1 and 0: cy has played, dan has not.
    assert night.points() == {"bob": 4, "ann": 2, "cy": 1, "dan": 0}
    night.close_round()
    assert [night.row(name)["rounds"][0]["kind"] for name in FOUR] == ["played", "played", "played", "forfeit"]
    assert night.row("dan")["played"] == 0


def test_who_left_may_have_a_score_and_is_last_all_the_same():
    event = told(running_night(), scores={"ann": 7, "bob": 9, "cy": 99}, left=("cy",), absent=("dan",))
    assert event.places == {"ann": 2, "bob": 1, "cy": 3, "dan": 3}
    assert event.scores == {"ann": 7, "bob": 9, "cy": 99}


def test_who_is_away_may_have_a_place():
    event = told(running_night(), places={"ann": 2, "bob": 3, "cy": 1}, left=("cy",), absent=("dan",))
    assert event.places == {"ann": 2, "bob": 3, "cy": 1, "dan": 4}


def test_the_lowest_score_wins_where_the_game_says_so():
    night = running_night(game_options={"win": "low"})
    assert told(night, scores={"ann": 7, "bob": 9, "cy": "6.5", "dan": 9}).places == {
        "ann": 2, "bob": 3, "cy": 1, "dan": 3
    }  # fmt: skip


def test_awards_are_the_points_as_given():
    night = running_night()
    event = told(night, awards={"ann": "1/3", "bob": 15, "cy": -5}, absent=("dan",))
    assert event.places == {"ann": 2, "bob": 1, "cy": 3, "dan": 4}
    assert night.points() == {"bob": 15, "ann": "1/3", "cy": -5, "dan": -5}, "who was absent is not above anybody"
    (closed,) = night.close_round()
    assert closed.tables[0].points == {"ann": "1/3", "bob": 15, "cy": -5, "dan": -5}


def test_a_round_played_by_a_stand_in_stays_so_when_the_player_is_back():
    night = running_night()
    told(night, awards=dict.fromkeys(FOUR, 2), stand_in={"cy": "person eve"})
    night.close_round()
    night.play("cy ann bob dan")
    first, second = [found.tables[0].result for found in night.state.rounds]
    assert first is not None
    assert second is not None
    assert (first.claim.stand_in, second.claim.stand_in) == ({"cy": "person eve"}, {})
    assert [line["points"] for line in night.row("cy")["rounds"]] == [2, 4]


def test_a_pot_is_shared_out_exactly():
    night = running_night()
    told(night, awards={"ann": 15000, "bob": -5000, "cy": -5000, "dan": -5000})
    assert sum(row["points"] for row in standings(night.state)) == 0


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"scores": {"ann": 1, "bob": 2}, "absent": ("cy",)}, "wrong_players"),
        ({"scores": {"ann": 1, "bob": 2, "cy": 3, "dan": 4, "eve": 5}}, "wrong_players"),
        ({"places": {"ann": 1, "bob": 2, "cy": 3}, "absent": ("eve",)}, "wrong_players"),
        ({"places": {"ann": 1, "bob": 2, "cy": 3, "dan": 4}, "stand_in": {"eve": "x"}}, "wrong_players"),
        ({"places": {"ann": 1, "bob": 2, "cy": 3, "dan": 4}, "awards": {"ann": 1}}, "wrong_players"),
        ({}, "wrong_players"),
        ({"absent": FOUR[:3], "left": FOUR[3:]}, "nobody_played"),
        ({"left": FOUR}, "nobody_played"),
        ({"places": {"ann": 1, "bob": 2}, "absent": ("cy", "dan"), "left": ("cy",)}, "bad_result"),
        ({"scores": {"ann": 1, "bob": 2, "cy": 4}, "absent": ("cy", "dan")}, "bad_result"),
        ({"places": {"ann": 1, "bob": 2, "cy": 3}, "absent": ("dan",), "stand_in": {"dan": "x"}}, "bad_result"),
        ({"places": {"ann": 1, "bob": 3, "cy": 2}, "scores": {"ann": 1, "bob": 1, "cy": 1}}, "wrong_players"),
        ({"places": {"ann": 1, "bob": 1, "cy": 2}, "absent": ("dan",)}, "bad_places"),
        ({"places": {"ann": 2, "bob": 3, "cy": 4}, "absent": ("dan",)}, "bad_places"),
    ],
)
def test_what_is_no_result_of_the_table(said, code):
    assert running_night().refused(record(**said)).code == code


def test_a_table_s_result_is_shown_in_seating_order():
    night = running_night()
    told(night, scores={"dan": 1, "cy": 2, "bob": 3, "ann": 4})
    seats = night.seats()[0]
    result = night.state.tables["r1a1"].result
    assert result is not None
    result.claim.places.update({entry: result.claim.places.pop(entry) for entry in reversed(seats)})
    shown = result_view(night.state, night.last.tables[0])
    assert shown is not None
    assert [list(shown[name]) for name in ("places", "scores", "points")] == [seats, seats, seats]
