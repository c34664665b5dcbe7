"""Faults of a tournament's and a season's settings, field by field."""

from typing import Any

import pytest

from league.domain.season import rules as season
from league.domain.season.commands import Create as CreateSeason
from league.domain.tournament import rules as tournament
from league.domain.tournament.commands import Create
from league.domain.values.faults import BadFields, read
from tests.league.domain.night import SECRET

GOOD = {"name": "Tuesday", "game": "scoresheet", "club": "club"}


def faults(**body):
    with pytest.raises(BadFields) as caught:
        list(tournament.start(read(Create, GOOD | body), SECRET))
    errors = caught.value.facts["errors"]
    assert caught.value.code == "bad_fields"
    assert caught.value.field == errors[0]["field"]
    assert all(error["detail"] for error in errors)
    return [(error["field"], error["code"]) for error in errors]


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ({"name": ""}, ("name", "bad_length")),
        ({"name": "   "}, ("name", "required")),
        ({"name": "x" * 121}, ("name", "bad_length")),
        ({"name": "\x00"}, ("name", "bad_text")),
        ({"name": "\ud800"}, ("name", "bad_text")),
        ({"name": 5}, ("name", "wrong_type")),
        ({"names": "x"}, ("names", "unknown")),
        ({"club": None}, ("club", "wrong_type")),
        ({"table_size": {"min": 1}}, ("table_size.min", "too_small")),
        ({"table_size": {"max": 13}}, ("table_size.max", "too_big")),
        ({"table_size": {"min": 5, "max": 4}}, ("table_size.max", "too_small")),
        ({"table_size": {"min": 5, "max": 6, "prefer": 4}}, ("table_size.prefer", "too_small")),
        ({"table_size": {"min": 2, "max": 3, "prefer": 4}}, ("table_size.prefer", "too_big")),
        ({"table_size": {"min": True}}, ("table_size.min", "wrong_type")),
        ({"clock_seconds": 0}, ("clock_seconds", "too_small")),
        ({"clock_seconds": 86_401}, ("clock_seconds", "too_big")),
        ({"clock_seconds": 10**400}, ("clock_seconds", "number_out_of_range")),
        ({"clock_seconds": float("nan")}, ("clock_seconds", "number_out_of_range")),
        ({"rounds": 0}, ("rounds", "too_small")),
        ({"rounds": 2001}, ("rounds", "too_big")),
        ({"games_per_round": 101}, ("games_per_round", "too_big")),
        ({"points": {"by_place": []}}, ("points.by_place", "bad_length")),
        ({"points": {"by_place": [4, "x"]}}, ("points.by_place.1", "bad_format")),
        ({"points": {"by_place": ["1/0"]}}, ("points.by_place.0", "bad_format")),
        ({"points": {"by_place": [2.5]}}, ("points.by_place.0", "wrong_type")),
        ({"points": {"by_place": [10**13]}}, ("points.by_place.0", "too_big")),
        ({"points": {"bye": "median"}}, ("points.bye", "bad_format")),
        ({"points": {"bye": "mean\n"}}, ("points.bye", "bad_format")),
        ({"points": {"ties": "none"}}, ("points.ties", "invalid")),
        ({"points": {"per_size": {"13": [1]}}}, ("points.per_size.13", "invalid")),
        ({"tie_breaks": ["wins", "wins"]}, ("tie_breaks", "duplicate")),
        ({"tie_breaks": ["luck"]}, ("tie_breaks.0", "invalid")),
        ({"format": {"type": "bracket"}}, ("format.type", "invalid")),
        ({"format": {"type": "areas", "k": 1}}, ("format.k", "too_small")),
        ({"format": {"type": "areas", "k": 5}, "table_size": {"min": 3, "max": 4}}, ("format.k", "invalid")),
        ({"starts_at": "2026-12-01T19:00:00"}, ("starts_at", "wrong_type")),
        ({"starts_at": "0001-01-01T00:00:00+14:00"}, ("starts_at", "invalid")),
        ({"game_options": [1]}, ("game_options", "wrong_type")),
    ],
)
def test_a_fault_names_its_field(body, fault):
    assert faults(**body) == [fault]


def test_several_faults_are_told_together():
    size = {"min": 2, "max": 3, "prefer": 4}
    assert faults(table_size=size, tie_breaks=["lot", "lot"], points={"per_size": {"x": [1]}}) == [
        ("table_size.prefer", "too_big"),
        ("points.per_size.x", "invalid"),
        ("tie_breaks", "duplicate"),
    ]


