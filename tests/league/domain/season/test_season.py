"""The league table: tournaments added up, worked by hand."""

from datetime import date

import pytest

from games.codec import Codec, canonical
from games.kernel import Aggregate, Rejected
from league.domain.season import commands as c
from league.domain.season import rules as season
from league.domain.season.table.league_table import final_entries, league_table
from league.domain.season.table.scheme import Scheme, SeasonPoints
from league.domain.tournament.closing.commands import Close
from league.domain.tournament.entries.commands import CheckIn, NewEntry, Register
from league.domain.values.faults import read
from tests.league.domain.night import Night
from tests.league.domain.season.seasons import final, points


def winter(*tournaments, **scheme):
    """A season of tournaments; event "e-x" is tournament x."""
    body = {"club": "club", "name": "Winter", "scheme": {"points": {"by_place": [10, 7, 5, 3]}} | scheme}
    aggregate = Aggregate(season.RULES)
    aggregate.begin(season.start(read(c.Create, body)))
    for name in tournaments:
        aggregate.send(c.AddTournament(f"e-{name}", name))
    return aggregate


def table(aggregate, **finals):
    return league_table(aggregate.state, {name: final(told) for name, told in finals.items()})


def test_tournaments_add_up():
    rows = table(winter("a", "b"), a="ann bob cy dan eve", b="bob ann dan")
    assert points(rows) == {"ann": 17, "bob": 17, "dan": 8, "cy": 5, "eve": 0}
    assert [row["place"] for row in rows] == [1, 1, 3, 4, 5]
    assert [row["decided_by"] for row in rows] == ["shared", "shared", "points", "points", "points"]


def test_a_shared_place_in_a_tournament_shares_its_points():
    rows = table(winter("a"), a="ann=bob=cy dan")
    assert points(rows) == {"ann": "22/3", "bob": "22/3", "cy": "22/3", "dan": 3}
    assert rows[0]["points_display"] == "7.33"


def test_the_best_two_count_and_the_others_are_dropped():
    rows = table(winter("a", "b", "c", best=2), a="ann bob", b="bob ann", c="ann bob")
    assert rows[0] == {
        "place": 1,
        "person": "ann",
        "points": 20,
        "points_display": "20.00",
        "gross": 27,
        "played": 3,
        "attendance": 0,
        "counted": [{"event": "e-a", "place": 1, "points": 10}, {"event": "e-c", "place": 1, "points": 10}],
        "dropped": [{"event": "e-b", "place": 2, "points": 7}],
        "decided_by": "points",
    }
    assert points(rows) == {"ann": 20, "bob": 17}


def test_of_equal_results_the_earlier_counts():
    (row,) = table(winter("a", "b", best=1), a="ann", b="ann")
    assert [event["event"] for event in row["counted"]] == ["e-a"]


def test_the_worst_is_dropped():
    rows = table(winter("a", "b", "c", drop_worst=1), a="ann bob", b="bob ann", c="ann bob")
    assert points(rows) == {"ann": 20, "bob": 17}
    assert points(table(winter("a", drop_worst=2), a="ann bob")) == {"ann": 10, "bob": 7}, "one counts"


def test_attendance_is_paid_for_each_event_and_never_dropped():
    rows = table(winter("a", "b", best=1, attendance="1/2"), a="ann bob", b="bob ann")
    assert points(rows) == {"ann": 11, "bob": 11}
    assert rows[0]["gross"] == 18


def test_with_fewer_events_than_the_minimum_a_row_stands_last_without_a_place():
    rows = table(winter("a", "b", minimum=2), a="ann bob cy", b="cy bob")
    assert [(row["place"], row["person"], row["points"]) for row in rows] == [
        (1, "cy", 15), (2, "bob", 14), (None, "ann", 10)
    ]  # fmt: skip
    assert rows[-1]["decided_by"] == "minimum"


def test_dense_places_leave_no_number_out():
    rows = table(winter("a", places="dense"), a="ann=bob cy dan=eve")
    assert [row["place"] for row in rows] == [1, 1, 2, 3, 3]


def test_count_back_asks_for_firsts_then_seconds_over_all_events():
    """10-6-6-2: ann 1st and 4th, bob 2nd twice: 12 each."""
    scheme = {"points": {"by_place": [10, 6, 6, 2]}, "ties": ["count_back"]}
    rows = table(winter("a", "b", **scheme), a="ann bob cy dan", b="cy bob dan ann")
    assert points(rows) == {"cy": 16, "ann": 12, "bob": 12, "dan": 8}
    assert [(row["place"], row["person"], row["decided_by"]) for row in rows] == [
        (1, "cy", "points"), (2, "ann", "count_back"), (3, "bob", "count_back"), (4, "dan", "points")
    ]  # fmt: skip


def test_a_tournament_that_is_not_closed_counts_nothing():
    assert table(winter("a", "b"), a="ann bob")[0]["played"] == 1
    night = Night(*"abcd")
    night.play("a b c d")
    assert final_entries(night.state) == []


def test_a_tournament_is_taken_by_its_final_places():
    night = Night(*"abcd")
    night.register("never came")
    night.play("a=b c d")
    night.come("late")
    night.send(Close())
    aggregate = winter("t")
    rows = league_table(aggregate.state, {"t": final_entries(night.state)})
    assert points(rows) == {"person a": "8.5", "person b": "8.5", "person c": 5, "person d": 3}


def test_each_member_of_a_team_gets_what_the_team_gets():
    night = Night("ann", "bob")
    night.send(Register((NewEntry("team", members=("zoe", "yan")),)))
    night.send(CheckIn("team"))
    night.play("team ann bob")
    night.send(Close())
    rows = league_table(winter("t").state, {"t": final_entries(night.state)})
    assert points(rows) == {"yan": 10, "zoe": 10, "person ann": 7, "person bob": 5}


def test_a_tournament_counts_once_and_can_be_taken_out():
    aggregate = winter("a")
    assert aggregate.send(c.AddTournament("other", "a")) == []
    with pytest.raises(Rejected) as caught:
        aggregate.send(c.AddTournament("other", "a", multiplier=2))
    assert caught.value.code == "duplicate"
    with pytest.raises(Rejected) as caught:
        aggregate.send(c.AddTournament("e-a", "b"))
    assert caught.value.code == "duplicate"
    assert len(aggregate.send(c.RemoveEvent("e-a"))) == 1
    assert aggregate.send(c.RemoveEvent("e-a")) == []
    assert table(aggregate, a="ann bob") == []


def test_a_change_of_scheme_changes_the_past_too_and_the_same_again_is_nothing():
    aggregate = winter("a")
    change = c.Change(name="Spring", scheme=Scheme(SeasonPoints((3, 1))))
    assert len(aggregate.send(change)) == 1
    assert aggregate.send(change) == []
    assert points(table(aggregate, a="ann bob")) == {"ann": 3, "bob": 1}
    assert aggregate.state.name == "Spring"


def test_the_body_and_the_way_back_from_the_log():
    aggregate = winter()
    aggregate.send(c.AddTournament("e", "t", date(2026, 12, 1)))
    body = season.view(aggregate.state, None)
    (shown,) = body["events"]
    assert (shown["id"], shown["tournament"], shown["date"]) == ("e", "t", "2026-12-01")
    assert body["scheme"]["points"] == {"by_place": (10, 7, 5, 3), "ties": "average"}
    codec = Codec(season.RULES.events)
    again = Aggregate(season.RULES)
    for event in aggregate.events:
        again.fold(codec.decode(event.type, event.schema, canonical(event)))
    assert again.state == aggregate.state
