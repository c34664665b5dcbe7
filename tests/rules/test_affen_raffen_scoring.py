"""Affen Raffen: what pairs, finish tiles and bonus tiles are worth; the junior variant; round sheets."""

from __future__ import annotations

from typing import Any

import pytest

from games import Match, Rejected
from games.affen_raffen.parts import Bonus
from tests.rules.raffen_table import PLAYERS, Search, pair, points, scored

PENGUINS = Bonus("pair", "penguin")
LIONS = Bonus("forced", "lion")
FIRST = Bonus("first")
THREE = [pair("monkey blue"), pair("zebra green"), pair("lion ochre")]
FIVE = [*THREE, pair("lion ochre"), pair("flamingo blue")]

# examples of the rulebook


def test_of_two_penguin_pairs_one_is_false_where_animals_must_differ():
    mine = scored("animals3", {"ann": [pair("penguin blue"), pair("penguin green")]})["ann"]
    assert (mine["pairs"], mine["false_pairs"], points(mine)) == (1, -1, 0)


def test_the_first_finisher_with_three_correct_pairs_has_six_points():
    mine = scored("animals3", {"ann": THREE}, "ann")["ann"]
    assert (mine["pairs"], mine["finish"], points(mine)) == (3, 3, 6)


def test_forced_lions_without_lions_cost_two():
    pairs = [pair("monkey blue"), pair("zebra green"), pair("penguin ochre")]
    mine = scored("animals3", {"ann": pairs}, "bob", "cy", ann=[LIONS])["ann"]
    assert (mine["bonus"], points(mine)) == (-2, 1)


@pytest.mark.parametrize("colour", ["blue", "ochre"])
def test_a_penguin_pair_of_another_colour_makes_both_good(colour):
    pairs = [pair("flamingo green"), pair(f"penguin {colour}")]
    mine = scored("both3", {"ann": pairs}, ann=[PENGUINS])["ann"]
    assert (mine["pairs"], mine["false_pairs"], mine["bonus"]) == (2, 0, 3)


# pairs


@pytest.mark.parametrize(
    "false", [pair("lion blue", "lion green"), pair("lion blue", "zebra blue"), pair("lion blue", "bonus")]
)
def test_a_pair_is_the_same_animal_before_the_same_colour(false):
    mine = scored("any5", {"ann": [pair("lion blue"), false]})["ann"]
    assert (mine["pairs"], mine["false_pairs"]) == (1, -1)


def test_any_five_pairs_may_be_alike():
    assert scored("any5", {"ann": [pair("lion blue"), pair("lion blue")]})["ann"]["pairs"] == 2


@pytest.mark.parametrize(
    ("task", "found", "right"),
    [
        ("animals3", ["lion blue", "zebra blue", "monkey blue"], 3),
        ("animals3", ["lion blue", "lion green", "monkey blue"], 2),
        ("colours3", ["lion blue", "lion green", "lion ochre"], 3),
        ("colours3", ["lion blue", "zebra blue", "monkey blue"], 1),
        ("both3", ["lion blue", "zebra green", "monkey ochre"], 3),
        ("both3", ["lion blue", "zebra blue", "monkey ochre"], 2),
        # To begin with the first would leave one alone: the largest set that stands together counts.
        ("both3", ["lion blue", "lion green", "zebra blue"], 2),
        ("both3", ["lion blue", "zebra blue", "lion green"], 2),
    ],
)
def test_of_clashing_pairs_as_many_as_can_stand_together_are_correct(task, found, right):
    mine = scored(task, {"ann": [pair(words) for words in found]})["ann"]
    assert (mine["pairs"], mine["false_pairs"]) == (right, right - len(found))


# finish tiles


def test_finish_tiles_pay_three_and_two_to_who_has_all_and_no_false_pair():
    shown = scored("animals3", {"ann": THREE, "bob": THREE, "cy": THREE}, "bob", "ann")
    assert [shown[player]["finish"] for player in PLAYERS] == [2, 3, 0]
    with_a_false_one = [*THREE[:2], pair("lion ochre", "lion blue")]
    assert scored("animals3", {"ann": with_a_false_one}, "ann")["ann"]["finish"] == 0


