"""FIDE's tie-breaks: the values of its own exercises, and each rule of unplayed rounds by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament.stages.commands import BeginStage
from league.domain.tournament.view import view
from league.domain.values.faults import read
from tests.league.domain import exercises
from tests.league.domain.duels import CHESS, PAIRING, play_pairs
from tests.league.domain.night import Night

ALL = ["buchholz", "buchholz_cut1", "median", "sonneborn_berger", "direct_encounter", "progressive", "wins_played"]


def values(night: Night, name: str) -> dict[str, Any]:
    return {row["entry"]: row["tie_breaks"][name] for row in sorted(standings(night.state), key=lambda r: r["entry"])}


def numbers(night: Night, name: str) -> list[Fraction]:
    return [Fraction(value) for value in values(night, name).values()]


@pytest.fixture(scope="module")
def swiss() -> Night:
    return exercises.swiss(tie_breaks=ALL)


@pytest.mark.parametrize("name", [name for name in exercises.VALUES if name != "points"])
def test_the_values_of_the_exercises(swiss: Night, name: str):
    assert numbers(swiss, name) == list(map(Fraction, exercises.VALUES[name]))


def test_the_points_and_the_printed_cuts_of_the_exercises(swiss: Night):
    points = {row["entry"]: Fraction(row["points"]) for row in standings(swiss.state)}
    assert [points[name] for name in exercises.PEOPLE] == list(map(Fraction, exercises.VALUES["points"]))
    cut = dict(enumerate(numbers(swiss, "buchholz_cut1"), 1))
    assert {number: cut[number] for number in exercises.CUT_1} == {
        number: Fraction(value) for number, value in exercises.CUT_1.items()
    }


def chess(*people: str, **settings: Any) -> Night:
    usual = {"points": CHESS, "tie_breaks": ALL, "format": {"type": "swiss"}, "fide_tie_breaks": "2024"}
    return Night(*people, **{**usual, **settings})


def test_four_in_a_round_robin_of_three_rounds_by_hand():
    """a 2.5, b 1.5, c 1.5, d 0.5. Buchholz of a: 1.5 + 1.5 + 0.5; of b: 2.5 + 1.5 + 0.5; Sonneborn-Berger of b: half of
    a's 2.5, half of c's 1.5, half of d's 0.5."""
    night = chess(*"abcd")
    play_pairs(night, "a-b ½-½, c-d 1-0")
    play_pairs(night, "a-c 1-0, b-d ½-½")
    play_pairs(night, "a-d 1-0, b-c ½-½")
    assert night.points() == {"a": "2.5", "b": "1.5", "c": "1.5", "d": "0.5"}
    assert values(night, "buchholz") == {"a": "3.5", "b": "4.5", "c": "4.5", "d": "5.5"}
    assert values(night, "buchholz_cut1") == {"a": 3, "b": 4, "c": 4, "d": 4}
    assert values(night, "median") == {"a": "1.5", "b": "1.5", "c": "1.5", "d": "1.5"}
    assert values(night, "sonneborn_berger") == {"a": "2.75", "b": "2.25", "c": "1.25", "d": "0.75"}
    assert values(night, "progressive") == {"a": "4.5", "b": 3, "c": "3.5", "d": 1}
    assert values(night, "wins_played") == {"a": 2, "b": 0, "c": 1, "d": 0}
    assert values(night, "direct_encounter") == {"a": 0, "b": 0, "c": 0, "d": 0}, "Sonneborn-Berger has parted b and c"


def test_a_bye_of_the_pairing_is_a_game_against_as_many_points_as_ones_own():
    """c: bye 1, then beats a (1 point): 2 + 1. a: 1 of b, who has 0, and 0 of c, who has 2."""
    night = chess(*"abc")
    play_pairs(night, "a-b 1-0", {"c": PAIRING})
    play_pairs(night, "c-a 1-0", {"b": PAIRING})
    assert night.points() == {"c": 2, "a": 1, "b": 1}
    assert values(night, "buchholz") == {"a": 3, "b": 2, "c": 3}
    assert values(night, "buchholz_cut1") == {"a": 2, "b": 1, "c": 2}
    assert values(night, "sonneborn_berger") == {"a": 1, "b": 1, "c": 3}
    assert values(night, "wins_played") == {"a": 1, "b": 0, "c": 1}


