"""4 Monkeys: what is looked at first, wrong forms, wrong sheets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.monkeys_table import (
    HAND,
    START,
    TIME_UP,
    dealt,
    grab,
    refusal_of,
    refused,
    report,
    sheet,
    started,
)

GOOD: dict[str, dict[str, Any]] = {
    "grab": {"stack": 7, "cards": []},
    "burn": {"tile": 7},
    "replenish": {"mode": "draw"},
    "reveal": {"stack": 7},
    "banana": {"to": "bob"},
    "stop": {},
    "check": {"tile": 7},
}


@pytest.mark.parametrize("action", GOOD)
def test_form_then_player_then_phase_then_the_rest(action):
    command = {"type": action, "player": "zoe", **GOOD[action]}
    ready = started(["ann", "bob"], play="dealt")
    assert refused(ready, {**command, "x": 1}) == "bad_command"
    assert refused(ready, {**command, "player": 1}) == "bad_command"
    assert refused(ready, command) == "unknown_player"
    assert refused(ready, {**command, "player": "ann"}) == "wrong_phase"
    table = started(["ann", "bob"])
    if action != "check":
        assert refused(table, command) == "unknown_player"
        assert refused(table, {**command, "player": "ann"}) == "wrong_phase"
    else:
        assert refused(table, command) == "bad_command"
        assert refused(table, {**command, "correct": True}) == "unknown_player"
        assert refused(table, {**command, "correct": True, "player": "ann"}) == "wrong_phase"


@pytest.mark.parametrize(
    "command",
    [
        {"type": "start_round", "player": "ann"},
        {"type": "time_up", "player": "ann"},
        {"type": "check_all", "player": "ann"},
        {"type": "record_round", "player": "ann", "sheet": {}, "ended_by": {"reason": "time"}},
        {"type": "grab", "player": "ann", "stack": 0, "cards": [0.0]},
        {"type": "grab", "player": "ann", "stack": 0, "cards": [True]},
        {"type": "grab", "player": "ann", "stack": True, "cards": [1]},
        {"type": "grab", "player": "ann", "stack": "0", "cards": [1]},
        {"type": "grab", "player": "ann", "stack": 0, "cards": "1"},
        {"type": "grab", "player": "ann", "stack": 0},
        {"type": "burn", "player": "ann", "tile": None},
        {"type": "replenish", "player": "ann", "mode": "both"},
        {"type": "banana", "player": "ann", "to": None},
        {"type": "stop"},
        {"type": "stop", "player": "ann", "reason": "x"},
        {"type": "end_round"},
        {"type": "check", "player": "ann", "tile": 0, "correct": 1},
        {"type": "check", "player": "ann", "tile": 0, "correct": None},
        {"type": "check", "player": "ann", "tile": 0, "cards": [["circle"]]},
        {"type": "check", "player": "ann", "tile": 0, "cards": [["circle", "star"]]},
    ],
)
def test_a_command_in_a_wrong_form_is_a_bad_command(command):
    assert refused(dealt({"ann": HAND, "bob": HAND}, [["c1"]]), command) == "bad_command"


def test_a_dealt_match_takes_no_sheet():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1"]])
    assert refused(match, sheet({"ann": "", "bob": ""})) == "wrong_phase"


def test_while_tiles_are_checked_nobody_acts():
    match = dealt({"ann": HAND, "bob": HAND}, [["c1", "c2"]], bananas=True)
    grab(match, "ann", 0)
    match.send(TIME_UP)
    for action in ("grab", "burn", "replenish", "reveal", "banana", "stop"):
        assert refused(match, {"type": action, "player": "ann", **GOOD[action]}) == "wrong_phase"


def test_a_sheet_is_taken_once_a_round():
    match = started(["ann", "bob"])
    match.send(START)
    match.send(sheet({"ann": "c1", "bob": ""}))
    assert refused(match, sheet({"ann": "c1", "bob": ""})) == "wrong_phase"


# sheets


def fault(command: dict[str, Any], players: int = 2, **options: Any) -> tuple[str, str | None]:
    match = started(players, **options)
    match.send(START)
    refusal = refusal_of(match, command)
    return refusal.code, refusal.field


@pytest.mark.parametrize(
    ("reports", "field"),
    [
        ({"p0": ""}, "sheet.p1"),
        ({"p0": "", "p1": "", "zoe": ""}, "sheet.zoe"),
        ({"p0": "", "p1": "c1 c11"}, "sheet.p1.tiles.1.combo"),
        ({"p0": "replenish", "p1": ""}, "sheet.p0.tiles.0.combo"),
        ({"p0": "c1 c1 c2", "p1": "c2 c1 c1"}, "sheet.p1.tiles.2.combo"),
        ({"p0": report("", bananas=1), "p1": ""}, "sheet.p0.bananas"),
    ],
)
def test_a_sheet_that_is_wrong_is_a_bad_sheet_with_its_field(reports, field):
    assert fault(sheet(reports)) == ("bad_sheet", field)


def test_of_each_combo_lie_no_more_in_an_area_than_it_has_sets():
    """Of seven, area A has four sets and area B three."""
    names = [f"p{seat}" for seat in range(7)]
    none = dict.fromkeys(names, "")
    for wrong, field in (
        ({"p0": "c1 c1 c1", "p3": "c1 c1"}, "sheet.p3.tiles.1.combo"),
        ({"p4": "c1 c1", "p6": "c2 c1 c1"}, "sheet.p6.tiles.2.combo"),
    ):
        assert fault(sheet({**none, **wrong}), 7) == ("bad_sheet", field)
    match = started(7)
    match.send(START)
    match.send(sheet({**none, "p0": "c1 c1", "p3": "c1 c1", "p4": "c1 c1", "p6": "c1"}))


def test_no_more_banana_skins_lie_in_an_area_than_it_has_players():
    names = [f"p{seat}" for seat in range(7)]

    def with_skins(**skins: int) -> dict[str, Any]:
        return sheet({name: report("", bananas=skins.get(name, 0)) for name in names})

    for wrong, field in (
        (with_skins(p0=3, p3=2), "sheet.p3.bananas"),
        (with_skins(p4=4), "sheet.p4.bananas"),
        (with_skins(p5=-1), "sheet.p5.bananas"),
    ):
        assert fault(wrong, 7, bananas=True) == ("bad_sheet", field)
    match = started(7, bananas=True)
    match.send(START)
    match.send(with_skins(p0=2, p3=2, p4=3))


def broken(**changes: Any) -> dict[str, Any]:
    """A good sheet of two, with ann's report or another field changed."""
    good = sheet({"p0": "c1", "p1": ""})
    mine = {key: changes.pop(key) for key in ("tiles", "replenished", "bananas") if key in changes}
    good["sheet"]["p0"] = {**good["sheet"]["p0"], **mine}
    return {**good, **changes}


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (broken(tiles="c1"), "sheet.p0.tiles"),
        (broken(tiles=[{"combo": "c1"}]), "sheet.p0.tiles.0.burned"),
        (broken(tiles=[{"combo": "c1", "burned": 1}]), "sheet.p0.tiles.0.burned"),
        (broken(tiles=[{"combo": 1, "burned": False}]), "sheet.p0.tiles.0.combo"),
        (broken(tiles=[{"combo": "c1", "burned": False, "cards": 1}]), "sheet.p0.tiles.0.cards"),
        (broken(replenished=0), "sheet.p0.replenished"),
        (broken(bananas=True), "sheet.p0.bananas"),
        (broken(bananas=0.0), "sheet.p0.bananas"),
        (broken(sheet=[]), "sheet"),
        (broken(sheet={"p0": None, "p1": None}), "sheet.p0"),
        (broken(ended_by="time"), "ended_by"),
        (broken(ended_by={"reason": "time", "player": "p0"}), "ended_by.player"),
        (broken(ended_by={"reason": "late"}), "ended_by.reason"),
        (broken(ended_by={"reason": "stop"}), "ended_by.player"),
        (broken(ended_by={"reason": "stop", "player": "zoe"}), "ended_by.player"),
        ({"type": "record_round", "sheet": {}}, "ended_by"),
        ({"type": "record_round", "ended_by": {"reason": "time"}}, "sheet"),
    ],
)
def test_a_sheet_in_a_wrong_form_is_a_bad_sheet_too(command, field):
    assert fault(command) == ("bad_sheet", field)
