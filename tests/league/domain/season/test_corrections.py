"""An event of a season that is put right where it stands."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Aggregate, Event, Json, Rejected
from league.domain.season import commands as c
from league.domain.season.events import ResultCorrected, TournamentRecounted
from league.domain.season.state import Season
from league.domain.season.table.league_table import league_table
from league.domain.values.faults import BadFields, read
from tests.league.domain.season.seasons import add, came, final, order, season_of


def correct(season: Aggregate[Season], id: str, told: Json) -> list[Event]:
    """The events of a correction, given as in `CorrectEvent`."""
    return season.send(read(c.CorrectEvent, {"type": "correct_event", "id": id, **told}))


def test_a_corrected_result_keeps_its_number():
    """Low points, equal totals: by rule A8 the last race decides, and that stays the second one."""
    scheme: Json = {"points": {"low_point": {}}, "ties": ["best_last"]}
    season = season_of(scheme, came("bob ann cy"), came("ann bob cy"))
    assert order(league_table(season.state, {}))[:2] == [(1, "ann", "best_last"), (2, "bob", "best_last")]
    correct(season, "e1", {"places": {"cy": 1, "ann": 3, "bob": 2}})
    correct(season, "e1", {"places": {"bob": 1, "ann": 2, "cy": 3}})
    assert order(league_table(season.state, {}))[:2] == [(1, "ann", "best_last"), (2, "bob", "best_last")]
    taken_out = season_of(scheme, came("ann bob cy"), came("bob ann cy"))
    assert order(league_table(taken_out.state, {}))[0] == (1, "bob", "best_last")


def test_what_is_left_out_stays_and_the_whole_is_recorded():
    season = season_of({}, came("ann bob", name="Away", status={"cy": "DNF"}, multiplier=2, final=True))
    (event,) = correct(season, "e1", {"places": {"bob": 1}, "awards": {"bob": "7/3"}, "reason": "misread"})
    assert event == ResultCorrected(
        event="e1",
        name="Away",
        date=None,
        places={"bob": 1},
        status={"cy": "DNF"},
        awards={"bob": "7/3"},
        awards_only=False,
        multiplier=2,
        extra=(),
        shared=(),
        reason="misread",
        final=True,
    )
    (event,) = correct(season, "e1", {"name": None, "date": "2026-12-08", "final": False, "status": {}})
    assert event == season.events[-1]
    told = season.state.events["e1"]
    assert told.result is not None
    assert (told.result.name, str(told.date), told.final, told.result.status) == (None, "2026-12-08", False, {})


def test_of_a_tournament_it_is_how_it_counts():
    season = season_of({"points": {"by_place": [4, 2]}})
    season.send(c.AddTournament("t1", "t"))
    add(season, "e2", came("bob ann"))
    (event,) = correct(season, "t1", {"multiplier": 3, "extra": [{"person": "bob", "points": 1}]})
    assert isinstance(event, TournamentRecounted)
    rows = league_table(season.state, {"t": final("ann bob")})
    assert [(row["person"], row["points"]) for row in rows] == [("ann", 3 * 4 + 2), ("bob", 3 * 2 + 1 + 4)]
    assert list(season.state.events) == ["t1", "e2"]


@pytest.mark.parametrize("told", [{}, {"places": {"bob": 2, "ann": 1}}, {"multiplier": "1.0"}, {"reason": "why"}])
def test_what_stands_already_is_nothing(told: Json):
    assert correct(season_of({}, came("ann bob")), "e1", told) == []


@pytest.mark.parametrize(
    ("id", "told", "field"),
    [
        ("e1", {"places": {}}, "places"),
        ("e1", {"status": {"ann": "DNF"}}, "status.ann"),
        ("e1", {"shared": [["ann", "bob"]]}, "shared.0"),
        ("e1", {"shared": [["ann", "x"], ["y", "ann"]]}, "shared"),
        ("e1", {"multiplier": -1}, "multiplier"),
        ("e1", {"multiplier": "1/999999937", "awards": {"ann": "1/999999929"}}, "multiplier"),
        ("t1", {"places": {"ann": 1}}, "places"),
        ("t1", {"name": None}, "name"),
        ("t1", {"awards_only": False}, "awards_only"),
        ("t1", {"multiplier": "-1/2"}, "multiplier"),
    ],
)
def test_corrections_that_can_not_be(id: str, told: Any, field: str):
    season = season_of({}, came("ann bob"))
    season.send(c.AddTournament("t1", "t"))
    before = season.version
    with pytest.raises(BadFields) as refused:
        correct(season, id, told)
    assert (refused.value.field, season.version) == (field, before)


def test_numbers_of_the_result_before_are_not_added_to_those_of_the_new_one():
    season = season_of({}, came("ann", multiplier="1/999999937"))
    assert correct(season, "e1", {"multiplier": "1/999999929"})


def test_an_event_that_is_not_there_is_not_corrected():
    season = season_of({}, came("ann bob"))
    season.send(c.RemoveEvent("e1"))
    with pytest.raises(Rejected, match="no event e1"):
        correct(season, "e1", {"multiplier": 2})
