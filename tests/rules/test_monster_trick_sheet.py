"""Monster Trick played at a real table: the sheet of a round."""

from __future__ import annotations

from typing import Any

import pytest

from games import Match, Rejected
from tests.rules.monster_table import sheet

PLAYERS = ["ann", "bob", "cy"]
ROUND_1 = {"ann": [1, 2, 3], "bob": [3, 2, 1], "cy": [2, 3, 1]}


def recorded(players: list[str] = PLAYERS, **options: object) -> Match:
    return Match.start("monster-trick", players, options or None)


def times(factor: int, orders: dict[str, list[int]] = ROUND_1) -> dict[str, list[int]]:
    return {player: [factor * value for value in order] for player, order in orders.items()}


def fault(match: Match, command: dict[str, Any]) -> tuple[str, str | None]:
    """Code and field of the refusal; nothing has changed."""
    before = match.log
    with pytest.raises(Rejected) as refusal:
        match.send(command)
    assert match.log == before
    return refusal.value.code, refusal.value.field


def test_recorded_is_how_a_match_is_played_unless_said_otherwise():
    match = recorded()
    assert match.pending() == [{"player": "referee", "type": "record_round"}]
    for command in (
        {"type": "start_round"},
        {"type": "arrange", "player": "ann", "order": [1, 2, 3]},
        {"type": "play", "player": "ann", "card": {"suit": "green", "value": 1}, "trick": "new"},
    ):
        assert fault(match, command)[0] == "wrong_phase"


def test_the_showing_card_follows_from_the_winners_in_order():
    """Ann wins 4 tricks: her first card again. Bob wins 2: his second. Cy wins none: nothing."""
    match = recorded()
    match.send(sheet(ROUND_1, ["ann", "bob", "ann", "ann", "bob", "ann"]))
    (scored,) = match.outcome()["rounds"]
    assert scored["points"] == {"ann": 1, "bob": 2, "cy": 0}
    assert scored["breakdown"]["bob"] == {"point_card": 2}


@pytest.mark.parametrize(("won", "points"), [(0, 0), (1, 2), (2, 3), (3, 1), (4, 2), (5, 3), (6, 1)])
def test_or_from_the_number_of_tricks_each(won, points):
    match = recorded()
    match.send(sheet(ROUND_1, {"cy": won, "ann": 6 - won, "bob": 1}))
    assert match.outcome()["rounds"][0]["points"]["cy"] == points


@pytest.mark.parametrize("order", [[1, 2], [1, 1, 3], [2, 4, 6], [1, 2, 3, 3], []])
def test_an_order_that_is_no_permutation_of_the_rounds_values_is_refused(order):
    command = sheet({**ROUND_1, "bob": order}, ["ann"] * 6)
    assert fault(recorded(), command) == ("bad_order", "orders.bob")


def test_orders_of_the_second_round_are_two_four_six():
    match = recorded()
    match.send(sheet(ROUND_1, ["ann"] * 6))
    assert fault(match, sheet(ROUND_1, ["ann"] * 6))[0] == "bad_order"
    match.send(sheet(times(2), ["bob"] * 8))
    assert match.outcome()["totals"] == {"ann": 3, "bob": 4, "cy": 0}


@pytest.mark.parametrize(("players", "fewest", "most"), [(2, 3, 6), (3, 6, 9), (4, 9, 12), (5, 12, 15)])
def test_at_most_four_tricks_of_three_cards_stay_unfinished(players, fewest, most):
    names = [f"p{seat}" for seat in range(players)]
    orders = {name: [1, 2, 3] for name in names}
    for number in range(most + 2):
        winners = [names[trick % players] for trick in range(number)]
        counts = {name: winners.count(name) for name in names}
        for tricks in (winners, counts):
            if fewest <= number <= most:
                recorded(names).send(sheet(orders, tricks))
            else:
                assert fault(recorded(names), sheet(orders, tricks)) == ("bad_sheet", "tricks")