def test_two_players_have_no_finish_bonus_but_one_of_them_is_the_first():
    shown = scored("animals3", {"ann": THREE}, "ann", players=["ann", "bob"], ann=[FIRST], bob=[FIRST])
    assert (shown["ann"]["finish"], shown["ann"]["bonus"], shown["bob"]["bonus"]) == (0, 5, -5)


# bonus tiles


def test_the_bonus_of_the_first_asks_for_the_finish_tile_correct_or_not():
    false = [*THREE[:2], pair("lion ochre", "lion blue")]
    assert scored("animals3", {"ann": false}, "ann", ann=[FIRST])["ann"]["bonus"] == 5
    assert scored("animals3", {"ann": THREE}, "bob", ann=[FIRST])["ann"]["bonus"] == -5
    assert scored("animals3", {}, ann=[FIRST])["ann"]["bonus"] == -5


def test_a_bonus_pair_may_be_of_any_colour_and_need_not_fit_the_task():
    clashing = [pair("penguin blue"), pair("penguin green")]
    assert scored("animals3", {"ann": clashing}, ann=[PENGUINS])["ann"]["bonus"] == 3
    assert scored("animals3", {"ann": [pair("penguin blue", "penguin green")]}, ann=[PENGUINS])["ann"]["bonus"] == -3
    assert scored("animals3", {"ann": [pair("lion blue")]}, ann=[LIONS])["ann"]["bonus"] == 0


def test_more_pairs_than_the_task_asks_disqualify():
    pairs = {"ann": [*THREE, pair("penguin blue")]}
    mine = scored("animals3", pairs, "ann", ann=[FIRST, PENGUINS, LIONS])["ann"]
    assert mine == {"pairs": 0, "false_pairs": -4, "finish": 0, "bonus": -10}


# the end


def sheet(task: str, **pairs: list[Any]) -> dict[str, Any]:
    return {"type": "record_round", "task": task, "pairs": pairs, "finished": [], "bonus": {}}


def lions(number: int) -> list[Any]:
    return [[["lion", "blue"], ["lion", "blue"]]] * number


def test_most_points_after_three_rounds_win_and_equal_ones_share():
    match = Match.start("affen-raffen", PLAYERS)
    match.send(sheet("any5", ann=lions(1)))
    match.send(sheet("animals3", bob=lions(1)))
    match.send(sheet("colours3", cy=[[["lion", "blue"], ["zebra", "blue"]]]))
    outcome = match.outcome()
    assert outcome["totals"] == {"ann": 1, "bob": 1, "cy": -1}
    assert (outcome["winners"], outcome["placings"], outcome["tie_break"]) == (
        ["ann", "bob"], {"ann": 1, "bob": 1, "cy": 3}, None,
    )  # fmt: skip


# junior


def test_juniors_have_sixty_tiles_no_task_and_one_round():
    table = Search(variant="junior", pairs_to_win=2)
    assert len(table.state.tiles) == 60
    assert not any(tile.is_bonus for tile in table.state.tiles)
    assert table.match.view(None)["task"] is None
    events = table.take_all("bob")
    assert [event["type"] for event in events] == ["pair_taken", "player_finished", "round_scored", "finished"]
    assert table.match.outcome()["winners"] == ["bob"]


def test_a_junior_who_ends_the_game_with_a_false_pair_is_last():
    table = Search(variant="junior", pairs_to_win=3)
    table.send("take", "ann", places=table.unlike())
    table.take_all("bob", false=1)
    outcome = table.match.outcome()
    assert outcome["totals"] == {"ann": -1, "bob": 1, "cy": 0}
    assert outcome["placings"] == {"cy": 1, "ann": 2, "bob": 3}
    assert outcome["rounds"][0]["breakdown"]["bob"] == {"pairs": 2, "false_pairs": -1, "finish": 0, "bonus": 0}


