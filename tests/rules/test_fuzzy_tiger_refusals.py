"""What is refused in Fuzzy Tiger, by its code; and sheets of games played at a real table."""

from __future__ import annotations

from typing import Any

import pytest

from games import Match, Rejected
from tests.rules.tiger_table import COURIER, LASSO, LIANA, THINK, WALK, act, refused, scene, spaces, table, turn


def choose(player: object, card: object) -> dict[str, Any]:
    return {"type": "choose", "player": player, "card": card}


# choosing


@pytest.mark.parametrize("card", [0, 10, -1, 2**62])
def test_a_card_that_nobody_has_is_not_in_hand(card):
    assert refused(table(ann=6, bob=6), choose("ann", card)) == ("not_in_hand", "card")


def test_a_spent_card_and_one_that_is_not_in_use_are_not_in_hand():
    match = table(ann=6, bob=6, cards=[2, 3, 6, 9])
    assert refused(match, choose("ann", 1)) == ("not_in_hand", "card")
    turn(match, ann=COURIER, bob=THINK)
    assert refused(match, choose("ann", COURIER)) == ("not_in_hand", "card")


def test_nobody_chooses_twice_in_a_turn():
    match = table(ann=6, bob=6)
    match.send(choose("ann", COURIER))
    assert refused(match, choose("ann", COURIER)) == ("already_chosen", None)
    assert refused(match, choose("ann", THINK)) == ("already_chosen", None)
    assert refused(match, choose("ann", 77)) == ("already_chosen", None)


@pytest.mark.parametrize("card", [True, "6", 6.0, None, [6]])
def test_a_card_is_a_number(card):
    assert refused(table(ann=6, bob=6), choose("ann", card)) == ("bad_command", "card")


def test_a_stranger_chooses_nothing():
    match = table(ann=6, bob=6)
    assert refused(match, choose("zoe", COURIER)) == ("unknown_player", "player")
    assert refused(match, choose("referee", COURIER)) == ("unknown_player", "player")


# acting


def walking() -> Match:
    match = table(ann=6, bob=6)
    turn(match, ann=WALK, bob=THINK)
    return match


@pytest.mark.parametrize(
    "choice",
    [{}, {"move": 0}, {"move": 3}, {"move": -1}, {"to": 3}, {"swap": "bob"}, {"move": 1, "to": 3}, {"move": 2**62}],
)
def test_a_card_leaves_nothing_else_to_choose(choice):
    assert refused(walking(), {"type": "act", "player": "ann", **choice})[0] == "bad_choice"


@pytest.mark.parametrize("choice", [{"move": 1}, {"move": 3}, {"to": 2}, {"move": 2, "to": 3}, {"swap": "bob"}])
def test_a_liana_goes_two_forward_or_to_space_three(choice):
    match = table(ann=6, bob=6)
    turn(match, ann=LIANA, bob=THINK)
    assert refused(match, {"type": "act", "player": "ann", **choice})[0] == "bad_choice"


@pytest.mark.parametrize("choice", [{"swap": "ann"}, {"move": 1}])
def test_a_lasso_takes_another_player(choice):
    match = table(ann=6, bob=6)
    turn(match, ann=LASSO, bob=THINK)
    assert refused(match, {"type": "act", "player": "ann", **choice})[0] == "bad_choice"


@pytest.mark.parametrize("stranger", ["zoe", "", "referee"])
@pytest.mark.parametrize("player", ["ann", "bob"])
def test_a_lasso_for_a_stranger_names_an_unknown_player_whoevers_turn_it_is(stranger, player):
    match = table(ann=6, bob=6)
    lasso = {"type": "act", "player": player, "swap": stranger}
    assert refused(match, lasso) == ("unknown_player", "swap")
    turn(match, ann=LASSO, bob=THINK)
    assert refused(match, lasso) == ("unknown_player", "swap")


@pytest.mark.parametrize("choice", [{"move": True}, {"move": None}, {"move": "1"}, {"swap": 1}, {"to": 3.0}, {"x": 1}])
def test_a_choice_of_another_form_is_a_bad_command(choice):
    assert refused(walking(), {"type": "act", "player": "ann", **choice}) == ("bad_command", next(iter(choice)))


