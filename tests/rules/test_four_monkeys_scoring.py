"""4 Monkeys: sheets, repeats, the smartest monkey, checks, points, both variants, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

from games import Match
from tests.rules.monkeys_table import (
    ALL_TEN,
    START,
    check,
    check_on,
    play_round,
    recorded,
    refused,
    report,
    sheet,
    started,
    to_check,
)


def smartest(match: Match) -> list[str]:
    found: list[str] = match.view(None)["smartest"]
    return found


def points(match: Match, number: int = 1) -> dict[str, int]:
    found: dict[str, int] = match.outcome()["rounds"][number - 1]["points"]
    return found


def parts(match: Match, player: str) -> dict[str, int]:
    found: dict[str, int] = match.outcome()["rounds"][-1]["breakdown"][player]
    return found


# the rulebook's example


def example() -> Match:
    """Claire 5 + 2; Tom 5 + 3 + 3; Ian 1 + 1 + 2 + 4 + 5, and c8 twice. Claire and Tom got a skin, Ian kept his."""
    return recorded(
        {
            "claire": report("c10 c4", bananas=1),
            "tom": report("c9 c5 c6", bananas=1),
            "ian": report("c1 c8 c2 c3 c7 c9 c8"),
        },
        bananas=True,
    )


def visible(match: Match, player: str) -> int:
    return sum(tile["value"] for tile in match.view(None)["tiles"][player] if not tile["aside"])


def test_the_scoring_example():
    match = example()
    tiles = match.view(None)["tiles"]["ian"]
    assert [tile["combo"] for tile in tiles if tile["aside"]] == ["c8", "c8"]
    assert {player: visible(match, player) for player in ("claire", "tom", "ian")} == {
        "claire": 7,
        "tom": 11,
        "ian": 13,
    }
    assert smartest(match) == ["ian"]
    assert to_check(match) == [("ian", 0), ("ian", 2)]
    match.send({"type": "check", "player": "ian", "tile": 0, "cards": [["circle", "triangle"]]})
    assert to_check(match) == [("ian", 2)]
    match.send({"type": "check", "player": "ian", "tile": 2, "cards": [["square", "square"]]})
    assert (visible(match, "ian"), smartest(match), to_check(match)) == (12, ["ian"], [("ian", 3)])
    match.send(
        {"type": "check", "player": "ian", "tile": 3, "cards": [["circle", "square"], ["circle", "pentagon"]] * 2}
    )
    assert (visible(match, "ian"), smartest(match), to_check(match)) == (10, ["tom"], [("tom", 1), ("tom", 2)])
    for tile in (1, 2, 0):
        check(match, "tom", tile, True)
    assert [event["player"] for event in match.log if event["type"] == "tile_checked"] == ["ian"] * 3 + ["tom"] * 3
    assert points(match) == {"claire": 4, "tom": 8, "ian": 2}
    assert match.outcome()["rounds"][0]["breakdown"] == {
        "claire": {"tiles": 7, "aside": 0, "bananas": -3},
        "tom": {"tiles": 11, "aside": 0, "bananas": -3},
        "ian": {"tiles": 10, "aside": -8, "bananas": 0},
    }
    assert match.pending() == [{"player": "referee", "type": "start_round"}]


# 1. repeats


def test_all_copies_of_a_combo_owned_twice_or_more_are_set_aside():
    match = recorded({"ann": "c1 c2 c1* c5 c1", "bob": ""})
    assert [tile["aside"] for tile in match.view(None)["tiles"]["ann"]] == [True, False, True, False, True]
    check_on(match)
    assert points(match) == {"ann": 1 + 3 - 6, "bob": 0}


# 2. the smartest monkey


def test_the_smartest_monkey_has_most_visible_points():
    assert smartest(recorded({"ann": "c9", "bob": "c7* c5", "cy": "c5 c5"})) == ["bob"]


def test_a_used_replenish_tile_is_worth_minus_one():
    match = recorded({"ann": report("c9", replenished=True), "bob": "c9"})
    assert smartest(match) == ["bob"]
    check_on(match)
    assert points(match) == {"ann": 4, "bob": 5}


def test_of_equal_points_more_orange_tiles_decide_and_a_used_replenish_tile_is_one():
    assert smartest(recorded({"ann": "c7", "bob": "c9*"})) == ["bob"]
    assert smartest(recorded({"ann": report("c9", replenished=True), "bob": "c7"})) == ["ann"]


def test_orange_tiles_that_were_set_aside_do_not_count():
    assert smartest(recorded({"ann": "c7 c1* c1*", "bob": "c9*"})) == ["bob"]


def test_still_tied_all_of_them_are_the_smartest():
    assert smartest(recorded({"ann": "c9", "bob": "c7", "cy": "c10"})) == ["ann", "cy"]


def test_neither_penalties_nor_skins_say_who_is_smartest():
    match = recorded({"ann": report("c9 c1 c1", bananas=2), "bob": "c7"}, bananas=True)
    assert smartest(match) == ["ann"]


# 3. the checks


def test_tiles_are_checked_by_visible_value_the_lowest_first():
    match = recorded({"ann": "c9 c5* c3 c1*", "bob": ""})
    order = []
    while to_check(match):
        order.append(to_check(match))
        check(match, *order[-1][0], True)
    assert order == [[("ann", 3)], [("ann", 1), ("ann", 2)], [("ann", 2)], [("ann", 0)]]


def test_on_equal_values_the_owner_chooses():
    match = recorded({"ann": "c5 c6 c3", "bob": ""})
    check(match, "ann", 2, True)
    assert to_check(match) == [("ann", 0), ("ann", 1)]
    check(match, "ann", 1, True)
    assert to_check(match) == [("ann", 0)]


@pytest.mark.parametrize(("player", "tile"), [("ann", 1), ("ann", 2), ("ann", -1), ("bob", 0), ("ann", 0)])
def test_nothing_else_is_to_be_checked(player, tile):
    """Ann's c1 is, at 3; c9 (0) is of higher value, c3 (1 and 2) repeated, and bob is not the smartest."""
    match = recorded({"ann": "c9 c3 c3 c1", "bob": "c1"})
    assert to_check(match) == [("ann", 3)]
    asked = {"type": "check", "player": player, "tile": tile, "correct": True}
    assert refused(match, asked) == "not_to_be_checked"


