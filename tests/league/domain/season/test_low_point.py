"""The low point system: place = points, codes, what may not be dropped, rule A8. All worked by hand."""

from __future__ import annotations

from games.kernel import Json
from tests.league.domain.season.seasons import came, order, points, rows_of

RULE = {"codes": {"DNF": "starters+1", "RDG": 4}, "undroppable": ["DSQ"]}
SCHEME = {"points": {"low_point": RULE}, "drop_worst": [[3, 1]], "ties": ["best_last"]}
RACES = (
    came("ann bob cy dan"),
    came("bob ann", status={"cy": "DNF"}),
    {"places": {"eve": 1, "cy": 2, "bob": 3}, "status": {"ann": "DSQ", "dan": "RDG"}},
)


def lines(rows, person):
    """The points of a person's events with their codes, by event, and which are dropped."""
    row = next(row for row in rows if row["person"] == person)
    shown = {event["event"]: (event["points"], event.get("status")) for event in row["counted"] + row["dropped"]}
    return dict(sorted(shown.items())), [event["event"] for event in row["dropped"]]


def test_a_place_is_its_points_and_codes_score_by_starters_and_entries():
    """Five are named in the season; three started in race 2: dan and eve did not come."""
    rows = rows_of(SCHEME, *RACES)
    assert {row["person"]: row["gross"] for row in rows} == {"ann": 9, "bob": 6, "cy": 9, "dan": 14, "eve": 13}
    assert lines(rows, "cy")[0] == {"e1": (3, None), "e2": (4, "DNF"), "e3": (2, None)}
    assert lines(rows, "dan")[0] == {"e1": (4, None), "e2": (6, "DNC"), "e3": (4, "RDG")}
    assert {row["person"]: row["played"] for row in rows} == {"ann": 3, "bob": 3, "cy": 3, "dan": 2, "eve": 1}


def test_the_lowest_total_wins_and_the_last_race_breaks_the_tie_of_equal_scores():
    """Ann and eve count 1 and 6 each, so their scores listed from the best are equal; eve won the last race."""
    rows = rows_of(SCHEME, *RACES)
    assert points(rows) == {"bob": 3, "cy": 5, "eve": 7, "ann": 7, "dan": 8}
    assert order(rows) == [
        (1, "bob", "points"), (2, "cy", "points"), (3, "eve", "best_last"), (4, "ann", "best_last"),
        (5, "dan", "points"),
    ]  # fmt: skip


def test_a_disqualification_is_never_dropped():
    assert lines(rows_of(SCHEME, *RACES), "ann")[1] == ["e2"]


def test_of_two_equal_worst_scores_the_earlier_is_dropped():
    assert lines(rows_of(SCHEME, *RACES), "eve")[1] == ["e1"]


def test_nothing_is_dropped_before_enough_races():
    assert points(rows_of(SCHEME, *RACES[:2])) == {"ann": 3, "bob": 3, "cy": 7, "dan": 9}


def test_the_best_scores_are_listed_first_by_a8():
    """Ann 1 + 4, bob 2 + 3: five each, but ann has a first. The last race is not asked, which bob would win."""
    rows = rows_of({"points": {"low_point": {}}, "ties": ["best_last"]}, came("ann bob cy dan"), came("cy dan bob ann"))
    assert [person for _, person, _ in order(rows)] == ["cy", "ann", "bob", "dan"]
    assert points(rows) == {"cy": 4, "ann": 5, "bob": 5, "dan": 6}


def test_by_a8_the_scores_that_there_are_come_before_one_that_is_not_there():
    """Two are dropped, a DSQ never: ann counts 6; bob 3 + 3, of which the first is better than ann's."""
    rule = {"codes": {"DSQ": 3}, "undroppable": ["DSQ"]}
    races: list[Json] = [
        {"places": {"ann": 6}, "status": {"bob": "DSQ"}},
        {"places": {"ann": 7}, "status": {"bob": "DSQ"}},
        {"places": {"ann": 8, "bob": 9}},
    ]
    rows = rows_of({"points": {"low_point": rule}, "drop_worst": 2, "ties": ["best_last"]}, *races)
    assert points(rows) == {"bob": 6, "ann": 6}
    assert order(rows) == [(1, "bob", "best_last"), (2, "ann", "best_last")]


def test_tied_boats_share_the_points_of_their_places():
    assert points(rows_of({"points": {"low_point": {}}}, came("ann bob=cy dan"))) == {
        "ann": 1, "bob": "2.5", "cy": "2.5", "dan": 4
    }  # fmt: skip


def test_an_award_stands_beside_its_code_and_is_its_points():
    race = {"places": {"ann": 1, "bob": 2}, "status": {"cy": "RDG"}, "awards": {"cy": "1.5"}}
    rows = rows_of({"points": {"low_point": RULE}}, race)
    assert points(rows) == {"ann": 1, "cy": "1.5", "bob": 2}
    assert lines(rows, "cy")[0] == {"e1": ("1.5", "RDG")}


def test_a_code_of_its_own_for_those_who_did_not_come():
    scheme = {"points": {"low_point": {"codes": {"DNC": "entries+2", "DNS": "starters+3"}}}}
    rows = rows_of(scheme, {"places": {"ann": 1}, "status": {"bob": "DNS"}}, came("cy"))
    assert points(rows) == {"ann": 6, "bob": 10, "cy": 6}


def test_where_awards_alone_count_who_has_none_did_not_come():
    rows = rows_of(
        {"points": {"low_point": {}}}, {"places": {"ann": 2, "bob": 1}, "awards": {"ann": 1}, "awards_only": True}
    )
    assert points(rows) == {"ann": 1, "bob": 3}


def test_the_multiplier_and_extra_points_change_the_event():
    """Twice the places, and two points on top for bob."""
    race = came("ann bob", multiplier=2, extra=[{"person": "bob", "points": 2, "for": "early start"}])
    assert points(rows_of({"points": {"low_point": {}}}, race)) == {"ann": 2, "bob": 6}