@pytest.mark.parametrize("number", [0, 11, "5"])
def test_one_to_ten_pairs_win_a_junior_game(number):
    with pytest.raises(Rejected, match="bad_options"):
        Match.start("affen-raffen", PLAYERS, {"variant": "junior", "pairs_to_win": number})


# sheets


def test_a_sheet_is_scored_as_a_dealt_round_is():
    match = Match.start("affen-raffen", PLAYERS)
    half = [["monkey", "blue"], ["zebra", "green"], ["lion", "ochre"]]
    (_, scored_round) = match.send(
        {
            "type": "record_round",
            "task": "both3",
            "pairs": {"ann": [[one, one] for one in half], "bob": [[["lion", "blue"], "bonus"]]},
            "finished": ["ann"],
            "bonus": {"ann": [{"kind": "first"}], "cy": [{"kind": "pair", "animal": "lion"}]},
        }
    )
    assert scored_round["points"] == {"ann": 3 + 3 + 5, "bob": -1, "cy": -3}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"task": "many"}, "task"),
        ({"task": None}, "task"),
        ({"pairs": {"zoe": []}}, "pairs.zoe"),
        ({"pairs": {"ann": lions(2), "bob": lions(1)}}, "pairs"),
        ({"pairs": {"ann": [[["lion", "pink"], ["lion", "pink"]]]}}, "pairs"),
        ({"pairs": {"ann": [[["lion", "blue"]]]}}, "pairs"),
        ({"finished": ["zoe"]}, "finished.0"),
        ({"finished": ["ann"]}, "finished.0"),
        ({"bonus": {"zoe": []}}, "bonus.zoe"),
        ({"bonus": {"ann": [{"kind": "first"}] * 7}}, "bonus"),
        ({"bonus": {"ann": [{"kind": "pair"}]}}, "bonus.ann.0"),
        ({"bonus": {"ann": [{"kind": "first", "animal": "lion"}]}}, "bonus.ann.0"),
    ],
)
def test_wrong_sheets_are_refused(change, field):
    match = Match.start("affen-raffen", PLAYERS)
    with pytest.raises(Rejected) as refusal:
        match.send({**sheet("animals3"), **change})
    assert refusal.value.code == "bad_sheet"
    assert (refusal.value.field or "").startswith(field)
    assert len(match.log) == 1


@pytest.mark.parametrize("field", ["pairs", "finished", "bonus"])
def test_a_sheet_says_who_finished_and_who_has_bonus_tiles_even_if_nobody_has(field):
    match = Match.start("affen-raffen", PLAYERS)
    with pytest.raises(Rejected) as refusal:
        match.send({name: value for name, value in sheet("any5").items() if name != field})
    assert (refusal.value.code, refusal.value.field) == ("bad_sheet", field)
    assert len(match.log) == 1


def test_a_junior_sheet_says_who_finished():
    match = Match.start("affen-raffen", PLAYERS, {"variant": "junior"})
    with pytest.raises(Rejected) as refusal:
        match.send({"type": "record_round", "pairs": {}})
    assert (refusal.value.code, refusal.value.field) == ("bad_sheet", "finished")


def without_fields(match: Match) -> Match:
    """The match as an older release may have recorded it: its sheets don't say who finished or has bonus tiles."""
    log = [{**event} for event in match.log]
    for event in log:
        if "command" in event:
            left = {"finished", "bonus"} - {name for name, value in event["command"].items() if value}
            event["command"] = {name: value for name, value in event["command"].items() if name not in left}
    return Match.from_log("affen-raffen", log)