def test_only_the_player_of_the_card_acts():
    assert refused(walking(), {"type": "act", "player": "bob", "move": 1})[0] == "not_your_turn"
    assert refused(walking(), {"type": "act", "player": "zoe", "move": 1})[0] == "unknown_player"


def test_choosing_and_acting_have_their_time():
    assert refused(walking(), choose("bob", COURIER))[0] == "wrong_phase"
    assert refused(table(ann=6, bob=6), {"type": "act", "player": "ann", "move": 1})[0] == "wrong_phase"


def test_after_the_end_nothing_is_played():
    match = scene({"positions": {"ann": 2, "bob": 6}, "time": 15, "whiskers": {"ann": 14}})
    turn(match, ann=THINK, bob=THINK)
    assert match.outcome()["finished"]
    assert refused(match, choose("ann", COURIER))[0] == "wrong_phase"
    assert refused(match, {"type": "act", "player": "ann", "move": 1})[0] == "wrong_phase"


# options


@pytest.mark.parametrize(
    "cards", [[1, 2, 9], [1, 2, 3, 4], [1, 2, 9, 9], [1, 2, 9, 10], [0, 1, 2, 9], [], "1299", [None]]
)
def test_at_least_four_cards_are_in_use_and_nine_among_them(cards):
    with pytest.raises(Rejected) as refusal:
        Match.start("fuzzy-tiger", ["ann", "bob"], {"cards": cards})
    assert (refusal.value.code, str(refusal.value.field).partition(".")[0]) == ("bad_options", "cards")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_any_such_set_goes_with_any_number_of_players(players):
    match = table(**{f"p{seat}": 6 for seat in range(players)}, cards=[1, 3, 8, 9])
    assert {tuple(hand) for hand in match.view(None)["in_hand"].values()} == {(1, 3, 8, 9)}


@pytest.mark.parametrize(
    ("position", "field"),
    [
        ({"positions": {"ann": 3, "bob": 3}}, "positions"),
        ({"positions": {"ann": 7}}, "positions.ann"),
        ({"positions": {"ann": -1}}, "positions.ann"),
        ({"positions": {"zoe": 3}}, "positions.zoe"),
        ({"tiger": 0}, "tiger"),
        ({"tiger": 7}, "tiger"),
        ({"whiskers": {"ann": -1}}, "whiskers.ann"),
        ({"whiskers": {"zoe": 1}}, "whiskers.zoe"),
        ({"whiskers": {"ann": 2**62}}, "whiskers.ann"),
        ({"damage": {"bob": -2}}, "damage.bob"),
        ({"damage": {"zoe": 2}}, "damage.zoe"),
        ({"time": 16}, "time"),
        ({"time": 0}, "time"),
        ({"time": 10, "whiskers": {"ann": 10}}, "whiskers"),
    ],
)
def test_an_impossible_position_is_refused(position, field):
    with pytest.raises(Rejected) as refusal:
        Match.start("fuzzy-tiger", ["ann", "bob"], {"position": position})
    assert (refusal.value.code, refusal.value.field) == ("bad_position", f"position.{field}")


def test_each_key_of_a_position_may_be_left_out_and_each_player():
    match = Match.start("fuzzy-tiger", ["ann", "bob"], {"position": {"positions": {"bob": 3}, "damage": {"ann": 1}}})
    view = match.view(None)
    assert view["positions"] == {"ann": 6, "bob": 3}
    assert (view["tiger"], view["time"], view["damage"]) == (6, None, {"ann": 1, "bob": 0})
    assert Match.start("fuzzy-tiger", ["ann", "bob"], {"position": {}}).state.positions == {"ann": 6, "bob": 6}


# recorded play


def reported(players: int = 2) -> Match:
    return Match.start("fuzzy-tiger", ["ann", "bob", "cy"][:players], {"play": "recorded"})


def sheet(whiskers: Any, damage: Any, **positions: Any) -> dict[str, Any]:
    command = {"type": "record_result", "whiskers": whiskers, "damage": damage}
    return {**command, "positions": positions} if positions else command


