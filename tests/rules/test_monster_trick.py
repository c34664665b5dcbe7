"""Monster Trick dealt by the service: one scene a rule, legal and refused."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games import Match, Rejected
from games.monster_trick.cards import Card
from tests.rules.monster_table import (
    blue,
    dealt,
    green,
    legal,
    plain,
    play,
    play_all,
    play_round,
    purple,
    refused,
    started,
    yellow,
)


def refused_play(match: Match, player: str, card: Card, trick: object) -> str:
    return refused(match, {"type": "play", "player": player, "card": plain(card), "trick": trick})


# the deal


@pytest.mark.parametrize(("players", "highest"), [(2, 6), (3, 9), (4, 12), (5, 15)])
def test_values_run_to_three_times_the_players_and_everybody_gets_twelve(players, highest):
    match = started([f"p{seat}" for seat in range(players)])
    match.send({"type": "start_round"})
    hands = match.view("referee")["hands"]
    cards = Counter((card["suit"], card["value"]) for hand in hands.values() for card in hand)
    assert [len(hand) for hand in hands.values()] == [12] * players
    assert cards == Counter(
        (suit, value) for suit in ("green", "yellow", "purple", "blue") for value in range(1, highest + 1)
    )


def test_each_round_is_shuffled_anew_and_the_same_seed_deals_the_same_cards():
    first, again, other = started(seed=1), started(seed=1), started(seed=2)
    deals = []
    for match in (first, again, other):
        match.send({"type": "start_round"})
        deals.append(match.view("referee")["hands"])
    assert deals[0] == deals[1] != deals[2]
    play_round(first, Random(3))
    first.send({"type": "start_round"})
    assert first.view("referee")["hands"] != deals[0]


def test_a_round_is_dealt_once_and_only_when_the_last_one_is_over():
    match = started()
    match.send({"type": "start_round"})
    assert refused(match, {"type": "start_round"}) == "wrong_phase"


def test_the_first_seat_begins_unless_a_starter_is_named():
    assert started().view(None)["starter"] == "ann"
    assert started(starter="cy").view(None)["starter"] == "cy"


def test_a_starter_who_does_not_play_is_refused():
    with pytest.raises(Rejected) as refusal:
        started(starter="zoe")
    assert (refusal.value.code, refusal.value.field) == ("bad_options", "starter")


# the order of the point cards


@pytest.mark.parametrize("order", [[1, 2], [1, 1, 2], [1, 2, 4], [2, 4, 6], [1, 2, 3, 3], []])
def test_an_order_is_a_permutation_of_the_rounds_values(order):
    match = started()
    match.send({"type": "start_round"})
    assert refused(match, {"type": "arrange", "player": "ann", "order": order}) == "bad_order"


def test_the_values_are_doubled_in_round_two_and_trebled_in_round_three():
    match = started()
    for low in (1, 2, 3):
        match.send({"type": "start_round"})
        wrong = [value * (low % 3 + 1) for value in (1, 2, 3)]
        assert refused(match, {"type": "arrange", "player": "ann", "order": wrong}) == "bad_order"
        match.send({"type": "arrange", "player": "ann", "order": [3 * low, low, 2 * low]})
        play_round(match, Random(low))
    assert match.outcome()["finished"]


def test_nobody_arranges_twice():
    match = started()
    match.send({"type": "start_round"})
    match.send({"type": "arrange", "player": "bob", "order": [3, 1, 2]})
    assert refused(match, {"type": "arrange", "player": "bob", "order": [1, 2, 3]}) == "already_arranged"


def test_play_starts_with_the_starter_when_all_have_arranged():
    match = started(starter="bob")
    match.send({"type": "start_round"})
    for player in ("cy", "ann"):
        match.send({"type": "arrange", "player": player, "order": [1, 2, 3]})
    assert match.view(None)["phase"] == "arrange"
    assert match.pending() == [{"player": "bob", "type": "arrange"}]
    match.send({"type": "arrange", "player": "bob", "order": [1, 2, 3]})
    assert match.view(None)["phase"] == "play"
    assert match.pending() == [{"player": "bob", "type": "play"}]


# turns


def test_turns_go_clockwise_one_card_each():
    match = dealt(orange=[green(1), green(2)], red=[green(3)], grey=[green(4)])
    assert refused_play(match, "red", green(3), "new") == "not_your_turn"
    play(match, "orange", green(1), "new")
    assert refused_play(match, "orange", green(2), "new") == "not_your_turn"
    play_all(match, ("red", green(3), 1), ("grey", green(4), 1))
    assert match.view(None)["turn"] == "orange"
    assert match.view(None)["turns_left"] == {"orange": 1, "red": 0, "grey": 0}


def test_only_a_card_of_the_own_hand_is_played_and_only_once():
    match = dealt(orange=[green(1), green(2)], red=[green(3)])
    assert refused_play(match, "orange", green(3), "new") == "not_in_hand"
    play_all(match, ("orange", green(1), "new"), ("red", green(3), "new"))
    assert refused_play(match, "orange", green(1), "new") == "not_in_hand"


# where a card may go


def three_open() -> Match:
    """The rulebook's picture: left led by green 8, top by green 7, bottom by yellow 1 with yellow 4 on it."""
    match = dealt(
        orange=[green(8), yellow(1), purple(1), green(2), yellow(9), blue(8)],
        red=[green(7), green(5), blue(9), purple(9)],
        grey=[green(3), yellow(4), green(9)],
    )
    return play_all(
        match,
        ("orange", green(8), "new"),
        ("red", green(7), "new"),
        ("grey", green(3), 1),
        ("orange", yellow(1), "new"),
        ("red", green(5), 1),
        ("grey", yellow(4), 3),
    )


