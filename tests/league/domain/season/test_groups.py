"""Divisions with promotion and relegation, people ranked among themselves, and the weight of a final: by hand."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Json, Rejected
from league.domain.season import commands as c
from league.domain.season.table.divisions import following
from league.domain.season.table.league_table import league_table
from league.domain.values.faults import BadFields, read
from tests.league.domain.season.seasons import add, came, order, points, rows_of, season_of

PAY = {"points": {"by_place": [10, 7, 5, 3, 2, 1]}}
TWO: list[Json] = [{"name": "A", "people": ["ann", "bob", "cy"], "down": 1}, {"name": "B", "up": 1}]


def test_the_place_in_an_event_is_one_thing_and_that_among_the_people_of_the_season_another() -> None:
    """Guests were first, third, fourth and sixth to eighth; the points are those of the places in the event."""
    rows = rows_of(PAY, {"places": {"ann": 2, "bob": 5, "cy": 5, "dan": 9}, "status": {"eve": "DNF"}}, came("ann bob"))
    first = {row["person"]: next(event for event in row["counted"] if event["event"] == "e1") for row in rows}
    assert {person: (event["place"], event.get("season_place")) for person, event in first.items()} == {
        "ann": (2, 1), "bob": (5, 2), "cy": (5, 2), "dan": (9, 4), "eve": (None, None),
    }  # fmt: skip
    assert points(rows) == {"ann": 17, "bob": "8.5", "cy": "1.5", "dan": 0, "eve": 0}
    assert "season_place" not in rows[0]["counted"][1]


def divided(divisions: list[Json], *results: Json, **scheme: Any) -> Any:
    """A season with these divisions."""
    season = season_of({**PAY, **scheme}, *results)
    season.send(read(c.Change, {"type": "change", "divisions": divisions}))
    return season


def told(rows: list[Json]) -> list[tuple[str, str, int | None, str]]:
    return [(row["person"], row["division"], row["division_place"], row["moves"]) for row in rows]


def test_everybody_has_a_place_in_their_division_and_in_the_whole_table() -> None:
    """bob, third of all, is second of A; who is in no list is in the last division."""
    season = divided(TWO, came("ann dan bob eve cy"))
    rows = league_table(season.state, {})
    assert [row["place"] for row in rows] == [1, 2, 3, 4, 5]
    assert told(rows) == [
        ("ann", "A", 1, "stays"),
        ("dan", "B", 1, "up"),
        ("bob", "A", 2, "stays"),
        ("eve", "B", 2, "stays"),
        ("cy", "A", 3, "down"),
    ]
    assert "division" not in rows_of(PAY, came("ann"))[0]


def test_divisions_by_size_are_cut_from_the_whole_table() -> None:
    divisions = [{"name": "A", "size": 2, "down": 1}, {"name": "B", "size": 2, "up": 1}]
    rows = league_table(divided(divisions, came("ann bob cy dan")).state, {})
    assert told(rows) == [
        ("ann", "A", 1, "stays"),
        ("bob", "A", 2, "down"),
        ("cy", "B", 1, "up"),
        ("dan", "B", 2, "stays"),
    ]
    beyond = league_table(divided(divisions, came("ann bob cy dan eve")).state, {})[-1]
    assert (beyond["person"], "division" in beyond) == ("eve", False)


def test_a_place_that_is_shared_across_the_line_is_not_decided() -> None:
    """bob and cy share the last place of A, of which one goes down; by count-back it would be decided."""
    season = divided(TWO, came("ann bob dan cy"), came("ann cy dan bob"))
    rows = league_table(season.state, {})
    assert [(person, move) for person, _, _, move in told(rows)] == [
        ("ann", "stays"), ("bob", "undecided"), ("cy", "undecided"), ("dan", "up"),
    ]  # fmt: skip
    with pytest.raises(Rejected) as refused:
        following(season.state.divisions, rows)
    assert (refused.value.code, refused.value.facts["people"]) == ("division_undecided", ["bob", "cy"])


def test_who_shares_a_place_and_goes_together_is_decided() -> None:
    divisions: list[Json] = [{**TWO[0], "down": 2}, TWO[1]]
    rows = league_table(divided(divisions, came("ann bob dan cy"), came("ann cy dan bob")).state, {})
    assert [move for _, _, _, move in told(rows)] == ["stays", "down", "down", "up"]


def test_who_has_played_too_little_does_not_go_up_and_is_the_first_to_go_down() -> None:
    """Two events are needed: fay, who won one of them, has no place; cy has none in A."""
    season = divided(TWO, came("fay ann bob dan cy"), came("ann bob dan eve"), came("eve"), minimum=2)
    found = {person: (place, move) for person, _, place, move in told(league_table(season.state, {}))}
    assert found == {
        "ann": (1, "stays"), "bob": (2, "stays"), "cy": (None, "down"),
        "eve": (1, "up"), "dan": (2, "stays"), "fay": (None, "stays"),
    }  # fmt: skip


def test_nobody_goes_up_from_a_division_in_which_nobody_has_a_place() -> None:
    rows = league_table(divided(TWO, came("ann bob dan cy"), came("ann bob cy"), minimum=2).state, {})
    assert told(rows)[-1] == ("dan", "B", None, "stays")


def test_the_divisions_of_the_season_after() -> None:
    """cy goes down, dan up; gil of A has no result and stays in it."""
    divisions: list[Json] = [{"name": "A", "people": ["ann", "bob", "cy", "gil"], "down": 1}, {"name": "B", "up": 1}]
    season = divided(divisions, came("ann dan bob eve cy"))
    after = following(season.state.divisions, league_table(season.state, {}))
    assert [(one.name, one.people, one.up, one.down) for one in after] == [
        ("A", ("ann", "dan", "bob", "gil"), 0, 1),
        ("B", ("eve", "cy"), 1, 0),
    ]
    assert following(season.state.divisions, []) == (season.state.divisions[0], season.state.divisions[1])


def test_some_people_are_ranked_among_themselves_by_the_points_of_the_whole_table() -> None:
    """Of bob, dan and eve: 17 points are first, then two who share, though others stand between them."""
    season = season_of({**PAY, "ties": ["count_back"]}, came("bob ann dan=eve"), came("ann bob dan=eve"))
    whole = league_table(season.state, {})
    some = league_table(season.state, {}, people={"bob", "dan", "eve", "nobody"})
    assert order(some) == [(1, "bob", "points"), (2, "dan", "shared"), (2, "eve", "shared")]
    assert [row["overall_place"] for row in some] == [1, 3, 3]
    assert points(some) == {"bob": 17, "dan": 8, "eve": 8}
    assert order(whole)[:2] == [(1, "ann", "shared"), (1, "bob", "shared")]


@pytest.mark.parametrize("places", ["1224", "dense"])
def test_dense_places_are_so_in_a_division_too(places: str) -> None:
    divisions: list[Json] = [{"name": "A", "people": ["ann", "bob", "cy"], "down": 1}, {"name": "B"}]
    season = divided(divisions, came("ann=bob cy"), places=places)
    last = league_table(season.state, {})[-1]
    assert (last["division_place"], last["moves"]) == (3 if places == "1224" else 2, "down")


def test_the_final_has_the_weight_of_the_scheme_and_an_event_its_own_factor() -> None:
    """ann: 10 + 7 × 3/2; bob: 7 × 2 + 10 × 2 × 3/2 of a final that counts twice. The place in the event stays."""
    season = season_of({**PAY, "final": "3/2"})
    add(season, "a", came("ann bob"))
    add(season, "b", came("bob ann", final=True))
    assert points(league_table(season.state, {})) == {"ann": "20.5", "bob": 22}
    assert league_table(season.state, {})[0]["counted"][1] == {"event": "b", "place": 1, "points": 15}
    add(season, "c", came("bob", final=True, multiplier=2))
    assert points(league_table(season.state, {})) == {"ann": "20.5", "bob": 52}
    assert points(rows_of(PAY, came("ann", final=True))) == {"ann": 10}


@pytest.mark.parametrize(
    ("divisions", "field"),
    [
        ([{"name": "A", "people": ["x"]}, {"name": "a"}], "divisions.0.name"),
        ([{"name": "A", "people": ["x"]}, {"name": "B", "people": ["x"]}], "divisions.0.people"),
        ([{"name": "A", "people": ["x", "x"]}], "divisions.0.people"),
        ([{"name": "A", "people": ["x"], "size": 3}], "divisions.0.size"),
        ([{"name": "A"}, {"name": "B"}], "divisions.0.size"),
        ([{"name": "A", "up": 1}], "divisions.0.up"),
        ([{"name": "A", "down": 1}], "divisions.0.down"),
    ],
)
def test_divisions_that_contradict_themselves(divisions: list[Json], field: str) -> None:
    with pytest.raises(BadFields) as refused:
        divided(divisions)
    assert refused.value.field == field


def test_the_same_settings_again_are_no_event_and_others_are_told_alone() -> None:
    season = divided(TWO)
    assert season.send(read(c.Change, {"type": "change", "divisions": TWO})) == []
    (event,) = season.send(read(c.Change, {"type": "change", "name": "Spring"}))
    assert event.divisions is not None
    assert "divisions" not in event.show(None)
    assert [division.name for division in season.state.divisions] == ["A", "B"]
    season.send(read(c.Change, {"type": "change", "divisions": []}))
    assert season.state.divisions == ()