def test_a_requested_bye_at_the_end_is_a_draw_for_others_and_the_first_to_be_cut_of_ones_own():
    """For others a has 1 + ½ + ½, c 1 + 0 + ½; d has 0, for it played after its bye. a's own rounds: b's 2, and twice
    the 1 that it has itself; c's: d's 0, b's 2 and its own 1½."""
    night = chess(*"abcd")
    play_pairs(night, "a-b 1-0, c-d 1-0")
    play_pairs(night, "b-c 1-0", {"a": "0", "d": "0"})
    play_pairs(night, "b-d 1-0", {"a": "0", "c": "1/2"})
    assert night.points() == {"b": 2, "c": "1.5", "a": 1, "d": 0}
    assert values(night, "buchholz") == {"a": 2 + 1 + 1, "b": "3.5", "c": "3.5", "d": "3.5"}
    assert values(night, "buchholz_cut1") == {"a": 2 + 1, "b": "3.5", "c": 0 + 2, "d": "3.5"}
    assert values(night, "median") == {"a": 1, "b": "1.5", "c": 0, "d": "1.5"}


def test_a_requested_bye_that_is_paid_like_a_win_is_no_staying_away():
    """b meets a, who has 1 + 1. a's own: b's 1, and its own 2; the cut takes the least of these."""
    night = chess(*"abc")
    play_pairs(night, "a-b 1-0", {"c": "0"})
    play_pairs(night, "b-c 1-0", {"a": "1"})
    assert values(night, "buchholz") == {"a": 1 + 2, "b": 2 + 0, "c": 0 + 1}
    assert values(night, "buchholz_cut1") == {"a": 2, "b": 2, "c": 1}


def test_who_left_counts_as_having_drawn_from_then_on():
    night = chess(*"abcd")
    play_pairs(night, "a-b 1-0, c-d 1-0")
    night.send(c.Drop("a"))
    play_pairs(night, "b-c 1-0", {"d": PAIRING})
    play_pairs(night, "b-d 1-0", {"c": PAIRING})
    assert values(night, "buchholz")["b"] == 2 + 2 + 1
    assert night.points()["a"] == 1


def test_who_came_late_has_nothing_for_the_rounds_before():
    night = chess(*"ab")
    play_pairs(night, "a-b 1-0")
    night.come("z")
    play_pairs(night, "z-a 1-0", {"b": PAIRING})
    assert values(night, "buchholz")["a"] == 1 + 1
    assert values(night, "buchholz")["z"] == 1 + 1
    assert values(night, "buchholz_cut1")["z"] == 1


def test_a_forfeit_is_no_game_and_its_loser_stayed_away_by_own_will():
    """a has won without a game, against nobody for any tie-break but its points. b's own two count as its 1 each."""
    night = chess(*"abc")
    play_pairs(night, "a-b +/-", {"c": PAIRING})
    play_pairs(night, "c-a 1-0", {"b": PAIRING})
    assert night.points() == {"c": 2, "a": 1, "b": 1}
    assert values(night, "buchholz") == {"a": 1 + 2, "b": 1 + 1, "c": 2 + 1}
    assert values(night, "wins_played") == {"a": 0, "b": 0, "c": 1}
    assert values(night, "sonneborn_berger") == {"a": 1, "b": 1, "c": 3}
    assert values(night, "direct_encounter") == {"a": 0, "b": 0, "c": 0}


