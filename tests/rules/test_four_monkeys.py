"""4 Monkeys dealt by the service: one scene a rule of the set-up and of what players do, legal and refused."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from games import Match, Rejected
from games.four_monkeys.parts import CATALOGUE
from games.four_monkeys.rules import level_stacks
from tests.rules.monkeys_table import (
    HAND,
    START,
    TIME_UP,
    act,
    cards,
    check,
    dealt,
    grab,
    hand,
    refused,
    report,
    sheet,
    stacks,
    started,
    to_check,
)

COMBOS = [combo.id for combo in CATALOGUE]


# set-up


def test_a_deck_has_four_cards_of_each_of_the_ten_kinds():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1"] * 30])
    for _ in range(12):
        grab(match, "ann", 0, 5)
    seen: Counter[tuple[str, ...]] = Counter()
    for tile in match.view("ann")["tiles"]["ann"][:8]:
        seen.update(tuple(card["figures"]) for card in tile["cards"])
    kinds = combinations_with_replacement(["circle", "triangle", "square", "pentagon"], 2)
    assert seen == dict.fromkeys(kinds, 4)


def test_everybody_has_a_deck_of_forty_and_draws_five():
    match = started(4, play="dealt")
    match.send(START)
    view = match.view("referee")
    assert [len(cards) for cards in view["hands"].values()] == [5] * 4
    assert view["draw"] == dict.fromkeys(match.state.players, 35)
    assert len({card["id"] for cards in view["hands"].values() for card in cards}) == 20


@pytest.mark.parametrize(("players", "sets", "number"), [(2, 3, 4), (3, 3, 5), (4, 4, 6), (5, 5, 7), (6, 6, 8)])
def test_one_set_of_tiles_a_player_but_three_for_two_in_two_stacks_more_than_players(players, sets, number):
    match = started(players, play="dealt")
    match.send(START)
    (area,) = match.view("referee")["areas"]
    assert area["sets"] == sets
    assert Counter(combo for stack in area["stacks"] for combo in stack) == dict.fromkeys(COMBOS, sets)
    heights = [len(stack) for stack in area["stacks"]]
    assert len(heights) == number
    assert max(heights) - min(heights) <= 1
    assert heights == sorted(heights, reverse=True)


def test_stacks_are_as_level_as_can_be_and_the_first_take_what_is_over():
    assert [len(stack) for stack in level_stacks(["x"] * 40, 6)] == [7, 7, 7, 7, 6, 6]
    assert level_stacks(["a", "b", "c", "d", "e"], 3) == (("a", "b"), ("c", "d"), ("e",))


@pytest.mark.parametrize("bananas", [True, False])
def test_with_the_option_everybody_has_a_banana_skin_of_their_own(bananas):
    match = started(3, play="dealt", bananas=bananas)
    match.send(START)
    assert match.view(None)["bananas"] == {player: {"own": bananas, "received": 0} for player in ("p0", "p1", "p2")}
    assert match.view(None)["replenished"] == dict.fromkeys(["p0", "p1", "p2"], False)


def test_each_round_is_shuffled_anew_and_the_same_seed_deals_the_same():
    def deal(match: Match) -> tuple[object, object]:
        match.send(START)
        return match.view("referee")["hands"], stacks(match)

    first, again = started(seed=1, play="dealt"), started(seed=1, play="dealt")
    dealt_first = deal(first)
    assert deal(again) == dealt_first
    other = deal(started(seed=2, play="dealt"))
    first.send(TIME_UP)
    following = deal(first)
    for number in (0, 1):
        assert len({str(deal[number]) for deal in (dealt_first, other, following)}) == 3


def test_a_round_is_not_started_while_one_is_running():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1"]])
    assert refused(match, START) == "round_running"
    grab(match, "ann", 0)
    match.send(TIME_UP)
    assert match.view(None)["phase"] == "check"
    assert refused(match, START) == "round_running"


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        [{"id": f"c{n}", "figures": ["circle"], "value": 1} for n in range(9)],
        [{"id": f"c{n}", "figures": ["circle"], "value": 1} for n in range(11)],
        [{"id": f"c{n % 9}", "figures": ["circle"], "value": 1} for n in range(10)],
        [{"id": f"c{n}", "figures": [], "value": 1} for n in range(10)],
        [{"id": f"c{n}", "figures": ["star"], "value": 1} for n in range(10)],
        [{"id": f"c{n}", "figures": ["circle"]} for n in range(10)],
        [{"id": f"c{n}", "figures": ["circle"], "value": -1} for n in range(10)],
    ],
)
def test_a_catalogue_has_ten_different_combos(wrong):
    with pytest.raises(Rejected) as refusal:
        started(catalogue=wrong)
    assert refusal.value.code == "bad_options"
    assert str(refusal.value.field).partition(".")[0] == "catalogue"


def test_another_catalogue_takes_the_place_of_the_printed_one():
    own = [{"id": f"x{n}", "figures": ["circle", "circle"], "value": n} for n in range(1, 11)]
    match = started(["ann", "bob"], catalogue=own)
    match.send(START)
    match.send(sheet({"ann": "x7 x10*", "bob": "x8"}))
    assert [tile["value"] for tile in match.view(None)["tiles"]["ann"]] == [7, 9]
    match.send({"type": "check", "player": "ann", "tile": 0, "cards": [["circle", "circle"]]})
    match.send({"type": "check", "player": "ann", "tile": 1, "cards": [["circle", "circle"]]})
    assert match.outcome()["totals"] == {"ann": 16, "bob": 8}


# grab


def test_a_grabbed_tile_lies_green_on_the_cards_and_the_hand_is_filled_up_to_five():
    match = dealt({"ann": HAND, "bob": HAND}, [["c5", "c1"], ["c2"]])
    laid = hand(match, "ann")[:2]
    (event,) = act(match, "ann", "grab", stack=0, cards=laid)
    view = match.view("ann")
    (tile,) = view["tiles"]["ann"]
    assert (tile["combo"], tile["burned"], tile["value"]) == ("c5", False, 3)
    assert [card["id"] for card in tile["cards"]] == laid
    assert stacks(match) == [["c1"], ["c2"]]
    assert [card["id"] for card in view["hands"]["ann"]] == [*cards(0, HAND)[2:], *event["drawn"]]
    assert len(event["drawn"]) == 2
    assert view["draw"] == {"ann": 33, "bob": 35}


def test_who_has_five_or_more_left_after_a_grab_draws_nothing():
    match = dealt({"ann": HAND, "bob": HAND}, [["c5", "c1"]])
    act(match, "ann", "replenish", mode="draw")
    (event,) = grab(match, "ann", 0, 3)
    assert event["drawn"] == []
    assert len(hand(match, "ann")) == 5
    (event,) = grab(match, "ann", 0, 5)
    assert len(event["drawn"]) == 5


def test_any_cards_will_do_but_at_least_one():
    match = dealt({"ann": HAND, "bob": HAND}, [["c9"], ["c1"]])
    assert refused(match, {"type": "grab", "player": "ann", "stack": 0, "cards": []}) == "no_cards"
    grab(match, "ann", 0, "cc")
    grab(match, "ann", 1, 5)
    assert [len(tile["cards"]) for tile in match.view("ann")["tiles"]["ann"]] == [1, 5]


def test_only_cards_of_the_own_hand_are_laid_each_once():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1"]])
    mine, theirs = hand(match, "ann"), hand(match, "bob")
    for wrong in ([theirs[0]], [mine[0], mine[0]], [mine[0], 39], [-1], [10**9]):
        assert refused(match, {"type": "grab", "player": "ann", "stack": 0, "cards": wrong}) == "not_in_hand"


def test_a_stack_that_is_not_there_or_used_up_gives_no_tile_and_the_others_keep_their_numbers():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1"], ["c2", "c3"]])
    for stack in (2, -1, 10**9):
        assert refused(match, {"type": "grab", "player": "ann", "stack": stack, "cards": [0]}) == "no_such_stack"
    grab(match, "ann", 0)
    assert refused(match, {"type": "grab", "player": "bob", "stack": 0, "cards": hand(match, "bob")}) == "empty_stack"
    grab(match, "bob", 1)
    assert stacks(match) == [[], ["c3"]]


def test_all_act_at_once_and_a_combo_may_be_taken_twice():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1", "c1", "c1"]])
    for player in ("ann", "ann", "bob"):
        grab(match, player, 0)
    assert [len(tiles) for tiles in match.view(None)["tiles"].values()] == [2, 1]


# burn


def test_a_burned_tile_is_worth_one_less_and_its_owner_draws_three():
    match = dealt({"ann": HAND, "bob": HAND}, [["c5"]])
    grab(match, "ann", 0)
    (event,) = act(match, "ann", "burn", tile=0)
    (tile,) = match.view(None)["tiles"]["ann"]
    assert (tile["burned"], tile["value"]) == (True, 2)
    assert len(event["drawn"]) == 3
    assert match.view(None)["hands"]["ann"] == 8


def test_a_tile_is_burned_once_and_only_by_its_owner():
    match = dealt({"ann": HAND, "bob": HAND}, [["c5"]])
    grab(match, "ann", 0)
    act(match, "ann", "burn", tile=0)
    for player, tile in (("ann", 0), ("ann", 1), ("ann", -1), ("bob", 0)):
        assert refused(match, {"type": "burn", "player": player, "tile": tile}) == "already_burned"


# replenish


def test_the_replenish_tile_swaps_the_hand_for_five_new_cards():
    match = dealt({"ann": HAND, "bob": HAND}, [["c5"]])
    grab(match, "ann", 0)
    act(match, "ann", "burn", tile=0)
    old = hand(match, "ann")
    (event,) = act(match, "ann", "replenish", mode="swap")
    assert event["discarded"] == old
    assert hand(match, "ann") == event["drawn"]
    assert len(event["drawn"]) == 5
    assert not set(old) & set(event["drawn"])
    assert match.view(None)["replenished"] == {"ann": True, "bob": False}


def test_or_adds_three_cards():
    match = dealt({"ann": HAND, "bob": HAND}, [["c5"]])
    old = hand(match, "ann")
    (event,) = act(match, "ann", "replenish", mode="draw")
    assert hand(match, "ann") == [*old, *event["drawn"]]
    assert len(event["drawn"]) == 3


def test_it_is_turned_once_a_round():
    match = dealt({"ann": HAND, "bob": HAND}, [["c5"]])
    act(match, "ann", "replenish", mode="draw")
    for mode in ("draw", "swap"):
        assert refused(match, {"type": "replenish", "player": "ann", "mode": mode}) == "already_replenished"
    act(match, "bob", "replenish", mode="swap")
    match.send(TIME_UP)
    match.send(START)
    assert match.view(None)["replenished"] == {"ann": False, "bob": False}
    act(match, "ann", "replenish", mode="swap")


# reveal


def test_who_owns_all_that_shows_puts_a_top_tile_beside_the_stacks():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1", "c1", "c2"], ["c3", "c3"]])
    for combo, stack in (("c1", 0), ("c3", 1)):
        assert refused(match, {"type": "reveal", "player": "ann", "stack": 0}) == "may_not_reveal", combo
        grab(match, "ann", stack)
    (event,) = act(match, "ann", "reveal", stack=0)
    assert (event["combo"], event["stack"]) == ("c1", 0)
    assert stacks(match) == [["c2"], ["c3"], ["c1"]]


def test_and_again_as_long_as_nothing_new_shows():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1", "c1", "c1", "c2", "c3"]])
    grab(match, "ann", 0)
    act(match, "ann", "reveal", stack=0)
    act(match, "ann", "reveal", stack=0)
    assert stacks(match) == [["c2", "c3"], ["c1"], ["c1"]]
    assert refused(match, {"type": "reveal", "player": "ann", "stack": 0}) == "may_not_reveal"
    assert refused(match, {"type": "reveal", "player": "bob", "stack": 0}) == "may_not_reveal"


def test_a_stack_is_revealed_that_has_a_tile_under_its_top_one():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1"], ["c1"], ["c2", "c1"]])
    grab(match, "ann", 0)
    grab(match, "ann", 2)
    assert refused(match, {"type": "reveal", "player": "ann", "stack": 0}) == "empty_stack"
    assert refused(match, {"type": "reveal", "player": "ann", "stack": 1}) == "may_not_reveal"
    assert refused(match, {"type": "reveal", "player": "ann", "stack": 3}) == "no_such_stack"


def test_owning_counts_and_not_what_the_hand_could_make():
    """The Portuguese text asks whether a player could take what shows; here c1 on the table is enough to refuse."""
    match = dealt({"ann": "cc cc cc cc pp", "bob": HAND}, [["c4", "c4"]])
    assert refused(match, {"type": "reveal", "player": "ann", "stack": 0}) == "may_not_reveal"


# banana skins


def skins(match: Match) -> dict[str, tuple[bool, int]]:
    return {player: (skin["own"], skin["received"]) for player, skin in match.view(None)["bananas"].items()}


def test_a_skin_is_given_away_as_the_next_action_after_a_grab():
    match = dealt({"ann": HAND, "bob": HAND, "cy": HAND}, [["c1"] * 9], bananas=True)
    give = {"type": "banana", "player": "ann", "to": "bob"}
    assert refused(match, give) == "not_after_grab"
    grab(match, "ann", 0)
    act(match, "ann", "burn", tile=0)
    assert refused(match, give) == "not_after_grab"
    grab(match, "ann", 0)
    grab(match, "bob", 0)
    act(match, "cy", "replenish", mode="draw")
    match.send(give)
    assert skins(match) == {"ann": (False, 0), "bob": (True, 1), "cy": (True, 0)}
    assert refused(match, give) == "no_banana"


@pytest.mark.parametrize("action", [("replenish", {"mode": "swap"}), ("reveal", {"stack": 0})])
def test_any_other_action_comes_too_early(action):
    match = dealt({"ann": HAND, "bob": HAND}, [["c1"] * 9], bananas=True)
    grab(match, "ann", 0)
    act(match, "ann", action[0], **action[1])
    assert refused(match, {"type": "banana", "player": "ann", "to": "bob"}) == "not_after_grab"


def test_received_skins_are_passed_on_first_and_the_own_one_last_one_a_grab():
    match = dealt({"ann": HAND, "bob": HAND, "cy": HAND}, [["c1"] * 9], bananas=True)
    grab(match, "bob", 0)
    act(match, "bob", "banana", to="ann")
    grab(match, "ann", 0)
    act(match, "ann", "banana", to="cy")
    assert skins(match) == {"ann": (True, 0), "bob": (False, 0), "cy": (True, 1)}
    assert refused(match, {"type": "banana", "player": "ann", "to": "cy"}) == "not_after_grab"
    grab(match, "ann", 0)
    act(match, "ann", "banana", to="cy")
    assert skins(match) == {"ann": (False, 0), "bob": (False, 0), "cy": (True, 2)}


def test_ones_own_skin_that_comes_home_counts_as_received():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1"] * 9], bananas=True)
    grab(match, "ann", 0)
    act(match, "ann", "banana", to="bob")
    grab(match, "bob", 0)
    act(match, "bob", "banana", to="ann")
    assert skins(match) == {"ann": (False, 1), "bob": (True, 0)}


def test_a_skin_goes_to_another_player_of_the_area():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1"] * 9], bananas=True)
    grab(match, "ann", 0)
    assert refused(match, {"type": "banana", "player": "ann", "to": "zoe"}) == "unknown_player"
    assert refused(match, {"type": "banana", "player": "ann", "to": "ann"}) == "other_area"


def test_without_the_option_there_are_none():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1"] * 9])
    grab(match, "ann", 0)
    assert refused(match, {"type": "banana", "player": "ann", "to": "bob"}) == "no_banana"


# borrowing


def test_when_the_own_deck_is_used_up_cards_come_from_the_fullest_one_card_by_card():
    """Ann has 1 card left and needs 5; bob has 4 and cy 3: bob's (4), then ties at 3: bob's, cy's, and bob's again."""
    match = dealt({"ann": HAND, "bob": HAND, "cy": HAND}, [["c1"] * 9], left={"ann": 1, "bob": 4, "cy": 3})
    (event,) = grab(match, "ann", 0, 5)
    assert [card // 40 for card in event["drawn"]] == [0, 1, 1, 2, 1]
    assert match.view(None)["draw"] == {"ann": 0, "bob": 1, "cy": 2}


def test_with_no_cards_anywhere_the_draw_is_short():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1"] * 9], left={"ann": 0, "bob": 2})
    (event,) = grab(match, "bob", 0, 1)
    assert [card // 40 for card in event["drawn"]] == [1]
    (event,) = act(match, "bob", "burn", tile=0)
    assert [card // 40 for card in event["drawn"]] == [1]
    (event,) = act(match, "ann", "replenish", mode="swap")
    assert event["drawn"] == []
    assert hand(match, "ann") == []
    assert refused(match, {"type": "grab", "player": "ann", "stack": 0, "cards": []}) == "no_cards"


# stop and time


def with_all_ten() -> Match:
    """Ann has one of each combo, bob nothing."""
    match = dealt({"ann": HAND, "bob": HAND}, [[combo] for combo in COMBOS])
    for stack in range(10):
        grab(match, "ann", stack)
    return match


def test_stop_with_all_ten_combos_ends_the_round():
    match = with_all_ten()
    events = act(match, "ann", "stop")
    assert [event["type"] for event in events] == ["round_ended", "smartest_found"]
    assert (events[0]["reason"], events[0]["player"]) == ("stop", "ann")
    view = match.view(None)
    assert (view["phase"], view["smartest"], view["hands"]) == ("check", ["ann"], {"ann": 0, "bob": 0})


def test_time_up_ends_the_round():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1"]])
    grab(match, "ann", 0)
    events = match.send(TIME_UP)
    assert (events[0]["reason"], events[0]["player"]) == ("time", None)
    for late in (
        {"type": "grab", "player": "ann", "stack": 0, "cards": []},
        {"type": "stop", "player": "bob"},
        TIME_UP,
    ):
        assert refused(match, late) == "wrong_phase"


def test_a_false_stop_costs_ten_points_and_the_round_is_played_again():
    match = dealt({"ann": HAND, "bob": HAND}, [[combo, combo] for combo in COMBOS], bananas=True)
    for stack in [*range(9), 0]:
        grab(match, "ann", stack)
    seats = [match.view(None)[key] for key in ("seats", "decks")]
    (event,) = act(match, "ann", "stop")
    assert {**event, "command": None} == {
        "type": "round_voided",
        "round": 1,
        "attempt": 1,
        "player": "ann",
        "points": -10,
        "command": None,
    }
    outcome = match.outcome()
    assert outcome["adjustments"] == [{"player": "ann", "points": -10, "reason": "false_stop", "round": 1}]
    assert (outcome["rounds"], outcome["totals"]) == ([], {"ann": -10, "bob": 0})
    assert match.view(None)["phase"] == "ready"
    assert match.pending() == [{"player": "referee", "type": "start_round"}]
    old = stacks(match), match.clock()
    match.send(START)
    view = match.view("referee")
    assert [view[key] for key in ("seats", "decks")] == seats
    assert (view["round"], view["phase"], view["tiles"]) == (1, "play", {"ann": [], "bob": []})
    assert [len(cards) for cards in view["hands"].values()] == [5, 5]
    assert old != (stacks(match), match.clock())


def test_new_cards_and_stacks_are_dealt_for_a_round_played_again():
    match = started(3, play="dealt")
    match.send(START)
    first = match.view("referee")
    act(match, "p0", "stop")
    match.send(START)
    second = match.view("referee")
    assert first["hands"] != second["hands"]
    assert first["areas"][0]["stacks"] != second["areas"][0]["stacks"]


def test_replenish_and_banana_tiles_and_repeats_do_not_help_to_ten():
    match = dealt({"ann": HAND, "bob": HAND}, [[combo, combo] for combo in COMBOS], bananas=True)
    for stack in [*range(9), *range(9)]:
        grab(match, "ann", stack)
    act(match, "ann", "replenish", mode="draw")
    assert act(match, "ann", "stop")[0]["type"] == "round_voided"


# checks of cards that are known


@pytest.mark.parametrize(
    ("combo", "laid", "correct"),
    [
        ("c1", "ct", True),
        ("c1", "cc", False),
        ("c1", "cc tt", True),
        ("c1", "ct cc", False),
        ("c3", "cc cs", True),
        ("c3", "cs cs", True),
        ("c3", "cs", False),
        ("c5", "ct sp", True),
        ("c5", "ct cs cp", True),
        ("c5", "cc tt ss", False),
        ("c5", "cc tt sp", True),
        ("c5", "ct sp sp", False),
        ("c7", "cc ct tt", True),
        ("c7", "cc ct tp", True),
        ("c7", "cc ct ct", True),
        ("c7", "cc tt cp", True),
        ("c7", "cc tt cp cp", False),
    ],
)
def test_a_combo_is_correct_if_all_figures_are_there_and_no_card_could_be_missed(combo, laid, correct):
    for match in (
        dealt_with(combo, laid),
        reported_with(combo, laid),
    ):
        checked = next(event for event in match.log if event["type"] == "tile_checked")
        assert checked["correct"] is correct


def dealt_with(combo: str, laid: str) -> Match:
    padded = " ".join([*laid.split(), *["pp"] * 5][:5])
    match = dealt({"ann": padded, "bob": HAND}, [[combo]])
    grab(match, "ann", 0, laid)
    match.send(TIME_UP)
    act(match, "ann", "check", tile=0)
    return match


def reported_with(combo: str, laid: str) -> Match:
    names = {"c": "circle", "t": "triangle", "s": "square", "p": "pentagon"}
    match = started(["ann", "bob"])
    match.send(START)
    match.send(sheet({"ann": report(combo), "bob": ""}))
    told = [[names[letter] for letter in kind] for kind in laid.split()]
    match.send({"type": "check", "player": "ann", "tile": 0, "cards": told})
    return match


def test_check_all_runs_the_rest_lowest_index_first_on_equal_values():
    """Bob has c5 and c6 (3 each) on one card, ann c1 with the right card: both of bob's are wrong, c5 first."""
    match = dealt({"ann": "ct cc cs cp tt", "bob": HAND}, [["c1"], ["c5"], ["c6"]])
    grab(match, "ann", 0, "ct")
    grab(match, "bob", 1)
    grab(match, "bob", 2)
    match.send(TIME_UP)
    events = match.send({"type": "check_all"})
    checked = [
        (event["player"], event["tile"], event["correct"]) for event in events if event["type"] == "tile_checked"
    ]
    assert checked == [("bob", 0, False), ("bob", 1, False), ("ann", 0, True)]
    assert match.outcome()["totals"] == {"ann": 1, "bob": -4}


