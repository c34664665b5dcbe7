"""Every rule by which a season adds up, worked by hand; 10, 7, 5, 3 points unless said otherwise."""

from __future__ import annotations

import pytest

from games.kernel import Rejected
from league.domain.season import commands as c
from league.domain.season.duplicates import possible_duplicates
from league.domain.season.table.league_table import league_table
from league.domain.season.table.scheme import Scheme
from league.domain.values.faults import BadFields, read
from tests.league.domain.season.seasons import add, came, final, order, points, rows_of, season_of

PAY = {"points": {"by_place": [10, 7, 5, 3]}}


def row(rows, person):
    return next(row for row in rows if row["person"] == person)


def dropped(rows, person):
    return [event["event"] for event in row(rows, person)["dropped"]]


def test_the_file_of_the_documents():
    """A night, and an evening elsewhere: kurt won, ada and olga shared the second place, emile did not finish."""
    aggregate = season_of({**PAY, "best": 6})
    aggregate.send(c.AddTournament("t1", "t1"))
    add(aggregate, "e2", {"places": {"kurt": 1, "ada": 2, "olga": 2}, "status": {"emile": "DNF"}, "awards": {}})
    rows = league_table(aggregate.state, {"t1": final("ada emile=kurt sophie olga")})
    assert points(rows) == {"ada": 16, "kurt": 16, "emile": 6, "olga": 6, "sophie": 3}
    assert row(rows, "emile")["counted"][1] == {"event": "e2", "place": None, "points": 0, "status": "DNF"}
    assert row(rows, "emile")["played"] == 2


def test_missing_places_and_places_beyond_the_list():
    assert points(rows_of(PAY, {"places": {"ann": 2, "bob": 4, "cy": 5, "dan": 900000}})) == {
        "ann": 7, "bob": 3, "cy": 0, "dan": 0
    }  # fmt: skip


@pytest.mark.parametrize(("ties", "each"), [("average", 6), ("higher", 7), ("lower", 5)])
def test_a_shared_place(ties, each):
    rows = rows_of({"points": {"by_place": [10, 7, 5, 3], "ties": ties}}, came("ann bob=cy dan"))
    assert points(rows) == {"ann": 10, "bob": each, "cy": each, "dan": 3}


def test_a_shared_place_that_runs_over_the_end_of_the_list():
    assert points(rows_of(PAY, {"places": {"ann": 4, "bob": 4}})) == {"ann": "1.5", "bob": "1.5"}


def test_awards_stand_instead_of_the_places_points_for_those_named():
    rows = rows_of(PAY, came("ann bob cy", awards={"bob": "2.5", "zoe": 4}))
    assert points(rows) == {"ann": 10, "cy": 5, "zoe": 4, "bob": "2.5"}
    assert row(rows, "zoe")["played"] == 1


def test_awards_alone():
    event = came("ann bob", awards={"bob": 8}, awards_only=True)
    assert points(rows_of(PAY, event)) == {"bob": 8, "ann": 0}
    assert points(rows_of({}, came("ann bob", awards={"bob": 8}))) == {"bob": 8, "ann": 0}


def test_a_multiplier_and_extra_points_change_what_is_dropped():
    """The double final is worth 14 to ann; a point on top lifts her 7 above bob's."""
    events = (
        came("bob ann", extra=[{"person": "ann", "points": 1, "for": "best costume"}]),
        came("bob ann", multiplier=2),
    )
    rows = rows_of({**PAY, "best": 1}, *events)
    assert points(rows) == {"bob": 20, "ann": 14}
    assert row(rows, "ann")["dropped"] == [{"event": "e1", "place": 2, "points": 8, "extra": 1}]
    assert row(rows, "ann")["gross"] == 22


def test_extra_points_for_somebody_who_was_not_there():
    rows = rows_of({**PAY, "attendance": 1, "minimum": 1}, came("ann", extra=[{"person": "zoe", "points": 2}]))
    assert order(rows) == [(1, "ann", "points"), (None, "zoe", "minimum")]
    assert points(rows) == {"ann": 11, "zoe": 2}


