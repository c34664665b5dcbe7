"""Fuzzy Tiger: the tiger wakes, and the game ends."""

from __future__ import annotations

from typing import Any

import pytest

from games import Match
from tests.rules.tiger_table import (
    CHARGE,
    COURIER,
    HYPNOSIS,
    LASSO,
    LIANA,
    SHELTER,
    STONES,
    THINK,
    WALK,
    act,
    hurt,
    plucked,
    scene,
    spaces,
    steps,
    table,
    turn,
)


def woken(match: Match) -> dict[str, Any]:
    """What the waking of the last turn did."""
    (woke,) = [step for step in match.view(None)["last_turn"] if step["type"] == "tiger_woke"]
    return dict(woke)


# waking


@pytest.mark.parametrize(("tiger", "wakes"), [(3, False), (2, True)])
def test_the_tiger_wakes_below_one(tiger, wakes):
    match = table(tiger=tiger, ann=6, bob=6)
    turn(match, ann=STONES, bob=THINK)
    assert ("tiger_woke" in steps(match)) is wakes
    assert match.view(None)["tiger"] == (6 if wakes else 1)


def test_it_may_wake_by_a_cards_effect_and_then_nothing_is_plucked():
    match = table(tiger=2, ann=4, bob=6)
    turn(match, ann=STONES, bob=THINK)
    assert plucked(match) == {}
    assert hurt(match) == {"ann": 2, "bob": 1}


def test_or_after_a_pluck_and_the_whiskers_count():
    match = table(tiger=1, ann=5, bob=6)
    turn(match, ann=COURIER, bob=THINK)
    assert plucked(match) == {"ann": 1}
    assert hurt(match) == {"ann": 2, "bob": 1}


def test_stones_of_several_wake_it_before_anybody_plucks():
    match = table(tiger=4, ann=2, bob=1, cy=6)
    turn(match, ann=STONES, bob=STONES, cy=THINK)
    assert plucked(match) == {}
    assert hurt(match) == {"bob": 2, "cy": 1}


# the bite


def test_the_nearest_monkey_is_bitten():
    match = table(tiger=1, ann=5, bob=3, cy=4)
    turn(match, ann=STONES, bob=THINK, cy=THINK)
    assert woken(match)["bitten"] == ["bob"]


def test_not_one_that_is_sheltered_but_the_next():
    match = table(tiger=2, ann=6, bob=4, cy=5)
    turn(match, ann=STONES, bob=SHELTER, cy=THINK)
    assert woken(match)["bitten"] == ["ann"]
    assert woken(match)["damage"] == {"ann": 2, "cy": 1}


def test_all_near_ones_sheltered_nobody_is_bitten():
    match = table(tiger=1, bob=4, cy=3, dee=6, eve=6)
    turn(match, bob=SHELTER, cy=SHELTER, dee=STONES, eve=STONES)
    assert woken(match)["bitten"] == []
    assert hurt(match) == {}


def test_nobody_on_zero_to_four_nobody_is_bitten():
    match = table(tiger=2, ann=6, bob=5, cy=6)
    turn(match, ann=STONES, bob=STONES, cy=THINK)
    assert woken(match)["bitten"] == []
    assert hurt(match) == {}


def test_several_on_the_tigers_face_are_all_bitten():
    match = scene({"positions": {"ann": 4, "bob": 0, "cy": 6}, "tiger": 1})
    turn(match, ann=CHARGE, bob=LASSO, cy=THINK)
    assert woken(match)["bitten"] == ["ann", "bob"]
    assert hurt(match) == {"ann": 2, "bob": 2, "cy": 1}


# the shame


def test_a_monkey_alone_on_the_farthest_space_takes_one():
    match = table(tiger=2, ann=5, bob=4, cy=5)
    turn(match, ann=STONES, bob=THINK, cy=THINK)
    assert woken(match)["shamed"] == "cy"


def test_several_there_take_none():
    match = table(tiger=2, ann=5, bob=5, cy=5)
    turn(match, ann=STONES, bob=THINK, cy=THINK)
    assert woken(match)["shamed"] is None
    assert hurt(match) == {"ann": 2}


def test_a_shelter_does_not_save_from_shame():
    match = table(tiger=2, ann=6, bob=6)
    turn(match, ann=SHELTER, bob=STONES)
    assert hurt(match) == {"bob": 2, "ann": 1}