def test_check_all_goes_on_where_single_checks_left_off():
    match = dealt({"ann": "ct cc cs cp tt", "bob": HAND}, [["c1"], ["c5"], ["c6"]])
    grab(match, "bob", 1)
    grab(match, "bob", 2)
    match.send(TIME_UP)
    assert to_check(match) == [("bob", 0), ("bob", 1)]
    act(match, "bob", "check", tile=1)
    match.send({"type": "check_all"})
    assert [event["tile"] for event in match.log if event["type"] == "tile_checked"] == [1, 0]


def test_in_dealt_play_nobody_is_asked_what_was_found():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1"]])
    grab(match, "ann", 0)
    match.send(TIME_UP)
    for told in ({"correct": True}, {"cards": [["circle", "triangle"]]}):
        assert refused(match, {"type": "check", "player": "ann", "tile": 0, **told}) == "bad_command"
    with pytest.raises(Rejected):
        check(match, "ann", 0, True)


# the clock


@pytest.mark.parametrize(("variant", "seconds"), [("standard", 240), ("family", 300)])
@pytest.mark.parametrize("players", [2, 8])
def test_one_clock_whatever_the_number_of_areas(variant, seconds, players):
    match = started(players, play="dealt", variant=variant)
    assert match.clock() is None
    match.send(START)
    clock = match.clock()
    assert clock is not None
    assert clock[1] == seconds
    match.send(TIME_UP)
    assert match.clock() is None


def test_each_round_and_each_attempt_at_one_has_a_clock_of_its_own():
    match = started(2, play="dealt")
    keys = []
    for end in ({"type": "stop", "player": "p0"}, TIME_UP, TIME_UP):
        match.send(START)
        clock = match.clock()
        act(match, "p0", "replenish", mode="draw")
        assert match.clock() == clock
        keys.append(clock)
        match.send(end)
    assert len(set(keys)) == 3


@pytest.mark.parametrize("visible", [True, False])
def test_no_view_carries_the_time_left(visible):
    match = started(2, play="dealt", timer_visible=visible)
    match.send(START)
    for viewer in ("referee", "p0", None):
        assert "240" not in str(match.view(viewer))