def test_a_correct_tile_stays_and_is_never_checked_again():
    """Ann's c1 is correct, her c9 wrong; bob's c3 wrong; then she is the smartest again, with nothing to check."""
    match = recorded({"ann": "c9 c1", "bob": "c3"})
    check(match, "ann", 1, True)
    check(match, "ann", 0, False)
    assert (smartest(match), to_check(match)) == (["bob"], [("bob", 0)])
    check(match, "bob", 0, False)
    assert points(match) == {"ann": 1 - 2, "bob": -2}


def test_a_wrong_tile_is_set_aside_and_the_smartest_are_found_again():
    match = recorded({"ann": "c9", "bob": "c7", "cy": "c5"})
    check(match, "ann", 0, False)
    assert match.view(None)["tiles"]["ann"][0]["aside"]
    assert (smartest(match), to_check(match)) == (["bob"], [("bob", 0)])
    check(match, "bob", 0, False)
    check(match, "cy", 0, True)
    assert points(match) == {"ann": -2, "bob": -2, "cy": 3}


def test_nobody_elses_tiles_are_looked_at():
    match = recorded({"ann": "c9", "bob": "c7 c6", "cy": "c5"})
    checked = []
    while to_check(match):
        checked.append(to_check(match)[0])
        check(match, *checked[-1], True)
    assert checked == [("bob", 1), ("bob", 0)]


def test_smartest_monkeys_alternate_one_tile_each_and_who_has_none_left_is_skipped():
    """Ann c9 c3 (7), bob c5 c3 c4 (7), cy c9 c4 (7): seating order, then bob alone with his last."""
    match = recorded({"ann": "c9 c3", "bob": "c5 c3 c4", "cy": "c10 c4"})
    assert smartest(match) == ["ann", "bob", "cy"]
    turns = []
    while to_check(match):
        turns.append(to_check(match)[0][0])
        check(match, *to_check(match)[0], True)
    assert turns == ["ann", "bob", "cy", "ann", "bob", "cy", "bob"]


def test_after_a_wrong_tile_the_alternation_starts_anew_with_the_first_of_the_new_smartest():
    """All 7. Ann's and bob's first are correct, cy's is wrong: ann and bob alternate on, ann first."""
    match = recorded({"ann": "c9 c3", "bob": "c5 c3 c4", "cy": "c10 c4"})
    check(match, "ann", 1, True)
    check(match, "bob", 1, True)
    check(match, "cy", 1, False)
    assert smartest(match) == ["ann", "bob"]
    assert to_check(match) == [("ann", 0)]
    check(match, "ann", 0, True)
    assert to_check(match) == [("bob", 2)]


def test_it_ends_when_every_smartest_monkey_has_all_tiles_checked():
    """Bob is the smartest but wrong; then ann and cy are, and ann's only tile is not the last one."""
    match = recorded({"ann": "c5", "bob": "c7", "cy": "c6"})
    check(match, "bob", 0, False)
    assert smartest(match) == ["ann", "cy"]
    check(match, "ann", 0, True)
    assert match.view(None)["phase"] == "check"
    check(match, "cy", 0, True)
    assert match.view(None)["phase"] == "ready"