def test_a_forfeit_that_was_lost_is_cut_before_any_opponent():
    """a has 2 and has met d, who has none, and c with 1½: the cut takes the forfeit against its own 2, not d."""
    night = chess(*"abcd")
    play_pairs(night, "a-b -/+, c-d 1-0")
    play_pairs(night, "a-d 1-0, b-c ½-½")
    play_pairs(night, "a-c 1-0, b-d 1-0")
    assert values(night, "buchholz")["a"] == "3.5"
    assert values(night, "buchholz_cut1")["a"] == "1.5"
    assert values(night, "median")["a"] == 0


def test_in_a_round_robin_a_forfeit_is_a_game_like_others_and_who_sits_out_meets_nobody():
    night = chess(*"abc", format={"type": "round_robin"}, table_size={"min": 2, "max": 2, "prefer": 2})
    play_pairs(night, "a-b +/-", {"c": "0"})
    play_pairs(night, "c-a 1-0", {"b": "0"})
    play_pairs(night, "b-c 1-0", {"a": "0"})
    assert night.points() == {"a": 1, "b": 1, "c": 1}
    assert values(night, "buchholz") == {"a": 2, "b": 2, "c": 2}
    assert values(night, "direct_encounter") == {"a": 1, "b": 1, "c": 1}
    assert values(night, "wins_played") == {"a": 0, "b": 1, "c": 1}


def test_a_running_round_does_not_count():
    """a's bye in round 2 is a draw for others, until a round is over in which a sat at a table again."""
    night = chess(*"abcd")
    play_pairs(night, "a-b 1-0, c-d 1-0")
    play_pairs(night, "b-c 1-0", {"a": "0", "d": "0"})
    assert values(night, "buchholz")["b"] == "2.5"
    night.give("a c", "b d")
    night.start()
    assert values(night, "buchholz")["b"] == "2.5"
    night.report(1, a=1, c=2)
    night.report(2, b=1, d=2)
    assert values(night, "buchholz")["b"] == "2.5"
    night.close_round()
    assert values(night, "buchholz")["b"] == 2 + 1 + 0


def test_points_that_staff_gave_for_a_draw_are_no_win():
    night = chess(*"ab")
    play_pairs(night, "a-b ½-0")
    assert values(night, "wins_played") == {"a": 0, "b": 0}
    play_pairs(night, "b-a 1-0")
    assert values(night, "wins_played") == {"a": 0, "b": 1}


def test_direct_encounter_looks_at_the_tied_alone_and_says_so():
    """a and b have 2; a lost to c, but has beaten b."""
    night = chess(*"abcd", tie_breaks=["direct_encounter"])
    play_pairs(night, "a-b 1-0, c-d ½-½")
    play_pairs(night, "c-a 1-0, b-d 1-0")
    play_pairs(night, "a-d 1-0, b-c 1-0")
    assert night.points() == {"a": 2, "b": 2, "c": "1.5", "d": "0.5"}
    assert night.places() == {"a": 1, "b": 2, "c": 3, "d": 4}
    assert [night.row(name)["decided_by"] for name in "abcd"] == ["direct_encounter"] * 2 + ["points"] * 2
    assert values(night, "direct_encounter") == {"a": 1, "b": 0, "c": 0, "d": 0}


def test_three_that_have_beaten_each_other_in_a_circle_stay_tied():
    night = chess(*"abcd", tie_breaks=["direct_encounter"])
    play_pairs(night, "a-b 1-0, c-d 1-0")
    play_pairs(night, "b-c 1-0, a-d 1-0")
    play_pairs(night, "c-a 1-0, b-d 1-0")
    assert night.places() == {"a": 1, "b": 1, "c": 1, "d": 4}
    assert values(night, "direct_encounter") == {"a": 1, "b": 1, "c": 1, "d": 0}


