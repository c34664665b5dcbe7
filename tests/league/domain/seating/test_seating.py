"""Who sits where: byes, areas, start seats, the provable seed."""

import os
import subprocess
import sys
from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import Rejected
from league.domain.seating.areas import area_sizes, letters
from league.domain.seating.byes import sit_out
from league.domain.seating.lots import attempt_seed, seat_order
from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from tests.league.domain.night import SECRET, Night

THREE_TO_FIVE = {"min": 3, "max": 5, "prefer": 4}
FOURS = {"min": 4, "max": 4, "prefer": 4}


def names(count):
    return [f"e{number:04}" for number in range(count)]


def test_third_bye_goes_to_the_one_who_has_had_none():
    """17 entrants, round 5; of the three lowest two have had a bye: the third sits out, though it stands higher."""
    entrants = names(17)
    places = {entry: number for number, entry in enumerate(entrants, 1)}
    had = dict.fromkeys(entrants[:14], 1) | {entrants[15]: 1, entrants[16]: 1}
    assert sit_out(entrants, 1, had, places) == (entrants[14],)


def test_of_those_with_the_fewest_byes_the_lowest_sits_out_and_lots_decide_the_rest():
    places = {"ann": 1, "bob": 2, "cy": 3, "dan": 3}
    assert sit_out(["dan", "ann", "cy", "bob"], 1, {}, places) == ("dan",)
    assert sit_out(["cy", "ann", "dan", "bob"], 1, {}, places) == ("cy",)
    assert sit_out(["cy", "ann", "dan", "bob"], 3, {}, places) == ("cy", "dan", "bob")


def test_byes_go_round_before_anybody_has_a_second():
    night = Night(*names(9), table_size=FOURS)
    for _ in range(9):
        night.play_as_seated()
    byes = Counter(found.byes[0] for found in night.state.rounds)
    assert set(byes.values()) == {1}
    assert len(byes) == 9


def test_leaving_and_coming_back_earns_no_bye():
    """Four rounds; a player leaves before the seating and comes back after it, three times."""
    night = Night(*names(9), table_size=FOURS)
    for number in range(1, 4):
        night.send(c.Drop("e0000"))
        night.seat()
        night.send(c.Return("e0000"))
        night.start()
        for table in night.last.tables:
            night.report(table.number, **{entry: seat for seat, entry in enumerate(table.seats, 1)})
        night.close_round()
        assert night.row("e0000")["points"] == 0, number
    night.play_as_seated()
    row = night.row("e0000")
    assert [line["points"] for line in row["rounds"][:3]] == [0, 0, 0]
    assert [line["kind"] for line in row["rounds"][:3]] == ["missed"] * 3
    assert row["byes"] <= 1


def test_a_bye_of_somebody_who_left_before_the_close_stays_paid():
    night = Night(*names(5), table_size=FOURS)
    night.seat()
    (out,) = night.last.byes
    night.start()
    night.send(c.Drop(out))
    night.report(1, **{entry: seat for seat, entry in enumerate(night.last.tables[0].seats, 1)})
    night.close_round()
    score = night.state.rounds[0].score
    assert score is not None
    assert (list(score.byes), score.missed) == ([out], {})
    assert out in night.places()


def test_tables_are_filled_from_the_standings_in_falling_order():
    night = Night(*names(14), table_size=THREE_TO_FIVE)
    night.play_as_seated()
    place = night.places()
    made = night.plan()
    assert [(table.area, len(table.seats)) for table in made.tables] == [("A", 5), ("B", 5), ("C", 4)]
    seated = [sorted(place[entry] for entry in table.seats) for table in made.tables]
    assert seated[0][-1] <= seated[1][0]
    assert seated[1][-1] <= seated[2][0]


def test_the_first_round_is_by_lot():
    firsts = {Night(*names(8), secret=digit * 32, table_size=FOURS).plan().tables[0].seats for digit in "0123456789"}
    assert len(firsts) > 5


def test_the_first_round_is_by_lot_for_somebody_with_a_penalty_too():
    areas: set[str | None] = set()
    for digit in "0123456789":
        night = Night(*names(8), secret=digit * 32, table_size=FOURS)
        night.send(c.Penalise("p", "e0000", 5, "late"))
        areas.update(table.area for table in night.plan().tables if "e0000" in table.seats)
    assert areas == {"A", "B"}


def test_an_area_of_eight_is_two_tables_of_four():
    night = Night(*names(16), table_size=FOURS, format={"type": "areas", "k": 8})
    night.play_as_seated()
    rank = [row["entry"] for row in standings(night.state)]
    made = night.plan()
    assert [table.area for table in made.tables] == ["A", "A", "B", "B"]
    worst_of_a = max(night.places()[entry] for table in made.tables[:2] for entry in table.seats)
    best_of_b = min(night.places()[entry] for table in made.tables[2:] for entry in table.seats)
    assert worst_of_a <= best_of_b
    assert sorted(entry for table in made.tables for entry in table.seats) == sorted(rank)