def test_nobody_wins_more_than_twelve_tricks():
    names = ["p0", "p1", "p2", "p3", "p4"]
    orders = {name: [1, 2, 3] for name in names}
    recorded(names).send(sheet(orders, ["p0"] * 12))
    assert fault(recorded(names), sheet(orders, ["p0"] * 13)) == ("bad_sheet", "tricks.p0")


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (sheet({"ann": [1, 2, 3], "bob": [1, 2, 3]}, ["ann"] * 6), "orders.cy"),
        (sheet({**ROUND_1, "zoe": [1, 2, 3]}, ["ann"] * 6), "orders.zoe"),
        (sheet(ROUND_1, ["ann"] * 5 + ["zoe"]), "tricks.5"),
        (sheet(ROUND_1, {"ann": 6, "bob": 0}), "tricks.cy"),
        (sheet(ROUND_1, {"ann": 6, "bob": 0, "cy": 0, "zoe": 0}), "tricks.zoe"),
        (sheet(ROUND_1, {"ann": 7, "bob": 0, "cy": -1}), "tricks.cy"),
        (sheet(ROUND_1, {"ann": 6.0, "bob": 0, "cy": 0}), "tricks.ann"),  # type: ignore[dict-item]
        (sheet(ROUND_1, {"ann": True, "bob": 5, "cy": 0}), "tricks.ann"),
        (sheet({**ROUND_1, "ann": [1, 2, True]}, ["ann"] * 6), "orders.ann.2"),
        ({"type": "record_round", "orders": ROUND_1}, "tricks"),
        ({"type": "record_round", "orders": ROUND_1, "tricks": "ann"}, "tricks"),
    ],
)
def test_a_sheet_that_is_wrong_in_another_way_is_a_bad_sheet_with_its_field(command, field):
    assert fault(recorded(), command) == ("bad_sheet", field)


def test_an_unknown_field_or_a_player_is_no_sheets_business():
    command = sheet(ROUND_1, ["ann"] * 6)
    assert fault(recorded(), {**command, "player": "ann"}) == ("bad_command", "player")
    assert fault(recorded(), {**command, "score": 1}) == ("bad_command", "score")


# the end


def played(*rounds: tuple[dict[str, list[int]], list[str] | dict[str, int]], players: list[str] = PLAYERS) -> Match:
    match = recorded(players)
    for orders, tricks in rounds:
        match.send(sheet(orders, tricks))
    return match


def test_most_points_in_three_rounds_win_eighteen_at_most():
    match = played(*((times(factor), {"ann": 3, "bob": 3, "cy": 2}) for factor in (1, 2, 3)))
    outcome = match.outcome()
    assert outcome["totals"] == {"ann": 18, "bob": 6, "cy": 18}
    assert outcome["finished"]
    assert fault(match, sheet(times(3), ["ann"] * 6))[0] == "wrong_phase"


def test_a_tie_goes_to_the_higher_score_of_round_three():
    """Ann 1 + 2 + 9, bob 3 + 6 + 3, cy 0: twelve each; ann has 9 in round 3."""
    match = played(
        (ROUND_1, {"ann": 1, "bob": 7, "cy": 0}),
        (times(2), {"ann": 1, "bob": 7, "cy": 0}),
        (times(3), {"ann": 3, "bob": 3, "cy": 0}),
    )
    outcome = match.outcome()
    assert outcome["totals"] == {"ann": 12, "bob": 12, "cy": 0}
    assert outcome["placings"] == {"ann": 1, "bob": 2, "cy": 3}
    assert (outcome["winners"], outcome["tie_break"]) == (["ann"], "round_3")


