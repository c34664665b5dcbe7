"""The score sheet: options, exact numbers, places, ties."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games import Match, Rejected

PLAYERS = ["ann", "bob", "cy"]


def sheet(**options: object) -> Match:
    return Match.start("scoresheet", PLAYERS, options)


def scores(*numbers: object) -> dict[str, Any]:
    return {"type": "record_round", "scores": dict(zip(PLAYERS, numbers, strict=True))}


def places(*numbers: object) -> dict[str, Any]:
    return {"type": "record_round", "places": dict(zip(PLAYERS, numbers, strict=True))}


def played(*rounds: dict[str, Any], **options: object) -> dict[str, Any]:
    """The outcome."""
    match = sheet(**{"rounds": len(rounds), **options})
    for command in rounds:
        match.send(command)
    return match.outcome()


def fault(match: Match, command: dict[str, Any]) -> tuple[str, str | None]:
    """Code and field of the refusal; nothing has changed."""
    before = match.log
    with pytest.raises(Rejected) as refusal:
        match.send(command)
    assert match.log == before
    return refusal.value.code, refusal.value.field


def test_one_round_and_most_points_win_unless_said_otherwise():
    outcome = played(scores(12, 9, 9))
    assert outcome["finished"]
    assert outcome["placings"] == {"ann": 1, "bob": 2, "cy": 2}
    assert (outcome["winners"], outcome["tie_break"]) == (["ann"], None)
    assert outcome["rounds"][0]["breakdown"]["ann"] == {"score": 12}


def test_the_lowest_may_win():
    outcome = played(scores(70, 72, 68), win="low")
    assert outcome["placings"] == {"ann": 2, "bob": 3, "cy": 1}


def test_the_lowest_leads_before_the_end_too():
    match = sheet(rounds=2, win="low")
    match.send(scores(3, 1, 2))
    assert match.outcome()["placings"] == {"ann": 3, "bob": 1, "cy": 2}
    assert match.outcome()["winners"] == []


def test_the_view_is_the_whole_sheet_for_everybody():
    match = sheet(rounds=2)
    assert match.view(None) == {"round": 1, "scores": [], "phase": "play"}
    match.send(scores(1, 2, 3))
    assert match.view("ann") == {"round": 2, "scores": [{"ann": 1, "bob": 2, "cy": 3}], "phase": "play"}
    match.send(scores(1, 2, 3))
    assert match.view("referee")["phase"] == "over"
    assert fault(match, scores(1, 2, 3))[0] == "wrong_phase"


@pytest.mark.parametrize(
    ("given", "back"),
    [
        (5, 5),
        (-3, -3),
        (5.0, 5),
        ("5", 5),
        ("5.00", 5),
        ("-0", 0),
        (-0.0, 0),
        ("1.5", "1.5"),
        (1.5, "1.5"),
        (0.1, "0.1"),
        ("-0.25", "-0.25"),
        (1e-07, "0.0000001"),
        (1e3, 1000),
        ("0.000000000000001", "0.000000000000001"),
        (999999999999, 999999999999),
        ("12345678901.2345", "12345678901.2345"),
        (2**53 + 1, 9007199254740993),
        ("9007199254740993", 9007199254740993),
        ("-9007199254740992.5", "-9007199254740992.5"),
        ("1.000000000000000000000000000001", "1.000000000000000000000000000001"),
        (0.1 + 0.2, "0.30000000000000004"),
        (0.012345678901234567, "0.012345678901234567"),
    ],
)
def test_numbers_are_exact_and_given_back_as_int_or_decimal_text(given, back):
    outcome = played(scores(given, 0, 0), whole_numbers=False)
    assert outcome["totals"]["ann"] == back
    assert type(outcome["totals"]["ann"]) is type(back)


def test_sums_are_exact():
    """In binary floats 0.1 + 0.2 is not 0.3."""
    outcome = played(scores(0.1, "0.3", 0), scores(0.2, 0, 0), whole_numbers=False)
    assert outcome["totals"] == {"ann": "0.3", "bob": "0.3", "cy": 0}
    assert outcome["winners"] == ["ann", "bob"]


@pytest.mark.parametrize(
    "number",
    [
        *("", " 5", "5 ", "+5", "1e3", ".5", "5.", "0x10", "1_000", "٣", "NaN", "Infinity", "1/2", "1,5", "five"),
        *("0." + "0" * 30 + "1", "9223372036854776", "-9223372036854775.5", "9" * 400),
        *(10**16, -(10**16), 10**400, 1e300, 5e-324, float("nan"), float("inf")),
        *(True, None, [], {}),
    ],
)
def test_what_is_no_exact_number_is_refused(number):
    code, field = fault(sheet(whole_numbers=False), scores(number, 0, 0))
    assert code == "bad_sheet"
    assert field in ("scores.ann", "scores")


def test_a_number_is_small_enough_for_the_sum_of_all_rounds():
    """2**63 - 1 is 9223372036854775807: a thousandth of it for one round, half of that for each of two."""
    sheet().send(scores(9223372036854775, "-9223372036854775", 0))
    sheet(rounds=2).send(scores(4611686018427387, 0, 0))
    assert fault(sheet(rounds=2), scores(0, "-4611686018427388", 0)) == ("bad_sheet", "scores.bob")


def test_two_numbers_that_are_one_binary_float_are_told_apart():
    outcome = played(scores("9007199254740993", 9007199254740992, 0))
    assert outcome["winners"] == ["ann"]


@pytest.mark.parametrize("number", [0.5, "1.5", "0.001"])
def test_whole_numbers_are_asked_for_unless_said_otherwise(number):
    assert fault(sheet(), scores(0, number, 0)) == ("bad_sheet", "scores.bob")


def test_bounds_hold_for_every_score_and_are_themselves_allowed():
    match = sheet(min_score="-0.5", max_score=3, whole_numbers=False)
    assert fault(match, scores(0, -0.6, 0)) == ("bad_sheet", "scores.bob")
    assert fault(match, scores(0, 0, "3.01")) == ("bad_sheet", "scores.cy")
    match.send(scores("-0.5", 3, 0))


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"rounds": 0}, "rounds"),
        ({"rounds": 1.0}, "rounds"),
        ({"rounds": True}, "rounds"),
        ({"win": "most"}, "win"),
        ({"tie_break": None}, "tie_break"),
        ({"min_score": "low"}, "min_score"),
        ({"min_score": 3, "max_score": 2}, "max_score"),
        ({"min_score": "0.2", "max_score": "0.8"}, "max_score"),
        ({"whole_numbers": 1}, "whole_numbers"),
        ({"round": 1}, "round"),
        ({"max_score": 10**400}, "max_score"),
        ({"max_score": 1e300}, "max_score"),
        ({"min_score": "-9223372036854776"}, "min_score"),
    ],
)
def test_unknown_and_mistyped_options_are_refused_with_their_name(options, field):
    with pytest.raises(Rejected) as refusal:
        sheet(**options)
    assert (refusal.value.code, refusal.value.field) == ("bad_options", field)


def test_a_sheet_names_exactly_the_players():
    command = scores(1, 2, 3)
    assert fault(sheet(), {**command, "scores": {"ann": 1, "bob": 2}}) == ("bad_sheet", "scores.cy")
    assert fault(sheet(), {**command, "scores": {**command["scores"], "zoe": 1}}) == ("bad_sheet", "scores.zoe")
    assert fault(sheet(), {"type": "record_round"}) == ("bad_sheet", "scores")
    assert fault(sheet(), {**command, "player": "ann"}) == ("bad_command", "player")


# places


def test_with_places_only_the_lowest_sum_of_places_wins():
    outcome = played(places(1, 2, 3), places(3, 1, 2), places(1, 3, 1), places_only=True)
    assert outcome["totals"] == {"ann": 5, "bob": 6, "cy": 6}
    assert outcome["placings"] == {"ann": 1, "bob": 2, "cy": 2}
    assert outcome["rounds"][2]["points"] == {"ann": 1, "bob": 3, "cy": 1}


def test_shared_places_are_written_one_one_three():
    for right in ((1, 1, 3), (1, 2, 2), (1, 1, 1), (2, 3, 1)):
        sheet(places_only=True).send(places(*right))
    for wrong in ((1, 1, 2), (1, 3, 3), (2, 2, 2), (0, 1, 2), (1, 2, 4), (1, 3, 2**70), (1, 2, 2.0)):
        assert fault(sheet(places_only=True), places(*wrong))[0] == "bad_sheet"


def test_each_kind_of_sheet_takes_its_own_field():
    assert fault(sheet(places_only=True), scores(1, 2, 3)) == ("bad_sheet", "scores")
    assert fault(sheet(), places(1, 2, 3)) == ("bad_sheet", "places")
    assert fault(sheet(), {**scores(1, 2, 3), **places(1, 2, 3)}) == ("bad_sheet", "places")


# ties


TIED = (scores(5, 3, 4), scores(3, 5, 4))


def test_a_tie_is_shared():
    outcome = played(*TIED)
    assert outcome["placings"] == {"ann": 1, "bob": 1, "cy": 1}
    assert (outcome["winners"], outcome["tie_break"]) == (PLAYERS, None)


def test_or_goes_to_the_better_last_round():
    outcome = played(*TIED, tie_break="last_round")
    assert outcome["placings"] == {"ann": 3, "bob": 1, "cy": 2}
    assert (outcome["winners"], outcome["tie_break"]) == (["bob"], "last_round")


def test_the_better_last_round_is_the_lower_one_where_the_lowest_wins():
    assert played(*TIED, tie_break="last_round", win="low")["winners"] == ["ann"]
    by_place = played(places(1, 2, 3), places(2, 1, 3), places_only=True, tie_break="last_round")
    assert (by_place["winners"], by_place["tie_break"]) == (["bob"], "last_round")


def test_or_to_who_is_named_first():
    outcome = played(*TIED, tie_break="first_named")
    assert outcome["placings"] == {"ann": 1, "bob": 2, "cy": 3}
    assert (outcome["winners"], outcome["tie_break"]) == (["ann"], "first_named")


def test_a_tie_break_that_decided_nothing_about_the_first_place_is_not_named():
    outcome = played(scores(9, 1, 1), tie_break="first_named")
    assert outcome["placings"] == {"ann": 1, "bob": 2, "cy": 3}
    assert outcome["tie_break"] is None


def test_between_bounds_without_a_whole_number_a_sheet_of_fractions_is_played():
    match = sheet(min_score="0.2", max_score="0.8", whole_numbers=False)
    match.send(match.suggest(Random(1)))
    assert match.outcome()["totals"] == dict.fromkeys(PLAYERS, "0.2")
