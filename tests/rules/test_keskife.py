"""Keskifé dealt by the service: one scene a rule, legal and refused. Scoring: test_keskife_scoring.py."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games import Match, Rejected
from tests.rules.keskife_table import LETTERS, code, miming, play_round, play_until, point, pointing, refused, started

START = {"type": "start_round"}


# the deck


@pytest.mark.parametrize(("players", "monkeys"), [(4, 1), (5, 1), (6, 1), (7, 2), (8, 2)])
@pytest.mark.parametrize("role", ["monkey", "action"])
def test_a_deck_has_a_card_for_each_player_and_one_monkey_or_two_from_seven_players_on(players, monkeys, role):
    match = started(players)
    match.send(START)
    match.send({"type": "take_role", "player": "A", "role": role})
    cards = match.view("referee")["cards"]
    assert list(cards) == list(LETTERS[:players])
    assert Counter(cards.values()) == {"monkey": monkeys, "action": players - monkeys}
    assert cards["A"] == role


def test_six_rounds_are_played():
    match, lot = started(), Random(1)
    for number in range(1, 7):
        assert match.view(None)["round"] == number
        play_round(match, lot)
    assert match.outcome()["finished"]
    assert match.view(None)["phase"] == "over"
    assert match.pending() == []
    assert code(match, START) == "wrong_phase"


# the lead


def test_the_first_seat_leads_unless_a_lead_is_named():
    assert started().view(None)["lead"] == "A"
    assert started(lead="C").view(None)["lead"] == "C"
    match = started(lead="C")
    (event,) = match.send(START)
    assert (event["lead"], event["drawn"]) == ("C", False)
    assert match.view(None)["led"] == ["C"]


def test_a_first_lead_who_does_not_play_is_refused():
    with pytest.raises(Rejected) as refusal:
        started(lead="Z")
    assert (refusal.value.code, refusal.value.field) == ("bad_options", "lead")


def test_the_last_lead_names_somebody_who_has_not_led():
    match, lot = started(), Random(2)
    play_round(match, lot)
    assert match.pending() == [{"player": "A", "type": "name_lead"}]
    assert code(match, {"type": "name_lead", "player": "B", "lead": "C"}) == "not_the_lead"
    assert refused(match, {"type": "name_lead", "player": "A", "lead": "A"}) == ("has_led", "lead")
    assert refused(match, {"type": "name_lead", "player": "A", "lead": "Z"}) == ("unknown_player", "lead")
    match.send({"type": "name_lead", "player": "A", "lead": "D"})
    assert match.view(None)["lead"] == "D"
    assert match.view(None)["led"] == ["A"]
    match.send(START)
    assert match.view(None)["led"] == ["A", "D"]
    while match.view(None)["phase"] != "lead":
        match.send(match.suggest(lot))
    for led in "AD":
        assert refused(match, {"type": "name_lead", "player": "D", "lead": led}) == ("has_led", "lead")


def test_a_round_is_opened_only_when_its_lead_is_named_and_named_only_once():
    match, lot = started(), Random(2)
    assert code(match, {"type": "name_lead", "player": "A", "lead": "B"}) == "wrong_phase"
    play_round(match, lot)
    assert code(match, START) == "wrong_phase"
    match.send({"type": "name_lead", "player": "A", "lead": "B"})
    assert code(match, {"type": "name_lead", "player": "B", "lead": "C"}) == "wrong_phase"
    match.send(START)
    assert code(match, START) == "wrong_phase"


@pytest.mark.parametrize(("players", "drawn"), [(4, [5, 6]), (5, [6]), (6, []), (7, []), (8, [])])
def test_once_all_have_led_the_lead_is_drawn(players, drawn):
    match, lot = started(players), Random(3)
    while match.pending():
        match.execute(match.suggest(lot))
    opened = [event for event in match.log if event["type"] == "round_started"]
    assert [event["round"] for event in opened if event["drawn"]] == drawn
    named = [event["lead"] for event in opened if not event["drawn"]]
    assert len(set(named)) == len(named) == min(players, 6)
    assert len([event for event in match.log if event["type"] == "lead_named"]) == len(named) - 1


def test_nobody_is_named_when_the_lead_is_drawn():
    match, lot = started(4), Random(3)
    for _ in range(4):
        play_round(match, lot)
    assert match.pending() == [{"player": "referee", "type": "start_round"}]
    lead = match.view(None)["lead"]
    assert code(match, {"type": "name_lead", "player": lead, "lead": "A"}) == "wrong_phase"


# the cards and the number


def test_only_the_lead_chooses_a_card():
    match = started()
    match.send(START)
    assert match.pending() == [{"player": "A", "type": "take_role"}]
    assert code(match, {"type": "take_role", "player": "B", "role": "monkey"}) == "not_the_lead"
    assert code(match, {"type": "take_role", "player": "A", "role": "lead"}) == "bad_command"
    match.send({"type": "take_role", "player": "A", "role": "monkey"})
    assert code(match, {"type": "take_role", "player": "A", "role": "monkey"}) == "wrong_phase"


def test_after_three_seconds_the_leads_card_is_drawn():
    roles = set()
    for seed in range(20):
        match = started(seed=seed)
        match.send(START)
        assert match.clock() == ("role 1", 3)
        role, *_ = match.send({"type": "time_up"})
        assert (role["player"], role["drawn"]) == ("A", True)
        assert Counter(match.view("referee")["cards"].values()) == {"monkey": 1, "action": 4}
        roles.add(match.view("referee")["cards"]["A"])
    assert roles == {"monkey", "action"}


def test_the_same_seed_deals_the_same_cards_and_another_round_others():
    def deals(seed: int) -> list[object]:
        match, lot = started(8, seed), Random(1)
        while match.pending():
            match.execute(match.suggest(lot))
        return [event["cards"] for event in match.log if event["type"] == "cards_dealt"]

    assert deals(1) == deals(1) != deals(2)
    assert len({str(cards) for cards in deals(1)}) > 1


def test_the_number_is_of_two_cards_and_used_ones_stay_out_until_all_six_are_used():
    for seed in range(20):
        match, lot = started(seed=seed), Random(seed)
        while match.pending():
            match.execute(match.suggest(lot))
        turned = [event for event in match.log if event["type"] == "number_turned"]
        digits = [digit for event in turned for digit in (event["tens"], event["units"])]
        assert sorted(digits[:6]) == sorted(digits[6:]) == [1, 2, 3, 4, 5, 6]
        assert [event["reshuffled"] for event in turned] == [False, False, False, True, False, False]
        assert all(12 <= 10 * event["tens"] + event["units"] <= 65 for event in turned)


# the mime


def test_the_lead_stops_the_mime():
    match = miming(5, "E")
    assert match.pending() == [{"player": "A", "type": "stop_action"}]
    assert code(match, {"type": "stop_action", "player": "B"}) == "not_the_lead"
    match.send({"type": "stop_action", "player": "A"})
    assert match.view(None)["phase"] == "point"
    assert code(match, {"type": "stop_action", "player": "A"}) == "wrong_phase"


def test_or_the_clock_does_after_thirty_seconds_or_what_was_agreed():
    match = miming(5, "E")
    assert match.clock() == ("mime 1", 30)
    (event,) = match.send({"type": "time_up"})
    assert event["player"] is None
    assert match.view(None)["phase"] == "point"
    match = started(action_seconds=20)
    play_until(match, "mime", Random(1))
    assert match.clock() == ("mime 1", 20)


def test_no_clock_runs_at_any_other_time():
    match, keys, lot = started(), [], Random(4)
    while match.pending():
        if match.view(None)["phase"] not in ("role", "mime"):
            assert match.clock() is None
            assert code(match, {"type": "time_up"}) == "wrong_phase"
        elif match.clock():
            keys.append(match.clock())
        match.execute(match.suggest(lot))
    assert len(set(keys)) == len(keys) == 12
    assert match.clock() is None


@pytest.mark.parametrize("seconds", [0, -1, 1.5, True, "30", None, 10**6])
def test_a_time_for_the_mime_that_is_none_is_refused(seconds):
    with pytest.raises(Rejected) as refusal:
        started(action_seconds=seconds)
    assert (refusal.value.code, refusal.value.field) == ("bad_options", "action_seconds")


# pointing


def test_everybody_points_at_another_once():
    match = pointing(5, "E")
    assert [awaited["player"] for awaited in match.pending()] == list("ABCDE")
    assert refused(match, {"type": "point", "player": "A", "at": "A"}) == ("points_at_self", "at")
    assert refused(match, {"type": "point", "player": "A", "at": "Z"}) == ("unknown_player", "at")
    point(match, "CE")
    assert [awaited["player"] for awaited in match.pending()] == list("ABDE")
    assert code(match, {"type": "point", "player": "C", "at": "A"}) == "already_pointed"


def test_the_monkey_points_too_and_without_effect():
    outcomes = []
    for last in ("EA", "ED"):
        match = pointing(5, "E")
        point(match, "AE BE CD DC")
        assert match.view(None)["phase"] == "point"
        point(match, last)
        assert match.view(None)["phase"] == "lead"
        outcomes.append(match.outcome())
    assert outcomes[0] == outcomes[1]


# what is refused first


def test_refusals_are_looked_at_in_the_order_form_player_phase_turn_rest():
    match = pointing(5, "E")
    point(match, "AE")
    assert code(match, {"type": "point", "player": "Z", "at": 3}) == "bad_command"
    assert code(match, {"type": "stop_action", "player": "Z"}) == "unknown_player"
    assert code(match, {"type": "stop_action", "player": "B"}) == "wrong_phase"
    assert code(match, {"type": "point", "player": "A", "at": "A"}) == "already_pointed"
    assert code(started(), {"type": "point", "player": "Z", "at": "A"}) == "unknown_player"
    assert refused(started(), {"type": "point", "player": "A", "at": "Z"}) == ("unknown_player", "at")
    assert refused(match, {"type": "point", "player": "A", "at": "Z"}) == ("unknown_player", "at")
    assert refused(match, {"type": "name_lead", "player": "A", "lead": "Z"}) == ("unknown_player", "lead")
    assert code(started(), {"type": "record_round", "lead": "Z", "monkeys": [], "points": {}}) == "wrong_phase"


@pytest.mark.parametrize(
    "command",
    [
        {"type": "start_round", "player": "A"},
        {"type": "time_up", "player": "A"},
        {"type": "time_up", "x": 1},
        {"type": "take_role", "player": "A"},
        {"type": "take_role", "player": "A", "role": None},
        {"type": "stop_action"},
        {"type": "stop_action", "player": True},
        {"type": "name_lead", "player": "A", "lead": ["B"]},
        {"type": "point", "player": "A", "at": "B", "x": 1},
        {"type": "point", "player": "A", "at": 1},
        {"type": "sing"},
    ],
)
def test_a_command_in_a_wrong_form_is_a_bad_command(command):
    assert code(pointing(5, "E"), command) == "bad_command"


# teams


def teams(*sizes: int) -> dict[str, list[str]]:
    people = iter(range(100))
    return {LETTERS[seat]: [f"person {next(people)}" for _ in range(size)] for seat, size in enumerate(sizes)}


@pytest.mark.parametrize("sizes", [(2, 2, 2, 2, 1), (1, 2, 2, 2, 2), (2,) * 5, (2,) * 7 + (1,), (2,) * 8])
def test_from_nine_people_on_teams_of_two_play_and_an_odd_one_alone(sizes):
    match, lot = started(len(sizes), teams=teams(*sizes)), Random(1)
    while match.pending():
        match.execute(match.suggest(lot))
    assert match.outcome()["finished"]
    shown = match.show(match.log[0], None)
    assert shown is not None
    assert shown["options"]["teams"] == teams(*sizes)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        teams(2, 2, 2, 2),
        teams(2, 2, 2, 2, 2, 2),
        teams(2, 2, 2, 1, 1),
        teams(2, 2, 2, 3, 1),
        teams(2, 2, 2, 3, 0),
        {**teams(2, 2, 2, 2, 2), "E": ["person 0", "person 9"]},
        {**teams(2, 2, 2, 2, 2), "E": ["person 9", "person 9"]},
        {**teams(2, 2, 2, 2), "Z": ["person 8", "person 9"]},
        {**teams(2, 2, 2, 2, 2), "E": ["", "person 9"]},
        {**teams(2, 2, 2, 2, 2), "E": "ab"},
        {**teams(2, 2, 2, 2, 2), "E": [1, 2]},
        [],
    ],
)
def test_other_teams_are_refused(wrong):
    with pytest.raises(Rejected) as refusal:
        started(5, teams=wrong)
    assert (refusal.value.code, str(refusal.value.field).partition(".")[0]) == ("bad_options", "teams")


def test_eight_people_in_four_teams_and_more_than_one_alone_are_refused():
    for sizes in [(2, 2, 2, 2), (2, 2, 2, 2, 1, 1)]:
        with pytest.raises(Rejected):
            started(len(sizes), teams=teams(*sizes))


@pytest.mark.parametrize("players", [3, 9])
def test_four_to_eight_play(players):
    with pytest.raises(Rejected) as refusal:
        Match.start("keskife", [*LETTERS, "I"][:players])
    assert refusal.value.code == "bad_players"