def test_then_to_the_higher_score_of_round_two():
    """Ann 3 + 2 + 3 and bob 1 + 4 + 3."""
    match = played(
        (ROUND_1, {"ann": 3, "bob": 3, "cy": 0}),
        (times(2), {"ann": 1, "bob": 5, "cy": 0}),
        (times(3), {"ann": 1, "bob": 6, "cy": 0}),
    )
    outcome = match.outcome()
    assert outcome["totals"] == {"ann": 8, "bob": 8, "cy": 0}
    assert outcome["placings"] == {"ann": 2, "bob": 1, "cy": 3}
    assert (outcome["winners"], outcome["tie_break"]) == (["bob"], "round_2")


def test_else_the_victory_is_shared_and_no_tie_break_is_named():
    orders = {"ann": [1, 2, 3], "bob": [1, 2, 3], "cy": [1, 2, 3]}
    match = played(*((times(factor, orders), {"ann": 3, "bob": 3, "cy": 0}) for factor in (1, 2, 3)))
    outcome = match.outcome()
    assert outcome["placings"] == {"ann": 1, "bob": 1, "cy": 3}
    assert (outcome["winners"], outcome["tie_break"]) == (["ann", "bob"], None)


def test_a_tie_for_another_place_is_broken_too_but_decides_nothing_about_the_first():
    """Cy wins with 18. Ann 1 + 2 + 9 and bob 3 + 6 + 3 are told apart by round 3."""
    match = played(
        (ROUND_1, {"ann": 1, "bob": 4, "cy": 2}),
        (times(2), {"ann": 1, "bob": 4, "cy": 2}),
        (times(3), {"ann": 3, "bob": 3, "cy": 2}),
    )
    outcome = match.outcome()
    assert outcome["totals"] == {"ann": 12, "bob": 12, "cy": 18}
    assert outcome["placings"] == {"ann": 2, "bob": 3, "cy": 1}
    assert outcome["tie_break"] is None


def test_before_the_end_places_go_by_totals_alone_and_nobody_has_won():
    match = recorded()
    assert match.outcome()["placings"] == {"ann": 1, "bob": 1, "cy": 1}
    match.send(sheet(ROUND_1, {"ann": 3, "bob": 4, "cy": 0}))
    outcome = match.outcome()
    assert outcome["placings"] == {"ann": 1, "bob": 1, "cy": 3}
    assert (outcome["finished"], outcome["winners"], outcome["tie_break"]) == (False, [], None)


# who begins


def test_the_winner_of_a_tied_round_is_the_first_clockwise_from_its_starter():
    """Ann and cy have 3 each; bob begins, so cy is met first: left of cy sits ann."""
    match = recorded(next_starter="left_of_round_winner", starter="bob")
    match.send(sheet(ROUND_1, {"ann": 3, "bob": 2, "cy": 2}))
    assert match.outcome()["rounds"][0]["points"] == {"ann": 3, "bob": 2, "cy": 3}
    assert match.view(None)["starter"] == "ann"


def test_the_starter_is_the_first_to_be_looked_at():
    match = recorded(next_starter="left_of_round_winner", starter="cy")
    match.send(sheet(ROUND_1, {"ann": 3, "bob": 2, "cy": 2}))
    assert match.view(None)["starter"] == "ann"
    match = recorded(next_starter="left_of_round_winner", starter="ann")
    match.send(sheet(ROUND_1, {"ann": 3, "bob": 2, "cy": 2}))
    assert match.view(None)["starter"] == "bob"


# what others see of a sheet


def test_others_orders_stay_hidden_on_a_recorded_sheet():
    match = recorded()
    (recorded_event, *_) = match.send(sheet(ROUND_1, ["ann"] * 6))
    shown = match.show(recorded_event, "bob")
    assert shown is not None
    assert shown["orders"] == {"bob": [3, 2, 1]}
    assert shown["showing"] == {"ann": 3, "bob": None, "cy": None}
    assert "command" not in shown
    public = match.show(recorded_event, None)
    assert public is not None
    assert public["orders"] == {}
    assert match.show(recorded_event, "referee") == recorded_event
