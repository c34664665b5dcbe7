"""What a round of Keskifé is worth, and who wins: worked examples, each played and reported on a sheet."""

from __future__ import annotations

import pytest

from games.keskife.events import Held
from games.keskife.scoring import final_ranking
from games.keskife.state import State
from games.scores import RoundScored
from tests.rules.keskife_table import pointing, points, recorded, scored, sheet

# guessing


def test_who_found_a_monkey_keeps_the_card_and_the_others_cards_are_the_pot():
    """Five players, the monkey is E: A and B find E, C and D don't; E keeps the own card and takes the pot of two."""
    breakdown = scored(5, "E", "AE BE CD DC EA")
    assert points(breakdown) == {"A": 1, "B": 1, "C": 0, "D": 0, "E": 3}
    assert breakdown["A"] == {"guess": 1}
    assert breakdown["C"] == {"guess": 0}
    assert breakdown["E"] == {"own_card": 1, "pot": 2}


def test_of_two_monkeys_either_may_be_found():
    breakdown = scored(8, "GH", "AG BH CD DC EG FH GA HA")
    assert [breakdown[player]["guess"] for player in "ABCDEF"] == [1, 1, 0, 0, 1, 1]


# one monkey


def test_a_monkey_whom_all_others_find_loses_the_card():
    breakdown = scored(5, "E", "AE BE CE DE EA")
    assert points(breakdown) == {"A": 1, "B": 1, "C": 1, "D": 1, "E": 0}


def test_a_monkey_whom_one_does_not_find_keeps_the_card():
    assert scored(6, "F", "AF BF CF DF EA FA")["F"] == {"own_card": 1, "pot": 1}


def test_a_monkey_whom_nobody_finds_takes_all_cards():
    assert points(scored(4, "D", "AB BC CA DA")) == {"A": 0, "B": 0, "C": 0, "D": 4}


@pytest.mark.parametrize(
    ("fingers", "pot", "taken"),
    [
        ("AB BA CA DA ED", "all", 4),
        ("AB BA CA DA ED", "half", 2),
        ("AB BA CA DA ED", "only_if_unfound", 4),
        ("AE BA CA DA ED", "all", 3),
        ("AE BA CA DA ED", "half", 1),
        ("AE BA CA DA ED", "only_if_unfound", 0),
        ("AE BE CE DA ED", "half", 0),
    ],
)
def test_the_pot_is_the_monkeys_by_the_reading_agreed(fingers, pot, taken):
    assert scored(5, "E", fingers, pot)["E"] == {"own_card": 1, "pot": taken}


# two monkeys


def test_of_two_monkeys_the_one_found_more_often_gives_the_card_to_the_other():
    """Seven players, monkeys F and G: A, B, C find F, D finds G, E is wrong; the pot of one can't be shared."""
    breakdown = scored(7, "FG", "AF BF CF DG EA FA GA")
    assert points(breakdown) == {"A": 1, "B": 1, "C": 1, "D": 1, "E": 0, "F": 0, "G": 2}
    assert breakdown["F"] == {"own_card": 0, "monkey_card": 0, "pot": 0}
    assert breakdown["G"] == {"own_card": 1, "monkey_card": 1, "pot": 0}


def test_two_monkeys_found_equally_often_keep_their_cards():
    breakdown = scored(7, "FG", "AF BF CG DG EA FA GA")
    assert breakdown["F"] == breakdown["G"] == {"own_card": 1, "monkey_card": 0, "pot": 0}


def test_the_monkeys_own_fingers_do_not_count():
    breakdown = scored(7, "FG", "AF BF CG DG EA FG GA")
    assert breakdown["F"] == breakdown["G"] == {"own_card": 1, "monkey_card": 0, "pot": 0}
    assert scored(7, "FG", "AF BF CG DA EA FG GB")["G"] == {"own_card": 1, "monkey_card": 1, "pot": 1}


