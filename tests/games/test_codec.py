"""Stored events through the versions of their form; values that can't be kept; refusals of form."""

from __future__ import annotations

import tracemalloc
from typing import Annotated, ClassVar

import msgspec
import pytest

from games.codec import Codec, canonical, decode_command, plain_fault, repeated_key
from games.kernel import Command, Event, Json, Rejected, Rules
from tests.games.junk import nested


def _in_cents(data: Json) -> Json:
    """Version 1 counted whole euros."""
    return {"cents": 100 * data["euros"]}


def _with_currency(data: Json) -> Json:
    """Version 2 knew one currency."""
    return {**data, "currency": "EUR"}


class FeePaid(Event, frozen=True):
    type = "test.fee_paid"
    schema = 3
    upcasts = {1: _in_cents, 2: _with_currency}
    cents: int
    currency: str


@pytest.mark.parametrize(
    ("schema", "data"), [(1, {"euros": 5}), (2, {"cents": 500}), (3, {"cents": 500, "currency": "EUR"})]
)
def test_old_forms_are_brought_up_one_version_at_a_time(schema, data):
    codec = Codec([FeePaid])
    assert codec.decode("test.fee_paid", schema, canonical(data)) == FeePaid(500, "EUR")
    assert codec.from_plain("test.fee_paid", schema, data) == FeePaid(500, "EUR")


def test_a_type_that_nobody_knows_is_a_key_error():
    with pytest.raises(KeyError):
        Codec([FeePaid]).decode("test.gone", 1, b"{}")


def test_a_schema_of_a_later_release_is_refused_and_not_read_as_todays():
    with pytest.raises(ValueError, match="later release"):
        Codec([FeePaid]).decode("test.fee_paid", 4, b'{"cents": 500, "currency": "EUR"}')


def test_canonical_json_has_sorted_keys_and_no_white_space():
    assert canonical({"b": [1, "é"], "a": {"d": None, "c": True}}) == '{"a":{"c":true,"d":null},"b":[1,"é"]}'.encode()
    assert canonical(FeePaid(5, "EUR")) == b'{"cents":5,"currency":"EUR"}'


@pytest.mark.parametrize(
    ("value", "path", "reason"),
    [
        ({"a": [1, {"b": float("nan")}]}, "a.1.b", "number_out_of_range"),
        ([2**63 - 1, 2**63], "1", "number_out_of_range"),
        ({"a": -(10**400)}, "a", "number_out_of_range"),
        ({"a": "x\x00"}, "a", "bad_text"),
        ({"a": "\udc00"}, "a", "bad_text"),
        ({"a": {"\x00": 1}}, "a", "bad_text"),
        ({"a": {1: 1}}, "a", "bad_text"),
        ({"a": {2}}, "a", "not_json"),
        ({"a": b""}, "a", "not_json"),
    ],
)
def test_what_can_not_be_kept_as_json_is_found_with_its_path(value, path, reason):
    assert plain_fault(value) == (path, reason)


def test_deep_nesting_and_circles_are_found_without_going_all_the_way():
    circle: list[object] = []
    circle += [circle, circle]
    for value in (nested(33, 1), nested(100_000, 1), circle):
        fault = plain_fault(value)
        assert fault is not None
        assert fault[1] == "too_deep"
    assert plain_fault(nested(32, 1)) is None


def test_a_long_key_is_not_copied_for_each_value_beneath_it():
    value = {"k" * 10_000: [1] * 1_000}
    tracemalloc.start()
    try:
        assert plain_fault(value) is None
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def test_the_first_key_that_is_repeated_is_found():
    assert repeated_key([("a", 1), ("b", 2), ("c", 3), ("c", 4), ("b", 5)]) == "b"


class Counted(str):
    """A key that counts how often it is hashed or compared."""

    __slots__ = ()

    looks: ClassVar = 0

    def __hash__(self) -> int:
        Counted.looks += 1
        return super().__hash__()

    def __eq__(self, other: object) -> bool:
        Counted.looks += 1
        return super().__eq__(other)


def test_the_search_for_a_repeated_key_looks_a_few_times_at_each():
    keys = 5_000
    pairs = [(Counted(f"key {number}"), number) for number in range(keys)]
    pairs.append(pairs[-1])
    assert repeated_key(pairs) == pairs[-1][0]
    assert Counted.looks < 5 * keys


class Pay(Command, frozen=True, tag="pay"):
    sheet = ("lines",)
    cents: Annotated[int, msgspec.Meta(ge=1)]
    lines: dict[str, list[int]]


RULES: Rules[Json] = Rules("test", (), (Pay,), dict, {}, lambda state, command: iter(()), lambda state, viewer: {})


@pytest.mark.parametrize(
    ("raw", "code", "field"),
    [
        (None, "bad_command", None),
        ([], "bad_command", None),
        ({}, "bad_command", "type"),
        ({"type": ["pay"]}, "bad_command", "type"),
        ({"type": "pay", "lines": {}}, "bad_command", "cents"),
        ({"type": "pay", "cents": 0, "lines": {}}, "bad_command", "cents"),
        ({"type": "pay", "cents": 1.0, "lines": {}}, "bad_command", "cents"),
        ({"type": "pay", "cents": True, "lines": {}}, "bad_command", "cents"),
        ({"type": "pay", "cents": 1, "lines": {}, "x": 1}, "bad_command", "x"),
        ({"type": "pay", "cents": 1}, "bad_sheet", "lines"),
        ({"type": "pay", "cents": 1, "lines": []}, "bad_sheet", "lines"),
        ({"type": "pay", "cents": 1, "lines": {"a": [1, "2"]}}, "bad_sheet", "lines.a.1"),
        ({"type": "pay", "cents": 1, "lines": {"a": [1, 2**64]}}, "bad_sheet", "lines.a.1"),
    ],
)
def test_faults_of_form_name_their_field_and_those_of_a_sheet_are_bad_sheet(raw, code, field):
    with pytest.raises(Rejected) as refusal:
        decode_command(RULES, raw)
    assert (refusal.value.code, refusal.value.field) == (code, field)


def test_a_good_command_is_decoded():
    assert decode_command(RULES, {"type": "pay", "cents": 1, "lines": {"a": [1]}}) == Pay(1, {"a": [1]})