def test_where_not_all_have_met_only_who_is_first_however_the_rest_would_end_is_first():
    """a has beaten b and c, who have not met: neither could reach 2. Of b and c nobody knows."""
    night = chess(*"abcdefg", tie_breaks=["direct_encounter"])
    play_pairs(night, "a-b 1-0, c-d 1-0, f-e 1-0", {"g": "0"})
    play_pairs(night, "a-c 1-0, b-d 1-0, e-f 1-0", {"g": "0"})
    play_pairs(night, "d-a 1-0, b-e 1-0, c-f 1-0", {"g": "0"})
    assert [night.points()[name] for name in "abcd"] == [2, 2, 2, 1]
    assert [night.places()[name] for name in "abc"] == [1, 2, 2]
    assert values(night, "direct_encounter")["a"] == 2


def test_who_could_still_be_reached_is_not_first():
    """a has beaten b; c has met neither, and could have won both."""
    night = chess(*"abcdef", tie_breaks=["direct_encounter"])
    play_pairs(night, "a-b 1-0, c-d 1-0, e-f 1-0")
    play_pairs(night, "e-a 1-0, b-d 1-0, f-c 1-0")
    assert [night.points()[name] for name in "abc"] == [1, 1, 1]
    assert len({night.places()[name] for name in "abc"}) == 1
    assert [values(night, "direct_encounter")[name] for name in "abc"] == [0, 0, 0]


@pytest.mark.parametrize(("carry", "buchholz"), [("all", {"a": 1 + 3 + 2, "b": 0 + 2 + 3}), ("none", {"a": 0, "b": 1})])
def test_in_a_final_those_who_are_out_count_as_they_were_where_all_points_are_carried(carry: str, buchholz: Any):
    """With byes in round 2: a 3, b 2, c 1, d 0. a has met c, a bye (its own 3) and b; b has met d, a bye and a.

    In a final that begins with nothing they have met each other alone.
    """
    night = chess(*"abcd", table_size={"min": 2, "max": 2, "prefer": 2})
    play_pairs(night, "a-c 1-0, b-d 1-0")
    play_pairs(night, "c-d 1-0", {"a": PAIRING, "b": PAIRING})
    night.send(read(BeginStage, {"top": 2, "carry": carry, "format": {"type": "swiss"}}))
    play_pairs(night, "a-b 1-0")
    found = values(night, "buchholz")
    assert {name: found[name] for name in buchholz} == buchholz


@pytest.mark.parametrize(("edition", "ann"), [("2024", 3), ("2026", 2)])
def test_a_bye_is_worth_at_most_a_draw_in_each_round_by_the_edition_of_2026(edition: str, ann: int):
    night = chess("ann", "bob", "cid", fide_tie_breaks=edition)
    play_pairs(night, "ann-bob 1-0", {"cid": PAIRING})
    play_pairs(night, "bob-cid 1-0", {"ann": PAIRING})
    assert values(night, "buchholz")["ann"] == ann
    assert values(night, "sonneborn_berger")["ann"] == ann


@pytest.mark.parametrize(("edition", "ann"), [("2024", ["2.5", 2]), ("2026", [1, "0.5"])])
def test_a_forfeit_is_worth_at_most_the_scheduled_opponent_by_the_edition_of_2026(edition: str, ann: list[Any]):
    chain = ["buchholz", "sonneborn_berger"]
    night = chess("ann", "bob", "cid", "dan", tie_breaks=chain, fide_tie_breaks=edition)
    play_pairs(night, "ann-bob +/-, cid-dan ½-½")
    play_pairs(night, "ann-cid ½-½, bob-dan 0-1")
    assert [values(night, name)["ann"] for name in chain] == ann
    assert [values(night, name)["dan"] for name in chain] == [1, "0.5"]
    assert night.places()["dan"] == (1 if edition == "2026" else 2)
    assert night.places()["ann"] == 1


