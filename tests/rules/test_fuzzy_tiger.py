"""Fuzzy Tiger played here: the choices, the cards one by one, pushes, plucking and going back."""

from __future__ import annotations

import pytest

from games import Match
from games.fuzzy_tiger.cards import CARDS
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
    spaces,
    steps,
    table,
    turn,
)

# the start


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_begin_on_six_with_nine_cards_before_a_tiger_in_deep_sleep(players):
    match = Match.start("fuzzy-tiger", [f"p{seat}" for seat in range(players)])
    view = match.view(None)
    assert set(view["positions"].values()) == {6}
    assert (view["tiger"], view["time"], view["turn"], view["phase"]) == (6, None, 1, "choose")
    assert set(view["whiskers"].values()) == set(view["damage"].values()) == {0}
    assert all(hand == [1, 2, 3, 4, 5, 6, 7, 8, 9] for hand in view["in_hand"].values())
    assert (view["sheltered"], view["to_act"], view["last_turn"]) == ([], None, [])


def test_the_names_of_the_cards():
    assert [CARDS[number].name for number in (SHELTER, HYPNOSIS, STONES, LIANA, WALK)] == [
        *("Shelter", "Hypnosis", "Throw stones", "Liana", "Walk")
    ]
    assert [CARDS[number].name for number in (COURIER, CHARGE, LASSO, THINK)] == ["Courier", "Charge", "Lasso", "Think"]


def test_with_fewer_cards_everybody_has_the_same():
    match = table(ann=6, bob=6, cards=[9, 4, 2, 7])
    assert match.view(None)["in_hand"] == {"ann": [2, 4, 7, 9], "bob": [2, 4, 7, 9]}


# choosing


def test_cards_act_when_all_have_chosen_in_ascending_number():
    match = table(ann=6, bob=6, cy=6)
    match.send({"type": "choose", "player": "cy", "card": HYPNOSIS})
    match.send({"type": "choose", "player": "ann", "card": COURIER})
    assert spaces(match) == {"ann": 6, "bob": 6, "cy": 6}
    assert match.pending() == [{"player": "bob", "type": "choose"}]
    events = match.send({"type": "choose", "player": "bob", "card": STONES})
    acted = [(event["card"], event["players"]) for event in events if event["type"] == "card_acted"]
    assert acted == [(HYPNOSIS, ["cy"]), (STONES, ["bob"]), (COURIER, ["ann"])]


def test_a_played_card_lies_open_and_does_not_come_back_by_itself():
    match = table(ann=6, bob=6)
    turn(match, ann=HYPNOSIS, bob=COURIER)
    turn(match, ann=SHELTER, bob=STONES)
    view = match.view(None)
    assert view["spent"] == {"ann": [2, 1], "bob": [6, 3]}
    assert view["in_hand"]["ann"] == [3, 4, 5, 6, 7, 8, 9]
    assert view["turn"] == 3


def test_several_of_a_number_for_one_alone_lose_their_turn_and_their_cards():
    match = table(ann=2, bob=5, cy=6)
    turn(match, ann=COURIER, bob=COURIER, cy=STONES)
    assert spaces(match) == {"ann": 2, "bob": 5, "cy": 4}
    assert plucked(match) == {}
    assert match.view(None)["spent"]["ann"] == [COURIER]
    assert steps(match) == ["cards_revealed", "card_acted", "turn_lost"]


@pytest.mark.parametrize("card", [2, 4, 5, 6, 7, 8])
def test_each_of_the_six_others_is_blocked_by_its_like(card):
    match = table(ann=5, bob=5)
    turn(match, ann=card, bob=card)
    assert steps(match) == ["cards_revealed", "turn_lost"]
    assert spaces(match) == {"ann": 5, "bob": 5}


@pytest.mark.parametrize("card", [1, 3, 9])
def test_one_three_and_nine_are_played_by_several_at_once(card):
    match = table(ann=6, bob=6)
    turn(match, ann=card, bob=card)
    assert "turn_lost" not in steps(match)


# the cards


def test_shelter_moves_one_forward_if_alone():
    match = table(ann=6, bob=6)
    turn(match, ann=SHELTER, bob=THINK)
    assert spaces(match)["ann"] == 5
    assert match.view(None)["sheltered"] == ["ann"]