def test_attendance_is_for_those_who_came():
    rows = rows_of({**PAY, "attendance": 2}, came("ann", status={"bob": "DNF", "cy": "DNC"}))
    assert points(rows) == {"ann": 12, "bob": 2, "cy": 0}
    assert row(rows, "bob")["attendance"] == 2


def test_the_worst_are_dropped_from_so_many_events_on():
    nights = [came("ann bob"), came("bob ann"), came("ann bob"), came("bob ann")]
    scheme = {**PAY, "drop_worst": [[3, 1], [4, 2]]}
    assert points(rows_of(scheme, *nights[:2])) == {"ann": 17, "bob": 17}
    assert points(rows_of(scheme, *nights[:3])) == {"ann": 20, "bob": 17}
    assert points(rows_of(scheme, *nights)) == {"ann": 20, "bob": 20}


def test_an_event_missed_is_dropped_before_one_that_was_played():
    rows = rows_of({**PAY, "drop_worst": 1}, came("ann bob"), came("ann bob"), came("bob cy"))
    assert points(rows) == {"ann": 20, "bob": 17, "cy": 7}
    assert (dropped(rows, "ann"), dropped(rows, "bob"), dropped(rows, "cy")) == ([], ["e2"], [])


def test_points_below_nothing_are_dropped_before_an_event_missed():
    rows = rows_of({"drop_worst": 1}, {"awards": {"ann": -5}}, {"awards": {"ann": 3, "bob": 1}}, {"awards": {"bob": 1}})
    assert points(rows) == {"ann": 3, "bob": 2}


def test_the_best_of_each_part():
    """The best of the first two, the best two of the next three; the sixth is in no part and counts."""
    splits = [{"events": [1, 2], "best": 1}, {"events": [3, 5], "best": 2}]
    nights = ("ann bob", "bob ann", "ann bob", "ann bob", "ann bob", "bob ann")
    rows = rows_of({**PAY, "splits": splits}, *map(came, nights))
    assert points(rows) == {"ann": 10 + 20 + 7, "bob": 10 + 14 + 10}
    assert (dropped(rows, "ann"), dropped(rows, "bob")) == (["e2", "e5"], ["e1", "e5"])


def test_a_part_counts_its_events_by_the_seasons_order_those_to_come_too():
    aggregate = season_of({**PAY, "splits": [{"events": [1, 2], "best": 1}, {"events": [3, 3], "best": 1}]})
    aggregate.send(c.AddTournament("t", "to come"))
    for id in ("e2", "e3"):
        add(aggregate, id, came("ann"))
    assert points(league_table(aggregate.state, {})) == {"ann": 20}


@pytest.mark.parametrize(("rule", "each"), [("full", 7), ("split", "3.5"), ("none", 0)])
def test_a_shared_seat(rule, each):
    """Bob and cy had one seat and were second together: they take one place, so dan is third."""
    event = {"places": {"ann": 1, "bob": 2, "cy": 2, "dan": 3}, "shared": [["bob", "cy"]]}
    assert points(rows_of({**PAY, "shared_seat": rule}, event)) == {"ann": 10, "bob": each, "cy": each, "dan": 5}


def test_who_is_named_by_a_shared_seat_alone_has_its_result():
    """One result is told once. Who has a result of their own keeps it: eve's award stands beside dan's status."""
    event = {"places": {"ann": 1, "bob": 2}, "status": {"dan": "DNF"}, "awards": {"eve": 1},
             "shared": [["bob", "cy"], ["dan", "eve", "fay"]]}  # fmt: skip
    rows = rows_of({**PAY, "attendance": 1}, event)
    assert points(rows) == {"ann": 11, "bob": 8, "cy": 8, "eve": 2, "dan": 1, "fay": 1}
    assert row(rows, "fay")["counted"] == [{"event": "e1", "place": None, "points": 0, "status": "DNF"}]


