"""Every kind of fault in a file: its code, and the pointer to where it stands."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from games.kernel import Json
from league.models import Club, Event, Person
from tests.league.play.files import as_bytes, file_of, night, played, refusal

pytestmark = pytest.mark.django_db

SEATS = ["ada", "bob", "cy", "dan"]
ROUND: Json = {"tables": [{"seats": SEATS, "scores": {"ada": 4, "bob": 3, "cy": 2, "dan": 1}}]}
SEATED: Json = {"seat": True, "scores": {"ada": 4, "bob": 3, "cy": 2, "dan": 1}}
GOOD = file_of(night(SEATS, [ROUND, SEATED]), people=[*SEATS, "eva"], seasons=[{"id": "s", "events": ["t"]}])
GONE = object()


def with_(pointer: str, value: Any) -> Json:
    """The good file with something else at a pointer; GONE takes it away."""
    file = copy.deepcopy(GOOD)
    *way, last = [int(step) if step.isdecimal() else step for step in pointer.split("/")[1:]]
    place: Any = file
    for step in way:
        place = place[step]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return file


T, R, S = "/tournaments/0", "/tournaments/0/rounds/0", "/tournaments/0/rounds/1"
TABLE = f"{R}/tables/0"
RESULT: Json = {"seats": SEATS}


def test_the_good_file_is_taken():
    assert played(GOOD)["verify"] == "clean"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "not_json"),
        (b"{", "not_json"),
        (b'{"format": NaN}', "not_json"),
        (b'{"format": "\xfc"}', "bad_encoding"),
        (as_bytes(GOOD).decode().encode("utf-16"), "bad_encoding"),
        (b"[" * 100_000, "too_deep"),
    ],
)
def test_what_is_no_json_has_no_pointer_but_to_the_whole(content, code):
    problem = refusal(content)
    assert (problem["code"], problem["pointer"], problem["status"]) == (code, "", 400)


@pytest.mark.parametrize(
    ("pointer", "value", "code", "found"),
    [
        ("/format", "tablekeeper-play/2", "invalid", None),
        ("/format", GONE, "required", None),
        ("/extra", 1, "unknown", None),
        (f"{T}/id", GONE, "required", None),
        (f"{T}/entries", GONE, "required", None),
        (f"{T}/rounds", GONE, "required", None),
        (f"{T}/colour", "red", "unknown", None),
        (f"{T}/close", 1, "wrong_type", None),
        (f"{T}/date", "2026-02-30", "invalid", None),
        (f"{T}/points", {"by_place": []}, "bad_length", f"{T}/points/by_place"),
        (f"{T}/points", {"by_place": [1.5]}, "wrong_type", f"{T}/points/by_place/0"),
        (f"{T}/points", {"per_size": {"3": [1], "4": ["x"]}}, "bad_format", f"{T}/points/per_size/4/0"),
        (f"{T}/points", {"missed": 10**13}, "too_big", f"{T}/points/missed"),
        (f"{T}/points", {"missed": 10**400}, "number_out_of_range", f"{T}/points/missed"),
        (f"{TABLE}/scores/cy", [], "wrong_type", None),
        (f"{TABLE}/scores/cy", "two", "bad_format", None),
        (f"{TABLE}/scores/cy", "\x00", "bad_text", None),
        (f"{TABLE}/seats", ["ada"], "bad_length", None),
        (f"{S}/scores/dan", None, "wrong_type", None),
        (f"{T}/table_size", {"min": 5, "max": 4}, "unfit", f"{T}/table_size"),
        (f"{T}/table_size", {"min": 1}, "too_small", f"{T}/table_size/min"),
        (f"{T}/points", {"per_size": {"13": [1]}}, "invalid", f"{T}/points/per_size/13"),
        (f"{T}/points", {"raw": {"per": 0}}, "too_small", f"{T}/points/raw/per"),
        (f"{T}/points", {"raw": {"per": "-1/2"}}, "too_small", f"{T}/points/raw/per"),
        (f"{T}/points", {"raw": {}, "bye": "win"}, "invalid", f"{T}/points/bye"),
        (f"{T}/points", {"share": True, "by_place": [1]}, "invalid", f"{T}/points/by_place"),
        (f"{T}/points", {"share": True, "bye": "win"}, "invalid", f"{T}/points/bye"),
        (f"{T}/points", {"share": True, "win": 0, "draw": 0, "loss": 0}, "invalid", f"{T}/points/win"),
        (f"{T}/points", {"share": 1}, "wrong_type", f"{T}/points/share"),
        (f"{T}/points", {"best": {"n": 0, "of": "round"}}, "too_small", f"{T}/points/best/n"),
        (f"{T}/points", {"best": {"n": 3}}, "required", f"{T}/points/best/of"),
        (f"{T}/points", {"win": 3, "loss": 0}, "required", f"{T}/points"),
        (f"{T}/points", {"win": 3, "draw": 1, "loss": 0, "by_place": [1]}, "invalid", f"{T}/points/by_place"),
        (f"{T}/tie_breaks", ["wins", "wins"], "duplicate", f"{T}/tie_breaks"),
        (f"{T}/tie_breaks", ["wins", {"name": "wins", "shared": "none"}], "duplicate", f"{T}/tie_breaks"),
        (f"{T}/tie_breaks", [{"name": "wins", "floor": 1}], "unknown", f"{T}/tie_breaks/0/floor"),
        (f"{T}/tie_breaks", [{"name": "winz"}], "invalid", f"{T}/tie_breaks/0/name"),
        (f"{T}/game", "chess-boxing", "unknown_game", None),
        (f"{T}/game_options", {"wim": "low"}, "unknown", f"{T}/game_options/wim"),
        ("/people/0", {"id": "ada", "name": "\ud800"}, "bad_text", "/people/0/name"),
        ("/seasons/0/events/0", {"id": "e", "places": {"ada": 0}}, "too_small", "/seasons/0/events/0/places/ada"),
        ("/seasons/0/events/0", {"id": "e", "places": {"ada": 10**7}}, "too_big", "/seasons/0/events/0/places/ada"),
    ],
)
def test_a_fault_in_the_form(pointer, value, code, found):
    problem = refusal(with_(pointer, value))
    assert (problem["code"], problem["status"], problem["pointer"]) == ("bad_fields", 400, found or pointer)
    assert [error["code"] for error in problem["errors"]][:1] == [code]
    assert all(error["detail"] for error in problem["errors"])


def test_a_name_that_stands_twice_in_an_object_is_not_the_last_one():
    content = as_bytes(GOOD).replace(b'"ada": 4, "bob": 3', b'"ada": 4, "ada": 3, "bob": 3', 1)
    problem = refusal(content)
    assert (problem["errors"][0]["code"], problem["pointer"]) == ("duplicate", f"{TABLE}/scores/ada")


@pytest.mark.parametrize("number", ["0.10000000000000001", "9007199254740993.0", "1e400", "1e-400"])
def test_a_number_that_a_float_would_not_give_back_is_refused(number):
    content = as_bytes(
        with_(f"{R}/tables", [{**RESULT, "commands": [{"type": "record_round", "scores": {"ada": "?"}}]}])
    )
    problem = refusal(content.replace(b'"?"', number.encode()))
    assert problem["pointer"] == f"{TABLE}/commands/0/scores/ada"
    assert [error["code"] for error in problem["errors"]] == ["number_out_of_range"]


def test_what_is_nested_too_deep_names_where():
    deep: Any = 1
    for _ in range(100):
        deep = [deep]
    problem = refusal(with_(f"{T}/game_options", {"a": deep}))
    assert (problem["errors"][0]["code"], problem["pointer"]) == ("too_deep", "/tournaments")


@pytest.mark.parametrize(
    ("pointer", "value", "code", "found"),
    [
        ("/people/1", "ada", "duplicate", None),
        ("/tournaments", [night(SEATS, [ROUND]), night(SEATS, [ROUND])], "duplicate", "/tournaments/1/id"),
        (f"{T}/entries", [*SEATS, "zoe"], "unknown_person", f"{T}/entries/4"),
        (f"{T}/entries", [*SEATS, "bob"], "duplicate", f"{T}/entries/4"),
        (f"{T}/entries", [*SEATS, {"id": "x", "team": "X", "members": ["eva", "ada"]}], "duplicate", f"{T}/entries/4"),
        (f"{T}/entries", [*SEATS, {"id": "x"}], "bad_entry", f"{T}/entries/4"),
        (f"{T}/entries", [*SEATS, {"entry": "eva", "team": "X"}], "bad_entry", f"{T}/entries/4"),
        (f"{T}/rounds", [], "no_rounds", None),
        (R, {}, "bad_round", None),
        (R, {**ROUND, "seat": True}, "bad_round", None),
        (R, {**ROUND, "scores": {"ada": 1}}, "bad_round", f"{R}/scores"),
        (R, {"tables": []}, "bad_plan", f"{R}/tables"),
        (S, {"seat": True}, "bad_round", None),
        (S, {**SEATED, "places": {"ada": 1}}, "bad_round", None),
        (f"{S}/scores/zoe", 1, "unknown_entry", None),
        (f"{S}/scores/dan", GONE, "wrong_players", f"{S}/scores"),
        (f"{TABLE}/seats", ["ada", "bob", "cy", "zoe"], "unknown_entry", f"{TABLE}/seats/3"),
        (f"{TABLE}/seats", ["ada", "bob", "cy", "ada"], "bad_plan", f"{TABLE}/seats/3"),
        (f"{R}/byes", ["cy"], "bad_plan", f"{R}/byes/0"),
        (f"{R}/absent", ["zoe"], "unknown_entry", f"{R}/absent/0"),
        (f"{TABLE}/scores/zoe", 5, "wrong_players", None),
        (f"{TABLE}/scores/dan", GONE, "wrong_players", f"{TABLE}/scores"),
        (f"{TABLE}/scores/dan", "0.5", "bad_sheet", None),
        (f"{TABLE}/places", {"ada": 1, "bob": 2, "cy": 3, "dan": 4}, "bad_result", TABLE),
        (f"{TABLE}/absent", ["dan"], "bad_result", f"{TABLE}/absent"),
        (f"{R}/tables", [{**RESULT, "places": dict(zip(SEATS, (1, 1, 2, 3), strict=True))}], "bad_places",
         f"{TABLE}/places"),
        (f"{R}/tables", [{**RESULT, "places": dict(zip(SEATS, (0, 1, 2, 3), strict=True))}], "bad_places",
         f"{TABLE}/places"),
        (f"{R}/tables", [RESULT], "bad_result", TABLE),
        (f"{R}/tables", [{**RESULT, "result": "1-0"}], "bad_result", f"{TABLE}/result"),
        (f"{R}/tables", [{**RESULT, "commands": [{"type": "undo"}]}], "bad_command", f"{TABLE}/commands/0/type"),
        (f"{T}/drops", [{"entry": "zoe"}], "unknown_entry", f"{T}/drops/0/entry"),
        (f"{T}/drops", [{"entry": "ada", "after_round": 3}], "unknown_round", f"{T}/drops/0/after_round"),
        (f"{T}/drops", [{"entry": "ada", "after_round": 0}], "bad_plan", f"{R}/tables"),
        (f"{T}/penalties", [{"entry": "ada", "points": 0}], "bad_points", f"{T}/penalties/0/points"),
        (f"{T}/tie_breaks", ["wims"], "unknown_tie_break", f"{T}/tie_breaks/0"),
        (f"{T}/tie_breaks", ["wins", "buchholz_cut_1"], "unknown_tie_break", f"{T}/tie_breaks/1"),
        ("/seasons/0/events", ["x"], "unknown_tournament", "/seasons/0/events/0"),
        ("/seasons/0/events", ["t", "t"], "duplicate", "/seasons/0/events/1"),
        ("/seasons/0/events", [{"date": "2026-12-01"}], "bad_event", "/seasons/0/events/0"),
        ("/seasons/0/events", [{"tournament": "t", "places": {"ada": 1}}], "bad_event", "/seasons/0/events/0/places"),
        ("/seasons/0/events", [{"id": "e", "places": {"zoe": 1}}], "unknown_person", "/seasons/0/events/0/places/zoe"),
    ],
)  # fmt: skip
def test_a_refusal_by_the_sense_of_the_file(pointer, value, code, found):
    problem = refusal(with_(pointer, value))
    assert (problem["code"], problem["pointer"]) == (code, found or pointer)
    assert problem["status"] == (409 if code == "duplicate" else 422)
    assert problem["detail"]


def test_an_id_with_dots_and_slashes_is_found():
    entries = ["a.b/c~d", "bob"]
    scores = {"a.b/c~d": "1.5", "bob": 1}
    problem = refusal(file_of(night(entries, [{"tables": [{"seats": entries, "scores": scores}]}])))
    assert problem["pointer"] == f"{TABLE}/scores/a.b~1c~0d"


def test_a_game_that_is_not_played_to_the_end_is_no_result():
    sheet = {"type": "record_round", "orders": {"ann": [1, 2, 3], "bob": [1, 2, 3]}, "tricks": {"ann": 3, "bob": 3}}
    table = {"seats": ["ann", "bob"], "commands": [sheet]}
    problem = refusal(file_of(night(["ann", "bob"], [{"tables": [table]}], game="monster-trick")))
    assert (problem["code"], problem["pointer"]) == ("game_not_finished", f"{TABLE}/commands")


def test_a_refused_sheet_is_told_in_the_files_own_ids():
    sheet = {"type": "record_round", "orders": {"ann": [1, 2, 3], "bob": [1, 2, 2]}, "tricks": {"ann": 3, "bob": 3}}
    table = {"seats": ["ann", "bob"], "commands": [sheet]}
    problem = refusal(file_of(night(["ann", "bob"], [{"tables": [table]}], game="monster-trick")))
    assert (problem["code"], problem["pointer"]) == ("bad_order", f"{TABLE}/commands/0/orders/bob")


def test_nothing_is_kept_whether_it_is_taken_or_not():
    played(GOOD)
    refusal(with_(f"{S}/scores/dan", GONE))
    assert (Club.objects.count(), Person.objects.count(), Event.objects.count()) == (0, 0, 0)