def test_several_in_shelter_do_not_move_but_are_sheltered_and_pluck():
    match = table(ann=2, bob=1, cy=6)
    turn(match, ann=SHELTER, bob=SHELTER, cy=THINK)
    assert spaces(match) == {"ann": 2, "bob": 1, "cy": 6}
    assert plucked(match) == {"ann": 1, "bob": 2}
    assert match.view(None)["sheltered"] == ["ann", "bob"]


def test_a_shelter_ends_when_the_next_cards_are_turned_up():
    match = table(ann=6, bob=6)
    turn(match, ann=SHELTER, bob=THINK)
    match.send({"type": "choose", "player": "ann", "card": STONES})
    assert match.view(None)["sheltered"] == ["ann"]
    match.send({"type": "choose", "player": "bob", "card": SHELTER})
    assert match.view(None)["sheltered"] == ["bob"]


def test_who_plucks_in_a_shelter_stays():
    match = table(ann=3, bob=6)
    turn(match, ann=SHELTER, bob=THINK)
    assert spaces(match)["ann"] == 2
    assert plucked(match) == {"ann": 1}


def test_who_creeps_to_the_tigers_face_in_a_shelter_goes_back():
    match = table(ann=1, bob=6)
    turn(match, ann=SHELTER, bob=THINK)
    assert spaces(match)["ann"] == 5
    assert plucked(match) == {}


def test_hypnosis_moves_one_sends_the_tiger_to_sleep_and_does_not_pluck():
    match = table(tiger=1, ann=3, bob=6)
    turn(match, ann=HYPNOSIS, bob=THINK)
    assert plucked(match) == {}
    assert match.view(None)["tiger"] == 6
    assert spaces(match)["ann"] == 5


def test_stones_move_two_and_the_tiger_two():
    match = table(ann=6, bob=6)
    turn(match, ann=STONES, bob=THINK)
    assert (spaces(match)["ann"], match.view(None)["tiger"]) == (4, 4)


def test_stones_of_several_add_up_and_nobody_of_them_moves():
    match = table(ann=6, bob=4, cy=3)
    turn(match, ann=STONES, bob=STONES, cy=THINK)
    assert spaces(match) == {"ann": 6, "bob": 4, "cy": 3}
    assert match.view(None)["tiger"] == 2


def test_liana_moves_two():
    match = table(ann=6, bob=6)
    turn(match, ann=LIANA, bob=THINK)
    act(match, "ann", move=2)
    assert spaces(match)["ann"] == 4


@pytest.mark.parametrize("space", [6, 5, 4, 3, 2, 1])
def test_or_it_takes_one_to_space_three_from_anywhere_backwards_too(space):
    match = table(ann=space, bob=6)
    turn(match, ann=LIANA, bob=THINK)
    act(match, "ann", to=3)
    assert spaces(match)["ann"] == 3
    assert plucked(match) == {}


def test_a_liana_backwards_pushes_as_usual():
    match = table(ann=2, bob=3, cy=6)
    turn(match, ann=LIANA, bob=THINK, cy=SHELTER)
    act(match, "ann", to=3)
    assert match.view(None)["last_turn"][2]["moved"] == {"ann": 3, "bob": 2}


@pytest.mark.parametrize("far", [1, 2])
def test_walk_moves_one_or_two(far):
    match = table(ann=6, bob=6)
    turn(match, ann=WALK, bob=THINK)
    act(match, "ann", move=far)
    assert spaces(match)["ann"] == 6 - far


def test_courier_moves_three():
    match = table(ann=6, bob=6)
    turn(match, ann=COURIER, bob=THINK)
    assert (spaces(match)["ann"], match.view(None)["tiger"]) == (3, 6)


def test_charge_moves_four_and_the_tiger_one_before_the_pluck():
    match = table(ann=6, bob=6)
    events = turn(match, ann=CHARGE, bob=THINK)
    assert [(event["type"], event["tiger"]) for event in events if "tiger" in event] == [
        *(("card_acted", 5), ("whiskers_plucked", 4), ("card_acted", 4))
    ]
    assert spaces(match)["ann"] == 5