def test_the_scheduled_opponent_of_a_forfeit_counts_as_it_does_for_others():
    """bob asks for byes to the end: for others these are draws, so that he has 0 + ½ + ½; ann has 3, a draw each 1½."""
    night = chess("ann", "bob", "cid", fide_tie_breaks="2026")
    play_pairs(night, "ann-bob +/-", {"cid": "0"})
    play_pairs(night, "ann-cid 1-0", {"bob": "0"})
    play_pairs(night, "ann-cid 1-0", {"bob": "0"})
    assert night.points() == {"ann": 3, "bob": 0, "cid": 0}
    assert values(night, "buchholz") == {"ann": 1 + 0 + 0, "bob": 0, "cid": 3 + 3 + 0}
    assert values(night, "sonneborn_berger")["ann"] == 1


def test_the_cut_takes_the_dummy_of_a_voluntary_round_first():
    """ann: bob 0 + ½ for his bye at the end, her own 1 for her bye, cid 3; the cut takes her bye, not bob."""
    night = chess("ann", "bob", "cid", fide_tie_breaks="2026")
    play_pairs(night, "ann-bob 1-0", {"cid": PAIRING})
    play_pairs(night, "cid-bob 1-0", {"ann": "0"})
    play_pairs(night, "cid-ann 1-0", {"bob": "0"})
    assert values(night, "buchholz")["ann"] == "4.5"
    assert values(night, "buchholz_cut1")["ann"] == "3.5"
    assert values(night, "median")["ann"] == "0.5"


@pytest.mark.parametrize(
    ("settings", "edition"),
    [
        ({}, "2026"),
        ({"starts_at": "2026-03-01T00:00:00+01:00"}, "2026"),
        ({"starts_at": "2026-02-28T23:59:00+01:00"}, "2024"),
        ({"starts_at": "2026-02-28T23:59:00+01:00", "fide_tie_breaks": "2026"}, "2026"),
        ({"fide_tie_breaks": "2024"}, "2024"),
    ],
)
def test_the_day_of_the_tournament_decides_the_edition_unless_it_is_chosen(settings: Any, edition: str):
    state = Night("ann", "bob", **settings).state
    assert state.fide_edition == edition
    assert view(state, None)["fide_tie_breaks"] == edition
    assert replace(state, edition=1).fide_edition == settings.get("fide_tie_breaks", "2024")


WON_2, WON_0 = {"win": 2, "draw": 1, "loss": 0}, {"win": 0, "draw": 1, "loss": 2, "low_wins": True}


def duels(points: dict[str, Any], tie_break: str, edition: int = 2) -> Night:
    """a beats b, c beats d, all else being equal in pairs; e stays away twice."""
    night = Night(*"abcde", points=points, tie_breaks=[tie_break], format={"type": "swiss"}, edition=edition)
    nothing = str(points["loss"])
    play_pairs(night, "a-b 1-0, c-d 1-0", {"e": nothing})
    play_pairs(night, "d-a 1-0, b-c 1-0", {"e": nothing})
    play_pairs(night, "a-c 1-0, b-d 1-0", {"e": PAIRING})
    play_pairs(night, "a-e 0-1, b-c +/-", {"d": PAIRING})
    return night


@pytest.mark.parametrize("tie_break", [name for name in ALL if name != "sonneborn_berger"])
def test_the_places_are_the_same_where_fewer_points_are_better(tie_break: str):
    assert duels(WON_2, tie_break).places() == duels(WON_0, tie_break).places()


def test_where_fewer_points_are_better_the_winner_of_the_direct_encounter_is_first():
    night = Night(*"abcd", points=WON_0, tie_breaks=["direct_encounter"], format={"type": "swiss"})
    for games in ("a-b 1-0, c-d 1-0", "d-a 1-0, b-c 1-0", "a-c 1-0, b-d 1-0"):
        play_pairs(night, games)
    assert night.points() == {"a": 2, "b": 2, "c": 4, "d": 4}
    assert night.places() == {"a": 1, "b": 2, "c": 3, "d": 4}
    night.state.edition = 1
    assert night.places() == {"b": 1, "a": 2, "d": 3, "c": 4}
