"""The lists of faults that outsiders reported: each has tests that exist, or waits for a named release.

cases.toml: cases in which other tools failed. outside.toml: what outside cases found in this one.
"""

import ast
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
CASES: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "tests" / "cases.toml").read_text(encoding="utf-8"))
OUTSIDE: dict[str, dict[str, Any]] = tomllib.loads((ROOT / "tests" / "outside.toml").read_text(encoding="utf-8"))
LINES = {
    f"{letter}{number}" for letter, last in zip("ABCDE", (3, 4, 3, 7, 4), strict=True) for number in range(1, last + 1)
}

NAMES = {
    "third bye", "every size", "penalty and areas", "repeats first", "squared cost", "swap step", "bye farming",
    "substitute", "shared first", "pot", "best of", "corrected twice", "wrong people", "same instant", "both scores",
    "double click", "same person", "pause", "overtime", "wrong wall clocks", "no such time", "week border",
    "file encoding", "known when", "gone home", "behind its back", "other people's key", "undo", "rules fix",
    "two names alike",
}  # fmt: skip


@cache
def functions_of(path: str) -> frozenset[str]:
    """The names of the test functions of a file."""
    module = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(found.name for found in module.body if isinstance(found, ast.FunctionDef))


def test_every_case_is_listed():
    assert set(CASES) == NAMES


@pytest.mark.parametrize("name", CASES)
def test_a_case_has_tests_or_waits_for_a_release(name: str):
    case = CASES[name]
    assert set(case) <= {"outcome", "tests", "later"}
    assert case["outcome"]
    assert case.get("tests") or "later" in case
    assert case.get("later", "standings") == "standings"
    assert_tests_exist(case.get("tests", []))


def test_every_line_of_what_outside_cases_found_is_listed():
    assert {name.split(" ", 1)[0] for name in OUTSIDE} == LINES


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_outside_cases_found_has_tests(name: str):
    found = OUTSIDE[name]
    assert set(found) == {"line", "tests"}
    assert found["line"]
    assert found["tests"]
    assert_tests_exist(found["tests"])


def assert_tests_exist(nodes: list[str]) -> None:
    for node in nodes:
        path, _, function = node.partition("::")
        assert function.startswith("test_")
        assert function in functions_of(path), node