def test_lasso_swaps_spaces_and_nobody_is_pushed():
    match = table(ann=6, bob=4, cy=3)
    turn(match, ann=LASSO, bob=THINK, cy=THINK)
    assert match.view(None)["to_act"] == {
        "player": "ann",
        "choices": [{"type": "act", "player": "ann", "swap": other} for other in ("bob", "cy")],
    }
    act(match, "ann", swap="bob")
    assert spaces(match) == {"ann": 4, "bob": 6, "cy": 3}


def test_after_a_lasso_only_the_acting_monkey_plucks_and_goes_back():
    match = table(ann=2, bob=1, cy=6)
    turn(match, ann=LASSO, bob=THINK, cy=STONES)
    act(match, "ann", swap="bob")
    first = match.view(None)["last_turn"]
    assert [step["player"] for step in first if step["type"] == "whiskers_plucked"] == ["ann", "bob"]
    assert [step["moved"] for step in first if step["type"] == "monkeys_went_back"] == [{"ann": 6}, {"bob": 5}]


def test_a_lasso_may_be_thrown_at_a_monkey_on_the_same_space():
    match = table(ann=6, bob=6)
    turn(match, ann=LASSO, bob=THINK)
    (acted, *_) = act(match, "ann", swap="bob")
    assert acted["moved"] == {}
    assert spaces(match) == {"ann": 6, "bob": 6}


def test_think_takes_back_all_own_played_cards_this_one_too():
    match = table(ann=6, bob=6)
    turn(match, ann=HYPNOSIS, bob=STONES)
    turn(match, ann=SHELTER, bob=COURIER)
    turn(match, ann=THINK, bob=HYPNOSIS)
    assert match.view(None)["in_hand"]["ann"] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert match.view(None)["spent"] == {"ann": [], "bob": [3, 6, 2]}


def test_several_who_think_all_take_back():
    match = table(ann=6, bob=6)
    turn(match, ann=HYPNOSIS, bob=STONES)
    turn(match, ann=THINK, bob=THINK)
    assert match.view(None)["spent"] == {"ann": [], "bob": []}


def test_who_thinks_on_one_or_two_plucks_and_goes_back():
    match = table(ann=1, bob=2)
    turn(match, ann=THINK, bob=THINK)
    assert plucked(match) == {"ann": 2, "bob": 1}
    assert spaces(match) == {"ann": 6, "bob": 5}


# moving and pushing


def test_a_move_is_exactly_so_far_but_not_beyond_the_tigers_face():
    match = table(ann=3, bob=6)
    events = turn(match, ann=CHARGE, bob=THINK)
    assert next(event for event in events if event["type"] == "card_acted")["moved"] == {"ann": 0}
    assert plucked(match) == {}
    assert spaces(match)["ann"] == 5


def test_a_monkey_pushed_may_push_the_next_down_to_the_tigers_face():
    match = table(ann=6, bob=3, cy=2, dee=1)
    events = turn(match, ann=COURIER, bob=THINK, cy=THINK, dee=THINK)
    acted = next(event for event in events if event["type"] == "card_acted")
    assert acted["moved"] == {"ann": 3, "bob": 2, "cy": 1, "dee": 0}


def test_a_push_ends_at_the_first_free_space():
    match = table(ann=6, bob=4, cy=2)
    turn(match, ann=STONES, bob=COURIER, cy=THINK)
    assert match.view(None)["last_turn"][1]["moved"] == {"ann": 4, "bob": 3}


def test_nobody_is_pushed_on_the_spaces_passed_over():
    match = table(ann=5, bob=4, cy=3)
    turn(match, ann=COURIER, bob=THINK, cy=THINK)
    assert match.view(None)["last_turn"][1]["moved"] == {"ann": 2}


def test_five_and_six_and_the_tigers_face_hold_any_number():
    match = table(ann=6, bob=5, cy=1)
    turn(match, ann=SHELTER, bob=THINK, cy=COURIER)
    assert spaces(match) == {"ann": 5, "bob": 5, "cy": 5}


def test_who_was_pushed_on_one_or_two_neither_plucks_nor_goes_back_then():
    match = table(ann=5, bob=3, cy=2, dee=6)
    turn(match, ann=STONES, bob=LIANA, cy=WALK, dee=THINK)
    assert spaces(match) == {"ann": 3, "bob": 2, "cy": 1, "dee": 6}
    assert plucked(match) == {}