def test_with_three_tricks_open_a_card_follows_its_suit_or_opens_the_fourth():
    assert legal(three_open()) == {
        purple(1): ["new"],
        green(2): [1, 2, "new"],
        yellow(9): [3, "new"],
        blue(8): ["new"],
    }


def test_while_a_slot_is_free_no_card_is_thrown_off():
    match = three_open()
    assert refused_play(match, "orange", purple(1), 1) == "must_match_suit"
    assert refused_play(match, "orange", green(2), 3) == "must_match_suit"


def test_a_new_trick_may_be_opened_in_a_suit_already_led():
    match = three_open()
    play(match, "orange", green(2), "new")
    led = [trick["cards"][0]["suit"] for trick in match.view(None)["open_tricks"]]
    assert led == ["green", "green", "yellow", "green"]


def four_open() -> Match:
    return play_all(three_open(), ("orange", purple(1), "new"))


def test_at_most_four_tricks_are_open():
    match = four_open()
    assert refused_play(match, "red", blue(9), "new") == "too_many_open_tricks"


def test_with_four_open_a_card_whose_suit_nobody_led_may_be_thrown_off_anywhere():
    assert legal(four_open())[blue(9)] == [1, 2, 3, 4]


def test_with_four_open_a_card_whose_suit_was_led_must_follow():
    match = four_open()
    assert legal(match)[purple(9)] == [4]
    assert refused_play(match, "red", purple(9), 1) == "must_match_suit"


def test_a_card_may_be_thrown_off_although_another_of_the_hand_could_follow():
    match = four_open()
    assert purple(9) in legal(match)
    play(match, "red", blue(9), 2)
    assert match.view(None)["open_tricks"][1]["cards"][-1] == {"player": "red", "suit": "blue", "value": 9}


@pytest.mark.parametrize("trick", [0, 2, 99, -1, "1", "old", ""])
def test_a_trick_that_is_not_open_takes_no_card(trick):
    match = dealt(orange=[green(1)], red=[green(3)])
    play(match, "orange", green(1), "new")
    assert refused_play(match, "red", green(3), trick) == "no_such_trick"


# who wins a trick


def test_a_higher_card_of_the_led_suit_takes_the_marker_and_a_lower_one_does_not():
    match = dealt(orange=[green(5)], red=[green(4)], grey=[green(8)])
    markers = []
    for player, card, trick in (("orange", green(5), "new"), ("red", green(4), 1), ("grey", green(8), 1)):
        play(match, player, card, trick)
        markers.append(match.view(None)["open_tricks"][0]["marker"])
    assert markers == ["orange", "orange", "grey"]


def test_a_player_may_play_on_the_same_trick_again_and_again():
    match = dealt(orange=[green(1), green(3)], red=[green(2), green(4)])
    play_all(match, ("orange", green(1), "new"), ("red", green(2), 1), ("orange", green(3), 1))
    assert play(match, "red", green(4), 1)[-1] == {"type": "trick_won", "trick": 1, "player": "red", "showing": 1}