def test_what_is_missing_is_named():
    junk: list[Any] = [None, [], 7, "x", {}, {"name": "x"}]
    for body in junk:
        with pytest.raises(BadFields):
            read(Create, body)
    with pytest.raises(BadFields) as caught:
        read(Create, {"name": "x", "game": "y"})
    assert caught.value.faults[0].code == "required"
    assert caught.value.field == "club"


def test_nesting_without_end_is_refused():
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(BadFields) as caught:
        read(Create, GOOD | {"game_options": {"x": deep}})
    assert caught.value.faults[0].code == "too_deep"


def test_the_api_s_own_example_is_taken():
    body = {
        "name": "Tuesday", "club": "club", "game": "monster-trick", "game_options": {"play": "recorded"},
        "games_per_round": 1, "format": {"type": "areas", "k": 4}, "rounds": 4,
        "table_size": {"min": 3, "max": 5, "prefer": 4},
        "points": {"by_place": [4, 2, 1, 0], "ties": "average", "per_size": {"3": [4, 2, 0]}, "bye": "mean",
                   "missed": 0},
        "tie_breaks": ["wins", "last_round", "count_back", "lot"], "clock_seconds": 3000, "seasons": [],
        "starts_at": "2026-12-01T19:00:00+01:00",
    }  # fmt: skip
    assert list(tournament.start(read(Create, body), SECRET))


def test_a_season_s_example_is_taken_and_its_faults_are_named():
    scheme = {
        "points": {"by_place": [10, 7, 5, 3]}, "best": 6, "drop_worst": 0, "splits": None, "attendance": 1,
        "minimum": 3, "ties": ["count_back"], "places": "1224",
    }  # fmt: skip
    body = {"club": "club", "name": "Winter", "time_zone": "Europe/Berlin", "scheme": scheme}
    assert list(season.start(read(CreateSeason, body)))
    with pytest.raises(BadFields) as caught:
        list(season.start(read(CreateSeason, body | {"scheme": scheme | {"drop_worst": 1}})))
    assert caught.value.field == "scheme.drop_worst"


def test_a_secret_that_is_none_is_a_bug():
    for secret in ("", "00", "zz" * 16, "00" * 17):
        with pytest.raises(ValueError, match=r"hex"):
            list(tournament.start(read(Create, GOOD), secret))


PRIMES = (999_937, 999_931, 999_917)


def test_points_have_a_common_denominator_that_can_be_added_up():
    """Two of six digits each come to less than 10^12, three to more; so it is in every list together."""
    two, three = ([f"1/{prime}" for prime in PRIMES[:count]] for count in (2, 3))
    good = read(Create, GOOD | {"points": {"by_place": two, "per_size": {"3": two}, "bye": two[0]}})
    assert list(tournament.start(good, SECRET))
    assert faults(points={"by_place": three}) == [("points", "too_fine")]
    assert faults(points={"by_place": two, "per_size": {"3": three[2:]}}) == [("points", "too_fine")]
    assert faults(points={"by_place": two, "missed": three[2]}) == [("points", "too_fine")]
    assert faults(points={"by_place": two, "bye": three[2]}) == [("points", "too_fine")]


def test_a_seasons_points_have_one_too():
    listed = [f"1/{prime}" for prime in PRIMES]
    body = {"club": "club", "name": "Winter"}
    assert list(season.start(read(CreateSeason, body | {"scheme": {"points": {"by_place": listed[:2]}}})))
    for scheme in ({"points": {"by_place": listed}}, {"points": {"by_place": listed[:2]}, "attendance": listed[2]}):
        with pytest.raises(BadFields) as caught:
            list(season.start(read(CreateSeason, body | {"scheme": scheme})))
        assert [error["code"] for error in caught.value.facts["errors"]] == ["too_fine"]


def test_what_is_missing_or_unknown_is_said_in_a_sentence():
    for body, sentence in (
        ({"name": "Tuesday", "game": "scoresheet"}, "This is missing."),
        (GOOD | {"table_size": {"least": 3}}, "There is no such field. Known fields: min, max, prefer."),
    ):
        with pytest.raises(BadFields) as caught:
            read(Create, body)
        assert [fault.detail for fault in caught.value.faults] == [sentence]