def test_who_was_pushed_to_the_face_starts_its_own_turn_from_five():
    match = table(ann=2, bob=1)
    turn(match, ann=SHELTER, bob=COURIER)
    assert steps(match) == [
        *("cards_revealed", "card_acted", "whiskers_plucked", "monkeys_went_back"),
        *("card_acted", "whiskers_plucked", "monkeys_went_back"),
    ]
    assert match.view(None)["last_turn"][3]["moved"] == {"bob": 5}
    assert plucked(match) == {"ann": 2, "bob": 1}


def test_a_sheltered_monkey_can_be_pushed():
    match = table(ann=5, bob=4)
    turn(match, ann=STONES, bob=SHELTER)
    assert match.view(None)["last_turn"][2]["moved"] == {"ann": 3, "bob": 2}
    assert match.view(None)["sheltered"] == ["bob"]


# plucking and going back


@pytest.mark.parametrize(
    ("to", "whiskers", "back"), [(0, 0, 5), (1, 2, 6), (2, 1, 5), (3, 0, 3), (4, 0, 4), (5, 0, 5), (6, 0, 6)]
)
def test_what_is_plucked_on_a_space_and_where_one_goes_back_to(to, whiskers, back):
    """Ann comes to the space by a lasso, and bob waits to take the tiger's mind off."""
    match = table(ann=5 if to != 5 else 6, bob=to)
    turn(match, ann=LASSO, bob=THINK)
    (acted, *rest) = act(match, "ann", swap="bob")
    assert acted["moved"]["ann"] == to
    assert [step["whiskers"] for step in rest if step.get("player") == "ann"] == ([whiskers] if whiskers else [])
    assert spaces(match)["ann"] == back
    assert match.view(None)["tiger"] == 6 - whiskers


def test_plucking_needs_no_move():
    match = table(ann=2, bob=2 + 4)
    turn(match, ann=STONES, bob=STONES)
    assert plucked(match) == {"ann": 1}
    assert spaces(match) == {"ann": 5, "bob": 6}


def test_of_several_who_act_together_the_nearest_plucks_first():
    match = table(tiger=6, ann=2, bob=1, cy=6)
    events = turn(match, ann=STONES, bob=STONES, cy=THINK)
    assert [(step["player"], step["tiger"]) for step in events if step["type"] == "whiskers_plucked"] == [("bob", 0)]
    assert hurt(match) == {"bob": 2, "cy": 1}
    assert plucked(match) == {"bob": 2}


def test_all_of_them_go_back_after_all_have_plucked():
    match = table(ann=2, bob=1, cy=6)
    turn(match, ann=THINK, bob=THINK, cy=THINK)
    assert steps(match)[-3:] == ["whiskers_plucked", "whiskers_plucked", "monkeys_went_back"]
    assert list(match.view(None)["last_turn"][-1]["moved"]) == ["bob", "ann"]


# choices


def test_a_card_with_a_choice_waits_for_its_player_and_the_later_cards_wait_too():
    match = table(ann=6, bob=6, cy=6)
    turn(match, ann=WALK, bob=COURIER, cy=HYPNOSIS)
    view = match.view(None)
    assert (view["phase"], view["turn"]) == ("act", 1)
    assert spaces(match) == {"ann": 6, "bob": 6, "cy": 5}
    assert match.pending() == [{"player": "ann", "type": "act"}]
    assert view["to_act"]["choices"] == [{"type": "act", "player": "ann", "move": far} for far in (1, 2)]
    act(match, "ann", move=1)
    assert spaces(match) == {"ann": 5, "bob": 3, "cy": 5}
    assert (match.view(None)["phase"], match.view(None)["turn"]) == ("choose", 2)


def test_the_choice_is_made_when_the_cards_before_have_acted():
    match = table(ann=6, bob=6, cy=6)
    turn(match, ann=WALK, bob=LASSO, cy=THINK)
    act(match, "ann", move=2)
    assert match.view(None)["to_act"]["player"] == "bob"
    act(match, "bob", swap="ann")
    assert spaces(match) == {"ann": 6, "bob": 4, "cy": 6}