@pytest.mark.parametrize(
    ("fingers", "pot", "each"),
    [
        ("AB BA CA DA EA FA GA HA", "all", 3),
        ("AB BA CA DA EA FA GA HA", "half", 1),
        ("AB BA CA DA EA FA GA HA", "only_if_unfound", 3),
        ("AG BA CA DA EA FA GA HA", "all", 2),
        ("AG BA CA DA EA FA GA HA", "half", 1),
        ("AG BA CA DA EA FA GA HA", "only_if_unfound", 0),
        ("AG BH CA DA EA FA GA HA", "half", 1),
        ("AG BH CG DA EA FA GA HA", "half", 0),
    ],
)
def test_two_monkeys_share_the_pot_equally_rounded_down(fingers, pot, each):
    breakdown = scored(8, "GH", fingers, pot)
    assert [breakdown[monkey]["pot"] for monkey in "GH"] == [each, each]


def test_what_is_taken_by_nobody_is_discarded():
    for pot, gone in (("all", 0), ("half", 2), ("only_if_unfound", 3)):
        match = recorded(5, pot=pot)
        *_, event = match.send(sheet("A", "E", "AE BA CA DA"))
        assert event["discarded"] == gone
    *_, event = recorded(7).send(sheet("A", "FG", "AF BF CF DG EA"))
    assert event["discarded"] == 1
    *_, event = recorded(5).send(sheet("A", "E", "AE BE CE DE"))
    assert event["discarded"] == 1


def test_cards_won_are_held_by_their_kind():
    match = recorded(7)
    match.send(sheet("A", "FG", "AF BF CF DA EA"))
    held = match.view(None)["held"]
    assert held["A"] == {"action": 1, "monkey": 0}
    assert held["F"] == {"action": 1, "monkey": 0}
    assert held["G"] == {"action": 1, "monkey": 2}
    match.send(sheet("B", "AB", "CA DA EA FA GA"))
    assert match.view(None)["held"]["B"] == {"action": 1, "monkey": 2}


# the end


def at_the_end(**cards: tuple[int, int]) -> State:
    """A match in which each has won these action and monkey cards."""
    state = State(players=tuple(cards))
    state.held = {player: Held(*held) for player, held in cards.items()}
    state.scores.rounds.append(RoundScored(1, {player: sum(held) for player, held in cards.items()}, {}))
    return state


def test_most_cards_win():
    ranking = final_ranking(at_the_end(A=(5, 0), B=(1, 3), C=(2, 2), D=(0, 0)))
    assert ranking.winners == ("A",)
    assert ranking.tie_break is None


def test_a_tie_goes_to_whoever_holds_more_monkey_cards():
    ranking = final_ranking(at_the_end(A=(4, 1), B=(3, 2), C=(0, 1), D=(1, 0)))
    assert ranking.placings == {"A": 2, "B": 1, "C": 3, "D": 4}
    assert ranking.tie_break == "monkey_cards"


def test_else_the_victory_is_shared_and_no_tie_break_is_named():
    ranking = final_ranking(at_the_end(A=(3, 2), B=(3, 2), C=(0, 1), D=(1, 0)))
    assert ranking.placings == {"A": 1, "B": 1, "C": 3, "D": 4}
    assert ranking.winners == ("A", "B")
    assert ranking.tie_break is None


def test_a_whole_match_of_four_counted_by_hand():
    """Round 1: A is the monkey, only B finds A. Round 2: likewise, with A and B exchanged: 3 + 1 each.

    Rounds 3 and 4: all find C, who gets nothing. Round 5: A misses C, who keeps the card and takes A's.
    Round 6: B misses D. A and B have seven cards each, one of them a monkey card.
    """
    match = recorded(4)
    match.send(sheet("A", "A", "BA CB DB"))
    match.send(sheet("B", "B", "AB CA DA"))
    for lead, monkey, fingers in (("C", "C", "AC BC DC"), ("D", "C", "AC BC DC"), ("A", "C", "AB BC DC")):
        match.send(sheet(lead, monkey, fingers))
    match.send(sheet("A", "D", "AD BC CD"))
    outcome = match.outcome()
    assert outcome["totals"] == {"A": 3 + 1 + 1 + 1 + 0 + 1, "B": 1 + 3 + 1 + 1 + 1, "C": 2 + 1, "D": 3 + 2}
    assert match.view(None)["held"]["A"] == {"action": 6, "monkey": 1}
    assert match.view(None)["held"]["B"] == {"action": 6, "monkey": 1}
    assert outcome["winners"] == ["A", "B"]


def test_before_the_end_places_go_by_totals_alone():
    match = pointing(5, "E")
    assert set(match.outcome()["placings"].values()) == {1}
    assert match.outcome()["winners"] == []