def test_one_may_be_bitten_and_shamed():
    match = table(tiger=2, ann=4, bob=6)
    turn(match, ann=SHELTER, bob=STONES)
    assert (woken(match)["bitten"], woken(match)["shamed"]) == (["bob"], "bob")
    assert hurt(match) == {"bob": 3}


# what comes after


def test_cards_that_have_not_acted_are_spent_without_effect():
    match = table(tiger=2, ann=5, bob=6, cy=6)
    turn(match, ann=STONES, bob=COURIER, cy=WALK)
    assert woken(match)["unused"] == {"bob": COURIER, "cy": WALK}
    assert match.view(None)["spent"] == {"ann": [STONES], "bob": [COURIER], "cy": [WALK]}
    assert match.view(None)["to_act"] is None
    assert spaces(match) == {"ann": 6, "bob": 6, "cy": 6}


def test_but_an_unused_nine_still_takes_back():
    match = table(tiger=4, ann=5, bob=6, cy=6)
    turn(match, ann=SHELTER, bob=SHELTER, cy=SHELTER)
    turn(match, ann=STONES, bob=STONES, cy=THINK)
    assert "tiger_woke" in steps(match)
    assert match.view(None)["spent"] == {"ann": [1, 3], "bob": [1, 3], "cy": []}
    assert match.view(None)["in_hand"]["cy"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_spent_cards_stay_spent_before_the_next_tiger():
    match = table(tiger=2, ann=6, bob=6)
    turn(match, ann=STONES, bob=HYPNOSIS)
    turn(match, ann=COURIER, bob=CHARGE)
    assert match.view(None)["spent"] == {"ann": [STONES, COURIER], "bob": [HYPNOSIS, CHARGE]}


def test_all_begin_anew_on_six_and_shelters_end():
    match = table(tiger=2, ann=4, bob=2, cy=5)
    turn(match, ann=SHELTER, bob=STONES, cy=THINK)
    view = match.view(None)
    assert (set(view["positions"].values()), view["tiger"], view["sheltered"]) == ({6}, 6, [])
    assert (view["phase"], view["turn"]) == ("choose", 2)


def test_the_first_waking_puts_the_time_marker_on_fifteen_and_each_later_one_moves_it_down_by_one():
    match = table(tiger=2, ann=6, bob=6)
    turn(match, ann=STONES, bob=THINK)
    assert match.view(None)["time"] == 15
    match = table(tiger=2, time=15, ann=6, bob=6)
    turn(match, ann=STONES, bob=THINK)
    assert match.view(None)["time"] == 14


# the end


def near_the_end(whiskers: dict[str, int], **rest: Any) -> Match:
    """Ann on 5, bob and cy on 6; the marker on 15."""
    return scene({"positions": {"ann": 5, "bob": 6, "cy": 6}, "time": 15, "whiskers": whiskers, **rest})


def test_who_reaches_the_marker_ends_the_game_when_the_last_card_of_the_turn_has_acted():
    match = near_the_end({"ann": 14})
    turn(match, ann=COURIER, bob=CHARGE, cy=THINK)
    assert match.view(None)["phase"] == "over"
    assert plucked(match) == {"ann": 15, "bob": 1}
    assert steps(match)[-2:] == ["card_acted", "cards_taken_back"]
    assert (match.outcome()["finished"], match.outcome()["winners"]) == (True, ["ann"])
    assert match.pending() == []
    assert match.view(None)["turn"] == 1


def test_cards_that_still_ask_are_waited_for():
    match = near_the_end({"ann": 14})
    turn(match, ann=COURIER, bob=LASSO, cy=THINK)
    assert not match.outcome()["finished"]
    act(match, "bob", swap="cy")
    assert match.outcome()["finished"]


def test_before_the_first_waking_there_is_no_end():
    match = scene({"positions": {"ann": 5, "bob": 6}, "whiskers": {"ann": 20}})
    turn(match, ann=COURIER, bob=THINK)
    assert not match.outcome()["finished"]


def test_if_the_tiger_wakes_the_game_ends_right_after_the_damage():
    """Nobody goes to 6, the marker stays, and an unused 9 takes back before."""
    match = near_the_end({"ann": 14}, tiger=1)
    turn(match, ann=COURIER, bob=CHARGE, cy=THINK)
    view = match.view(None)
    assert (view["phase"], view["time"]) == ("over", 15)
    assert view["positions"] == {"ann": 2, "bob": 6, "cy": 6}
    assert view["spent"]["cy"] == []
    assert steps(match)[-2:] == ["tiger_woke", "cards_taken_back"]
    assert hurt(match) == {"ann": 2}


def test_the_marker_that_moved_down_may_end_it_too():
    match = near_the_end({"bob": 14}, tiger=2)
    turn(match, ann=STONES, bob=THINK, cy=THINK)
    view = match.view(None)
    assert (view["phase"], view["time"], set(view["positions"].values())) == ("over", 14, {6})


def test_the_marker_that_was_put_on_fifteen_may_end_it_too():
    match = scene({"positions": {"ann": 5, "bob": 6}, "tiger": 2, "whiskers": {"bob": 15}})
    turn(match, ann=STONES, bob=THINK)
    assert match.outcome()["finished"]


# who wins


def ended(whiskers: dict[str, int], damage: dict[str, int], **positions: int) -> dict[str, Any]:
    """The outcome where these players have that, and zed on space 2 plucks a fifteenth whisker while all think."""
    everybody = {**positions, "zed": 2}
    match = scene({"positions": everybody, "time": 15, "whiskers": {"zed": 14, **whiskers}, "damage": damage})
    turn(match, **dict.fromkeys(everybody, THINK))
    return match.outcome()


def test_the_one_with_the_most_damage_is_beaten_whatever_the_whiskers():
    outcome = ended({"ann": 3, "bob": 2}, {"zed": 3, "ann": 2}, ann=6, bob=6)
    assert outcome["placings"] == {"ann": 2, "bob": 1, "zed": 3}
    assert outcome["winners"] == ["bob"]
    assert outcome["totals"] == {"ann": 1, "bob": 2, "zed": 12}


def test_several_with_the_most_damage_are_all_beaten_and_stand_behind_by_the_same_order():
    outcome = ended({"ann": 3, "bob": 2}, {"zed": 3, "ann": 3}, ann=6, bob=6)
    assert outcome["placings"] == {"ann": 3, "bob": 1, "zed": 2}


def test_unless_that_would_be_everybody():
    outcome = ended({"ann": 3}, {"zed": 3, "ann": 3}, ann=6)
    assert outcome["placings"] == {"ann": 2, "zed": 1}


def test_nobody_damaged_nobody_beaten():
    outcome = ended({"ann": 3}, {}, ann=6)
    assert (outcome["placings"], outcome["tie_break"]) == ({"ann": 2, "zed": 1}, None)


def test_most_whiskers_less_damage_wins():
    outcome = ended({"ann": 5, "bob": 6}, {"bob": 2, "zed": 4}, ann=6, bob=5)
    assert outcome["rounds"] == [
        {
            "number": 1,
            "points": {"ann": 5, "bob": 4, "zed": 11},
            "breakdown": {
                "ann": {"whiskers": 5, "damage": 0},
                "bob": {"whiskers": 6, "damage": -2},
                "zed": {"whiskers": 15, "damage": -4},
            },
        }
    ]
    assert outcome["placings"] == {"ann": 1, "bob": 2, "zed": 3}


def test_a_tie_goes_to_the_monkey_nearer_to_the_tiger():
    outcome = ended({"ann": 5, "bob": 5}, {"zed": 4}, ann=4, bob=3)
    assert (outcome["placings"], outcome["tie_break"]) == ({"ann": 2, "bob": 1, "zed": 3}, "nearest_to_tiger")


def test_else_the_victory_is_shared():
    outcome = ended({"ann": 5, "bob": 5}, {"zed": 4}, ann=6, bob=6)
    assert (outcome["winners"], outcome["tie_break"]) == (["ann", "bob"], None)
    assert outcome["placings"] == {"ann": 1, "bob": 1, "zed": 3}


def test_a_tie_for_another_place_is_broken_too_and_not_named():
    outcome = ended({"ann": 5, "bob": 5}, {}, ann=4, bob=3)
    assert (outcome["placings"], outcome["tie_break"]) == ({"ann": 3, "bob": 2, "zed": 1}, None)


def test_before_the_end_nobody_has_points():
    match = near_the_end({"ann": 14})
    outcome = match.outcome()
    assert (outcome["rounds"], outcome["winners"]) == ([], [])
    assert outcome["placings"] == {"ann": 1, "bob": 1, "cy": 1}


def test_a_card_that_would_ask_asks_nobody_after_a_waking():
    match = table(tiger=2, ann=5, bob=6)
    turn(match, ann=STONES, bob=LIANA)
    assert match.view(None)["to_act"] is None
    assert match.view(None)["phase"] == "choose"