@pytest.mark.parametrize(
    ("entries", "k", "bounds", "sizes"),
    [
        (16, 4, (3, 5), [4, 4, 4, 4]),
        (14, 4, (3, 5), [4, 4, 6]),
        (14, 8, (3, 5), [8, 6]),
        (10, 8, (3, 5), [10]),
        (11, 8, (3, 5), [8, 3]),
        (7, 8, (3, 5), [7]),
        (17, 8, (4, 5), [8, 9]),
    ],
)
def test_the_last_area_takes_what_is_left(entries, k, bounds, sizes):
    assert area_sizes(entries, k, *bounds) == sizes


def test_areas_beyond_z():
    assert [letters(number) for number in (0, 1, 25, 26, 27, 51, 52, 701, 702)] == [
        "A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"
    ]  # fmt: skip


def test_seat_1_goes_to_who_has_had_it_least_often():
    assert seat_order("seed", 1, ["ann", "bob", "cy"], {"ann": 1, "bob": 1})[0] == "cy"
    assert seat_order("seed", 1, ["ann", "bob", "cy"], {"ann": 2, "bob": 1, "cy": 2})[0] == "bob"


def test_the_same_four_start_once_each_in_four_rounds():
    night = Night(*names(4), table_size=FOURS)
    for _ in range(4):
        night.play_as_seated()
    assert len({found.tables[0].seats[0] for found in night.state.rounds}) == 4


def test_the_seed_can_be_checked_by_anybody_with_the_secret():
    """The seed of the first attempt of round 2, worked out with another tool (openssl dgst -mac hmac)."""
    night = Night("ann")
    assert night.state.seed_hash == sha256(bytes.fromhex(SECRET)).hexdigest()
    assert attempt_seed(SECRET, 2, 1) == "294881dee4207a4ca25657cada2b337883c9ddbb3e4923b671cc397cb1a1df1d"
    assert len({attempt_seed(SECRET, number, attempt) for number in range(1, 9) for attempt in range(1, 9)}) == 64


def test_redo_takes_the_next_attempt_and_draws_anew():
    night = Night(*names(12), table_size=FOURS)
    night.seat()
    first = night.seats()
    (seated,) = night.redo()
    assert (seated.round, seated.attempt) == ("r1", 2)
    assert night.seats() != first
    night.send(c.Discard("r1"))
    assert night.state.rounds == []
    night.seat()
    assert night.last.attempt == 3


def test_too_few_are_refused_before_anything_is_drawn():
    night = Night("ann", "bob", table_size=THREE_TO_FIVE)
    with pytest.raises(Rejected) as caught:
        night.plan()
    assert caught.value.code == "too_few_entries"


def test_a_manual_tournament_wants_its_tables_given():
    night = Night("ann", "bob", "cy", format={"type": "manual"})
    with pytest.raises(Rejected) as caught:
        night.plan()
    assert caught.value.code == "plan_needed"
    night.give("cy ann bob")
    assert night.seats() == [["cy", "ann", "bob"]]


def test_meetings_are_counted():
    night = Night(*names(4), table_size=FOURS)
    night.play_as_seated()
    assert night.plan().cost["repeats"] == 6


@settings(max_examples=40, deadline=None)
@given(
    st.integers(2, 40),
    st.integers(2, 6),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(0, 2**32),
)
def test_everybody_sits_once_at_a_table_within_the_bounds_or_has_a_bye(entries, smallest, wider, preferred, number):
    largest = smallest + wider
    size = {"min": smallest, "max": largest, "prefer": min(smallest + preferred, largest)}
    night = Night(*names(max(entries, smallest)), table_size=size, secret=f"{number:032x}")
    for _ in range(3):
        made = night.plan()
        placed = [entry for table in made.tables for entry in table.seats] + list(made.byes)
        assert sorted(placed) == sorted(night.state.entries)
        assert all(smallest <= len(table.seats) <= largest for table in made.tables)
        had = Counter(entry for found in night.state.rounds for entry in found.byes)
        if made.byes:
            assert max(had[entry] for entry in made.byes) <= min(
                (had[entry] for table in made.tables for entry in table.seats), default=99
            )
        night.play_as_seated()


STORY = """
from tests.league.domain.night import Night
night = Night(*[f"e{n}" for n in range(23)], table_size={"min": 3, "max": 5, "prefer": 4}, tie_breaks=["lot"])
for _ in range(3):
    night.play_as_seated()
    print([(table.area, table.seats) for table in night.last.tables], night.last.byes)
print(night.points())
"""


def test_the_same_log_gives_the_same_seating_under_another_hash_seed():
    told = [
        subprocess.run(
            [sys.executable, "-c", STORY],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert len(told[0].splitlines()) == 4


@pytest.mark.parametrize("entries", [3, 100, 2000])
def test_seating_goes_up_to_two_thousand(entries):
    night = Night(*names(entries), table_size=THREE_TO_FIVE)
    assert sum(len(table.seats) for table in night.plan().tables) == entries