def test_a_seat_of_a_tournament_that_was_shared_with_somebody_who_was_not_entered():
    aggregate = season_of({**PAY, "shared_seat": "split"})
    aggregate.send(c.AddTournament("t1", "t1", shared=(("bob", "zoe"),)))
    assert points(league_table(aggregate.state, {"t1": final("ann bob cy")})) == {
        "ann": 10, "cy": 5, "bob": "3.5", "zoe": "3.5"
    }  # fmt: skip


def test_the_tie_of_places_dropped_too():
    """Best one of two: ann and bob have ten each; ann was 2nd in the other, bob 3rd."""
    nights = came("ann cy bob"), came("bob ann dan")
    rows = rows_of({**PAY, "best": 1, "ties": ["count_back"]}, *nights)
    assert order(rows)[:2] == [(1, "ann", "count_back"), (2, "bob", "count_back")]


def test_the_tie_of_places_that_scored():
    """By all places bob's fifth decides; it brought no points, so by those that scored they are equal."""
    nights = came("ann=bob"), came("v w x y bob")
    by_all = order(rows_of({**PAY, "ties": ["count_back"]}, *nights))
    assert by_all[1:3] == [(2, "bob", "count_back"), (3, "ann", "count_back")]
    by_scoring = order(rows_of({**PAY, "ties": ["count_back_scoring"]}, *nights))
    assert [line[:2] for line in by_scoring[1:3]] == [(2, "ann"), (2, "bob")]


def test_the_tie_of_the_best_then_the_last():
    """10 + 3 beats 8 + 5; and of 10 + 3 and 3 + 10 the ten in the last event."""
    awards = ({"ann": 10, "bob": 8, "cy": 3}, {"ann": 3, "bob": 5, "cy": 10})
    rows = rows_of({"ties": ["best_last"]}, *({"awards": given} for given in awards))
    assert [person for _, person, _ in order(rows)] == ["cy", "ann", "bob"]


def test_a_best_score_of_one_event_beats_two_of_the_half():
    rows = rows_of({"ties": ["best_last"]}, {"awards": {"ann": 5, "bob": 10}}, {"awards": {"ann": 5}})
    assert [person for _, person, _ in order(rows)] == ["bob", "ann"]


def test_the_tie_of_the_lower_gross():
    rows = rows_of(
        {**PAY, "best": 1, "ties": ["lower_gross"]}, came("ann bob cy"), came("bob ann cy"), came("ann x bob")
    )
    assert order(rows)[:2] == [(1, "bob", "lower_gross"), (2, "ann", "lower_gross")]
    assert (row(rows, "ann")["gross"], row(rows, "bob")["gross"]) == (27, 22)


def test_the_tie_of_who_was_first_there():
    """Both end at 17; bob has stood there since the second event, ann since the third."""
    nights = came("bob x"), came("ann bob"), came("y ann")
    rows = rows_of({**PAY, "ties": ["first_to_reach"]}, *nights)
    assert order(rows)[:2] == [(1, "bob", "first_to_reach"), (2, "ann", "first_to_reach")]


def test_the_total_on_the_way_is_counted_as_it_was_then():
    """The best one counts: ann's ten stood after the first event, bob's after the second."""
    rows = rows_of({**PAY, "best": 1, "ties": ["first_to_reach"]}, came("ann bob"), came("bob ann"))
    assert [person for _, person, _ in order(rows)] == ["ann", "bob"]


def test_what_is_equal_after_the_whole_chain_is_shared():
    chain = ["count_back", "count_back_scoring", "best_last", "lower_gross", "first_to_reach"]
    rows = rows_of({**PAY, "ties": chain}, came("ann=bob cy"))
    assert order(rows) == [(1, "ann", "shared"), (1, "bob", "shared"), (3, "cy", "points")]


