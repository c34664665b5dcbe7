"""Keskifé at a real table: what the sheet of a round may say."""

from __future__ import annotations

import pytest

from games import Match
from tests.rules.keskife_table import LETTERS, code, points, recorded, refused, sheet, started

GOOD = sheet("A", "E", "AE BE CD DC EA")


def test_recorded_is_how_a_match_is_played_unless_said_otherwise():
    match = Match.start("keskife", list(LETTERS[:5]))
    assert match.pending() == [{"player": "referee", "type": "record_round"}]
    assert code(match, {"type": "start_round"}) == "wrong_phase"
    assert code(match, {"type": "point", "player": "A", "at": "B"}) == "wrong_phase"
    assert code(match, {"type": "time_up"}) == "wrong_phase"
    assert match.clock() is None
    match.send(GOOD)
    assert points(match.outcome()["rounds"][0]["breakdown"]) == {"A": 1, "B": 1, "C": 0, "D": 0, "E": 3}


def test_a_dealt_match_takes_no_sheet():
    assert code(started(), GOOD) == "wrong_phase"


def test_a_seventh_sheet_is_refused():
    match = recorded(6)
    for lead in LETTERS[:6]:
        match.send(sheet(lead, "F", "AF BF CF DF EF"))
    assert match.view(None)["phase"] == "over"
    assert code(match, sheet("A", "F", "AF BF CF DF EF")) == "wrong_phase"


def test_fingers_of_monkeys_may_be_left_out():
    with_it, without = recorded(), recorded()
    with_it.send(GOOD)
    without.send(sheet("A", "E", "AE BE CD DC"))
    assert with_it.outcome() == without.outcome()
    assert with_it.view(None)["pointed"] == {"A": "E", "B": "E", "C": "D", "D": "C", "E": "A"}
    assert without.view(None)["pointed"] == {"A": "E", "B": "E", "C": "D", "D": "C", "E": None}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"lead": "Z"}, "lead"),
        ({"lead": None}, "lead"),
        ({"monkeys": []}, "monkeys"),
        ({"monkeys": ["D", "E"]}, "monkeys"),
        ({"monkeys": ["Z"]}, "monkeys.0"),
        ({"monkeys": ["E", "E"]}, "monkeys.1"),
        ({"monkeys": "E"}, "monkeys"),
        ({"monkeys": [5]}, "monkeys.0"),
        ({"points": {"A": "E", "B": "E", "C": "D"}}, "points.D"),
        ({"points": {"A": "E", "B": "E", "C": "D", "D": "Z"}}, "points.D"),
        ({"points": {"A": "E", "B": "E", "C": "D", "D": "C", "Z": "A"}}, "points.Z"),
        ({"points": {"A": "E", "B": "E", "C": "D", "D": None}}, "points.D"),
        ({"points": []}, "points"),
    ],
)
def test_a_sheet_that_is_wrong_is_a_bad_sheet_with_its_field(wrong, field):
    assert refused(recorded(), {**GOOD, **wrong}) == ("bad_sheet", field)


@pytest.mark.parametrize("field", ["lead", "monkeys", "points"])
def test_a_sheet_without_one_of_its_fields_is_a_bad_sheet(field):
    assert refused(recorded(), {key: value for key, value in GOOD.items() if key != field}) == ("bad_sheet", field)


def test_seven_players_have_two_monkeys():
    assert refused(recorded(7), sheet("A", "F", "AF BF CF DF EF GF")) == ("bad_sheet", "monkeys")
    assert refused(recorded(7), sheet("A", "FF", "AF BF CF DF EF GF")) == ("bad_sheet", "monkeys.1")


@pytest.mark.parametrize("fingers", ["AA BE CD DC", "AE BE CD DC EE"])
def test_nobody_points_at_themselves_on_a_sheet(fingers):
    assert code(recorded(), sheet("A", "E", fingers)) == "points_at_self"


def test_any_player_may_be_the_first_lead_on_a_sheet():
    match = recorded(lead="B")
    match.send(sheet("C", "E", "AE BE CD DC"))
    assert (match.view(None)["lead"], match.view(None)["led"]) == ("C", ["C"])


def test_who_has_led_leads_no_more_until_all_have():
    match = recorded(4)
    for lead in "BADC":
        match.send(sheet(lead, "D", "AD BD CA"))
        if lead != "C":
            assert refused(match, sheet(lead, "D", "AD BD CA")) == ("has_led", "lead")
    match.send(sheet("B", "D", "AD BD CA"))
    match.send(sheet("B", "D", "AD BD CA"))
    assert match.view(None)["led"] == ["B", "A", "D", "C"]
    assert match.outcome()["finished"]


def test_a_sheet_is_corrected_and_the_later_ones_stand():
    match = recorded()
    (first, *_) = match.send(GOOD)
    match.send(sheet("B", "A", "BA CA DA EA"))
    assert first["command"] == GOOD
    match.send({"type": "amend", "at": 2, "command": {**GOOD, "monkeys": ["D"]}, "reason": "misread"})
    assert [list(scored["points"].values()) for scored in match.outcome()["rounds"]] == [
        [0, 0, 1, 4, 0],
        [0, 1, 1, 1, 1],
    ]
    wrong = {"type": "amend", "at": 2, "command": {**GOOD, "lead": "B"}, "reason": "misread"}
    at = match.commands_in_force()[0]
    assert code(match, {**wrong, "at": at}) == "would_break"
