"""What was wrongly entered and taken back equals its never having been, in standings and in the league table."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.kernel import Aggregate, Json
from league.domain.season import commands as s
from league.domain.season.state import Season, SeasonEvent
from league.domain.season.table.league_table import FinalEntry, final_entries, league_table
from league.domain.season.table.progress import places_after_each
from league.domain.standings.standings import standings
from league.domain.tournament import commands as c
from league.domain.tournament.results.commands import CorrectResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.settings import TieBreakName
from league.domain.values.faults import read
from tests.league.domain.night import EVENING, SECRET, Night
from tests.league.domain.season.seasons import add, season_of

PEOPLE = tuple("abcdefg")
ROUNDS = 3
SCHEMES: list[Json] = [
    {"by_place": [4, 2, 1, 0], "missed": "-1/3"},
    {"by_place": [15, 5, -5, -15], "raw": {"minus": 30, "per": 7}, "ties": "higher"},
    {"share": True, "best": {"n": 2, "of": "round"}},
    {"win": 3, "draw": 1, "loss": 0},
    {"raw": {}, "low_wins": True},
]


def scores(seed: str, seats: tuple[str, ...]) -> dict[str, int | str]:
    chance = random.Random(seed)
    return {entry: chance.randrange(5) for entry in seats}


def played(seed: int, points: Json, wrongly: Any = None) -> Night:
    """Three rounds of four and three at a table, g with a bye in each; `wrongly` is called after each round."""
    night = Night(*PEOPLE, points=points, tie_breaks=list(get_args(TieBreakName)))
    for number in range(1, ROUNDS + 1):
        seats = list(PEOPLE[:6])
        random.Random(f"{seed} {number}").shuffle(seats)
        night.give(" ".join(seats[:4]), " ".join(seats[4:]), byes="g")
        night.start()
        for table in night.last.tables:
            told = scores(f"{seed} {number} {table.number}", table.seats)
            night.send(c.RecordResult(table.id, None, EVENING, scores=told))
        night.close_round()
        if wrongly:
            wrongly(night, number)
    night.send(c.Close())
    return night


def fined_and_forgiven(night: Night, number: int) -> None:
    night.send(c.Penalise(id=f"p{number}", entry="a", points="7/3", reason="late", after_round=number))
    night.send(c.LiftPenalty(f"p{number}"))


def corrected_and_put_right(night: Night, number: int) -> None:
    table = night.last.tables[0]
    assert table.result is not None
    right = dict(table.result.claim.scores or {})
    for said in (
        Report(awards=dict.fromkeys(table.seats, "1/7")),
        Report(scores={entry: 9 - int(score) for entry, score in right.items()}),
        Report(scores=right),
    ):
        night.send(CorrectResult(table=table.id, said=said, at=EVENING, by="user:staff", reason="upside down"))


def closed_too_early(night: Night, number: int) -> None:
    night.send(c.Close())
    night.send(c.Reopen(EVENING, SECRET[::-1], "too early"))


def paid_by_another_scheme(night: Night, number: int) -> None:
    before = night.state.settings
    night.send(read(c.Change, {"type": "change", "points": {"by_place": [1]}, "tie_breaks": ["wins"]}))
    night.send(c.Change(points=before.points, tie_breaks=before.tie_breaks))


def entered_and_gone(night: Night, number: int) -> None:
    night.come(f"z{number}")
    night.send(c.Drop(f"z{number}"))


def seated_and_discarded(night: Night, number: int) -> None:
    if number < ROUNDS:
        night.give("a b c d", "e f g")
        night.send(c.Discard(night.last.id))


WRONGS = [
    fined_and_forgiven,
    corrected_and_put_right,
    closed_too_early,
    paid_by_another_scheme,
    entered_and_gone,
    seated_and_discarded,
]


@pytest.mark.parametrize("wrongly", WRONGS)
@pytest.mark.parametrize("points", SCHEMES)
def test_of_a_tournament(points, wrongly):
    right, put_right = played(1, points), played(1, points, wrongly)
    for after_round in (None, 1, 2, 3):
        assert standings(put_right.state, after_round) == standings(right.state, after_round)
    assert final_entries(put_right.state) == final_entries(right.state)
    assert put_right.state.final == right.state.final


SEASONS: list[Json] = [
    {"points": {"by_place": [10, 7, 5, 3]}, "best": 3, "ties": ["count_back", "first_to_reach"], "attendance": "1/2"},
    {"points": {"low_point": {"undroppable": ["DSQ"]}}, "drop_worst": [[2, 1], [4, 2]], "ties": ["best_last"]},
    {"points": {"by_place": ["7/3", 1]}, "splits": [{"events": [1, 2], "best": 1}], "places": "dense", "minimum": 2},
]
RESULTS = st.fixed_dictionaries(
    {
        "places": st.dictionaries(st.sampled_from("abcd"), st.integers(1, 4), min_size=1),
        "status": st.dictionaries(st.sampled_from("efg"), st.sampled_from(["DNF", "DSQ", "DNC"])),
        "awards": st.dictionaries(st.sampled_from("ghi"), st.sampled_from([3, "1/3", "-2.5"]), max_size=2),
    }
)


BESIDE = st.fixed_dictionaries(
    {},
    optional={
        "multiplier": st.sampled_from([0, 2, "1/3"]),
        "extra": st.just([{"person": "a", "points": "-7/3", "for": "late"}]),
        "final": st.booleans(),
    },
)


def finals(seed: int) -> dict[str, list[FinalEntry]]:
    return {"t": final_entries(played(seed, SCHEMES[0]).state)}


FINALS = finals(1)


def with_wrongs(scheme: Json, results: list[Json], wrong: Json) -> Aggregate[Season]:
    """The same season, in which after each event something was entered, changed and taken back."""
    aggregate = season_of(scheme)
    for number, result in enumerate(results, 1):
        add(aggregate, f"e{number}", result)
        add(aggregate, f"wrong {number}", wrong)
        aggregate.send(s.AddTournament(f"tournament {number}", "t", multiplier=2))
        aggregate.send(read(s.Change, {"type": "change", "scheme": {"points": {"by_place": [1]}}}))
        aggregate.send(s.RemoveEvent(f"wrong {number}"))
        aggregate.send(read(s.Change, {"type": "change", "scheme": scheme}))
        aggregate.send(s.RemoveEvent(f"tournament {number}"))
    return aggregate


@pytest.mark.parametrize("scheme", SEASONS)
@given(results=st.lists(RESULTS, max_size=5), wrong=RESULTS)
def test_of_a_season(scheme, results, wrong):
    right = season_of(scheme, *results).state
    assert league_table(with_wrongs(scheme, results, wrong).state, FINALS) == league_table(right, FINALS)


@pytest.mark.parametrize("scheme", SEASONS)
@settings(max_examples=30)
@given(results=st.lists(st.tuples(RESULTS, RESULTS, BESIDE), min_size=1, max_size=5), chance=st.randoms())
def test_a_result_that_is_corrected_in_place_was_that_from_the_first(scheme, results, chance):
    right = season_of(scheme, *({**told, **beside} for _wrong, told, beside in results))
    put_right = season_of(scheme, *(wrong for wrong, _told, _beside in results))
    order = list(enumerate(results, 1))
    chance.shuffle(order)
    for number, (_wrong, told, beside) in order:
        put_right.send(read(s.CorrectEvent, {"type": "correct_event", "id": f"e{number}", **told, **beside}))
    assert dict(without_versions(put_right.state)) == dict(without_versions(right.state))
    assert league_table(put_right.state, FINALS) == league_table(right.state, FINALS)
    assert places_after_each(put_right.state, FINALS) == places_after_each(right.state, FINALS)


@pytest.mark.parametrize("scheme", SEASONS)
def test_a_tournament_that_is_counted_otherwise_counted_so_from_the_first(scheme):
    beside: Json = {"multiplier": "3/2", "extra": [{"person": "b", "points": 4}], "shared": [["a", "c"]], "final": True}
    seasons = [season_of(scheme) for _ in range(2)]
    for season, more in zip(seasons, (beside, {"multiplier": 7}), strict=True):
        add(season, "e1", {"places": {"a": 1, "b": 2}})
        season.send(read(s.AddTournament, {"type": "add_tournament", "id": "e2", "tournament": "t", **more}))
        add(season, "e3", {"places": {"b": 1, "a": 2}})
    seasons[1].send(read(s.CorrectEvent, {"type": "correct_event", "id": "e2", **beside}))
    right, put_right = (season.state for season in seasons)
    assert without_versions(put_right) == without_versions(right)
    assert league_table(put_right, FINALS) == league_table(right, FINALS)
    assert places_after_each(put_right, FINALS) == places_after_each(right, FINALS)


def test_of_a_season_whose_tournament_was_corrected_and_put_right():
    season = season_of(SEASONS[0])
    season.send(s.AddTournament("e1", "t"))
    for wrongly in WRONGS:
        again = {"t": final_entries(played(1, SCHEMES[0], wrongly).state)}
        assert league_table(season.state, again) == league_table(season.state, FINALS)


def numbers_in(value: Any) -> list[Any]:
    match value:
        case dict():
            return [one for part in value.values() for one in numbers_in(part)]
        case list() | tuple():
            return [one for part in value for one in numbers_in(part)]
        case _:
            return [value]


@pytest.mark.parametrize("points", SCHEMES)
def test_no_number_of_standings_is_a_float(points):
    night = played(2, points)
    assert not [one for one in numbers_in(standings(night.state)) if isinstance(one, float)]


@pytest.mark.parametrize("scheme", SEASONS)
def test_no_number_of_a_league_table_is_a_float(scheme):
    season = season_of(scheme, {"places": {"a": 1, "b": 1, "c": 3}, "multiplier": "1/3"})
    assert not [one for one in numbers_in(league_table(season.state, FINALS)) if isinstance(one, float)]


def without_versions(season: Season) -> list[tuple[str, SeasonEvent]]:
    """The events of a season in their order, without the versions, which tell of each correction."""
    return [(id, replace(event, version=0)) for id, event in season.events.items()]