@pytest.mark.parametrize(
    ("scheme", "field"),
    [
        ({"points": {}}, "scheme.points.by_place"),
        ({"points": {"by_place": [1], "low_point": {}}}, "scheme.points.low_point"),
        ({"best": 1, "drop_worst": 1}, "scheme.drop_worst"),
        ({"best": 1, "splits": [{"events": [1, 2], "best": 1}]}, "scheme.splits"),
        ({"splits": [{"events": [2, 1], "best": 1}]}, "scheme.splits"),
        ({"splits": [{"events": [1, 3], "best": 1}, {"events": [3, 4], "best": 1}]}, "scheme.splits"),
        ({"drop_worst": [[5, 1], [5, 2]]}, "scheme.drop_worst"),
        ({"ties": ["best_last", "best_last"]}, "scheme.ties"),
        (
            {"points": {"low_point": {"codes": {"DNF": "1/999983", "DSQ": "1/999979", "X": "1/999961"}}}},
            "scheme.points",
        ),
    ],
)
def test_schemes_that_contradict_themselves(scheme, field):
    with pytest.raises(BadFields) as caught:
        season_of(scheme)
    assert [fault.field for fault in caught.value.faults] == [field]


@pytest.mark.parametrize("points", ["starters-1", "entries+", "racers+1", "starters+1\n", "starters+1111", "x"])
def test_codes_that_say_nothing(points):
    with pytest.raises(BadFields):
        read(Scheme, {"points": {"low_point": {"codes": {"DNF": points}}}})


@pytest.mark.parametrize(
    ("result", "field"),
    [
        ({}, "places"),
        ({"places": {"ann": 0}}, "places.ann"),
        ({"places": {"ann": 1}, "status": {"ann": "DNF"}}, "status.ann"),
        ({"places": {"ann": 1, "bob": 2}, "shared": [["ann", "bob"]]}, "shared.0"),
        ({"places": {"ann": 1, "bob": 1, "cy": 1}, "shared": [["ann", "bob"], ["bob", "cy"]]}, "shared"),
        ({"places": {"ann": 1}, "multiplier": -1}, "multiplier"),
        ({"awards": {"a": "1/999983", "b": "1/999979", "c": "1/999961"}}, "multiplier"),
    ],
)
def test_results_that_can_not_be(result, field):
    aggregate = season_of(PAY)
    with pytest.raises(BadFields) as caught:
        add(aggregate, "e", result)
    assert [fault.field for fault in caught.value.faults] == [field]
    assert aggregate.version == 1


def test_a_season_that_was_removed_takes_nothing_more():
    aggregate = season_of(PAY, came("ann"))
    assert len(aggregate.send(c.Remove())) == 1
    assert aggregate.send(c.Remove()) == []
    with pytest.raises(Rejected) as caught:
        aggregate.send(c.RemoveEvent("e1"))
    assert caught.value.code == "season_removed"


def test_what_is_dropped_later_was_not_dropped_then():
    """From three events on two are dropped: ann's total was 7, 17 and is 10 since the third event, as bob's is."""
    given = ({"ann": 7, "bob": 3}, {"ann": 10, "bob": 5}, {"ann": 3, "bob": 10})
    rows = rows_of({"drop_worst": [[3, 2]], "ties": ["first_to_reach"]}, *({"awards": awards} for awards in given))
    assert order(rows) == [(1, "ann", "shared"), (1, "bob", "shared")]


def test_points_without_a_place_give_the_places():
    """Results from elsewhere that have points alone: 12, 9 and 9 are places 1, 2 and 2."""
    event = {"awards": {"ann": 12, "bob": 9, "cy": 9, "dan": "1.5"}}
    rows = rows_of({**PAY, "ties": ["count_back"]}, event, {"awards": {"bob": 3, "ann": 0}})
    assert [row["person"] for row in rows] == ["ann", "bob", "cy", "dan"], "12 each: ann has a first and a second"
    assert [event["place"] for event in row(rows, "bob")["counted"]] == [2, 1]
    assert row(rows, "dan")["counted"][0]["place"] == 4