def test_blue_nine_as_the_fourth_card_does_not_win_a_trick_led_by_green_eight():
    match = four_open()
    *_, won = play(match, "red", blue(9), 1)
    assert won == {"type": "trick_won", "trick": 1, "player": "orange", "showing": 1}
    assert match.view(None)["tricks_won"] == {"orange": 1, "red": 0, "grey": 0}
    assert 1 not in [trick["id"] for trick in match.view(None)["open_tricks"]]


def test_after_a_trick_play_goes_on_left_of_the_last_card_not_from_the_winner():
    match = four_open()
    play(match, "red", blue(9), 1)
    assert match.view(None)["turn"] == "grey"


def test_a_completed_trick_is_gone_and_its_slot_is_free():
    match = four_open()
    play(match, "red", blue(9), 1)
    assert refused_play(match, "grey", green(9), 1) == "no_such_trick"
    play(match, "grey", green(9), "new")
    assert [trick["id"] for trick in match.view(None)["open_tricks"]] == [2, 3, 4, 5]


# the point card that shows


def test_each_trick_shows_the_next_card_and_the_fourth_the_first_again():
    """Orange has the two highest cards of each suit, red the two lowest: four tricks, one after the other."""
    suits = (green, yellow, blue, purple)
    match = dealt(
        {"orange": [2, 3, 1]},
        orange=[suit(value) for suit in suits for value in (6, 5)],
        red=[suit(value) for suit in suits for value in (2, 1)],
    )
    shown: list[int | None] = [None]
    for number, suit in enumerate(suits, 1):
        play_all(match, ("orange", suit(6), "new"), ("red", suit(2), number), ("orange", suit(5), number))
        assert match.view(None)["showing"] == {"orange": shown[-1], "red": None}
        play(match, "red", suit(1), number)
        shown.append(match.view(None)["showing"]["orange"])
    assert shown == [None, 2, 3, 1, 2]


# the end of a round and of the game


def test_a_round_ends_after_twelve_turns_each_and_open_tricks_count_for_nothing():
    match = started()
    play_round(match, Random(5))
    view = match.view("referee")
    plays = [event for event in match.log if event["type"] == "card_played"]
    won = [event for event in match.log if event["type"] == "trick_won"]
    assert Counter(event["player"] for event in plays) == {"ann": 12, "bob": 12, "cy": 12}
    assert 6 <= len(won) <= 9
    assert (view["phase"], view["open_tricks"]) == ("ready", [])
    assert match.pending() == [{"player": "referee", "type": "start_round"}]


def test_a_round_scores_the_card_that_shows_and_nothing_without_a_trick():
    match = started()
    play_round(match, Random(5))
    showing = dict.fromkeys(("ann", "bob", "cy"), 0)
    for event in match.log:
        if event["type"] == "trick_won":
            showing[event["player"]] = event["showing"]
    (scored,) = match.outcome()["rounds"]
    assert scored["points"] == showing
    assert scored["breakdown"] == {player: {"point_card": points} for player, points in showing.items()}


def test_the_next_round_is_begun_left_of_the_last_starter():
    match = started(starter="bob")
    starters = [match.view(None)["starter"]]
    for number in range(2):
        play_round(match, Random(number))
        starters.append(match.view(None)["starter"])
    assert starters == ["bob", "cy", "ann"]


@pytest.mark.parametrize("seed", range(12))
def test_or_left_of_who_won_the_last_round_by_the_other_reading(seed):
    match = started(seed=seed, next_starter="left_of_round_winner", starter="bob")
    play_round(match, Random(seed))
    points = match.outcome()["rounds"][0]["points"]
    best = max(points.values())
    winner = next(player for player in ("bob", "cy", "ann") if points[player] == best)
    assert match.view(None)["starter"] == {"ann": "bob", "bob": "cy", "cy": "ann"}[winner]


def test_after_three_rounds_nothing_more_is_played():
    match = started()
    for number in range(3):
        play_round(match, Random(number))
    assert match.outcome()["finished"]
    assert (match.view(None)["phase"], match.pending()) == ("over", [])
    assert match.view(None)["open_tricks"] == []
    assert refused(match, {"type": "start_round"}) == "wrong_phase"
