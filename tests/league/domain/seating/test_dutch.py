"""The FIDE Dutch system: what it is told of the past, and a real event that was paired by it."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from games.kernel import Rejected
from league.domain.seating.pairs import dutch
from league.domain.seating.pairs.dutch import Card, Game, Scores
from league.domain.seating.problem import PastRound, PastTable, Problem, Separated
from league.seating.py4swiss import dutch_pair, pair
from tests.league.domain.seating.duels import TWO, Event, meetings, names, problem_of, seats

RAPID = json.loads((Path(__file__).parents[3] / "data" / "swiss-women-world-rapid-2024.json").read_text())

CORRECTED_LATER = (6, "W009", "1-0")
"""Round 7 onward was paired as if W009 had beaten W044 in round 6, as is seen in whom the two then met; the published
result is the other way round."""


def request_of(problem, numbers, **more):
    told: list[dutch.Request] = []
    with pytest.raises(Rejected) as refused:
        dutch.seat(problem, numbers=numbers, pair=told.append, **more)
    assert refused.value.code == "dutch_no_pairing"
    return told[0]


def test_what_the_system_is_told_of_the_past():
    past = (
        PastRound(1, (PastTable(1, ("ann", "bob"), places={"ann": 2, "bob": 1}),), byes=("cy",)),
        PastRound(2, (PastTable(1, ("bob", "cy"), places={"bob": 1, "cy": 1}),)),
        PastRound(3, (PastTable(1, ("ann", "cy"), places={"ann": 1, "cy": 2}, played=False),)),
    )
    points = {"ann": Fraction(1), "bob": Fraction(3, 2), "cy": Fraction(1)}
    problem = Problem(4, "seed", ("bob", "cy"), TWO, points=points, history=past)
    told = request_of(problem, ["ann", "bob", "cy"])
    assert told.cards == (
        Card((Game("loss", 2, True), Game("absent"), Game("forfeit_win", 3, True)), 2, False),
        Card((Game("win", 1), Game("draw", 3, True), Game("absent")), 3, True),
        Card((Game("bye"), Game("draw", 2), Game("forfeit_loss", 1)), 2, True),
    )
    assert (told.pays["win"], told.pays["draw"], told.pays["bye"]) == (2, 1, 2)


def test_scores_below_nothing_are_told_from_the_lowest():
    problem = problem_of("ab", points={"a": -5, "b": 1})
    told = request_of(problem, "ab", scores=Scores(Fraction(3), Fraction(1), Fraction(0), Fraction(3)))
    assert [card.score for card in told.cards] == [0, 6]
    assert told.pays["win"] == 3


def test_hard_separations_and_tables_of_their_own_bar_a_pairing_and_soft_ones_do_not():
    apart = (Separated("club", ("a", "b"), hard=True), Separated("club", ("a", "c")))
    assert request_of(problem_of("abcd", separated=apart, fixed={"c": 1, "d": 2}), "abcd").barred == ((1, 2), (3, 4))


def test_tables_of_three_are_refused():
    problem = problem_of("abc", rounds=[["abc"]])
    with pytest.raises(Rejected) as refused:
        dutch.seat(problem, numbers="abc", pair=pair)
    assert (refused.value.code, refused.value.facts) == ("dutch_pairs_only", {"number": 1})


def test_without_the_package_it_says_what_to_install():
    with pytest.raises(Rejected) as refused:
        dutch.seat(problem_of("ab"), numbers="ab", pair=None)
    assert refused.value.code == "dutch_not_installed"
    assert "py4swiss" in refused.value.detail


def test_where_the_package_is_missing_there_is_nothing_that_pairs(monkeypatch):
    monkeypatch.setattr("league.seating.py4swiss.find_spec", lambda name: None)
    assert dutch_pair() is None


def rapid_numbers():
    """By rating; the first round's published tables show how two ties of rating were broken."""
    numbers = [player for player, _ in RAPID["players"]]
    for later, earlier in (("W055", "W056"), ("W042", "W043")):
        at = numbers.index(later)
        numbers[at : at + 2] = [earlier, later]
    return numbers


def rapid_before(number, *, as_paired):
    """The problem of a round of the real event. as_paired: with the result that stood there at the time."""
    points = {player: Fraction(0) for player, _ in RAPID["players"]}
    past = []
    for round_number, tables in enumerate(RAPID["rounds"][: number - 1], 1):
        sat = []
        for table, (white, black, published) in enumerate(tables, 1):
            turned = as_paired and (round_number, white) == CORRECTED_LATER[:2]
            result = CORRECTED_LATER[2] if turned else published
            gain = {"1-0": Fraction(1), "0-1": Fraction(0), "1/2-1/2": Fraction(1, 2)}[result]
            points[white] += gain
            points[black] += 1 - gain
            sat.append(PastTable(table, (white, black), places={white: 1 + (gain == 0), black: 1 + (gain == 1)}))
        past.append(PastRound(round_number, tuple(sat)))
    players = tuple(sorted(points))
    return Problem(number, "seed", players, TWO, rounds=11, points=points, history=tuple(past))


def rapid_tables(number):
    return {(white, black) for white, black, _ in RAPID["rounds"][number - 1]}


@pytest.mark.parametrize("number", range(1, 12))
def test_every_round_of_a_real_event_comes_out_as_it_was_paired_colours_too(number):
    problem = rapid_before(number, as_paired=True)
    seating = dutch.seat(problem, numbers=rapid_numbers(), pair=dutch_pair(), white_first=False)
    assert set(seats(seating)) == rapid_tables(number)


def test_from_the_published_results_alone_round_7_comes_out_differently_where_that_result_counts():
    problem = rapid_before(7, as_paired=False)
    seating = dutch.seat(problem, numbers=rapid_numbers(), pair=dutch_pair(), white_first=False)
    assert len(set(seats(seating)) & rapid_tables(7)) == 47


def test_an_event_with_byes_and_people_who_leave_and_come():
    event, numbers = Event(names(9), 3), names(10)

    def seat(problem):
        return dutch.seat(problem, numbers=numbers, pair=dutch_pair())

    event.play(seat)
    event.leave("e0004")
    event.play(seat)
    event.come("e0009")
    event.play(seat)
    event.play(seat)
    assert [len(seating.byes) for seating in event.seatings] == [1, 0, 1, 1]
    assert set(event.problem().met.values()) == {1}
    assert set(event.byes.values()) == {1}


def test_separations_are_kept_and_a_round_that_has_no_pairing_is_refused():
    apart = (Separated("household", ("a", "c"), hard=True),)
    assert frozenset("ac") in meetings(dutch.seat(problem_of("abcd"), numbers="abcd", pair=pair))
    assert frozenset("ac") not in meetings(dutch.seat(problem_of("abcd", separated=apart), numbers="abcd", pair=pair))
    with pytest.raises(Rejected) as refused:
        dutch.seat(problem_of("ab", rounds=[["ab"]]), numbers="ab", pair=pair)
    assert refused.value.code == "dutch_no_pairing"