def test_points_without_a_place_give_the_places_where_the_lowest_total_wins():
    rows = rows_of({"points": {"low_point": {}}}, {"awards": {"ann": 12, "bob": 9}, "status": {"cy": "DNF"}})
    assert {row["person"]: row["counted"][0]["place"] for row in rows} == {"bob": 1, "ann": 2, "cy": None}


def test_points_beside_places_are_redress_and_give_none():
    rows = rows_of(PAY, {"places": {"ann": 1, "bob": 2}, "awards": {"zoe": 20}})
    assert row(rows, "zoe")["counted"][0]["place"] is None


@pytest.mark.parametrize("drop", [1, 2, 3, [[1, 1], [2, 2]]])
def test_at_least_one_result_counts_however_many_are_dropped(drop):
    scheme = {**PAY, "drop_worst": drop}
    assert points(rows_of(scheme, came("ann bob"))) == {"ann": 10, "bob": 7}
    twice = rows_of(scheme, came("ann bob"), came("bob cy"))
    assert points(twice) == {"ann": 10, "bob": 10, "cy": 7}


def test_at_least_one_result_counts_where_the_lowest_total_wins():
    scheme = {"points": {"low_point": {}}, "drop_worst": 2}
    assert points(rows_of(scheme, came("ann bob"))) == {"ann": 1, "bob": 2}
    assert points(rows_of(scheme, came("ann bob"), came("bob ann"))) == {"ann": 1, "bob": 1}


def test_an_older_season_drops_as_it_did():
    season = season_of({**PAY, "drop_worst": 1})
    add(season, "e1", came("ann bob"))
    season.state.edition = 1
    assert points(league_table(season.state, {})) == {"ann": 0, "bob": 0}


def test_an_abandoned_event_is_shown_and_counts_for_nothing():
    scheme = {**PAY, "drop_worst": 1, "attendance": 1, "minimum": 2, "ties": ["count_back"]}
    events = [came("ann bob"), came("bob ann"), came("bob cy", abandoned=True)]
    rows, without = rows_of(scheme, *events), rows_of(scheme, *events[:2])
    assert row(rows, "bob")["abandoned"] == [{"event": "e3", "place": 1}]
    assert [{**row, "abandoned": None} for row in rows] == [{**row, "abandoned": None} for row in without]
    assert "abandoned" not in row(rows, "ann")


def test_after_a_disqualification_all_behind_the_lost_place_move_up():
    """Racing rule A6.1: bob was second and is disqualified; cy and dan, third and fourth, become second and third."""
    scheme = {"points": {"low_point": {"codes": {"DSQ": "entries+1"}}}, "move_up": ["DSQ"]}
    event = {"places": {"ann": 1, "bob": 2, "cy": 3, "dan": 4}, "status": {"bob": "DSQ"}}
    rows = rows_of(scheme, event)
    assert points(rows) == {"ann": 1, "cy": 2, "dan": 3, "bob": 5}
    assert row(rows, "bob")["counted"][0] == {"event": "e1", "place": None, "points": 5, "status": "DSQ"}
    assert points(rows_of({**PAY, "move_up": ["DSQ"]}, event)) == {"ann": 10, "cy": 7, "dan": 5, "bob": 0}


def test_behind_a_shared_place_that_one_lost_only_those_after_it_move_up():
    event = {"places": {"ann": 1, "bob": 1, "cy": 3}, "status": {"bob": "DSQ"}}
    assert points(rows_of({**PAY, "move_up": ["DSQ"]}, event)) == {"ann": 10, "cy": 7, "bob": 0}