def test_with_no_tile_to_check_the_round_is_scored_at_once():
    match = recorded({"ann": "", "bob": "c1 c1"})
    assert points(match) == {"ann": 0, "bob": -4}
    assert match.view(None)["phase"] == "ready"


def test_both_areas_are_scored_together():
    """Of eight the smartest sits in B, the second in A."""
    names = [f"p{seat}" for seat in range(8)]
    match = recorded(dict.fromkeys(names, "") | {"p2": "c7", "p6": "c9"})
    assert smartest(match) == ["p6"]
    check(match, "p6", 0, False)
    assert smartest(match) == ["p2"]
    check(match, "p2", 0, True)
    assert (points(match)["p2"], points(match)["p6"]) == (4, -2)


# 4. the points


def test_points_are_visible_values_less_two_a_tile_aside_and_three_a_skin():
    match = recorded({"ann": report("c9* c3 c3 c1", replenished=True, bananas=2), "bob": ""}, bananas=True)
    check(match, "ann", 3, False)
    check(match, "ann", 0, True)
    assert parts(match, "ann") == {"tiles": 4 - 1, "aside": -6, "bananas": -6}
    assert points(match)["ann"] == -9


@pytest.mark.parametrize(("counted", "bananas"), [(False, {"p0": 0, "p1": -3}), (True, {"p0": -3, "p1": -3})])
def test_a_skin_with_its_first_owner_costs_only_by_the_italian_text(counted, bananas):
    """In dealt play p1 gives the own skin to p2, who gives it back: of p0 the own one, of p1 a received one."""
    match = started(3, play="dealt", bananas=True, count_unplayed_bananas=counted)
    match.send(START)
    for giver, to in (("p1", "p2"), ("p2", "p1")):
        card = match.view(giver)["hands"][giver][0]["id"]
        match.send({"type": "grab", "player": giver, "stack": 0, "cards": [card]})
        match.send({"type": "banana", "player": giver, "to": to})
    match.send({"type": "time_up"})
    match.send({"type": "check_all"})
    breakdown = match.outcome()["rounds"][0]["breakdown"]
    assert {player: breakdown[player]["bananas"] for player in ("p0", "p1")} == bananas


# the family variant


def family(reports: dict[str, object], **options: Any) -> Match:
    return recorded(reports, variant="family", **options)  # type: ignore[arg-type]


def test_family_the_smartest_has_most_combo_tiles_and_replenish_never_counts():
    assert smartest(family({"ann": "c1 c2", "bob": "c9"})) == ["ann"]
    assert smartest(family({"ann": report("c1", replenished=True), "bob": "c9*"})) == ["ann"]
    assert smartest(family({"ann": report("c9"), "bob": report("c9", replenished=True)})) == ["ann", "bob"]


def test_family_ties_go_to_fewest_orange_then_to_the_highest_values_in_order():
    assert smartest(family({"ann": "c9* c7", "bob": "c1 c2"})) == ["bob"]
    assert smartest(family({"ann": "c7 c8", "bob": "c9 c1"})) == ["bob"]
    assert smartest(family({"ann": "c9 c3", "bob": "c10 c5"})) == ["bob"]
    assert smartest(family({"ann": "c9* c8", "bob": "c7* c10"})) == ["bob"]


def test_family_then_to_the_higher_total_so_far_and_else_it_is_shared():
    match = started(["ann", "bob"], variant="family")
    play_round(match, {"ann": "c1", "bob": "c1 c2"})
    match.send(START)
    match.send(sheet({"ann": "c9", "bob": "c10"}))
    assert smartest(match) == ["bob"]
    assert smartest(family({"ann": "c9", "bob": "c10"})) == ["ann", "bob"]


def test_family_points():
    """Ann: three green left, three orange make one pair, two repeated and one wrong aside, smartest at the end."""
    match = family({"ann": "c1 c2 c3 c4* c5* c6* c7 c7 c8*", "bob": report("c9 c10* c1", bananas=1)}, bananas=True)
    check(match, "ann", 0, True)
    for tile in (1, 3, 2, 4, 5):
        check(match, "ann", tile, True)
    check(match, "ann", 8, False)
    assert match.view(None)["phase"] == "ready"
    assert parts(match, "ann") == {"green": 3, "orange_pairs": 1, "aside": -3, "smartest": 1, "bananas": 0}
    assert parts(match, "bob") == {"green": 2, "orange_pairs": 0, "aside": 0, "smartest": 0, "bananas": -3}
    assert points(match) == {"ann": 2, "bob": -1}


def test_family_the_replenish_tile_scores_nothing_and_every_smartest_monkey_gets_a_point():
    match = family({"ann": report("c9", replenished=True), "bob": "c10"})
    check_on(match)
    assert points(match) == {"ann": 2, "bob": 2}