def test_sheets_of_older_logs_load_and_a_sheet_before_them_can_be_amended():
    match = Match.start("affen-raffen", PLAYERS)
    match.send(sheet("any5", ann=lions(1)))
    match.send(sheet("animals3", bob=lions(1)))
    old = without_fields(match)
    assert "finished" not in old.commands[3]
    old.send({"type": "amend", "at": 2, "command": sheet("any5", ann=lions(2)), "reason": "miscounted"})
    assert old.outcome()["totals"] == {"ann": 2, "bob": 1, "cy": 0}
    old.send(sheet("both3"))
    assert old.outcome()["finished"]
    at = old.commands_in_force()[0]
    with pytest.raises(Rejected, match="bad_sheet"):
        old.send({"type": "amend", "at": at, "command": old.commands[3], "reason": "a new sheet is a whole one"})


def test_an_older_junior_sheet_loads_without_its_finishers():
    junior = Match.start("affen-raffen", PLAYERS, {"variant": "junior"})
    junior.send({"type": "record_round", "pairs": {"ann": lions(1)}, "finished": []})
    old = without_fields(junior)
    assert old.outcome() == junior.outcome()
    assert old.game.rules.command_types["record_round"].from_log(old.commands[1]) == junior.commands[1]


def test_a_bonus_tile_in_a_pair_is_one_of_the_six():
    match = Match.start("affen-raffen", PLAYERS)
    wrong = {**sheet("any5", ann=[["bonus", "bonus"]]), "bonus": {"bob": [{"kind": "first"}] * 5}}
    with pytest.raises(Rejected, match="bad_sheet"):
        match.send(wrong)


def test_a_task_is_played_once():
    match = Match.start("affen-raffen", PLAYERS)
    match.send(sheet("any5"))
    with pytest.raises(Rejected) as refusal:
        match.send(sheet("any5"))
    assert (refusal.value.code, refusal.value.field) == ("bad_sheet", "task")


def test_at_most_two_finish_each_named_once():
    half = [["monkey", "blue"], ["zebra", "green"], ["lion", "ochre"]]
    pairs = {"ann": [[one, one] for one in half], "bob": [[one, one] for one in half]}
    match = Match.start("affen-raffen", PLAYERS)
    with pytest.raises(Rejected) as refusal:
        match.send({**sheet("both3", **pairs), "finished": ["ann", "ann"]})
    assert refusal.value.field == "finished.1"
    two = Match.start("affen-raffen", PLAYERS[:2])
    with pytest.raises(Rejected) as refusal:
        two.send({**sheet("both3", **pairs), "finished": ["ann", "bob"]})
    assert refusal.value.field == "finished"
    both = Match.start("affen-raffen", PLAYERS[:2], {"two_player_end": "both"})
    both.send({**sheet("both3", **pairs), "finished": ["ann", "bob"]})


@pytest.mark.parametrize("field", ["task", "bonus"])
def test_a_junior_sheet_has_neither_task_nor_bonus(field):
    match = Match.start("affen-raffen", PLAYERS, {"variant": "junior"})
    extra: dict[str, Any] = {"task": "any5"} if field == "task" else {"bonus": {}}
    with pytest.raises(Rejected) as refusal:
        match.send({"type": "record_round", "pairs": {}, "finished": [], **extra})
    assert (refusal.value.code, refusal.value.field) == ("bad_sheet", field)
    with pytest.raises(Rejected, match="bad_sheet"):
        match.send({"type": "record_round", "pairs": {"ann": [["bonus", ["lion", "blue"]]]}, "finished": []})
    match.send({"type": "record_round", "pairs": {"ann": lions(2)}, "finished": []})
    assert match.outcome()["winners"] == ["ann"]


def test_a_task_is_needed_and_a_finished_match_takes_no_sheet():
    match = Match.start("affen-raffen", PLAYERS)
    with pytest.raises(Rejected) as refusal:
        match.send({"type": "record_round", "pairs": {}, "finished": []})
    assert (refusal.value.code, refusal.value.field) == ("bad_sheet", "task")
    for task in ("any5", "animals3", "both3"):
        match.send(sheet(task))
    with pytest.raises(Rejected, match="wrong_phase"):
        match.send(sheet("colours3"))