def test_partners_of_a_shared_seat_lose_one_place_together():
    """Bob and cy drove one car and were second: only one car is gone, so dan becomes second."""
    event = {"places": {"ann": 1, "bob": 2, "cy": 2, "dan": 3}, "status": {"bob": "DSQ", "cy": "DSQ"}}
    rows = rows_of({**PAY, "move_up": ["DSQ"]}, {**event, "shared": [["bob", "cy"]]})
    assert points(rows) == {"ann": 10, "dan": 7, "bob": 0, "cy": 0}
    apart = {**event, "places": {"ann": 1, "bob": 2, "cy": 3, "dan": 4}, "shared": [["bob", "cy"]]}
    with pytest.raises(BadFields):
        rows_of({**PAY, "move_up": ["DSQ"]}, apart)


def test_partners_of_a_shared_seat_take_one_place_by_their_points():
    event = {"awards": {"ann": 10, "bob": 7, "cy": 7, "dan": 5}, "shared": [["bob", "cy"]]}
    rows = rows_of(PAY, event)
    assert {each["person"]: each["counted"][0]["place"] for each in rows} == {"ann": 1, "bob": 2, "cy": 2, "dan": 3}


def test_a_part_of_the_season_shows_only_its_own_abandoned_events():
    season = season_of(PAY, came("ann bob"), came("bob ann", abandoned=True))
    rows = league_table(season.state, {}, part={"e1"})
    assert [each.get("abandoned") for each in rows] == [None, None]


def test_an_event_is_corrected_otherwise_although_the_scheme_lets_nobody_move_up_any_more():
    season = season_of({**PAY, "move_up": ["DSQ"]}, {"places": {"ann": 1, "bob": 2}, "status": {"ann": "DSQ"}})
    season.send(c.Change(scheme=read(Scheme, PAY)))
    season.send(c.CorrectEvent("e1", name="Away"))
    result = season.state.events["e1"].result
    assert result is not None
    assert result.name == "Away"
    with pytest.raises(BadFields):
        season.send(c.CorrectEvent("e1", status={"ann": "DNF"}))


def test_count_back_over_counted_events_alone():
    """Both have 20 with a first and a second; ann's third event, another first, is dropped."""
    pay = {"points": {"by_place": [10, 10, 1]}, "best": 2}
    events = [came("ann bob"), came("bob ann"), came("ann cy bob")]
    every = rows_of({**pay, "ties": ["count_back"]}, *events)
    counted = rows_of({**pay, "ties": ["count_back_counted"]}, *events)
    assert [(row["person"], row["place"]) for row in every[:2]] == [("ann", 1), ("bob", 2)]
    assert [(row["person"], row["place"]) for row in counted[:2]] == [("ann", 1), ("bob", 1)]


def test_the_same_result_twice_is_pointed_out_before_it_counts():
    season = season_of(PAY, came("ann bob", name="Away", awards={"ann": "2.50"}))
    same = came("ann bob", name="AWAY", awards={"ann": "5/2"})
    with pytest.raises(Rejected) as refused:
        add(season, "e2", same)
    assert (refused.value.code, refused.value.field, refused.value.facts) == ("same_result", "again", {"event": "e1"})
    add(season, "e2", {**same, "again": True})
    add(season, "e3", {**same, "name": "Home"})
    add(season, "e4", came("bob ann", name="Away"))
    assert len(season.state.events) == 4


def test_results_without_a_name_and_a_day_may_be_alike():
    assert points(rows_of(PAY, came("ann bob"), came("ann bob"))) == {"ann": 20, "bob": 14}


def test_results_that_are_alike_count_and_are_pointed_out():
    """Unnamed ones, and those that somebody wanted once more; not those that count for nothing, or of another day."""
    season = season_of(PAY, came("ann bob"), came("ann bob"), came("bob ann"), came("ann bob", abandoned=True))
    add(season, "e5", came("ann bob", name="Away", awards={"ann": "2.50"}))
    add(season, "e6", {**came("ann bob", name="AWAY", awards={"ann": "5/2"}), "again": True})
    assert possible_duplicates(season.state.events.values()) == {"e2": "e1", "e6": "e5"}
    season.send(c.CorrectEvent("e2", name="The evening after"))
    season.send(c.RemoveEvent("e5"))
    assert possible_duplicates(season.state.events.values()) == {}