def test_family_who_is_smartest_when_points_are_given_and_not_before_gets_the_point():
    match = family({"ann": "c9 c8", "bob": "c1 c2"})
    assert smartest(match) == ["ann"]
    check(match, "ann", 1, False)
    check_on(match)
    assert [parts(match, player)["smartest"] for player in ("ann", "bob")] == [0, 1]


# the sheet and how a round ended


def test_recorded_is_how_a_match_is_played_unless_said_otherwise():
    match = started(3)
    assert refused(match, sheet({"p0": "", "p1": "", "p2": ""})) == "wrong_phase"
    match.send(START)
    assert match.pending() == [{"player": "referee", "type": "record_round"}]
    for command in (
        {"type": "grab", "player": "p0", "stack": 0, "cards": [1]},
        {"type": "stop", "player": "p0"},
        {"type": "time_up"},
        {"type": "check_all"},
    ):
        assert refused(match, command) == "wrong_phase"


def test_a_reported_stop_with_all_ten_ends_the_round():
    match = recorded({"ann": ALL_TEN, "bob": "c1"}, stop="ann")
    ended = next(event for event in match.log if event["type"] == "round_ended")
    assert (ended["reason"], ended["player"]) == ("stop", "ann")
    assert match.view(None)["phase"] == "check"


def test_a_reported_false_stop_is_played_again_as_in_dealt_play():
    match = recorded({"ann": "c1 c2 c3 c4 c5 c6 c7 c8 c9 c9", "bob": ALL_TEN}, stop="ann")
    assert match.log[-1]["type"] == "round_voided"
    assert match.outcome()["totals"] == {"ann": -10, "bob": 0}
    assert match.outcome()["rounds"] == []
    assert match.pending() == [{"player": "referee", "type": "start_round"}]
    match.send(START)
    assert match.log[-1]["attempt"] == 2
    assert match.view(None)["tiles"] == {"ann": [], "bob": []}


def test_what_was_found_is_told_by_a_verdict_or_by_the_cards():
    asked = {"type": "check", "player": "ann", "tile": 0}
    told: dict[str, Any]
    for told in ({}, {"correct": True, "cards": []}):
        assert refused(recorded({"ann": "c1", "bob": ""}), {**asked, **told}) == "bad_command"
    for told, correct in (
        ({"correct": True}, True),
        ({"correct": False}, False),
        ({"cards": [["triangle", "circle"]]}, True),
        ({"cards": [["triangle", "circle"], ["circle", "circle"]]}, False),
        ({"cards": []}, False),
    ):
        match = recorded({"ann": "c1", "bob": ""})
        (checked, *_) = match.send({**asked, **told})
        assert checked["correct"] is correct


# the end


def test_the_highest_total_wins():
    match = started(["ann", "bob", "cy"])
    for _ in range(3):
        play_round(match, {"ann": "c1", "bob": "c9", "cy": "c5"})
    outcome = match.outcome()
    assert (outcome["totals"], outcome["winners"]) == ({"ann": 3, "bob": 15, "cy": 9}, ["bob"])
    assert (outcome["placings"], outcome["tie_break"]) == ({"ann": 3, "bob": 1, "cy": 2}, None)


def test_a_tie_goes_to_more_points_in_the_last_round():
    match = started(["ann", "bob"])
    for ann, bob in (("c9", ""), ("", "c3"), ("", "c5")):
        play_round(match, {"ann": ann, "bob": bob})
    outcome = match.outcome()
    assert outcome["totals"] == {"ann": 5, "bob": 5}
    assert (outcome["placings"], outcome["winners"]) == ({"ann": 2, "bob": 1}, ["bob"])
    assert outcome["tie_break"] == "last_round"


def test_still_tied_the_victory_is_shared():
    match = started(["ann", "bob", "cy"])
    for _ in range(3):
        play_round(match, {"ann": "c9", "bob": "c10", "cy": "c1"})
    outcome = match.outcome()
    assert (outcome["placings"], outcome["winners"]) == ({"ann": 1, "bob": 1, "cy": 3}, ["ann", "bob"])
    assert outcome["tie_break"] is None


def test_ten_points_off_count_in_the_total_and_not_in_the_last_round():
    """Ann and bob end with 5: ann 10 + 0 + 5 less ten of round 3, bob 0 + 2 + 3. Ann's last round is 5."""
    match = started(["ann", "bob"])
    play_round(match, {"ann": "c9 c10", "bob": ""})
    play_round(match, {"ann": "", "bob": "c3"})
    match.send(START)
    match.send(sheet({"ann": "", "bob": ""}, stop="ann"))
    play_round(match, {"ann": "c9", "bob": "c5"})
    outcome = match.outcome()
    assert outcome["totals"] == {"ann": 5, "bob": 5}
    assert (outcome["winners"], outcome["tie_break"]) == (["ann"], "last_round")
    assert outcome["rounds"][2]["points"] == {"ann": 5, "bob": 3}
