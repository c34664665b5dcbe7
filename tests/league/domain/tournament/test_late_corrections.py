"""A correction entered rounds later comes to what it would have come to in time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament.results.commands import CorrectResult
from league.domain.tournament.results.reports import Report
from league.domain.values.faults import read
from tests.league.domain.night import EVENING, FOUR, Night, places

FIVE = (*FOUR, "eve")
SIT_OUT = ("eve", "dan", "cy", "bob", "ann")


def told(night):
    """The standings but for the seats, which the nights of these tests draw from the places."""
    rows = standings(night.state)
    return [row | {"rounds": [line | {"seat": None} for line in row["rounds"]]} for row in rows]


def corrects(result, table, awards=None):
    said = Report(places=places(result)) if awards is None else Report(awards=awards)
    return CorrectResult(table=table, said=said, at=EVENING, by="user:staff", reason="read upside down")


def three_rounds(first="ann bob cy dan", **settings):
    """Eve sits out round 1, ann round 2, bob round 3; places pay 4, 2, 1, 0."""
    night = Night(*FIVE, **settings)
    night.play(first, byes="eve")
    night.play("bob cy dan eve", byes="ann")
    night.play("ann cy dan eve", byes="bob")
    return night


def lines(night, name):
    return [line["points"] for line in night.row(name)["rounds"]]


def test_a_bye_that_pays_the_mean_follows_a_corrected_round():
    night = three_rounds()
    # ann: 4, then the mean of 4 and 4, then 4. bob: 2, 4, then the mean of 2 and 4. eve: the mean of 0 and 0 first.
    assert [lines(night, name) for name in ("ann", "bob", "eve")] == [[4, 4, 4], [2, 4, 3], [0, 0, 0]]
    (corrected,) = night.send(corrects("dan cy bob ann", "r1a1"))
    # ann: 0, then the mean of 0 and 4, then 4. bob: 1, 4, then the mean of 1 and 4.
    assert corrected.byes == {}
    assert [lines(night, name) for name in ("ann", "bob", "eve")] == [[0, 2, 4], [1, 4, "2.5"], [0, 0, 0]]
    assert told(night) == told(three_rounds("dan cy bob ann"))


def test_in_the_first_edition_a_bye_pays_the_mean_of_the_rounds_before_it():
    night = three_rounds(edition=1)
    assert (lines(night, "ann"), lines(night, "bob")) == ([4, 4, 4], [2, 4, 3])
    (corrected,) = night.send(corrects("dan cy bob ann", "r1a1"))
    assert corrected.byes == {"r2": {"ann": 0}, "r3": {"bob": "2.5"}}
    assert (lines(night, "ann"), lines(night, "bob")) == ([0, 0, 4], [1, 4, "2.5"])
    assert lines(night, "eve") == ["1.75", 0, 0]
    assert told(night) == told(three_rounds("dan cy bob ann", edition=1))
    (corrected,) = three_rounds(edition=1).send(corrects("eve dan cy bob", "r2a1"))
    # bob's bye in round 3: the mean of 2 and 0. ann's in round 2 and eve's in round 1 came before.
    assert corrected.byes == {"r3": {"bob": 1}}


def test_a_bye_before_the_corrected_round_follows_and_one_of_fixed_points_stays():
    night = three_rounds()
    night.send(corrects("eve dan cy bob", "r2a1"))
    assert [lines(night, name) for name in ("ann", "bob", "eve")] == [[4, 4, 4], [2, 0, 1], [2, 4, 0]]
    fixed = three_rounds(points={"by_place": [4, 2, 1, 0], "bye": 2})
    (corrected,) = fixed.send(corrects("dan cy bob ann", "r1a1"))
    assert corrected.byes == {}
    assert (lines(fixed, "ann"), lines(fixed, "bob")) == ([0, 2, 4], [1, 4, 2])


def test_who_keeps_their_points_keeps_their_bye():
    night = three_rounds(edition=1)
    (corrected,) = night.send(corrects("ann bob dan cy", "r1a1"))
    assert corrected.byes == {}
    assert lines(night, "ann") == [4, 4, 4]


def test_the_bye_of_a_round_that_is_not_closed_follows_by_itself():
    night = Night(*FIVE)
    night.play("ann bob cy dan", byes="eve")
    night.give("bob cy dan eve", byes="ann")
    night.start()
    (corrected,) = night.send(corrects("dan cy bob ann", "r1a1"))
    assert (corrected.byes, lines(night, "ann")) == ({}, [0, 0])
    night.report(1, bob=1, cy=2, dan=3, eve=4)
    night.close_round()
    assert lines(night, "ann") == [0, 0]


def test_a_round_is_corrected_by_the_scheme_that_it_was_paid_by():
    night = three_rounds()
    night.send(read(c.Change, {"type": "change", "points": {"by_place": [40, 20, 10, 0], "bye": 7}}))
    night.send(corrects("dan cy bob ann", "r1a1"))
    assert (lines(night, "ann"), lines(night, "bob")) == ([0, 2, 4], [1, 4, "2.5"])
    assert told(night) == told(three_rounds("dan cy bob ann"))
    night.play("ann bob cy dan", byes="eve")
    assert lines(night, "ann") == [0, 2, 4, 40], "a mean is of rounds that were paid alike"


def test_the_final_standings_of_a_later_edition_have_the_byes_too():
    night, in_time = three_rounds(), three_rounds("dan cy bob ann")
    in_time.send(c.Close())
    night.send(c.Close())
    _, revised = night.send(corrects("dan cy bob ann", "r1a1"))
    assert revised.standings == in_time.state.final
    assert told(night) == told(in_time)


def test_awards_move_the_mean_too():
    night = three_rounds()
    night.send(corrects("", "r1a1", {"ann": "1/3", "bob": 2, "cy": 1, "dan": 0}))
    assert lines(night, "ann") == ["1/3", "13/6", 4]


ORDERS = st.permutations(range(4))


@given(st.lists(ORDERS, min_size=5, max_size=5), st.lists(st.tuples(st.integers(0, 4), ORDERS), max_size=6))
def test_corrections_in_any_order_come_to_what_would_have_been_told_in_time(first, corrections):
    """Five rounds in which each sits out once: told wrong and corrected, or right at once."""

    def table(number, order):
        seats = [name for name in FIVE if name != SIT_OUT[number]]
        return " ".join(seats[at] for at in order)

    def night_of(orders):
        night = Night(*FIVE, tie_breaks=["wins", "last_round", "lot"])
        for number, order in enumerate(orders):
            night.play(table(number, order), byes=SIT_OUT[number])
        return night

    night, right = night_of(first), list(first)
    for number, order in corrections:
        night.send(corrects(table(number, order), f"r{number + 1}a1"))
        right[number] = order
    assert told(night) == told(night_of(right))
    for number, order in enumerate(first):
        night.send(corrects(table(number, order), f"r{number + 1}a1"))
    assert told(night) == told(night_of(first))


@pytest.mark.parametrize("after_round", [1, 2])
def test_what_is_known_today_of_earlier_rounds_has_the_byes_too(after_round):
    night = three_rounds()
    night.send(corrects("dan cy bob ann", "r1a1"))
    assert night.points(after_round) == three_rounds("dan cy bob ann").points(after_round)
