"""What keeps the leader in front, and who can pass, counted by hand."""

from __future__ import annotations

from typing import Any

from games.kernel import Json
from league.domain.season import commands as c
from league.domain.season.table.race import Race, race
from league.domain.values.faults import read
from tests.league.domain.season.seasons import came, season_of

LIST = {"points": {"by_place": [10, 7, 5, 3]}}


def race_of(scheme: Json, *results: Json, planned: int = 1, **counts: Any) -> Race | None:
    """The race with so many events that are planned, the first of which counts as said."""
    season = season_of(scheme, *results)
    ids = [f"next{number}" for number in range(planned)]
    for id in ids:
        more = counts if id == ids[0] else {}
        season.send(read(c.AddTournament, {"type": "add_tournament", "id": id, "tournament": f"t-{id}", **more}))
    return race(season.state, {}, ids)


def chasers(found: Race | None) -> list[tuple[str, Any, int | None, bool]]:
    assert found is not None
    return [(one.person, one.behind, one.place, one.is_level) for one in found.chasers]


def test_a_win_passes_a_leader_who_is_not_high_enough():
    found = race_of(LIST, came("ann bob cy"), came("ann bob cy"))  # 20, 14, 10
    assert found is not None
    assert found.leaders == ["ann"]
    assert chasers(found) == [("bob", 6, 4, False), ("cy", 10, 5, True)]  # 24 against 20 + 3; 20 against 20
    assert found.holds_with == 3
    assert found.reaching == 2


def test_second_place_may_be_level_with_the_winner():
    found = race_of(LIST, came("ann bob"), came("bob ann"), came("ann bob"))  # 27, 24
    assert chasers(found) == [("bob", 3, 2, True)]  # 34 each
    assert found is not None
    assert found.holds_with == 1


def test_a_leader_far_in_front_needs_nothing():
    found = race_of(LIST, *[came("ann bob")] * 5)  # 50, 35
    assert found is not None
    assert (found.holds_with, found.chasers, found.reaching) == (None, [], 0)
    more = race_of(LIST, *[came("ann bob")] * 5, planned=2)  # 35 + 20
    assert more is not None
    assert more.reaching == 1


def test_people_who_share_the_first_place_can_all_pass():
    found = race_of(LIST, came("ann=bob cy"))
    assert found is not None
    assert found.leaders == ["ann", "bob"]
    assert chasers(found)[0] == ("bob", 0, 2, False)
    assert found.holds_with == 1


def test_the_next_event_may_count_double():
    found = race_of(LIST, *[came("ann bob")] * 5, multiplier=2)
    assert chasers(found) == [("bob", 15, 5, False)]  # 55, against 56 with the fourth place


def test_results_that_are_dropped_help_less():
    scheme = {**LIST, "best": 2}
    found = race_of(scheme, came("ann bob"), came("ann bob"), came("cy bob ann"))  # 20, 14, 10
    assert found is not None
    assert found.holds_with == 1
    assert chasers(found) == [("cy", 10, 2, True)]  # 20 each; a win of bob's makes 17


def test_low_points_turn_it_round():
    scheme: Json = {"points": {"low_point": {}}}
    found = race_of(scheme, came("ann bob cy"), came("ann cy bob"))  # 2, 5, 5
    assert found is not None
    assert found.leaders == ["ann"]
    assert chasers(found) == [("bob", 3, None, True), ("cy", 3, None, True)]  # 6, and 2 + 4 for who does not come


def test_too_few_events_keep_somebody_from_the_first_place():
    found = race_of({**LIST, "minimum": 3}, came("ann bob"), came("ann bob"), came("ann cy"))
    assert [one[0] for one in chasers(found)] == []
    assert race_of({**LIST, "minimum": 4}, came("ann bob")) is None


def test_without_points_for_places_there_is_no_race():
    assert race_of({"points": None}, {"places": {"ann": 1}, "awards": {"ann": 5}}) is None
    assert race_of(LIST) is None


def test_without_a_planned_event_the_next_one_is_any():
    found = race_of(LIST, came("ann bob"), planned=0)
    assert found is not None
    assert found.planned == []
    assert found.reaching == 1
