"""4 Monkeys: areas, seats and deck colours of two to eight players."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games import Match
from games.four_monkeys.events import Seats
from games.four_monkeys.seating import deal_colours
from tests.rules.monkeys_table import START, TIME_UP, act, grab, play_round, recorded, refused, report, started

EIGHT = [f"p{seat}" for seat in range(8)]


def areas(match: Match) -> list[list[str]]:
    return [area["players"] for area in match.view(None)["areas"]]


def opened(players: int, **options: Any) -> Match:
    match = started(players, **options)
    match.send(START)
    return match


def after_rounds(*rounds: dict[str, str], players: int = 8) -> Match:
    """Rounds reported (who is not named has nothing), all checks correct, and the next one started."""
    match = started(players)
    for reports in rounds:
        play_round(match, {player: reports.get(player, "") for player in EIGHT[:players]})
    match.send(START)
    return match


# areas


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_up_to_six_sit_in_one_area(players):
    match = opened(players)
    assert areas(match) == [EIGHT[:players]]
    assert match.view(None)["seats"] == {"A": EIGHT[:players]}


@pytest.mark.parametrize("players", [7, 8])
def test_seven_or_eight_sit_in_two_the_first_four_in_a(players):
    match = opened(players, play="dealt")
    view = match.view("referee")
    assert view["seats"] == {"A": EIGHT[:4], "B": EIGHT[4:players]}
    assert [(area["name"], area["sets"], len(area["stacks"])) for area in view["areas"]] == [
        ("A", 4, 6),
        ("B", players - 4, players - 2),
    ]


def test_after_a_round_the_four_highest_totals_sit_in_a():
    match = after_rounds({"p0": "c1", "p5": "c9", "p6": "c8", "p7": "c5", "p1": "c3"})
    assert areas(match) == [["p1", "p5", "p6", "p7"], ["p0", "p2", "p3", "p4"]]
    assert match.view(None)["round"] == 2


def test_totals_count_and_not_the_last_round_alone():
    """After two rounds: p0 to p3 have 5, p4 to p6 4 and p7 1. Alone by round 2, p4 to p7 would sit in A."""
    match = after_rounds(
        {"p0": "c9", "p1": "c9", "p2": "c9", "p3": "c9"},
        {"p4": "c7", "p5": "c7", "p6": "c7", "p7": "c1"},
    )
    assert areas(match)[0] == EIGHT[:4]


def test_a_tie_at_the_border_goes_to_the_higher_score_of_the_round_just_scored():
    """p0 to p2 have most. p3 has 3 + 0 and p7 0 + 3: p7 goes to A, p3 to B."""
    first = {"p0": "c9", "p1": "c9", "p2": "c9", "p3": "c5"}
    match = after_rounds(first, {"p0": "c9", "p1": "c9", "p2": "c9", "p7": "c5"})
    assert areas(match)[0] == ["p0", "p1", "p2", "p7"]


def test_then_to_whoever_sat_in_a_and_then_to_the_seating_order():
    """p4 (4), p5 (4) and p6 (3) rise; p1, p2, p3, p7 have 1 each: of those who sat in A, p1 sits first."""
    match = after_rounds({"p4": "c7", "p5": "c7", "p6": "c5", "p1": "c1", "p2": "c1", "p3": "c1", "p7": "c1"})
    assert areas(match)[0] == ["p1", "p4", "p5", "p6"]
    match = after_rounds({"p0": "c7", "p1": "c7", "p2": "c7", "p5": "c1", "p6": "c1"})
    assert areas(match)[0] == ["p0", "p1", "p2", "p5"]


def test_ten_points_off_move_a_player_down_but_say_nothing_at_a_tie():
    """p3 loses ten. p0 had ten off too, but 5 in round 1 leaves him at -5, behind those with 0."""
    match = started(8)
    for caller in ("p3", "p0"):
        match.send(START)
        match.send({**recorded_sheet({}), "ended_by": {"reason": "stop", "player": caller}})
    play_round(match, dict.fromkeys(EIGHT, "") | {"p0": "c9"})
    match.send(START)
    assert areas(match) == [["p1", "p2", "p4", "p5"], ["p0", "p3", "p6", "p7"]]


def recorded_sheet(reports: dict[str, str]) -> dict[str, object]:
    return {"type": "record_round", "sheet": {player: report(reports.get(player, "")) for player in EIGHT}}


def test_an_adjustment_is_not_of_the_round_so_it_is_left_out_where_the_border_is_tied():
    """p4 has -10 + 5 + 5 in round 2: total 0, like p3; of the round just scored p4 has more, penalty or not."""
    match = started(8)
    play_round(match, dict.fromkeys(EIGHT, "") | {"p0": "c9", "p1": "c9", "p2": "c9", "p4": "c10"})
    match.send(START)
    match.send({**recorded_sheet({}), "ended_by": {"reason": "stop", "player": "p4"}})
    play_round(match, dict.fromkeys(EIGHT, "") | {"p0": "c9", "p1": "c9", "p2": "c9", "p4": "c10"})
    assert match.outcome()["totals"]["p4"] == 0
    match.send(START)
    assert areas(match)[0] == ["p0", "p1", "p2", "p4"]


def test_a_round_played_again_has_the_same_areas_although_the_totals_moved():
    """In round 2 p0 sits in A, and with ten off would not: so he does in round 3."""
    match = after_rounds({"p0": "c9", "p1": "c9", "p2": "c9", "p3": "c9"})
    match.send({**recorded_sheet({}), "ended_by": {"reason": "stop", "player": "p0"}})
    match.send(START)
    assert areas(match) == [EIGHT[:4], EIGHT[4:]]
    match.send({**recorded_sheet({}), "ended_by": {"reason": "time"}})
    match.send(START)
    assert areas(match) == [["p1", "p2", "p3", "p4"], ["p0", "p5", "p6", "p7"]]


def test_a_stop_in_one_area_ends_the_round_in_both():
    match = opened(8, play="dealt")
    grab(match, "p0", 0)
    match.send(TIME_UP)
    assert refused(match, {"type": "grab", "player": "p5", "stack": 0, "cards": [200]}) == "wrong_phase"
    match = recorded(dict.fromkeys(EIGHT, "") | {"p6": "c1 c2 c3 c4 c5 c6 c7 c8 c9 c10", "p0": "c1"}, stop="p6")
    assert match.view(None)["phase"] == "check"


def test_tiles_are_grabbed_and_skins_given_in_the_own_area_only():
    match = opened(8, play="dealt", bananas=True)
    a, b = (area["stacks"] for area in match.view("referee")["areas"])
    grab(match, "p5", 2)
    after = match.view("referee")
    assert after["tiles"]["p5"][0]["combo"] == b[2][0]
    assert [area["stacks"] for area in after["areas"]] == [a, [*b[:2], b[2][1:], *b[3:]]]
    assert refused(match, {"type": "banana", "player": "p5", "to": "p0"}) == "other_area"
    act(match, "p5", "banana", to="p7")


def test_cards_are_borrowed_in_the_own_area_only():
    """Area B of three takes all 120 cards of its decks: no draw ever comes from area A."""
    match = opened(7, play="dealt")
    lot = Random(1)
    while sum(match.view(None)["draw"][player] for player in EIGHT[4:7]) > 0:
        player = lot.choice(EIGHT[4:7])
        stack = next((n for n, stack in enumerate(match.view(None)["areas"][1]["stacks"]) if stack), None)
        if stack is None:
            green = [n for n, tile in enumerate(match.view(None)["tiles"][player]) if not tile["burned"]]
            act(match, player, "burn", tile=green[0])
        else:
            grab(match, player, stack, 5)
    assert [match.view(None)["draw"][player] for player in EIGHT[:4]] == [35] * 4


@pytest.mark.parametrize(("players", "rounds"), [(2, 3), (6, 3), (7, 4), (8, 4)])
def test_a_game_lasts_three_rounds_and_with_two_areas_four(players, rounds):
    match = started(players, play="dealt")
    for number in range(1, rounds + 1):
        assert not match.outcome()["finished"]
        match.send(START)
        assert match.view(None)["round"] == number
        match.send(TIME_UP)
    assert match.outcome()["finished"]
    assert match.pending() == []
    assert refused(match, START) == "wrong_phase"


# deck colours


def colours(match: Match) -> dict[str, str]:
    found: dict[str, str] = match.view(None)["decks"]
    return found


@pytest.mark.parametrize("players", range(2, 9))
def test_no_neighbours_have_the_same_deck_colour(players):
    match, lot = started(players), Random(players)
    while match.pending():
        match.send(match.suggest(lot))
        for circle in match.view(None)["seats"].values():
            decks = [colours(match)[player] for player in circle]
            assert all(decks[seat] != decks[seat - 1] for seat in range(len(decks)))
            assert max(Counter(decks).values()) <= (1 if len(circle) <= 4 else 2)


@pytest.mark.parametrize(
    ("players", "expected"),
    [(5, ["yellow", "green", "red", "blue", "green"]), (6, ["yellow", "green", "red", "blue", "yellow", "green"])],
)
def test_the_circle_is_closed_so_the_last_player_is_the_firsts_neighbour(players, expected):
    """The fifth of five may have neither blue (the fourth's) nor yellow (the first's)."""
    assert list(colours(opened(players)).values()) == expected


def test_up_to_six_keep_their_colours_all_game():
    match, lot = opened(6), Random(1)
    first = colours(match)
    while match.pending():
        match.send(match.suggest(lot))
        assert colours(match) == first


def test_who_moves_keeps_the_colour_where_nobody_else_in_the_area_has_it():
    """Round 1 gives both areas yellow, green, red, blue. Then p4 (yellow) takes p0's place: everybody keeps theirs."""
    match = after_rounds({"p1": "c1", "p2": "c1", "p3": "c1", "p4": "c1"})
    assert areas(match)[0] == ["p1", "p2", "p3", "p4"]
    assert [colours(match)[player] for player in EIGHT] == ["yellow", "green", "red", "blue"] * 2


def test_as_many_as_possible_keep_theirs_and_the_others_take_what_is_free():
    areas = [Seats("A", ("a", "b", "c", "d"), 4)]
    before = {"a": "red", "b": "red", "c": "blue", "d": "red"}
    assert deal_colours(areas, before) == {"a": "red", "b": "yellow", "c": "blue", "d": "green"}  # type: ignore[arg-type]