def test_dealt_is_how_a_match_is_played_unless_said_otherwise():
    match = Match.start("fuzzy-tiger", ["ann", "bob"])
    assert [awaited["type"] for awaited in match.pending()] == ["choose", "choose"]
    assert refused(match, sheet({"ann": 1, "bob": 2}, {"ann": 0, "bob": 0}))[0] == "wrong_phase"


def test_a_sheet_tells_the_end_and_is_scored_by_the_same_rules():
    match = reported(3)
    assert match.pending() == [{"player": "referee", "type": "record_result"}]
    match.send(sheet({"ann": 15, "bob": 9, "cy": 8}, {"ann": 7, "bob": 2, "cy": 1}, ann=5, bob=4, cy=3))
    outcome = match.outcome()
    assert outcome["totals"] == {"ann": 8, "bob": 7, "cy": 7}
    assert outcome["placings"] == {"ann": 3, "bob": 2, "cy": 1}
    assert (outcome["winners"], outcome["tie_break"]) == (["cy"], "nearest_to_tiger")
    assert outcome["rounds"][0]["breakdown"]["ann"] == {"whiskers": 15, "damage": -7}
    assert spaces(match) == {"ann": 5, "bob": 4, "cy": 3}
    assert (match.view(None)["phase"], match.pending()) == ("over", [])


def test_without_positions_a_tie_stays_shared():
    match = reported()
    match.send(sheet({"ann": 5, "bob": 5}, {"ann": 0, "bob": 0}))
    assert (match.outcome()["winners"], match.outcome()["tie_break"]) == (["ann", "bob"], None)


def test_monkeys_may_share_zero_five_and_six_on_a_sheet():
    for space in (0, 5, 6):
        reported().send(sheet({"ann": 5, "bob": 5}, {"ann": 0, "bob": 0}, ann=space, bob=space))


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"whiskers": {"ann": -1, "bob": 0}}, "whiskers.ann"),
        ({"damage": {"ann": 0, "bob": -1}}, "damage.bob"),
        ({"whiskers": {"ann": 1}}, "whiskers.bob"),
        ({"damage": {"bob": 1}}, "damage.ann"),
        ({"whiskers": {"ann": 1, "bob": 1, "zoe": 1}}, "whiskers.zoe"),
        ({"whiskers": {"ann": True, "bob": 1}}, "whiskers"),
        ({"whiskers": {"ann": 1.0, "bob": 1}}, "whiskers"),
        ({"damage": [0, 0]}, "damage"),
        ({"positions": {"ann": 7, "bob": 6}}, "positions.ann"),
        ({"positions": {"ann": 6, "bob": -1}}, "positions.bob"),
        ({"positions": {"ann": 6}}, "positions.bob"),
        ({"positions": {}}, "positions.ann"),
        ({"positions": {"ann": 6, "bob": 6, "zoe": 6}}, "positions.zoe"),
        ({"positions": None}, "positions"),
        *(({"positions": {"ann": space, "bob": space}}, "positions") for space in (1, 2, 3, 4)),
    ],
)
def test_a_sheet_that_can_not_be_is_a_bad_sheet_with_its_field(wrong, field):
    good = sheet({"ann": 5, "bob": 5}, {"ann": 0, "bob": 0})
    code, where = refused(reported(), {**good, **wrong})
    assert (code, str(where)[: len(field)]) == ("bad_sheet", field)


def test_a_sheet_needs_both_counts_and_comes_once_and_from_no_player():
    good = sheet({"ann": 5, "bob": 5}, {"ann": 0, "bob": 0})
    match = reported()
    assert refused(match, {"type": "record_result", "whiskers": {"ann": 1, "bob": 1}}) == ("bad_sheet", "damage")
    assert refused(match, {**good, "player": "ann"}) == ("bad_command", "player")
    match.send(good)
    assert refused(match, good)[0] == "wrong_phase"


def test_what_is_reported_is_not_played_here():
    match = reported()
    assert refused(match, choose("ann", COURIER))[0] == "wrong_phase"
    assert refused(match, {"type": "act", "player": "ann", "move": 1})[0] == "wrong_phase"
    assert refused(match, choose("zoe", COURIER))[0] == "unknown_player"
    with pytest.raises(Rejected):
        act(match, "bob", to=3)
