"""The short form of `manage.py fuzz`: always the same inputs, for each parser a few."""

from __future__ import annotations

import re
import time
from random import Random

import pytest

from tests.fuzz.growth import Finding, Shape, finding
from tests.fuzz.parser import MEGABYTE, Parser
from tests.fuzz.parsers import ALL

pytestmark = pytest.mark.backend("sqlite")
GENEROUS_SECONDS, SHAPES = 10.0, 3
"""The command takes a second. What grows with the square of its input takes minutes."""


@pytest.mark.parametrize("parser", ALL, ids=lambda parser: parser.name)
def test_no_input_costs_too_much_or_fails(parser: Parser) -> None:
    chance = Random(parser.name)
    for _ in range(SHAPES):
        assert finding(parser, Shape.drawn(chance, parser.samples), GENEROUS_SECONDS) is None


@pytest.mark.parametrize("parser", ALL, ids=lambda parser: parser.name)
def test_each_parser_takes_a_sample(parser: Parser) -> None:
    for sample in parser.samples:
        try:
            parser.parse(sample)
        except parser.refusals:
            continue
        return
    assert parser.name.startswith("command of") or parser.name == "exported file"


def test_what_grows_with_the_square_of_its_input_is_found() -> None:
    slow = Parser("slow", re.compile(rb"(a+)+b").fullmatch, (b"aaa",))
    found = finding(slow, Shape(b"", b"a", b""), 0.5)
    assert isinstance(found, Finding)
    assert found.size <= MEGABYTE


def test_an_error_that_is_no_refusal_is_found() -> None:
    broken = Parser("broken", lambda raw: raw.decode(), (b"a",), refusals=(KeyError,))
    found = finding(broken, Shape(b"", b"\xff", b""), 5.0)
    assert found
    assert "UnicodeDecodeError" in found.what


def test_a_refusal_and_a_fast_parser_are_fine() -> None:
    begun = time.process_time()
    refusing = Parser("refusing", lambda raw: raw.decode(), (b"a",), refusals=(UnicodeDecodeError,))
    assert finding(refusing, Shape(b"", b"\xff", b""), 5.0) is None
    assert finding(refusing, Shape(b"a", b"b", b"c"), 5.0) is None
    assert time.process_time() >= begun


def test_a_shape_has_the_size_that_is_asked_for() -> None:
    assert Shape(b"[", b"12", b"]").of(8) == b"[121212]"
    assert Shape(b"a", b",b", b"\n", b"1\n").of(10) == b"a,b,b\n1\n1\n"
    assert len(Shape(b"[", b"12", b"]").of(MEGABYTE)) in (MEGABYTE - 1, MEGABYTE)
